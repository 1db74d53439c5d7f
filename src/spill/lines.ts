/** The lines of a Spill, one after another, in bounded memory. */
import { concat } from "../text/decoder.js";
import type { Codec } from "./codec.js";
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
  /** Whether the line began before this piece, which begins with the last characters of the one before. */
  readonly isContinued: boolean;
  /** Whether the line goes on: the next piece begins with the last characters of this one, so that no match is parted. */
  readonly goesOn: boolean;
  /** Offset of the byte at which the next piece begins, or the line ends. */
  readonly nextStart: number;
}

/** @param overlap - bytes that a piece of a long line shares with the one before it */
export async function* linesOf(
  { read, total, codec }: OpenSpill,
  from: number,
  number: number,
  overlap: number,
): AsyncGenerator<SpillLine, void, undefined> {
  const longest = Math.max(LONGEST_LINE_BYTES, 4 * overlap);
  const pieceBytes = longest / PIECES_OF_LONGEST;
  let held: Uint8Array = new Uint8Array(0);
  let start = from;
  let isContinued = false;
  for (let at = from; at < total; ) {
    const piece = await read(at, Math.min(at + pieceBytes, total));
    if (piece.length === 0) break;
    at += piece.length;
    let searched = Math.max(0, held.length - codec.width + 1); // a wide line end can begin in the piece before
    held = concat(held, piece);
    let taken = 0;
    for (;;) {
      const end = codec.lineEnd(held, start - taken, searched);
      if (end === -1) break;
      yield lineFrom(codec, held.subarray(taken, end), { number: number++, start, isContinued });
      isContinued = false;
      start += end - taken;
      searched = end;
      taken = end;
    }
    held = held.subarray(taken);
    while (held.length > longest) {
      const whole = codec.boundaryBefore(held, start, longest) || longest;
      const shared = whole - codec.boundaryBefore(held, start, whole - overlap);
      const nextStart = start + whole - shared;
      yield lineFrom(codec, held.subarray(0, whole), { number, start, isContinued }, nextStart);
      isContinued = true;
      held = held.subarray(nextStart - start);
      start = nextStart;
    }
  }
  if (held.length > 0) yield lineFrom(codec, held, { number, start, isContinued });
}

function lineFrom(
  codec: Codec,
  raw: Uint8Array,
  { number, start, isContinued }: Pick<SpillLine, "number" | "start" | "isContinued">,
  nextStart?: number,
): SpillLine {
  const text = withoutLineEnd(codec.decode(raw, start, true));
  const goesOn = nextStart !== undefined;
  return { number, start, raw, text, isContinued, goesOn, nextStart: nextStart ?? start + raw.length };
}

function withoutLineEnd(text: string): string {
  if (!text.endsWith("\n")) return text;
  return text.slice(0, text.endsWith("\r\n") ? -2 : -1);
}

/** The number of the line that a byte is in, 1-based. */
export async function lineNumberAt({ read, codec }: OpenSpill, offset: number): Promise<number> {
  let number = 1;
  for (let at = 0; at < offset; ) {
    const piece = await read(at, Math.min(at + PIECE_BYTES, offset));
    if (piece.length === 0) break;
    for (let end = codec.lineEnd(piece, at, 0); end !== -1; end = codec.lineEnd(piece, at, end)) number++;
    at += piece.length;
  }
  return number;
}

const PIECE_BYTES = 65_536;
/** A longer line is searched in pieces. */
const LONGEST_LINE_BYTES = 1_048_576;
/** Reads for one such piece: each copies what is held, so that there may not be more of them for a longer one. */
const PIECES_OF_LONGEST = 16;
