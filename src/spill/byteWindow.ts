/** Windows by bytes. */
import { concat } from "../text/decoder.js";
import { headExtent } from "../text/extent.js";
import { fitsRoom } from "../text/fits.js";
import type { OpenSpill, SpillWindow } from "./readSpill.js";

/** As many code points from a byte on as were asked for and fit. */
export async function byteWindow(
  spill: OpenSpill,
  { from, count }: { readonly from: number; readonly count?: number | undefined },
): Promise<SpillWindow> {
  const { total, codec } = spill;
  const { width } = codec;
  const start = Math.min(from, total) - (Math.min(from, total) % width);
  const askedEnd = count === undefined ? total : Math.min(start + Math.ceil(count / width) * width, total);
  const { text, bytes, stopped } = await readPrefix(spill, start, askedEnd);
  const end = start + bytes;
  // What cannot be decoded may be stopped at its very end: nothing is left of what was asked for, as if it had been shown.
  const left = stopped && end < askedEnd ? askedEnd - end : count;
  const rest = left === undefined || count === undefined ? {} : { count: left };
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
  /** The bytes that it was decoded from, */
  readonly bytes: number;
  /** and these with maybe more. */
  readonly raw: Uint8Array;
  /** Whether the room stopped it. */
  readonly stopped: boolean;
}

export async function readPrefix(spill: OpenSpill, start: number, end: number): Promise<Prefix> {
  const { read, room, countTokens, total, codec } = spill;
  const most = Math.min(end - start, codec.mostBytes(room));
  let raw: Uint8Array = new Uint8Array(0);
  let text = "";
  while (raw.length < most && fitsRoom(text, room, countTokens)) {
    // Twice as much each time, so that decoding anew costs no more than twice in all.
    const length = Math.min(Math.max(2 * raw.length, FIRST_PIECE_BYTES), most);
    const piece = await read(start + raw.length, start + length);
    if (piece.length === 0) break; // shorter than the store said
    raw = concat(raw, piece);
    // A character that is cut short, by the Spill's end or by what was asked for, is shown as it is where nothing else
    // would be: a window always moves on.
    text = codec.decode(raw, start, start + raw.length === total) || codec.decode(raw, start, true);
  }
  const { at } = headExtent(text, room, countTokens);
  const isAll = at === text.length && (start + raw.length === total || codec.decode(raw, start, false) === "");
  const shown = isAll ? { text, bytes: raw.length } : upTo(spill, start, { text, raw }, at);
  return { ...shown, raw, stopped: at < text.length || raw.length < end - start };
}

/** What is shown of a prefix if it is to be no longer than `units`, and its bytes. */
export function upTo(
  { codec }: OpenSpill,
  start: number,
  { text, raw }: Pick<Prefix, "text" | "raw">,
  units: number,
): Pick<Prefix, "text" | "bytes"> {
  const found = codec.locate(raw, start, units);
  return { text: text.slice(0, Math.min(found.units, units)), bytes: found.bytes };
}

const FIRST_PIECE_BYTES = 65_536;
