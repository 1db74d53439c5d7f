/** The examples check their own results: they only have to be run, against the package as it is built. */
import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { ROOT } from "./spillway.js";

const examples = readdirSync(join(ROOT, "examples")).filter((file) => file.endsWith(".ts"));

describe("examples", () => {
  it.each(examples)("%s should find its own results right", async (file) => {
    // Beside the package, so that it finds it by name.
    const outfile = join(ROOT, "temp", "examples", file.replace(/\.ts$/, ".mjs"));
    await build({
      entryPoints: [join(ROOT, "examples", file)],
      outfile,
      bundle: true,
      packages: "external",
      platform: "node",
      format: "esm",
    });
    try {
      expect(execFileSync(process.execPath, [outfile], { cwd: ROOT, encoding: "utf8" })).not.toBe("");
    } finally {
      rmSync(outfile);
    }
  });
});
