/** Windows by bytes. */
import { decodeUtf8 } from "#platform";
import { unfinishedBytes, utf8Prefix } from "../platform/utf8.js";
import { concat } from "../text/decoder.js";
import { headExtent } from "../text/extent.js";
import { fitsRoom } from "../text/fits.js";
import type { OpenSpill, SpillWindow } from "./readSpill.js";

/** As many code points from a byte on as were asked for and fit. */
export async function byteWindow(
  spill: OpenSpill,
  { from, count }: { readonly from: number; readonly count?: number | undefined },
): Promise<SpillWindow> {
  const { total } = spill;
  const start = Math.min(from, total);
  const askedEnd = count === undefined ? total : Math.min(start + count, total);
  const { text, raw, stopped } = await readPrefix(spill, start, askedEnd);
  const end = start + utf8Prefix(raw, text.length);
  const rest = count === undefined ? {} : { count: stopped ? askedEnd - end : count };
  return {
    text,
    range: { start, end },
    total,
    ...(end < total ? { next: { bytes: { from: end, ...rest } } } : {}),
    truncated: stopped,
  };
}

/** The start of what was asked for. */
export interface Prefix {
  /** The longest text that is inside the room. */
  readonly text: string;
  /** The bytes that it was decoded from, and maybe more. */
  readonly raw: Uint8Array;
  /** Whether the room stopped it. */
  readonly stopped: boolean;
}

export async function readPrefix(spill: OpenSpill, start: number, end: number): Promise<Prefix> {
  const { read, room, countTokens, total } = spill;
  // Decoding never makes text shorter than its bytes, and a UTF-16 unit is three bytes at most: no more can be shown.
  const most = Math.min(end - start, room.bytes, room.chars * 3);
  let raw: Uint8Array = new Uint8Array(0);
  let text = "";
  while (raw.length < most && fitsRoom(text, room, countTokens)) {
    // Twice as much each time, so that decoding anew costs no more than twice in all.
    const length = Math.min(Math.max(2 * raw.length, FIRST_PIECE_BYTES), most);
    const piece = await read(start + raw.length, start + length);
    if (piece.length === 0) break; // shorter than the store said
    raw = concat(raw, piece);
    text = decodeUtf8(raw.subarray(0, wholeCharacters(raw, start + raw.length === total)));
  }
  const { at } = headExtent(text, room, countTokens);
  return { text: text.slice(0, at), raw, stopped: at < text.length || raw.length < end - start };
}

/**
 * Bytes up to the last whole character. One that is cut short, by the Spill's end or by what was asked for, is shown as
 * it is where nothing else would be: a window always moves on.
 */
function wholeCharacters(bytes: Uint8Array, isEndOfSpill: boolean): number {
  const whole = bytes.length - unfinishedBytes(bytes);
  return whole === 0 || isEndOfSpill ? bytes.length : whole;
}

const FIRST_PIECE_BYTES = 65_536;
