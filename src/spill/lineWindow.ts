/** Windows by lines. */
import { countLines } from "../text/size.js";
import { readPrefix, upTo } from "./byteWindow.js";
import type { OpenSpill, SpillWindow } from "./readSpill.js";
import type { SpillRequest } from "./request.js";

/**
 * As many whole lines as were asked for and fit. A line that is larger than the limits is cut inside, and the window
 * behind it is one by bytes.
 */
export async function lineWindow(
  spill: OpenSpill,
  { from, count = Infinity, at }: NonNullable<SpillRequest["lines"]>,
): Promise<SpillWindow> {
  const { total } = spill;
  const start = at === undefined ? await offsetOfLine(spill, from) : Math.min(at - (at % spill.codec.width), total);
  if (start === total) return { text: "", range: { start, end: start }, total, truncated: false };

  const room = { ...spill.room, lines: Math.min(count, spill.room.lines) };
  const prefix = await readPrefix({ ...spill, room }, start, total);
  const units = wholeLines(prefix.text);
  const isWhole = start + prefix.bytes === total || units === prefix.text.length;
  const { text, bytes } = isWhole ? prefix : upTo(spill, start, prefix, units);
  const end = start + bytes;
  const shown = countLines(text);
  const insideLine = end < total && !text.endsWith("\n");
  const truncated = end < total && (insideLine || shown < count);
  const rest = count === Infinity ? {} : { count: truncated ? count - shown : count };
  const offset = end > PIECE_BYTES ? { at: end } : {}; // what one read counts is not worth its words
  const next = insideLine ? { bytes: { from: end } } : { lines: { from: from + shown, ...rest, ...offset } };
  return {
    text,
    range: { start, end },
    total,
    ...(end < total ? { next } : {}),
    truncated,
    lines: { start: from, end: from + shown - 1 },
  };
}

/** Units up to the last line's end; all of them if they are inside one line. */
function wholeLines(text: string): number {
  return text.lastIndexOf("\n") + 1 || text.length;
}

/** Where a line starts, 1-based; the Spill's size if it has no such line. */
async function offsetOfLine({ read, total, codec }: OpenSpill, line: number): Promise<number> {
  let missing = line - 1;
  for (let at = 0; missing > 0 && at < total; ) {
    const piece = await read(at, Math.min(at + PIECE_BYTES, total));
    if (piece.length === 0) break;
    for (let end = codec.lineEnd(piece, at, 0); end !== -1; end = codec.lineEnd(piece, at, end)) {
      if (--missing === 0) return at + end;
    }
    at += piece.length;
  }
  return missing === 0 ? 0 : total;
}

const PIECE_BYTES = 262_144;
