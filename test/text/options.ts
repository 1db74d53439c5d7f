/** Arbitrary options of `cut`. */
import fc from "fast-check";
import type { TokenCounter } from "../../src/text/limits.js";
import { estimateTokens } from "../../src/tokens/estimate.js";
import type { ReferenceOptions } from "./reference.js";

export const KEEPS = ["head", "tail", "ends"] as const;
export const BOUNDARIES = ["codePoint", "grapheme", "line"] as const;
export const EVERY_KIND = KEEPS.flatMap((keep) => BOUNDARIES.map((boundary) => [keep, boundary] as const));

/** Counters under which more text never costs less, and parts never less than the whole. */
export const SOUND_COUNTERS: readonly TokenCounter[] = [
  (text) => estimateTokens(text),
  (text) => text.length,
  (text) => Math.ceil(text.length / 4),
  (text) => Buffer.byteLength(text),
];

/** Counters that break every rule a token counter should keep. */
export const WEIRD_COUNTERS: Readonly<Record<string, TokenCounter>> = {
  "more text costs less": (text) => Math.max(0, 20 - text.length),
  "up and down": (text) => (text.length * 7919) % 13,
  "each part costs more than the whole": (text) => (text.length % 2 === 0 ? text.length / 2 : text.length * 2),
  superadditive: (text) => text.length ** 2,
  "constant, also for nothing": () => 5,
  "zero for everything": () => 0,
  "only lone surrogates cost": (text) => (text.match(/\p{Surrogate}/gu) ?? []).length * 3,
  "not a number": () => Number.NaN,
  negative: (text) => -text.length,
  infinite: () => Number.POSITIVE_INFINITY,
};

export const headShare = fc.oneof(fc.constantFrom(0, 0.2, 0.5, 0.8, 1), fc.double({ min: 0, max: 1, noNaN: true }));

export function anyOptions(): fc.Arbitrary<ReferenceOptions> {
  return fc.record({
    keep: fc.constantFrom(...KEEPS),
    boundary: fc.constantFrom(...BOUNDARIES),
    headShare,
    countTokens: fc.constantFrom(...SOUND_COUNTERS),
  });
}
