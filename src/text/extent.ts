/**
 * How far a text may be kept from either end: the longest prefix or suffix that is inside every limit and parts no
 * surrogate pair. Cost: proportional to what is kept.
 */
import type { LimitedBy, Room, TokenCounter } from "./limits.js";
import { isHighSurrogate, isLowSurrogate, splitsPair } from "./wellFormed.js";

/** Where the kept part stops, and the limit that stopped it (none where it is the whole text). */
export interface Extent {
  /** Index into the text: the end of a prefix, or the start of a suffix. */
  readonly at: number;
  readonly limitedBy?: LimitedBy;
}

/** The longest prefix inside `room`. */
export function headExtent(text: string, room: Room, countTokens: TokenCounter): Extent {
  const extent = headUnits(text, room);
  if (room.tokens === Number.POSITIVE_INFINITY) return extent;
  const fits = (length: number) => countTokens(text.slice(0, length)) <= room.tokens;
  const length = longestFitting(extent.at, fits, (length) => alignDown(text, length));
  return length === extent.at ? extent : { at: length, limitedBy: "tokens" };
}

/** The longest suffix inside `room`. */
export function tailExtent(text: string, room: Room, countTokens: TokenCounter): Extent {
  const extent = tailUnits(text, room);
  if (room.tokens === Number.POSITIVE_INFINITY) return extent;
  const end = text.length;
  const fits = (length: number) => countTokens(text.slice(end - length)) <= room.tokens;
  const length = longestFitting(end - extent.at, fits, (length) => end - alignUp(text, end - length));
  return length === end - extent.at ? extent : { at: end - length, limitedBy: "tokens" };
}

function headUnits(text: string, room: Room): Extent {
  let bytes = 0;
  let lines = 0;
  let startsLine = true;
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    const pair = isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(at + 1));
    bytes += pair ? 4 : bytesOfUnit(unit);
    if (startsLine) lines++;
    const end = at + (pair ? 2 : 1);
    if (bytes > room.bytes) return { at, limitedBy: "bytes" };
    if (end > room.chars) return { at, limitedBy: "chars" };
    if (lines > room.lines) return { at, limitedBy: "lines" };
    startsLine = unit === NEWLINE;
    at = end;
  }
  return { at: text.length };
}

function tailUnits(text: string, room: Room): Extent {
  let bytes = 0;
  let lines = 0;
  for (let at = text.length; at > 0; ) {
    const unit = text.charCodeAt(at - 1);
    const pair = isLowSurrogate(unit) && isHighSurrogate(text.charCodeAt(at - 2));
    bytes += pair ? 4 : bytesOfUnit(unit);
    // The last character opens a line, and so does every line end before it: it belongs to the line above.
    if (at === text.length || unit === NEWLINE) lines++;
    const start = at - (pair ? 2 : 1);
    if (bytes > room.bytes) return { at, limitedBy: "bytes" };
    if (text.length - start > room.chars) return { at, limitedBy: "chars" };
    if (lines > room.lines) return { at, limitedBy: "lines" };
    at = start;
  }
  return { at: 0 };
}

/**
 * The longest length up to `longest` that fits, by doubling and then halving: the predicate sees O(log n) texts, none
 * larger than twice the result. What it returns was itself tested, so a counter that is not monotone stays inside too.
 */
function longestFitting(longest: number, fits: (length: number) => boolean, align: (length: number) => number): number {
  let good = 0;
  let bad = longest + 1;
  for (let guess = FIRST_GUESS_UNITS; good < longest && bad > longest; guess *= 2) {
    const length = align(Math.min(guess, longest));
    if (fits(length)) good = length;
    else bad = length;
  }
  for (;;) {
    let length = align(Math.floor((good + bad) / 2));
    if (length <= good) length = align(good + 2); // past a pair that stands right behind `good`
    if (length <= good || length >= bad) return good;
    if (fits(length)) good = length;
    else bad = length;
  }
}

function bytesOfUnit(unit: number): number {
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
}

function alignDown(text: string, index: number): number {
  return splitsPair(text, index) ? index - 1 : index;
}

function alignUp(text: string, index: number): number {
  return splitsPair(text, index) ? index + 1 : index;
}

/** Where the search for a token extent starts: a typical line. */
const FIRST_GUESS_UNITS = 256;
export const NEWLINE = 0x0a;
