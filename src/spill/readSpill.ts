import { checkObject } from "../internal/check.js";
import { type Limits, type Room, resolveLimits, type TokenCounter } from "../text/limits.js";
import { estimateTokens } from "../tokens/estimate.js";
import { byteWindow } from "./byteWindow.js";
import { SpillError } from "./error.js";
import { lineWindow } from "./lineWindow.js";
import { literalMatcher } from "./literal.js";
import { checkRequest, type LineMatcher, type RegexEngine, type SearchRequest, type SpillRequest } from "./request.js";
import { searchWindow } from "./searchWindow.js";
import type { SpillGone, SpillSink } from "./types.js";

/** A bounded piece of a Spill. Plain data. @public */
export interface SpillWindow {
  /** The piece, or for a search the lines that matched. Always within the limits. */
  readonly text: string;
  /** Bytes of the Spill that the window covers, `end` exclusive. The ranges of successive windows tile the Spill. */
  readonly range: { readonly start: number; readonly end: number };
  /** Bytes of the Spill. */
  readonly total: number;
  /** The request for what comes behind; absent at the end. */
  readonly next?: SpillRequest;
  /** Whether the limits stopped the window before all that was asked for. */
  readonly truncated: boolean;
  /** Lines that the window covers, 1-based, both inclusive, where they are known. */
  readonly lines?: { readonly start: number; readonly end: number };
  /** For a search: the lines that matched in `range`. */
  readonly matches?: number;
}

/** Options of `readSpill`. @public */
export interface ReadSpillOptions {
  /** Compiles regular expressions; without it, a search with `regex` is a `TypeError`. */
  readonly regex?: RegexEngine | undefined;
  /** Counts tokens for `maxTokens`. @defaultValue estimateTokens */
  readonly countTokens?: TokenCounter | undefined;
}

/**
 * Reads a window of a Spill: never larger than the limits, and never empty while something is left, also inside one
 * endless line. Bytes that are not UTF-8 show as U+FFFD.
 *
 * @returns the tombstone, for a Spill that was removed
 * @throws TypeError or RangeError that names the field: for a bad request, and for limits below one code point (4 bytes,
 * 2 chars, 1 line, 4 tokens); {@link SpillError} `not_found` for an unknown id, and whatever else the store reports
 * @example
 * ```ts
 * let request: SpillRequest | undefined = {};
 * while (request) {
 *   const window = await readSpill(sink, id, request, { maxBytes: 8192 });
 *   if ("gone" in window) break;
 *   request = window.next;
 * }
 * ```
 * @public
 */
export async function readSpill(
  sink: SpillSink,
  id: string,
  request: SpillRequest,
  limits: Limits,
  options: ReadSpillOptions = {},
): Promise<SpillWindow | SpillGone> {
  checkRequest(request);
  checkObject("options", options);
  const room = resolveRoom(limits);
  const { countTokens = estimateTokens, regex } = options;
  const matcher = request.search === undefined ? undefined : compile(request.search, regex);

  const info = await sink.stat(id);
  if (info === undefined) throw new SpillError("not_found");
  if ("gone" in info) return info;
  const spill: OpenSpill = {
    total: info.bytes,
    read: (start, end) => sink.read(id, { start, end }),
    room,
    countTokens: (text) => countTokens(text),
  };
  if (request.search !== undefined && matcher !== undefined) return searchWindow(spill, request.search, matcher);
  if (request.bytes !== undefined) return byteWindow(spill, request.bytes);
  return lineWindow(spill, request.lines ?? { from: 1 });
}

/** A Spill to read from, and the limits of what may be shown of it. */
export interface OpenSpill {
  readonly total: number;
  readonly read: (start: number, end: number) => Promise<Uint8Array>;
  readonly room: Room;
  readonly countTokens: TokenCounter;
}

function resolveRoom(limits: Limits): Room {
  const room = resolveLimits(limits);
  for (const [unit, least] of Object.entries(ONE_CODE_POINT) as [keyof Room, number][]) {
    if (room[unit] >= least) continue;
    const name = `max${unit.charAt(0).toUpperCase()}${unit.slice(1)}`;
    throw new RangeError(`${name} must be an integer ≥ ${least} to show any code point, got ${room[unit]}`);
  }
  return room;
}

/** What one code point can take: a token of a byte-level vocabulary is at least one byte. */
const ONE_CODE_POINT: Room = { bytes: 4, chars: 2, lines: 1, tokens: 4 };

function compile(search: SearchRequest, regex: RegexEngine | undefined): LineMatcher {
  const { pattern, ignoreCase = false } = search;
  if (search.regex !== true) return literalMatcher(pattern, ignoreCase);
  if (regex === undefined) throw new TypeError("search.regex needs an engine: pass the option regex");
  return regex(pattern, { ignoreCase });
}
