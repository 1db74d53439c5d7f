/** Gathers a stream of text into what a cut can need of it: memory in proportion to the limits, whatever the length. */
import { measureBytes, measureUtf8 } from "#platform";
import { createGenericScale, estimateGeneric } from "../tokens/generic.js";
import { Block, type PieceSize } from "./block.js";
import { detach } from "./detach.js";
import { fitsRoom, PREFIX_SLACK } from "./fits.js";
import type { Room, TokenCounter } from "./limits.js";
import { type Content, toText } from "./reader.js";
import type { SourceText } from "./source.js";
import { STAGE_BYTES, Stages } from "./stage.js";
import { isHighSurrogate, isLowSurrogate, splitsPair } from "./wellFormed.js";

/** @internal */
export interface Gatherer {
  /** Adds text that parts no surrogate pair, or valid UTF-8 that parts no sequence. A copy is kept. */
  write(content: Content): void;
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
  const all = new Block(); // only its sizes are used
  const stages = new Stages();
  let open = new Block();
  let countedChars = 0; // of the open block, when its tokens were last counted
  const createMeter =
    countTokens === estimateGeneric && room.tokens !== Number.POSITIVE_INFINITY ? createGenericScale : () => undefined;
  let meter = createMeter(); // of the open block
  let gap = false;
  let endsInHighSurrogate = false;

  const add = (piece: Content) => {
    const size = sizeOf(piece, endsInHighSurrogate);
    endsInHighSurrogate = typeof piece === "string" && isHighSurrogate(piece.charCodeAt(piece.length - 1));
    all.count(size);
    open.add(piece, size, stages);
    meter?.add(toText(piece));
    if (!openFits()) close();
  };

  /** May say `true` too long: for a short block, and where tokens decide, since they are counted once it has doubled. */
  const openFits = () => {
    if (open.chars < LEAST_BLOCK_UNITS) return true;
    if (open.bytes > room.bytes || open.chars > room.chars || open.lines > room.lines) return false;
    if (meter !== undefined) return meter.tokens <= room.tokens;
    if (room.tokens === Number.POSITIVE_INFINITY || open.chars < 2 * countedChars) return true;
    countedChars = open.chars;
    return countTokens(open.text()) <= room.tokens * PREFIX_SLACK;
  };

  const close = () => {
    if (head.length < BLOCKS_KEPT) head.push(open);
    else tail.push(open);
    open = new Block();
    countedChars = 0;
    meter = createMeter();
    if (tail.length <= BLOCKS_KEPT) return;
    tail.shift()?.release(stages);
    gap = true;
  };

  const mayFit = () =>
    head.length === 0 && all.bytes <= room.bytes && all.chars <= room.chars && all.lines <= room.lines;

  return {
    write(content) {
      for (const piece of piecesOf(content)) add(piece);
    },
    mayFit,
    fits: () =>
      mayFit() && (meter === undefined ? fitsRoom(open.text(), room, countTokens) : meter.tokens <= room.tokens),
    source() {
      const start = head.map((block) => block.text()).join("");
      const end = [...tail, open].map((block) => block.text()).join("");
      const total = { bytes: all.bytes, chars: all.chars, lines: all.lines };
      if (gap) return { prefix: start, suffix: end, gap, total };
      const whole = start + end;
      return { prefix: whole, suffix: whole, gap, total };
    },
  };
}

/**
 * Limits for what comes in pieces: what is kept of it must go into one string (2²⁹ − 24 units in V8), and that is five blocks.
 */
export function streamRoom(room: Room): Room {
  return { ...room, chars: Math.min(room.chars, MOST_STREAM_UNITS) };
}

/** Pieces of bounded size: what comes in may be huge, or a slice of something huge, which a kept string must not hold. */
function* piecesOf(content: Content): Iterable<Content> {
  for (let from = 0; from < content.length; ) {
    let to = Math.min(from + (typeof content === "string" ? PIECE_UNITS : STAGE_BYTES), content.length);
    if (typeof content === "string") {
      if (splitsPair(content, to)) to--;
      yield detach(content.slice(from, to));
    } else {
      while (((content[to] ?? 0) & 0xc0) === 0x80) to--;
      yield content.subarray(from, to);
    }
    from = to;
  }
}

/** @param joinsHalf - the text before ended with a high surrogate, as two streams may: joined, the halves are one pair */
function sizeOf(piece: Content, joinsHalf: boolean): PieceSize {
  if (typeof piece !== "string") {
    const { chars, newlines } = measureBytes(piece);
    return { bytes: piece.length, chars, newlines, endsLine: piece.at(-1) === 0x0a };
  }
  const { bytes, newlines } = measureUtf8(piece);
  const joins = joinsHalf && isLowSurrogate(piece.charCodeAt(0));
  return { bytes: bytes - (joins ? 2 : 0), chars: piece.length, newlines, endsLine: piece.endsWith("\n") };
}

const MOST_STREAM_UNITS = 100_000_000;
const BLOCKS_KEPT = 2;
/** More than an escape sequence may take (`MAX_ESCAPE_UNITS`), or the search for a grapheme's boundary. */
const LEAST_BLOCK_UNITS = 8192;
/** UTF-16 units of a string taken at a time. */
const PIECE_UNITS = 16_384;
