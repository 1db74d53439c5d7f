/** Who may import whom. The direction of the layers is the architecture: this table is its only other statement. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const SRC = resolve(import.meta.dirname ?? "test/package", "../../src");

/** A module, and the modules that it may import besides itself. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  internal: [],
  platform: [],
  budget: ["internal"],
  tokens: ["internal", "platform"],
  text: ["internal", "platform", "tokens"],
  json: ["internal", "platform", "text", "tokens"],
  spill: ["internal", "platform", "text", "json", "tokens"],
  regex: ["internal", "spill"],
  encoding: ["internal", "platform", "text"],
  "spill/file": ["internal", "platform", "spill"],
  "spill/s3": ["internal", "platform", "spill"],
  testing: ["internal", "platform", "spill"],
  bound: ["internal", "platform", "budget", "tokens", "text", "json", "spill"],
  presets: ["bound", "text"], // types alone
  "adapters/mcp": ["internal", "platform", "budget", "bound", "text", "json", "spill", "regex", "presets"],
  "adapters/pi": ["internal", "budget", "bound", "text", "json", "spill", "spill/file", "presets"],
  "adapters/code-mode": ["internal", "platform", "bound", "tokens", "text", "json", "spill", "presets"],
  index: ["budget", "bound", "json", "spill", "text"],
  cli: ["index", "adapters/mcp", "json", "presets", "encoding", "regex", "spill", "spill/file", "spill/s3", "text"],
};

/** npm packages, each with the one file that may import it. */
const PACKAGES: Readonly<Record<string, string>> = {
  "@noble/hashes": "platform/portable.ts",
  "fast-json-stable-stringify": "json/canonical/stableStringify.ts",
  "iconv-lite": "encoding/iconv.ts",
  re2js: "regex/linearRegex.ts",
};

/** The only places that may reach Node. */
const MAY_REACH_NODE = ["platform/node.ts", "spill/file/", "adapters/pi/", "cli/"];

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".ts"));

describe("layers", () => {
  it("should know every module", () => {
    expect(new Set(files.map(moduleOf))).toEqual(new Set(Object.keys(LAYERS)));
  });

  it.each(files)("%s should import only what its layer may", (file) => {
    const own = moduleOf(file);
    const wrong = importsOf(file).filter((target) => {
      if (target.startsWith("node:")) return !MAY_REACH_NODE.some((place) => file.startsWith(place));
      const name = packageOf(target);
      if (name !== undefined) return PACKAGES[name] !== file;
      const module = target === "#platform" ? "platform" : moduleOf(resolveIn(file, target));
      return module !== own && !(LAYERS[own] ?? []).includes(module);
    });
    expect(wrong).toEqual([]);
  });

  it("should let each npm package in through the file that is named for it", () => {
    for (const [name, file] of Object.entries(PACKAGES)) {
      expect(importsOf(file).map(packageOf)).toContain(name);
    }
  });

  it("should see an import that breaks the rules", () => {
    expect(importsIn('import { createHash } from "node:crypto";')).toEqual(["node:crypto"]);
    expect(importsIn('export { a } from "../bound/x.js"; const b = await import("fs");')).toEqual([
      "../bound/x.js",
      "fs",
    ]);
    expect(packageOf("fs")).toBe("fs");
    expect(packageOf("@noble/hashes/sha2.js")).toBe("@noble/hashes");
  });
});

describe("files", () => {
  it.each(files)("%s should hold one idea: at most 300 lines", (file) => {
    expect(readFileSync(join(SRC, file), "utf8").split("\n").length).toBeLessThanOrEqual(300);
  });
});

function moduleOf(file: string): string {
  if (file === "index.ts") return "index";
  const [first = "", second] = file.split("/");
  if (first === "adapters") return `adapters/${second}`;
  return first === "spill" && (second === "file" || second === "s3") ? `spill/${second}` : first;
}

function importsOf(file: string): string[] {
  return importsIn(readFileSync(join(SRC, file), "utf8"));
}

/** Every module that a source names: imports, re-exports, dynamic imports. */
function importsIn(source: string): string[] {
  return ts.preProcessFile(source, true, true).importedFiles.map(({ fileName }) => fileName);
}

/** The package of a bare specifier; our own name is not one. */
function packageOf(target: string): string | undefined {
  if (target.startsWith(".") || target.startsWith("#") || /^(?:spillway|node:)/.test(target)) return undefined;
  return target.split("/", target.startsWith("@") ? 2 : 1).join("/");
}

function resolveIn(file: string, target: string): string {
  const own = /^spillway(?:\/(.+))?$/.exec(target);
  if (own !== null) {
    const [, entry = "."] = own;
    if (entry === ".") return "index.ts";
    return `${Object.hasOwn(LAYERS, `adapters/${entry}`) ? "adapters/" : ""}${entry}/index.ts`;
  }
  return relative(SRC, resolve(SRC, file, "..", target)).replaceAll("\\", "/");
}
