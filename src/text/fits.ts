import { checkString } from "../internal/check.js";
import { estimateGeneric, fitsGeneric } from "../tokens/generic.js";
import { type Limits, type Room, resolveCounter, resolveLimits, type TokenCounter } from "./limits.js";
import { type TextSize, utf8Length } from "./size.js";

/**
 * Whether a text is inside every limit. Constant time where its length alone decides; else the cost is in proportion to
 * the limits, whatever the text's size.
 *
 * @throws TypeError or RangeError that names the option, for a value outside its range
 * @public
 */
export function fits(
  text: string,
  limits: Limits,
  options?: { readonly countTokens?: TokenCounter | undefined },
): boolean {
  checkString("text", text);
  const countTokens = options === undefined ? estimateGeneric : resolveCounter(options);
  return fitsRoom(text, resolveLimits(limits), countTokens);
}

export function fitsRoom(text: string, room: Room, countTokens: TokenCounter): boolean {
  // A UTF-16 unit is one to three bytes of UTF-8, and a line has at least one unit.
  if (text.length > room.chars || text.length > room.bytes) return false;
  if (text.length * 3 > room.bytes && utf8Length(text) > room.bytes) return false;
  if (text.length > room.lines && !fitsLines(text, room.lines)) return false;
  return room.tokens === Number.POSITIVE_INFINITY || fitsTokens(text, room.tokens, countTokens);
}

/** The same for a text whose size is known. */
export function fitsMeasured(text: string, size: TextSize, room: Room, countTokens: TokenCounter): boolean {
  if (size.bytes > room.bytes || size.chars > room.chars || size.lines > room.lines) return false;
  return room.tokens === Number.POSITIVE_INFINITY || fitsTokens(text, room.tokens, countTokens);
}

/** Stops at the first line too many. */
function fitsLines(text: string, maxLines: number): boolean {
  let lines = 0;
  for (let start = 0; start < text.length; ) {
    if (++lines > maxLines) return false;
    const end = text.indexOf("\n", start);
    if (end === -1) break;
    start = end + 1;
  }
  return true;
}

/** Counts prefixes of twice the length each time, so that a text far too large is not counted whole. */
function fitsTokens(text: string, maxTokens: number, countTokens: TokenCounter): boolean {
  if (countTokens === estimateGeneric) return fitsGeneric(text, maxTokens);
  for (let length = FIRST_PREFIX_UNITS; length < text.length; length *= 2) {
    if (countTokens(text.slice(0, length)) > maxTokens * PREFIX_SLACK) return false;
  }
  return text === "" || countTokens(text) <= maxTokens;
}

/** The start of a text can cost more tokens than the text, as half a word does; but not that much more. */
export const PREFIX_SLACK = 2;
/** UTF-16 units: a typical line. */
const FIRST_PREFIX_UNITS = 256;
