/** Holds estimates against exact counts on the holdout. */
import { readdirSync, readFileSync } from "node:fs";
import { estimateTokenCount } from "tokenx";
import { loadSource } from "./library.mjs";
import { VOCABULARIES } from "./vocabularies.mjs";

export const FAMILIES = Object.keys(VOCABULARIES);

/** @returns {{ category: string, source: string, tokens: number[], text: string }[]} */
export function holdoutSamples() {
  const folder = new URL("../../test/corpus/tokens/holdout/", import.meta.url);
  return readdirSync(folder).flatMap((file) =>
    readFileSync(new URL(file, folder), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => ({ category: file.replace(".ndjson", "").replaceAll("-", " "), ...JSON.parse(line) })),
  );
}

/** Estimators by name: of a text, for a family. */
export async function estimators() {
  const { estimateTokens } = await loadSource("tokens/estimate.ts");
  const bytes = (text) => Buffer.byteLength(text);
  return {
    "expected, own profile": (text, profile) => estimateTokens(text, { bias: "expected", profile }),
    "expected, generic": (text) => estimateTokens(text, { bias: "expected" }),
    "safe, own profile": (text, profile) => estimateTokens(text, { profile }),
    "safe, generic": (text) => estimateTokens(text),
    "chars ÷ 4": (text) => Math.ceil(text.length / 4),
    "bytes ÷ 4": (text) => Math.ceil(bytes(text) / 4),
    "bytes × 2 ÷ 4": (text) => Math.ceil(bytes(text) / 2),
    tokenx: (text) => estimateTokenCount(text),
  };
}

/** What is said of some ratios of estimate to truth. */
export function summary(ratios) {
  const errors = ratios.map((ratio) => Math.abs(ratio - 1)).sort((one, other) => one - other);
  const at = (share) => errors[Math.min(errors.length - 1, Math.floor(share * errors.length))];
  return {
    median: at(0.5),
    p90: at(0.9),
    under: ratios.filter((ratio) => ratio < 1).length / ratios.length,
    least: Math.min(...ratios),
    mean: ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length,
  };
}
