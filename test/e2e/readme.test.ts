/** The README's code does what the README says it prints. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { ROOT } from "./spillway.js";

const readme = readFileSync(join(ROOT, "README.md"), "utf8");
const block = (language: string) => readme.split(`\`\`\`${language}\n`)[1]?.split("```")[0] ?? "";

describe("README", () => {
  it("should print what it shows", async () => {
    const { code } = await transform(block("ts"), { loader: "ts", format: "esm" });
    mkdirSync(join(ROOT, "temp"), { recursive: true });
    const file = join(ROOT, "temp", "readme.mjs"); // beside the package, so that it finds it by name
    writeFileSync(file, code);
    const printed = execFileSync(process.execPath, [file], { encoding: "utf8" });
    rmSync(file);
    // The store's secret is drawn anew, and so are the ids.
    const withoutHash = (text: string) => text.replaceAll(/7-bash-[0-9a-f]{8}/g, "7-bash-");
    expect(withoutHash(printed)).toBe(withoutHash(block("text")));
  });

  it("should name every entry", () => {
    const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { exports: object };
    for (const entry of Object.keys(exports)) {
      if (entry !== "./package.json") expect(readme).toContain(`| \`${entry.replace(/^\./, "spillway")}\` |`);
    }
  });
});
