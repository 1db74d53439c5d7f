/** Positions inside of a JSON string at which it can be cut: no escape sequence and no surrogate pair is parted. */
import { isHighSurrogate, isLowSurrogate, splitsPair } from "../../text/wellFormed.js";
import { isEscaped, type Source, type Span } from "./members.js";
import { BACKSLASH, LOWER_U } from "./scan.js";

/** The nearest such position at or before `at`. */
export function cutBefore(text: string, at: number): number {
  const start = startOfEscape(text, at);
  if (splitsPair(text, start)) return start - 1;
  return partsEscapedPair(text, start) ? start - UNICODE_UNITS : start;
}

/** The nearest such position at or behind `at`. */
export function cutBehind(text: string, at: number): number {
  const start = startOfEscape(text, at);
  const end = start === at ? at : start + escapeUnits(text, start);
  if (splitsPair(text, end)) return end + 1;
  return partsEscapedPair(text, end) ? end + UNICODE_UNITS : end;
}

/** UTF-16 units of the text that a JSON string stands for. */
export function unitsOfString({ text, skeleton }: Source, { start, end }: Span): number {
  return skeleton.startingAt(start)?.count ?? decodedUnits(text, start + 1, end - 1);
}

/** UTF-16 units of the text that a stretch of a JSON string stands for. */
export function decodedUnits(text: string, start: number, end: number): number {
  const part = text.slice(start, end); // so that no search goes on behind its end
  let escapes = 0;
  for (let at = part.indexOf("\\"); at !== -1; ) {
    const units = escapeUnits(part, at);
    escapes += units - 1;
    at += units;
    // Where escapes stand close together, a look at the next unit costs less than a search.
    if (part.charCodeAt(at) !== BACKSLASH) at = part.indexOf("\\", at);
  }
  return part.length - escapes;
}

/** @returns where the escape sequence starts that `at` is inside of, or `at` */
function startOfEscape(text: string, at: number): number {
  for (let start = at - 1; start > at - UNICODE_UNITS; start--) {
    if (text.charCodeAt(start) !== BACKSLASH) continue;
    return !isEscaped(text, start) && start + escapeUnits(text, start) > at ? start : at;
  }
  return at;
}

function escapeUnits(text: string, at: number): number {
  return text.charCodeAt(at + 1) === LOWER_U ? UNICODE_UNITS : 2;
}

function partsEscapedPair(text: string, at: number): boolean {
  return isHighSurrogate(escapedUnit(text, at - UNICODE_UNITS)) && isLowSurrogate(escapedUnit(text, at));
}

/** The unit that a `\uXXXX` stands for, or NaN. */
function escapedUnit(text: string, at: number): number {
  if (text.charCodeAt(at) !== BACKSLASH || text.charCodeAt(at + 1) !== LOWER_U || isEscaped(text, at))
    return Number.NaN;
  return Number.parseInt(text.slice(at + 2, at + UNICODE_UNITS), 16);
}

const UNICODE_UNITS = 6;
