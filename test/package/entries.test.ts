/** The package as it ships: every entry, by `import` and by `require`, on Node and without it. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname ?? "test/package", "../..");
const manifest = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8")) as {
  exports: Record<string, string | object>;
  dependencies?: Record<string, string>;
};
const entries = Object.keys(manifest.exports).filter((entry) => entry !== "./package.json");
const nameOf = (entry: string) => entry.replace(/^\./, "spillway");

/** What the entries export: a change here is a change of the API. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  ".": [
    "ERROR_LINES",
    "SpillError",
    "allocate",
    "boundBatch",
    "boundContent",
    "boundResult",
    "boundText",
    "bytesToTokens",
    "computeBound",
    "createBounder",
    "createLedger",
    "headroom",
    "isSpillError",
    "mediaPrice",
    "mergeStreams",
    "parseNotice",
    "readTools",
    "tokensToBytes",
  ],
  "./text": ["cleanTerminal", "createCollector", "cut", "fits", "measureText", "toWellFormed", "utf8Length"],
  "./tokens": ["createCalibrator", "createTokenMeter", "estimateTokens", "profileFor"],
  "./json": ["admitJson", "createJsonStringMeter", "cutJson", "measureJson", "selectFields"],
  "./regex": ["linearRegex"],
  "./spill": [
    "SpillError",
    "isSpillError",
    "isSpillId",
    "memorySpill",
    "readSpill",
    "scoped",
    "spillUri",
    "sweep",
    "toSpillId",
  ],
  "./spill/file": ["SpillError", "fileSpill", "isSpillError"],
  "./spill/s3": ["SpillError", "isSpillError", "s3Spill"],
  "./testing": ["SpillError", "isSpillError", "spillSinkChecks"],
  "./canonical": ["canonicalJson"],
  "./pi": ["createPiExtension", "default"],
  "./encoding": ["createDecoder", "detectBinary", "detectEncoding"],
  "./presets": ["clients", "codeModeProfiles", "presets", "styles"],
  "./mcp": [
    "SpillError",
    "boundByPreset",
    "boundCallToolResult",
    "boundClient",
    "boundServer",
    "boundToolCallback",
    "boundTransport",
    "clientPreset",
    "createMessageBounder",
    "isSpillError",
  ],
  "./code-mode": [
    "ScriptError",
    "SpillError",
    "commandResult",
    "createBridge",
    "createScriptOutput",
    "createScriptStore",
    "fitDeclarations",
    "isScriptError",
    "isSpillError",
    "projectError",
    "projectRefusal",
    "selectable",
    "transportLimits",
  ],
};

function runNode(args: readonly string[]): string {
  return execFileSync(process.execPath, [...args], { cwd: ROOT, encoding: "utf8" });
}

describe("entries", () => {
  it("should be those that are listed", () => {
    expect(entries.sort()).toEqual(Object.keys(NAMES).sort());
  });

  it.each(entries)("%s should give its names to import", (entry) => {
    const code = `console.log(JSON.stringify(Object.keys(await import("${nameOf(entry)}"))))`;
    expect(JSON.parse(runNode(["--input-type=module", "-e", code])).sort()).toEqual(NAMES[entry]);
  });

  it.each(entries)("%s should give its names to require", (entry) => {
    const code = `console.log(JSON.stringify(Object.keys(require("${nameOf(entry)}"))))`;
    expect(JSON.parse(runNode(["--input-type=commonjs", "-e", code])).sort()).toEqual(NAMES[entry]);
  });

  it("should share one SpillError among the entries of a format, and know it across formats", () => {
    const code = `
      import { SpillError, isSpillError } from "spillway";
      import { SpillError as same } from "spillway/spill/file";
      import { createRequire } from "node:module";
      const other = createRequire(import.meta.url)("spillway/spill").SpillError;
      console.log(JSON.stringify([SpillError === same, SpillError === other, isSpillError(new other("io"))]));`;
    expect(JSON.parse(runNode(["--input-type=module", "-e", code]))).toEqual([true, false, true]);
  });

  it("should run where there is nothing but ECMAScript", async () => {
    // Without the condition "node", `#platform` is the portable module; a fresh context has no Buffer, no TextEncoder.
    const { outputFiles } = await build({
      stdin: {
        contents: `
          import { boundResult } from "spillway";
          import { measureJson } from "spillway/json";
          import { memorySpill, readSpill } from "spillway/spill";
          export async function main() {
            const sink = memorySpill({ key: "k" });
            const bounded = await boundResult("🟡 line\\n".repeat(1000), { limits: { maxBytes: 300 }, spill: sink });
            const window = await readSpill(sink, bounded.spill.ref.id, { lines: { from: 1000 } }, { maxBytes: 100 });
            return JSON.stringify({ text: bounded.text, sha256: bounded.spill.ref.sha256, last: window.text, size: measureJson([{ a: "🟡\\\\n" }]) });
          }`,
        resolveDir: ROOT,
      },
      bundle: true,
      tsconfigRaw: {}, // the repository's own would lead to src
      write: false,
      platform: "neutral",
      format: "iife",
      globalName: "bundle",
    });
    const code = outputFiles[0]?.text ?? "";
    const result = JSON.parse(await runInNewContext(`${code}; bundle.main()`)) as Record<string, string>;

    expect(Buffer.byteLength(result["text"] ?? "")).toBeLessThanOrEqual(300);
    expect(result["text"]).toContain("of 1,000 lines");
    expect(result["sha256"]).toBe(createHash("sha256").update("🟡 line\n".repeat(1000)).digest("hex"));
    expect(result["last"]).toBe("🟡 line\n");
    expect(result["size"]).toEqual({ ok: true, bytes: 17 });
    expect(code).not.toContain("node:");
  });

  it("should install nothing besides itself but what an entry cannot do without", () => {
    expect(Object.keys(manifest.dependencies ?? {}).sort()).toEqual([
      "fast-json-stable-stringify",
      "iconv-lite",
      "re2js",
    ]);
  });

  it("should resolve its own manifest", () => {
    expect(createRequire(resolve(ROOT, "x.js")).resolve("spillway/package.json")).toBe(resolve(ROOT, "package.json"));
  });
});
