/** Finds the JSON of a text: all of it, records line by line, in a fence, or behind a few words. */
import { type Container, type Source, type Span, skipSpaceBack } from "./members.js";
import { CLOSE_BRACE, CLOSE_BRACKET, OPEN_BRACE, OPEN_BRACKET, Scanner, skipSpace } from "./scan.js";
import { Skeleton } from "./skeleton.js";

/** The JSON of a text: one value, or the records of NDJSON. What is around it stays as it is. */
export interface Located extends Span {
  readonly source: Source;
  readonly records?: Container;
}

/** @returns `undefined` for a text that is not JSON, or broken */
export function locateJson(text: string): Located | undefined {
  return readWhole(text, 0) ?? readFenced(text) ?? readBehindWords(text);
}

/** A value or records, up to the end of the text. */
function readWhole(text: string, from: number): Located | undefined {
  const source = { text, skeleton: new Skeleton(text.length) };
  const scanner = new Scanner(text, source.skeleton);
  const start = skipSpace(text, from);
  const end = scanner.scan(start);
  if (end === -1) return undefined;
  if (skipSpace(text, end) === text.length) return { source, start, end };
  return isContainer(text, start) ? readRecords(source, scanner, { start, end }) : undefined;
}

/** NDJSON: arrays or objects, one a line. */
function readRecords(source: Source, scanner: Scanner, first: Span): Located | undefined {
  const { text } = source;
  let { end } = first;
  let count = 1;
  for (; ; count++) {
    const next = skipSpace(text, end);
    if (next === text.length) break;
    if (!text.slice(end, next).includes("\n") || !isContainer(text, next)) return undefined;
    end = scanner.scan(next, 1);
    if (end === -1) return undefined;
  }
  const span = { start: first.start, end: text.length };
  return { source, ...span, records: { ...span, inner: span, hasKeys: false, separator: "\n", count } };
}

/** A value between two lines of backticks, as Markdown has it (CommonMark 4.5). */
function readFenced(text: string): Located | undefined {
  if (!text.includes("```")) return undefined;
  for (const { index, 0: fence } of firstOf(text.matchAll(/^ {0,3}`{3,}[^`\n]*\n/gm))) {
    const source = { text, skeleton: new Skeleton(text.length) };
    const start = skipSpace(text, index + fence.length);
    const end = isContainer(text, start) ? new Scanner(text, source.skeleton).scan(start) : -1;
    if (end !== -1 && text.startsWith("```", skipSpace(text, end))) return { source, start, end };
  }
  return undefined;
}

/** A value or records behind words of whatever kind, the last thing in the text. */
function readBehindWords(text: string): Located | undefined {
  const last = text.charCodeAt(skipSpaceBack(text, text.length) - 1);
  if (last !== CLOSE_BRACE && last !== CLOSE_BRACKET) return undefined;
  const starts = [...firstOf(text.matchAll(/^[ \t]*[[{]/gm)), ...firstOf(text.matchAll(/[[{]/g))].map(
    ({ index, 0: found }) => index + found.length - 1,
  );
  for (const start of new Set(starts)) {
    const located = readWhole(text, start);
    if (located !== undefined) return located;
  }
  return undefined;
}

/** Each attempt reads the text from there on: a few are enough for what people write. */
function* firstOf<T>(matches: Iterable<T>): Iterable<T> {
  let count = 0;
  for (const match of matches) {
    if (count++ === MOST_ATTEMPTS) return;
    yield match;
  }
}

function isContainer(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === OPEN_BRACE || unit === OPEN_BRACKET;
}

const MOST_ATTEMPTS = 4;
