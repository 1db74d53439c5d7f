/** The members of a container in a JSON text that is known to be valid, from either end, at the price of those asked for. */

import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace,
} from "./scan.js";
import type { Skeleton } from "./skeleton.js";

/** A JSON text and where its large values are. */
export interface Source {
  readonly text: string;
  readonly skeleton: Skeleton;
}

/** A stretch of the text, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A member of a container: `start` is where its key begins, or the value of one that has none. */
export interface Member extends Span {
  readonly valueStart: number;
}

/** An array, an object, or the records of an NDJSON text. */
export interface Container extends Span {
  /** An object's members have keys. */
  readonly hasKeys: boolean;
  /** What stands between two members. */
  readonly separator: "," | "\n";
  /** Where the members and the white space about them begin and end. */
  readonly inner: Span;
  readonly count: number;
}

/** @returns the container that a value is, or `undefined` for a string, a number or a word */
export function containerAt(source: Source, { start, end }: Span): Container | undefined {
  const unit = source.text.charCodeAt(start);
  if (unit !== OPEN_BRACE && unit !== OPEN_BRACKET) return undefined;
  const inner = { start: start + 1, end: end - 1 };
  const container = { start, end, hasKeys: unit === OPEN_BRACE, separator: ",", inner } as const;
  const known = source.skeleton.startingAt(start);
  return { ...container, count: known?.count ?? countMembers(source, container) };
}

/** The members from the first on. */
export function* fromStart(source: Source, { inner, hasKeys, separator }: Omit<Container, "count">): Iterable<Member> {
  const { text } = source;
  for (let at = inner.start; ; ) {
    const start = skipSpace(text, at);
    if (start >= inner.end) return;
    const valueStart = hasKeys ? skipSpace(text, colonAfter(source, start) + 1) : start;
    const end = endOf(source, valueStart);
    yield { start, valueStart, end };
    at = separator === "," ? skipSpace(text, end) + 1 : end;
  }
}

/** The members from the last on. */
export function* fromEnd(source: Source, { inner, hasKeys, separator }: Omit<Container, "count">): Iterable<Member> {
  const { text } = source;
  for (let at = inner.end; ; ) {
    const end = skipSpaceBack(text, at);
    if (end <= inner.start) return;
    const valueStart = startOf(source, end);
    const start = hasKeys ? stringStart(source, skipSpaceBack(text, skipSpaceBack(text, valueStart) - 1)) : valueStart;
    yield { start, valueStart, end };
    at = separator === "," ? skipSpaceBack(text, start) - 1 : start;
  }
}

function countMembers(source: Source, container: Omit<Container, "count">): number {
  let count = 0;
  for (const _ of fromStart(source, container)) count++;
  return count;
}

function colonAfter(source: Source, keyStart: number): number {
  return skipSpace(source.text, stringEnd(source, keyStart));
}

/** UTF-16 units of a value that are read before the skeleton is asked for it: most values are smaller. */
const ASKING_UNITS = 128;

/** @returns the position behind the value that starts at `start` */
function endOf(source: Source, start: number): number {
  const { text, skeleton } = source;
  const unit = text.charCodeAt(start);
  if (unit === QUOTE) return stringEnd(source, start);
  let at = start;
  if (unit !== OPEN_BRACE && unit !== OPEN_BRACKET) {
    while (at < text.length && !endsScalar(text.charCodeAt(at))) at++;
    return at;
  }
  let depth = 0;
  const asking = start + Math.min(ASKING_UNITS, skeleton.leastUnits);
  for (let asked = false; ; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = stringEnd(source, at) - 1;
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) depth++;
    else if ((unit === CLOSE_BRACE || unit === CLOSE_BRACKET) && --depth === 0) return at + 1;
    if (at < asking || asked) continue;
    const large = skeleton.startingAt(start);
    if (large !== undefined) return large.end;
    asked = true;
  }
}

/** @returns where the value starts that ends at `end` */
function startOf(source: Source, end: number): number {
  const { text, skeleton } = source;
  const unit = text.charCodeAt(end - 1);
  if (unit === QUOTE) return stringStart(source, end);
  let at = end - 1;
  if (unit !== CLOSE_BRACE && unit !== CLOSE_BRACKET) {
    while (at >= 0 && !endsScalar(text.charCodeAt(at))) at--;
    return at + 1;
  }
  let depth = 0;
  const asking = end - Math.min(ASKING_UNITS, skeleton.leastUnits);
  for (let asked = false; ; at--) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = stringStart(source, at + 1);
    else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth++;
    else if ((unit === OPEN_BRACE || unit === OPEN_BRACKET) && --depth === 0) return at;
    if (at >= asking || asked) continue;
    const large = skeleton.endingAt(end);
    if (large !== undefined) return large.start;
    asked = true;
  }
}

/** @returns where the string starts that ends at `end`: at the nearest quote that no backslash escapes */
function stringStart({ text, skeleton }: Source, end: number): number {
  const from = Math.max(0, end - skeleton.leastUnits);
  const near = text.slice(from, end - 1);
  let at = near.lastIndexOf('"');
  while (at !== -1 && isEscaped(text, from + at)) at = at === 0 ? -1 : near.lastIndexOf('"', at - 1);
  if (at !== -1) return from + at;
  const large = skeleton.endingAt(end);
  if (large !== undefined) return large.start;
  at = text.lastIndexOf('"', from - 1);
  while (isEscaped(text, at)) at = text.lastIndexOf('"', at - 1);
  return at;
}

/** @returns the position behind the string that starts at `start` */
function stringEnd({ text, skeleton }: Source, start: number): number {
  const near = text.slice(start, start + skeleton.leastUnits);
  let at = near.indexOf('"', 1);
  while (at !== -1 && isEscaped(near, at)) at = near.indexOf('"', at + 1);
  if (at !== -1) return start + at + 1;
  const large = skeleton.startingAt(start);
  if (large !== undefined) return large.end;
  at = text.indexOf('"', start + near.length);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at + 1;
}

/** Whether an odd run of backslashes stands before a position in a string. */
export function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}

function endsScalar(unit: number): boolean {
  return (
    unit <= 0x20 ||
    unit === COMMA ||
    unit === COLON ||
    unit === CLOSE_BRACE ||
    unit === CLOSE_BRACKET ||
    unit === OPEN_BRACKET
  );
}

export function skipSpaceBack(text: string, from: number): number {
  let at = from;
  for (let unit = text.charCodeAt(at - 1); unit <= 0x20; unit = text.charCodeAt(--at - 1)) {
    // JSON has no other units this small outside of strings
  }
  return at;
}
