/** The built library, copied aside: a build by someone else in the middle of a run would mix two libraries in one table. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Copies `dist` with the package.json that its `#platform` needs; builds it first if it is not whole. */
export async function takeLibrary(dist = join(ROOT, "dist")) {
  const folder = mkdtempSync(join(tmpdir(), "spillway-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  for (let attempt = 0; ; attempt++) {
    try {
      cpSync(dist, join(folder, "dist"), { recursive: true });
      cpSync(join(ROOT, "package.json"), join(folder, "package.json"));
      const entry = join(folder, "dist/text/index.js");
      await import(`${pathToFileURL(entry)}?attempt=${attempt}`);
      return entry;
    } catch (error) {
      if (attempt === 2) throw error;
      rmSync(join(folder, "dist"), { recursive: true, force: true });
      execFileSync("npm", ["run", "--silent", "build", "--", "--silent"], { cwd: ROOT, stdio: "inherit" });
    }
  }
}

/** The Nodes at hand: the one that runs this, and those of the sub-project. */
export function nodesAtHand() {
  const own = process.versions.node.split(".")[0];
  const nodes = new Map([[own, process.execPath]]);
  for (const major of ["24", "26"]) {
    const path = fileURLToPath(new URL(`../node_modules/node${major}/bin/node`, import.meta.url));
    if (existsSync(path)) nodes.set(major, path);
  }
  return nodes;
}

/** The full version of a Node. */
export function versionOf(path) {
  return execFileSync(path, ["--version"], { encoding: "utf8" }).trim().slice(1);
}

/** Names a build: the commit of the sources, and a digest of what was built, which may be older or newer. */
export function nameOfBuild(entry) {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim();
  const folder = join(entry, "../..");
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".js"));
  const hash = createHash("sha256");
  for (const name of files.sort()) hash.update(readFileSync(join(folder, name)));
  return `${commit}, build ${hash.digest("hex").slice(0, 8)}`;
}
