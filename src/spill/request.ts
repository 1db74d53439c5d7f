import { checkChoice, checkCount, checkObject, checkString } from "../internal/check.js";

/** What to read of a Spill. Exactly one of the fields, or none: from the start. Plain data. @public */
export interface SpillRequest {
  /** From a byte, 0-based; `count` bytes at most. */
  readonly bytes?: { readonly from: number; readonly count?: number | undefined } | undefined;
  /** From a line, 1-based; `count` lines at most. `at` is the byte offset of the line where it is known: it saves counting. */
  readonly lines?:
    | { readonly from: number; readonly count?: number | undefined; readonly at?: number | undefined }
    | undefined;
  /** The lines that match. */
  readonly search?: SearchRequest | undefined;
  /** In a Spill of JSON or NDJSON, the value that this JSON Pointer (RFC 6901) names. */
  readonly pointer?: string | undefined;
  /** With `pointer`: the member to begin with, or the UTF-16 unit of a string, 0-based. @defaultValue 0 */
  readonly from?: number | undefined;
  /** With `pointer`: the value to go through, where `pointer` is one inside it that was too large for a window. */
  readonly within?: string | undefined;
  /** With `pointer`: byte offset of `from`, where it is known: it saves a walk from the start. */
  readonly at?: number | undefined;
  /** With `at`: what the value is. */
  readonly kind?: "array" | "object" | "records" | "string" | undefined;
  /** With `at` and `within`: the way from the one value to the other, such as `a17o3`: kinds of containers, and members. */
  readonly steps?: string | undefined;
}

/** A request by JSON Pointer. */
export type PointerRequest = Pick<SpillRequest, "from" | "within" | "at" | "kind" | "steps"> & {
  readonly pointer: string;
};

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
  /**
   * UTF-16 indices of the first match that begins at `from` (default 0) or behind it, or `undefined`. What stands before
   * `from` is part of the line all the same: `^` does not match at `from`.
   */
  find(line: string, from?: number): { readonly start: number; readonly end: number } | undefined;
}

/**
 * Compiles a regular expression that runs in linear time.
 *
 * @public
 */
export type RegexEngine = (pattern: string, flags?: { readonly ignoreCase?: boolean }) => LineMatcher;

export function isPointerRequest(request: SpillRequest): request is PointerRequest {
  return request.pointer !== undefined;
}

/** @throws TypeError or RangeError that names the field */
export function checkRequest(request: SpillRequest): void {
  const fields = Object.entries(checkObject("request", request)).filter(([, value]) => value !== undefined);
  if (isPointerRequest(request)) {
    checkPointer(request, fields);
    return;
  }
  const [name, value] = fields[0] ?? [];
  if (fields.length > 1 || (name !== undefined && !["bytes", "lines", "search"].includes(name))) {
    throw new TypeError("request must have exactly one of bytes, lines, search, pointer, or nothing");
  }
  if (name === undefined) return;
  const body = checkObject(name, value) as Record<string, unknown>;
  if (name === "search") checkSearch(body);
  else checkRange(name, body);
}

function checkPointer(
  { pointer, from, within, at, kind, steps }: PointerRequest,
  fields: readonly [string, unknown][],
): void {
  if (fields.some(([name]) => !POINTER_FIELDS.includes(name))) {
    throw new TypeError("request must have exactly one of bytes, lines, search, pointer, or nothing");
  }
  checkSyntax("pointer", pointer);
  if (within !== undefined) checkSyntax("within", within);
  if (within !== undefined && pointer !== within && !pointer.startsWith(`${within}/`)) {
    throw new RangeError("within must name a value that has the one of pointer inside it");
  }
  if (from !== undefined) checkCount("from", from);
  if (at !== undefined) checkCount("at", at);
  if (kind !== undefined) checkChoice("kind", kind, ["array", "object", "records", "string"]);
  if (steps !== undefined && !/^(?:[aor]\d{1,15})*$/.test(checkString("steps", steps))) {
    throw new RangeError("steps must be like a17o3");
  }
}

/** RFC 6901: empty, or tokens that each begin with `/`, in which `~` stands only before 0 or 1. */
function checkSyntax(name: string, pointer: unknown): void {
  const text = checkString(name, pointer);
  if (text === "" || (text.startsWith("/") && !/~(?![01])/.test(text))) return;
  throw new RangeError(`${name} must be a JSON Pointer: empty, or like "/rows/0/name"`);
}

const POINTER_FIELDS = ["pointer", "from", "within", "at", "kind", "steps"];

function checkRange(name: string, body: Record<string, unknown>): void {
  const from = checkCount(`${name}.from`, body["from"]);
  if (name === "lines" && from < 1) throw new RangeError("lines.from must be an integer ≥ 1, got 0");
  if (name === "lines" && body["at"] !== undefined) checkCount("lines.at", body["at"]);
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
