/** Windows by lines. */
import { utf8Prefix } from "../platform/utf8.js";
import { countLines } from "../text/size.js";
import { readPrefix } from "./byteWindow.js";
import type { OpenSpill, SpillWindow } from "./readSpill.js";

/**
 * As many whole lines as were asked for and fit. A line that is larger than the limits is cut inside, and the window
 * behind it is one by bytes.
 */
export async function lineWindow(
  spill: OpenSpill,
  { from, count = Infinity }: { readonly from: number; readonly count?: number | undefined },
): Promise<SpillWindow> {
  const { total } = spill;
  const start = await offsetOfLine(spill, from);
  if (start === total) return { text: "", range: { start, end: start }, total, truncated: false };

  const room = { ...spill.room, lines: Math.min(count, spill.room.lines) };
  const { text: prefix, raw } = await readPrefix({ ...spill, room }, start, total);
  const text = start + utf8Prefix(raw, prefix.length) === total ? prefix : wholeLines(prefix);
  const end = start + utf8Prefix(raw, text.length);
  const shown = countLines(text);
  const insideLine = end < total && !text.endsWith("\n");
  const truncated = end < total && (insideLine || shown < count);
  const rest = count === Infinity ? {} : { count: truncated ? count - shown : count };
  const next = insideLine ? { bytes: { from: end } } : { lines: { from: from + shown, ...rest } };
  return {
    text,
    range: { start, end },
    total,
    ...(end < total ? { next } : {}),
    truncated,
    lines: { start: from, end: from + shown - 1 },
  };
}

/** Up to the last line's end; the text itself if it is all inside one line. */
function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf("\n") + 1) || text;
}

/** Where a line starts, 1-based; the Spill's size if it has no such line. */
async function offsetOfLine({ read, total }: OpenSpill, line: number): Promise<number> {
  let missing = line - 1;
  for (let at = 0; missing > 0 && at < total; ) {
    const piece = await read(at, Math.min(at + PIECE_BYTES, total));
    if (piece.length === 0) break;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, end + 1)) {
      if (--missing === 0) return at + end + 1;
    }
    at += piece.length;
  }
  return missing === 0 ? 0 : total;
}

const NEWLINE = 0x0a;
const PIECE_BYTES = 262_144;
