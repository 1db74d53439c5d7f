/** The lines of a Spill, one after another, in bounded memory. */
import { decodeUtf8 } from "#platform";
import { unfinishedBytes } from "../platform/utf8.js";
import { concat } from "../text/decoder.js";
import type { OpenSpill } from "./readSpill.js";

/** A line, or a piece of one too long to hold. */
export interface SpillLine {
  /** Its number, 1-based. */
  readonly number: number;
  /** Byte offset of its first byte. */
  readonly start: number;
  readonly raw: Uint8Array;
  /** Without its line end (`\n` or `\r\n`). */
  readonly text: string;
  /** Whether the line goes on: the next piece starts with the last bytes of this one, so that no match is parted. */
  readonly goesOn: boolean;
}

/** @param overlap - bytes that a piece of a long line shares with the one before it */
export async function* linesOf(
  { read, total }: OpenSpill,
  from: number,
  number: number,
  overlap: number,
): AsyncGenerator<SpillLine, void, undefined> {
  const longest = Math.max(LONGEST_LINE_BYTES, 4 * overlap);
  let held: Uint8Array = new Uint8Array(0);
  let start = from;
  for (let at = from; at < total; ) {
    const piece = await read(at, Math.min(at + PIECE_BYTES, total));
    if (piece.length === 0) break;
    at += piece.length;
    let searched = held.length;
    held = concat(held, piece);
    let taken = 0;
    for (let end = held.indexOf(NEWLINE, searched); end !== -1; end = held.indexOf(NEWLINE, searched)) {
      searched = end + 1;
      yield lineFrom(held.subarray(taken, searched), number++, start, false);
      start += searched - taken;
      taken = searched;
    }
    held = held.subarray(taken);
    while (held.length > longest) {
      const whole = longest - unfinishedBytes(held.subarray(0, longest));
      yield lineFrom(held.subarray(0, whole), number, start, true);
      const shared = Math.min(overlap, whole - 1);
      start += whole - shared;
      held = held.subarray(whole - shared);
    }
  }
  if (held.length > 0) yield lineFrom(held, number, start, false);
}

function lineFrom(bytes: Uint8Array, number: number, start: number, goesOn: boolean): SpillLine {
  const text = decodeUtf8(bytes).replace(/\r?\n$/, "");
  return { number, start, raw: bytes, text, goesOn };
}

/** The number of the line that a byte is in, 1-based. */
export async function lineNumberAt({ read }: OpenSpill, offset: number): Promise<number> {
  let number = 1;
  for (let at = 0; at < offset; ) {
    const piece = await read(at, Math.min(at + PIECE_BYTES, offset));
    if (piece.length === 0) break;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, end + 1)) number++;
    at += piece.length;
  }
  return number;
}

const NEWLINE = 0x0a;
const PIECE_BYTES = 65_536;
/** A longer line is searched in pieces. */
const LONGEST_LINE_BYTES = 1_048_576;
