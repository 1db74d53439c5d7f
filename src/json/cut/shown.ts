/** The size of what is shown of a text. */
import { measureText, type TextSize } from "../../text/size.js";
import type { Span } from "./members.js";

/** @param spans - in order, none of them inside another */
export function sizeOfSpans(text: string, spans: readonly Span[]): TextSize {
  let [bytes, chars, lines] = [0, 0, 0];
  let lastEnd = -1; // behind what was shown last
  let newline = -1; // the first one from there on
  for (const { start, end } of spans) {
    if (start === end) continue;
    const size = measureText(text.slice(start, end));
    bytes += size.bytes;
    chars += size.chars;
    lines += size.lines;
    // A line of which two spans have a part is one line.
    if (lastEnd > 0 && text.charCodeAt(lastEnd - 1) !== NEWLINE && newline >= start) lines--;
    lastEnd = end;
    if (newline < end) newline = indexOrEnd(text, end);
  }
  return { bytes, chars, lines };
}

function indexOrEnd(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at === -1 ? text.length : at;
}

const NEWLINE = 0x0a;
