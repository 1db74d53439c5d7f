import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FAMILIES, readCorpus } from "./corpus.js";

const FOLDER = join(import.meta.dirname ?? "test/tokens", "../corpus/tokens");
const training = readCorpus("training");
const holdout = readCorpus("holdout");

/** Sources that the two splits may not share; what was written for the corpus is in two files with nothing in common. */
const sourcesOf = (samples: typeof training) =>
  new Set(samples.map(({ source }) => source).filter((name) => name !== "written"));

describe("the corpus of token counts", () => {
  it.each(
    "english typescript python csharp c shell json json-minified ndjson-logs stack-traces diff html base64 hex uuid csv numbers chinese japanese korean thai arabic hebrew russian hindi greek vietnamese emoji cjk-in-code box-drawing whitespace".split(
      " ",
    ),
  )("should have %s in both splits", (category) => {
    expect(training.some((sample) => sample.category === category)).toBe(true);
    expect(holdout.some((sample) => sample.category === category)).toBe(true);
  });

  it("should share no source and no text between the splits", () => {
    const own = sourcesOf(training);
    expect([...sourcesOf(holdout)].filter((source) => own.has(source))).toEqual([]);
    const texts = new Set(training.map(({ text }) => text));
    expect(holdout.filter(({ text }) => texts.has(text))).toEqual([]);
  });

  it("should name a licence for every source", () => {
    const readme = readFileSync(join(FOLDER, "README.md"), "utf8");
    for (const source of new Set([...training, ...holdout].map((sample) => sample.source))) {
      expect(readme).toContain(`| \`${source}\` |`);
    }
  });

  it("should have a count of every vocabulary for every sample, none above the bytes after normalisation", () => {
    expect(FAMILIES).toEqual(["o200k", "cl100k", "claude", "llama3", "qwen3", "gemma3", "deepseek"]);
    for (const { text, tokens } of [...training, ...holdout]) {
      expect(tokens).toHaveLength(FAMILIES.length);
      // Claude's vocabulary counts the text's NFKC form, and a sentence piece model may start with a blank of its own.
      const most = Math.max(Buffer.byteLength(text), Buffer.byteLength(text.normalize("NFKC"))) + 1;
      for (const count of tokens) {
        expect(count).toBeGreaterThan(0);
        expect(count).toBeLessThanOrEqual(most);
      }
    }
  });

  it("should stay small", () => {
    const bytes = ["training", "holdout"].flatMap((split) =>
      readdirSync(join(FOLDER, split)).map((file) => statSync(join(FOLDER, split, file)).size),
    );
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000_000);
  });

  it("should not be read by the fit where it is for testing", () => {
    const fit = join(FOLDER, "../../../bench/tokens/fit");
    for (const file of readdirSync(fit)) expect(readFileSync(join(fit, file), "utf8")).not.toContain("tokens/holdout");
  });
});
