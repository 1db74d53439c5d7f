/** Texts, limits and chunkings rich in trouble, for every property that cuts, measures or decodes. */
import fc from "fast-check";
import type { Limits } from "../../src/text/limits.js";

/** One of each UTF-8 width, every line end, halves of pairs, and graphemes of several code points. */
const PIECES: readonly string[] = [
  "a",
  "b ",
  "\n",
  "é",
  "中",
  "🟡",
  "\r\n",
  "\r",
  "\ud83d", // high half of 🟡
  "\udfe1", // low half of 🟡
  "👨‍👩‍👧",
  "🇩🇪",
  "🇩",
  "e\u0301", // combining acute accent
  "\u0301",
  "\u1100\u1161\u11a8", // conjoining Hangul jamo
  "\u0915\u094d\u0937", // Devanagari conjunct
  "\ufffd",
  "\ufeff",
  "\0",
];

/** A short text of troublesome pieces. */
export function troubleText(maxPieces = 12): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...PIECES), { maxLength: maxPieces, size: "max" }).map((pieces) => pieces.join(""));
}

/** A longer text: pieces repeated, so that lines and graphemes of every length come up. */
export function longerText(): fc.Arbitrary<string> {
  const run = fc
    .tuple(fc.constantFrom(...PIECES), fc.integer({ min: 1, max: 40 }))
    .map(([piece, count]) => piece.repeat(count));
  return fc.array(run, { maxLength: 30, size: "max" }).map((pieces) => pieces.join(""));
}

export interface NaiveSize {
  readonly bytes: number;
  readonly chars: number;
  readonly lines: number;
}

/** A limit, as such or as a distance from the size of the text. */
export type LimitPlan = { readonly at: number } | { readonly fromTotal: number } | undefined;

const limitPlan: fc.Arbitrary<LimitPlan> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 4, arbitrary: fc.nat(24).map((at) => ({ at })) },
  { weight: 2, arbitrary: fc.integer({ min: -2, max: 1 }).map((fromTotal) => ({ fromTotal })) },
  { weight: 1, arbitrary: fc.constant({ at: Number.POSITIVE_INFINITY }) },
);

export interface LimitsPlan {
  readonly bytes: LimitPlan;
  readonly chars: LimitPlan;
  readonly lines: LimitPlan;
  readonly tokens: LimitPlan;
}

/** Any combination of limits, many of them exactly at the size of the text, or one off. */
export function limitsPlan(): fc.Arbitrary<LimitsPlan> {
  return fc.record({ bytes: limitPlan, chars: limitPlan, lines: limitPlan, tokens: limitPlan });
}

export function planned(plan: LimitsPlan, total: NaiveSize & { readonly tokens: number }): Limits {
  return {
    maxBytes: plannedLimit(plan.bytes, total.bytes),
    maxChars: plannedLimit(plan.chars, total.chars),
    maxLines: plannedLimit(plan.lines, total.lines),
    maxTokens: plannedLimit(plan.tokens, total.tokens),
  };
}

function plannedLimit(plan: LimitPlan, total: number): number | undefined {
  if (plan === undefined) return undefined;
  return "at" in plan ? plan.at : Math.max(0, total + plan.fromTotal);
}

/** Where to split: numbers that {@link chunksOf} brings into the range of what it splits. */
export function splits(): fc.Arbitrary<readonly number[]> {
  return fc.array(fc.nat(400), { maxLength: 12, size: "max" });
}

/** Splits a text anywhere, also between the halves of a pair; empty chunks come up too. */
export function chunksOf(text: string, places: readonly number[]): string[] {
  const ends = [...places.map((place) => place % (text.length + 1)), text.length].sort((a, b) => a - b);
  return ends.map((end, index) => text.slice(index === 0 ? 0 : ends[index - 1], end));
}

/** Splits bytes anywhere, also inside a sequence. */
export function byteChunksOf(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.slice(index === 0 ? 0 : ends[index - 1], end));
}

/** Bytes that are often almost UTF-8: leads, continuations, the edges of table 3-7, and whole characters. */
export function nearlyUtf8(maxPieces = 16): fc.Arbitrary<Uint8Array> {
  const edge = fc.constantFrom(
    ...[0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xbd, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe4, 0xed, 0xee],
    ...[0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0xf8, 0xfe, 0xff],
  );
  const whole = fc.constantFrom("é", "中", "🟡", "\ufffd", "\ufeff", "\u07ff", "\ud7ff", "\ue000", "\u{10ffff}");
  const piece = fc.oneof(
    { weight: 3, arbitrary: edge.map((byte) => [byte]) },
    { weight: 1, arbitrary: fc.nat(255).map((byte) => [byte]) },
    { weight: 2, arbitrary: whole.map((character) => [...Buffer.from(character)]) },
  );
  return fc.array(piece, { maxLength: maxPieces, size: "max" }).map((pieces) => Uint8Array.from(pieces.flat()));
}

/** Values that no numeric option takes, each with the error it calls for. */
export const NOT_NUMBERS: readonly (readonly [shown: string, value: unknown])[] = [
  ['"12"', "12"],
  ["null", null],
  ["a bigint", 1n],
  ["an object", {}],
  ["an object", [1]],
  ["true", true],
  ["a symbol", Symbol("content")],
  ["a function", () => 1],
];
