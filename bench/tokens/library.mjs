/** Modules of src/, compiled on the fly: what is fitted and measured is the code as it stands. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** @param {string} path below src/ @param {"node" | "portable"} platform which side of the seam */
export async function loadSource(path, platform = "node") {
  const folder = mkdtempSync(join(tmpdir(), "spillway-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, "module.mjs");
  const alias = `--alias:#platform=${join(ROOT, "src/platform", `${platform}.ts`)}`;
  const options = ["--bundle", "--format=esm", "--platform=node", "--log-level=error", alias, `--outfile=${outfile}`];
  execFileSync(join(ROOT, "node_modules/.bin/esbuild"), [join(ROOT, "src", path), ...options], { stdio: "inherit" });
  return import(pathToFileURL(outfile));
}
