/** Runs scripts that use the store in processes of their own. */
import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { temporary } from "./helpers.js";

let bundled: Promise<string> | undefined;

/** The store as one module. */
async function bundle(): Promise<string> {
  const source = (path: string) => fileURLToPath(new URL(`../../../src/${path}`, import.meta.url));
  const built = await build({
    entryPoints: [source("spill/file/index.ts")],
    alias: { "#platform": source("platform/node.ts") },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
  });
  return built.outputFiles[0]?.text ?? "";
}

/** Writes a script that has `fileSpill` and, as `directory`, its first argument. @returns Its folder and path. */
export async function script(body: string): Promise<{ place: string; run: string }> {
  bundled ??= bundle();
  const place = temporary();
  writeFileSync(join(place, "spillway.mjs"), await bundled);
  const head = `import { fileSpill } from "./spillway.mjs";\nconst directory = process.argv[2];\n`;
  writeFileSync(join(place, "run.mjs"), head + body);
  return { place, run: join(place, "run.mjs") };
}

export interface Child {
  readonly process: ChildProcess;
  /** Resolves with its first words. */
  readonly ready: Promise<void>;
  /** Resolves with all its words when it has ended. */
  readonly ended: Promise<string>;
}

export function start(run: string, ...args: string[]): Child {
  const child = spawn(process.execPath, [run, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (data) => {
    output += String(data);
  });
  return {
    process: child,
    ready: new Promise((done) => child.stdout.once("data", () => done())),
    ended: new Promise((done) => child.on("close", () => done(output))),
  };
}
