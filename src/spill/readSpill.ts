import { checkObject } from "../internal/check.js";
import { type Limits, type Room, resolveLimits, type TokenCounter } from "../text/limits.js";
import type { DecoderFactory } from "../text/reader.js";
import { utf8Length } from "../text/size.js";
import { estimateGeneric } from "../tokens/generic.js";
import { byteWindow } from "./byteWindow.js";
import { type Codec, UTF8 } from "./codec.js";
import { isSpillError, SpillError } from "./error.js";
import { checkListener, emit, type Observed, stopwatch } from "./event.js";
import { lineWindow } from "./lineWindow.js";
import { literalMatcher } from "./literal.js";
import { pointerWindow } from "./pointer/pointerWindow.js";
import {
  checkRequest,
  isPointerRequest,
  type LineMatcher,
  type RegexEngine,
  type SearchRequest,
  type SpillRequest,
} from "./request.js";
import { searchWindow } from "./searchWindow.js";
import { streamCodec } from "./streamCodec.js";
import type { SpillGone, SpillInfo, SpillSink } from "./types.js";

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
  /** For a pointer: the members or UTF-16 units of which value the window has, from which one on. */
  readonly json?: { readonly pointer: string; readonly from: number; readonly count: number };
  /** For a search: the lines that matched in `range`. */
  readonly matches?: number;
}

/** Options of `readSpill`. @public */
export interface ReadSpillOptions extends Observed {
  /** Compiles regular expressions; without it, a search with `regex` is a `TypeError`. */
  readonly regex?: RegexEngine | undefined;
  /** Counts tokens for `maxTokens`. @defaultValue estimateTokens */
  readonly countTokens?: TokenCounter | undefined;
  /**
   * Decodes a Spill in another encoding than UTF-8, for windows by bytes, by lines and for searches: what they show is
   * decoded, their ranges are bytes of the Spill. A line ends where the decoded text has `\n`.
   *
   * A decoder is made anew for each window and line, and gets a byte order mark that the Spill begins with first. So the
   * encoding must not need more than that to begin with any character: single-byte and double-byte ones, GB 18030, UTF-16
   * and UTF-32 do not; of ISO-2022 and UTF-7, windows inside a line are wrong. It must not wait for more than the rest of a
   * character, as one does that guesses the encoding. A pointer needs JSON, which is UTF-8: there it is not asked.
   *
   * @defaultValue UTF-8
   */
  readonly decode?: DecoderFactory | undefined;
}

/**
 * Reads a window of a Spill: never larger than the limits, and never empty while something is left, also inside one
 * endless line. Bytes that are not UTF-8 show as U+FFFD.
 *
 * @returns the tombstone, for a Spill that was removed, be it meanwhile
 * @throws TypeError or RangeError that names the field: for a bad request, for a pointer that leads nowhere or into what is
 * no JSON, for a pattern that the engine refuses, and for limits below one code point (4 bytes,
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
  const { countTokens = estimateGeneric, regex, decode, onEvent } = options;
  if (decode !== undefined && typeof decode !== "function") throw new TypeError("decode must be a function");
  checkListener(onEvent);
  const matcher = request.search === undefined ? undefined : compile(request.search, regex);

  const elapsed = stopwatch();
  const window = await windowOrGone(sink, id, (info) => {
    const spill: OpenSpill = {
      total: info.bytes,
      isPartial: !info.complete,
      read: (start, end) => readAll(sink, id, start, end),
      codec: UTF8,
      room,
      countTokens: (text) => countTokens(text),
    };
    return windowOf(spill, request, { matcher, decode });
  });
  const sizes =
    "gone" in window
      ? { windowBytes: 0, totalBytes: window.bytes, gone: true }
      : { windowBytes: utf8Length(window.text), totalBytes: window.total, gone: false };
  emit(onEvent, { type: "read", request: kindOf(request), ...sizes, milliseconds: elapsed() });
  return window;
}

/** A Spill that is removed while it is read is gone, as if it had been a moment before. */
async function windowOrGone(
  sink: SpillSink,
  id: string,
  read: (info: SpillInfo) => Promise<SpillWindow>,
): Promise<SpillWindow | SpillGone> {
  const info = await sink.stat(id);
  if (info === undefined) throw new SpillError("not_found");
  if ("gone" in info) return info;
  try {
    return await read(info);
  } catch (error) {
    const now = isSpillError(error) && error.code === "gone" ? await sink.stat(id) : undefined;
    if (now !== undefined && "gone" in now) return now;
    throw error;
  }
}

function kindOf(request: SpillRequest) {
  if (isPointerRequest(request)) return "pointer";
  if (request.search !== undefined) return "search";
  return request.bytes !== undefined ? "bytes" : request.lines !== undefined ? "lines" : "start";
}

async function windowOf(
  spill: OpenSpill,
  request: SpillRequest,
  { matcher, decode }: { matcher: LineMatcher | undefined; decode: DecoderFactory | undefined },
): Promise<SpillWindow> {
  if (isPointerRequest(request)) return pointerWindow(spill, request);
  const text =
    decode === undefined
      ? spill
      : { ...spill, codec: streamCodec(decode, await spill.read(0, Math.min(HEAD_BYTES, spill.total))) };
  if (request.search !== undefined && matcher !== undefined) return searchWindow(text, request.search, matcher);
  if (request.bytes !== undefined) return byteWindow(text, request.bytes);
  return lineWindow(text, request.lines ?? { from: 1 });
}

/** A store that gives less than was asked for is asked again: who reads on would be lost in the middle of a character. */
async function readAll(sink: SpillSink, id: string, start: number, end: number): Promise<Uint8Array> {
  const first = await sink.read(id, { start, end });
  if (first.length >= end - start || first.length === 0) return first;
  const bytes = new Uint8Array(end - start);
  let length = 0;
  for (let piece = first; piece.length > 0 && length < bytes.length; ) {
    bytes.set(piece, length);
    length += piece.length;
    piece = length === bytes.length ? piece : await sink.read(id, { start: start + length, end });
  }
  return bytes.subarray(0, length);
}

/** A Spill to read from, and the limits of what may be shown of it. */
export interface OpenSpill {
  readonly total: number;
  /** Whether the result went on where the Spill ends. */
  readonly isPartial: boolean;
  /** Bytes, fewer only where the Spill ends. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>;
  readonly codec: Codec;
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

/** A byte order mark, at most. */
const HEAD_BYTES = 4;

function compile(search: SearchRequest, regex: RegexEngine | undefined): LineMatcher {
  const { pattern, ignoreCase = false } = search;
  if (search.regex !== true) return literalMatcher(pattern, ignoreCase);
  if (regex === undefined) throw new TypeError("search.regex needs an engine: pass the option regex");
  return regex(pattern, { ignoreCase });
}
