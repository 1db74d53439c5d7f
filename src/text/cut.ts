import { checkChoice, checkShare, checkString } from "../internal/check.js";
import type { Boundary } from "./boundary.js";
import { fitsMeasured, fitsRoom } from "./fits.js";
import { type Limits, resolveCounter, resolveLimits, type TokenCounter } from "./limits.js";
import { cutSides, type Keep, type SidesOptions } from "./sides.js";
import { measureText } from "./size.js";
import { type Cut, type CutText, cutSource, uncut, wholeSource } from "./source.js";

/** Options of `cut`. @public */
export interface CutOptions {
  /** `"head"` keeps the start, `"tail"` the end, `"ends"` both. @defaultValue "ends" */
  readonly keep?: Keep | undefined;
  /**
   * For `"ends"`: the part of each limit that the head may use, 0 to 1. What one side leaves over goes to the other; 0 is
   * `"tail"` and 1 is `"head"`. @defaultValue 0.5
   */
  readonly headShare?: number | undefined;
  /** Where a cut may fall. @defaultValue "codePoint" */
  readonly boundary?: Boundary | undefined;
  /** `false` leaves out the sizes: the cost is then in proportion to the limits alone. @defaultValue true */
  readonly counts?: boolean | undefined;
  /** Counts tokens for `maxTokens`. @defaultValue estimateTokens */
  readonly countTokens?: TokenCounter | undefined;
}

/**
 * `cut` without sizes, at a cost in proportion to the limits alone.
 *
 * @public
 */
export function cut(text: string, limits: Limits, options: CutOptions & { readonly counts: false }): CutText;
/**
 * Keeps as much of a text as every limit allows. What is kept is exact: `head` is a prefix and `tail` a suffix of the
 * text, no surrogate pair is parted, and neither keeps the text alive. With `maxTokens`, the tokens of `head` and `tail`
 * are counted apart.
 *
 * @throws TypeError or RangeError that names the option, for a value outside its range
 * @example
 * ```ts
 * cut("one\ntwo\nthree\n", { maxLines: 2 }); // { truncated: true, limitedBy: "lines", head: "one\n", tail: "three\n", … }
 * cut("🟡🟡🟡", { maxBytes: 7 }, { keep: "head" }).head; // "🟡"
 * ```
 * @public
 */
export function cut(text: string, limits: Limits, options?: CutOptions): Cut;
export function cut(text: string, limits: Limits, options: CutOptions = {}): Cut | CutText {
  checkString("text", text);
  const room = resolveLimits(limits);
  const sides = resolveCutOptions(options);
  if (options.counts === false) {
    if (fitsRoom(text, room, sides.countTokens)) return { truncated: false, head: text, tail: "" };
    return { truncated: true, ...cutSides(wholeSource(text, UNMEASURED), room, sides) };
  }
  const total = measureText(text);
  return fitsMeasured(text, total, room, sides.countTokens)
    ? uncut(text, total)
    : cutSource(wholeSource(text, total), room, sides);
}

export function resolveCutOptions(options: CutOptions): SidesOptions {
  const countTokens = resolveCounter(options);
  const { keep = "ends", headShare = 0.5, boundary = "codePoint" } = options;
  return {
    keep: checkChoice("keep", keep, KEEPS),
    headShare: checkShare("headShare", headShare),
    boundary: checkChoice("boundary", boundary, BOUNDARIES),
    countTokens,
  };
}

const KEEPS = ["head", "tail", "ends"] as const;
const BOUNDARIES = ["codePoint", "grapheme", "line"] as const;
const UNMEASURED = { bytes: 0, chars: 0, lines: 0 };
