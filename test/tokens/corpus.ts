/** The corpus of texts with their exact counts; see test/corpus/tokens/README.md. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProfileName } from "../../src/tokens/profiles.js";

const FOLDER = join(import.meta.dirname ?? "test/tokens", "../corpus/tokens");

export interface CorpusSample {
  readonly category: string;
  readonly source: string;
  readonly text: string;
  /** Exact counts, in the order of {@link FAMILIES}. */
  readonly tokens: readonly number[];
}

/** The vocabularies that were counted. */
export const FAMILIES: readonly Exclude<ProfileName, "generic">[] = (
  JSON.parse(readFileSync(join(FOLDER, "tokenizers.json"), "utf8")) as { tokens: { profile: never }[] }
).tokens.map(({ profile }) => profile);

export function readCorpus(split: "training" | "holdout"): readonly CorpusSample[] {
  return readdirSync(join(FOLDER, split)).flatMap((file) =>
    readFileSync(join(FOLDER, split, file), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => ({ category: file.replace(".ndjson", ""), ...JSON.parse(line) }) as CorpusSample),
  );
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
