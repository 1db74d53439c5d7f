import { checkCount, checkObject, checkString } from "../internal/check.js";

/** What to read of a Spill. Exactly one of the fields, or none: from the start. Plain data. @public */
export interface SpillRequest {
  /** From a byte, 0-based; `count` bytes at most. */
  readonly bytes?: { readonly from: number; readonly count?: number | undefined } | undefined;
  /** From a line, 1-based; `count` lines at most. */
  readonly lines?: { readonly from: number; readonly count?: number | undefined } | undefined;
  /** The lines that match. */
  readonly search?: SearchRequest | undefined;
}

/** What to search a Spill for, line by line. @public */
export interface SearchRequest {
  /** A literal text, or a regular expression with `regex`. Not empty. */
  readonly pattern: string;
  /** Needs an engine: see the `regex` option of `readSpill`. @defaultValue false */
  readonly regex?: boolean | undefined;
  /** Takes upper-case and lower-case letters for the same. @defaultValue false */
  readonly ignoreCase?: boolean | undefined;
  /** Lines to show before and behind each match. @defaultValue 0 */
  readonly context?: number | undefined;
  /** Byte offset at which to start: a line's start. @defaultValue 0 */
  readonly after?: number | undefined;
  /** Number of the line at `after`, where it is known: it saves counting. */
  readonly line?: number | undefined;
}

/** Finds the first match in a line. @public */
export interface LineMatcher {
  /** UTF-16 indices of the match, or `undefined`. */
  find(line: string): { readonly start: number; readonly end: number } | undefined;
}

/**
 * Compiles a regular expression that runs in linear time.
 *
 * @public
 */
export type RegexEngine = (pattern: string, flags?: { readonly ignoreCase?: boolean }) => LineMatcher;

/** @throws TypeError or RangeError that names the field */
export function checkRequest(request: SpillRequest): void {
  const fields = Object.entries(checkObject("request", request)).filter(([, value]) => value !== undefined);
  const [name, value] = fields[0] ?? [];
  if (fields.length > 1 || (name !== undefined && !["bytes", "lines", "search"].includes(name))) {
    throw new TypeError("request must have exactly one of bytes, lines, search, or nothing");
  }
  if (name === undefined) return;
  const body = checkObject(name, value) as Record<string, unknown>;
  if (name === "search") checkSearch(body);
  else checkRange(name, body);
}

function checkRange(name: string, body: Record<string, unknown>): void {
  const from = checkCount(`${name}.from`, body["from"]);
  if (name === "lines" && from < 1) throw new RangeError("lines.from must be an integer ≥ 1, got 0");
  if (body["count"] === undefined) return;
  if (checkCount(`${name}.count`, body["count"]) < 1)
    throw new RangeError(`${name}.count must be an integer ≥ 1, got 0`);
}

function checkSearch(body: Record<string, unknown>): void {
  if (checkString("search.pattern", body["pattern"]) === "") throw new RangeError("search.pattern must not be empty");
  for (const name of ["context", "after", "line"]) {
    if (body[name] !== undefined) checkCount(`search.${name}`, body[name]);
  }
}
