import { checkString } from "../internal/check.js";

/**
 * The text with each lone surrogate replaced by U+FFFD, as `String.prototype.toWellFormed` (ES2024) does.
 *
 * @returns the text itself where it is well formed
 * @throws TypeError if `text` is not a string
 * @public
 */
export function toWellFormed(text: string): string {
  checkString("text", text);
  return isWellFormed(text) ? text : text.replace(LONE_SURROGATES, "\ufffd");
}

/** Constant time for a text that the engine stores in one byte a unit. */
export function isWellFormed(text: string): boolean {
  const native = (text as { isWellFormed?: () => boolean }).isWellFormed;
  return native === undefined ? !LONE_SURROGATE.test(text) : native.call(text);
}

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Whether a cut at `index` would part the two halves of one code point. */
export function splitsPair(text: string, index: number): boolean {
  return isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1));
}

/** In Unicode mode a surrogate that is part of a pair is not seen by itself. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;
