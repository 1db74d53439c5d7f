/** The built package as a stranger's project has it: with what it needs at run time, and nothing else. */
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname ?? "test/support", "../..");

/** Copies it, and all that it depends on, into `project`'s node_modules. @returns the folder of the package */
export function copyPackage(project: string): string {
  const modules = join(project, "node_modules");
  const own = join(modules, "spillway");
  mkdirSync(own, { recursive: true });
  for (const part of ["package.json", "dist"]) cpSync(join(ROOT, part), join(own, part), { recursive: true });
  const waiting = dependenciesOf(own);
  const copied = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (copied.has(name)) continue;
    copied.add(name);
    cpSync(join(ROOT, "node_modules", name), join(modules, name), { recursive: true });
    waiting.push(...dependenciesOf(join(modules, name)));
  }
  return own;
}

function dependenciesOf(folder: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    dependencies?: object;
  };
  return Object.keys(dependencies);
}
