/** Moves a cut to where a reader would cut: between graphemes, or between lines. */
import { headExtent, NEWLINE, tailExtent } from "./extent.js";
import { graphemeAround } from "./grapheme.js";
import type { Room, TokenCounter } from "./limits.js";

/**
 * Where a cut may fall. `"codePoint"`: between any two code points. `"grapheme"`: between user-perceived characters
 * (extended grapheme clusters of Unicode Standard Annex 29, as `Intl.Segmenter` finds them). `"line"`: between lines.
 * A line larger than the limits is cut inside all the same, between code points; so is a grapheme larger than the limits
 * that would leave its side empty.
 *
 * @public
 */
export type Boundary = "codePoint" | "grapheme" | "line";

/** How to move a cut. */
export interface Snap {
  readonly boundary: Boundary;
  /** The limits of the whole cut: what would not fit even these is cut inside. */
  readonly whole: Room;
  readonly countTokens: TokenCounter;
}

/** Moves the end of a kept prefix back to a boundary. `end` is where the limits stop the prefix. */
export function snapHead(text: string, end: number, snap: Snap): number {
  if (end === 0 || end === text.length || snap.boundary === "codePoint") return end;
  return snap.boundary === "line" ? headAtLine(text, end, snap) : atGrapheme(text, end, "start", snap);
}

/** Moves the start of a kept suffix forward to a boundary: the mirror image of {@link snapHead}. */
export function snapTail(text: string, start: number, snap: Snap): number {
  if (start === 0 || start === text.length || snap.boundary === "codePoint") return start;
  return snap.boundary === "line" ? tailAtLine(text, start, snap) : atGrapheme(text, start, "end", snap);
}

function headAtLine(text: string, end: number, { whole, countTokens }: Snap): number {
  if (text.charCodeAt(end - 1) === NEWLINE) return end;
  const lineStart = text.lastIndexOf("\n", end - 1) + 1;
  if (lineStart === 0) return keepCrlf(text, end, -1); // the side would stay empty
  const rest = text.slice(lineStart);
  const { at } = headExtent(rest, { ...whole, lines: 1 }, countTokens);
  const lineFits = at === rest.length || rest.charCodeAt(at - 1) === NEWLINE;
  return lineFits ? lineStart : keepCrlf(text, end, -1);
}

function tailAtLine(text: string, start: number, { whole, countTokens }: Snap): number {
  if (text.charCodeAt(start - 1) === NEWLINE) return start;
  const lineEnd = text.indexOf("\n", start) + 1;
  if (lineEnd === 0 || lineEnd === text.length) return keepCrlf(text, start, 1); // the side would stay empty
  const upToEnd = text.slice(0, lineEnd);
  const { at } = tailExtent(upToEnd, { ...whole, lines: 1 }, countTokens);
  const lineFits = at === 0 || upToEnd.charCodeAt(at - 1) === NEWLINE;
  return lineFits ? lineEnd : keepCrlf(text, start, 1);
}

/** A cut inside a line may still not part a carriage return from its line feed. */
function keepCrlf(text: string, index: number, step: 1 | -1): number {
  return text[index - 1] === "\r" && text[index] === "\n" ? index + step : index;
}

function atGrapheme(text: string, index: number, edge: "start" | "end", { whole, countTokens }: Snap): number {
  const grapheme = graphemeAround(text, index);
  if (grapheme === undefined) return index;
  const leavesSideEmpty = grapheme[edge] === (edge === "start" ? 0 : text.length);
  if (!leavesSideEmpty) return grapheme[edge];
  const piece = text.slice(grapheme.start, grapheme.end);
  const fitsWhole = headExtent(piece, whole, countTokens).at === piece.length;
  return fitsWhole ? grapheme[edge] : index;
}
