/** Gathers a stream of text into what a cut can need of it: memory in proportion to the limits, whatever the length. */
import { measureUtf8 } from "#platform";
import { detach } from "./detach.js";
import { fitsRoom, PREFIX_SLACK } from "./fits.js";
import type { Room, TokenCounter } from "./limits.js";
import { linesOf, type TextSize } from "./size.js";
import type { SourceText } from "./source.js";
import { isHighSurrogate, isLowSurrogate, splitsPair } from "./wellFormed.js";

/** @internal */
export interface Gatherer {
  /** Adds a piece that parts no surrogate pair. */
  write(piece: string): void;
  /** Constant time; `true` may still become `false` in {@link Gatherer.fits} where tokens decide. */
  mayFit(): boolean;
  /** Whether all so far fits the limits. */
  fits(): boolean;
  source(): SourceText;
}

/**
 * A block is a run of text too large for the limits, and not shorter than an escape sequence or a grapheme can be. Two
 * blocks at the start and two at the end are all that a cut can need: it keeps less than one block at either end, and looks
 * less than one further to see how long a line is, or where the sequence or grapheme begins that it would part.
 */
export function createGatherer(room: Room, countTokens: TokenCounter): Gatherer {
  const head: Block[] = [];
  const tail: Block[] = [];
  let open = new Block();
  let gap = false;
  let bytes = 0;
  let chars = 0;
  let newlines = 0;
  let endsLine = true;
  let endsInHighSurrogate = false;

  const lines = () => linesOf(newlines, endsLine);
  const mayFit = () => head.length === 0 && bytes <= room.bytes && chars <= room.chars && lines() <= room.lines;

  const close = () => {
    if (head.length < BLOCKS_KEPT) head.push(open);
    else tail.push(open);
    open = new Block();
    if (tail.length > BLOCKS_KEPT) {
      tail.shift();
      gap = true;
    }
  };

  const add = (piece: string) => {
    // Two streams can end and begin with the halves of a pair; joined, they are one.
    const joins = endsInHighSurrogate && isLowSurrogate(piece.charCodeAt(0));
    const { bytes: ownBytes, newlines: ownNewlines } = measureUtf8(piece);
    const size = { bytes: ownBytes - (joins ? 2 : 0), chars: piece.length, newlines: ownNewlines };
    bytes += size.bytes;
    chars += size.chars;
    newlines += size.newlines;
    endsLine = piece.endsWith("\n");
    endsInHighSurrogate = isHighSurrogate(piece.charCodeAt(piece.length - 1));
    open.add(piece, size);
    if (!open.fits(room, countTokens)) close();
  };

  return {
    write(piece) {
      for (let from = 0; from < piece.length; ) {
        let to = Math.min(from + PIECE_UNITS, piece.length);
        if (splitsPair(piece, to)) to--;
        add(detach(piece.slice(from, to))); // the piece may itself be a slice of something huge
        from = to;
      }
    },
    mayFit,
    fits: () => mayFit() && fitsRoom(open.text(), room, countTokens),
    source() {
      const start = head.map((block) => block.text()).join("");
      const end = [...tail, open].map((block) => block.text()).join("");
      const total: TextSize = { bytes, chars, lines: lines() };
      if (gap) return { prefix: start, suffix: end, gap, total };
      const whole = start + end;
      return { prefix: whole, suffix: whole, gap, total };
    },
  };
}

class Block {
  private pieces: string[] = [];
  private bytes = 0;
  private chars = 0;
  private newlines = 0;
  private countedChars = 0;

  add(piece: string, size: { bytes: number; chars: number; newlines: number }): void {
    this.pieces.push(piece);
    this.bytes += size.bytes;
    this.chars += size.chars;
    this.newlines += size.newlines;
  }

  /** May say `true` too long: for a short block, and where tokens decide, since they are counted once it has doubled. */
  fits(room: Room, countTokens: TokenCounter): boolean {
    if (this.chars < LEAST_BLOCK_UNITS) return true;
    if (this.bytes > room.bytes || this.chars > room.chars || this.lines() > room.lines) return false;
    if (room.tokens === Number.POSITIVE_INFINITY || this.chars < 2 * this.countedChars) return true;
    this.countedChars = this.chars;
    return countTokens(this.text()) <= room.tokens * PREFIX_SLACK;
  }

  private lines(): number {
    return linesOf(this.newlines, this.pieces.at(-1)?.endsWith("\n") ?? true);
  }

  /** Joins the pieces, once. */
  text(): string {
    if (this.pieces.length > 1) this.pieces = [this.pieces.join("")];
    return this.pieces[0] ?? "";
  }
}

const BLOCKS_KEPT = 2;
/** More than an escape sequence may take (`MAX_ESCAPE_UNITS`), or the search for a grapheme's boundary. */
const LEAST_BLOCK_UNITS = 8192;
/** UTF-16 units taken at a time, so that one huge chunk is not kept whole. */
const PIECE_UNITS = 16_384;
