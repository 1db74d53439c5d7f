/**
 * How far a text may be kept from either end: the longest prefix or suffix that is inside every limit and parts no
 * surrogate pair. Cost: proportional to what is kept.
 */
import { measureUtf8, utf8Head, utf8Tail } from "#platform";
import { estimateGeneric, genericHead, genericTail } from "../tokens/generic.js";
import type { LimitedBy, Room, TokenCounter } from "./limits.js";
import { splitsPair } from "./wellFormed.js";

/** Where the kept part stops, and the limit that stopped it (none where it is the whole text). */
export interface Extent {
  /** Index into the text: the end of a prefix, or the start of a suffix. */
  readonly at: number;
  readonly limitedBy?: LimitedBy;
}

/** The longest prefix inside `room`. Of limits that stop it at the same place, the first in order is named. */
export function headExtent(text: string, room: Room, countTokens: TokenCounter): Extent {
  let extent: Extent = { at: text.length };
  const stop = (at: number, limitedBy: LimitedBy) => {
    if (at < extent.at) extent = { at, limitedBy };
  };
  if (room.bytes < 3 * text.length) stop(utf8Head(text, room.bytes), "bytes");
  if (room.chars < extent.at) stop(alignDown(text, room.chars), "chars");
  if (room.lines < extent.at) stop(endOfLines(text.slice(0, extent.at), room.lines), "lines");
  if (room.tokens !== Number.POSITIVE_INFINITY) {
    stop(tokenHead(text, extent.at, room.tokens, countTokens), "tokens");
  }
  return extent;
}

/** The longest suffix inside `room`. */
export function tailExtent(text: string, room: Room, countTokens: TokenCounter): Extent {
  let extent: Extent = { at: 0 };
  const stop = (at: number, limitedBy: LimitedBy) => {
    if (at > extent.at) extent = { at, limitedBy };
  };
  const end = text.length;
  if (room.bytes < 3 * end) stop(utf8Tail(text, room.bytes), "bytes");
  if (room.chars < end - extent.at) stop(alignUp(text, end - room.chars), "chars");
  if (room.lines < end - extent.at) stop(extent.at + startOfLines(text.slice(extent.at), room.lines), "lines");
  if (room.tokens !== Number.POSITIVE_INFINITY) {
    stop(tokenTail(text, extent.at, room.tokens, countTokens), "tokens");
  }
  return extent;
}

/** The longest prefix of the first `most` units that has `maxTokens` at most. */
function tokenHead(text: string, most: number, maxTokens: number, countTokens: TokenCounter): number {
  if (countTokens === estimateGeneric) return Math.min(most, genericHead(text, maxTokens));
  const fits = (length: number) => countTokens(text.slice(0, length)) <= maxTokens;
  return longestFitting(most, fits, (length) => alignDown(text, length));
}

/** Where the longest suffix starts that has `maxTokens` at most, `least` or later. */
function tokenTail(text: string, least: number, maxTokens: number, countTokens: TokenCounter): number {
  if (countTokens === estimateGeneric) return Math.max(least, genericTail(text, maxTokens));
  const end = text.length;
  const fits = (length: number) => countTokens(text.slice(end - length)) <= maxTokens;
  return end - longestFitting(end - least, fits, (length) => end - alignUp(text, end - length));
}

/** The end of the first lines. */
function endOfLines(text: string, lines: number): number {
  if (lines > MANY_LINES && measureUtf8(text).newlines < lines) return text.length;
  let end = 0;
  for (let line = 0; line < lines; line++) {
    const at = text.indexOf("\n", end);
    if (at === -1) return text.length;
    end = at + 1;
  }
  return end;
}

/** The start of the last lines. */
function startOfLines(text: string, lines: number): number {
  if (lines > MANY_LINES && measureUtf8(text).newlines < lines) return 0;
  let start = text.length;
  for (let line = 0; line < lines && start > 0; line++) {
    // The line end right before `start` belongs to the line that is looked for.
    start = start < 2 ? 0 : text.lastIndexOf("\n", start - 2) + 1;
  }
  return start;
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

function alignDown(text: string, index: number): number {
  return splitsPair(text, index) ? index - 1 : index;
}

function alignUp(text: string, index: number): number {
  return splitsPair(text, index) ? index + 1 : index;
}

/** Lines from which on it is quicker to count them all at once than to find their ends one by one. */
const MANY_LINES = 64;
/** Where the search for a token extent starts: a typical line. */
const FIRST_GUESS_UNITS = 256;
export const NEWLINE = 0x0a;
