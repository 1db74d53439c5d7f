/** A string in less room: its start, its end, and a marker inside. */
import { cutBefore, cutBehind, decodedUnits, unitsOfString } from "./escapes.js";
import { wordingFor } from "./marker.js";
import type { Source } from "./members.js";
import { type Piece, piece } from "./piece.js";
import type { Job } from "./shrink.js";
import type { JsonElision, ShrinkOptions } from "./types.js";

/** @returns `undefined` where there is no room for the quotes */
export function shrinkString(source: Source, { span, room, pointer }: Job, options: ShrinkOptions): Piece | undefined {
  if (room < 2) return undefined;
  const { text } = source;
  const [first, last] = [span.start + 1, span.end - 1];
  const total = unitsOfString(source, span);
  const elisionOf = (head: number, tail: number): JsonElision => {
    const from = decodedUnits(text, first, head);
    return { pointer, kept: from + decodedUnits(text, tail, last), total, next: { pointer, from } };
  };

  // Wordings get shorter with what is kept, but for the place from which to read on.
  const longest = { pointer, kept: 0, total, next: { pointer, from: total } };
  const markerOf = wordingFor("char", longest, room, options.marker);
  const units = room - 2 - markerOf(longest).length;
  const head = cutBefore(text, first + Math.floor(units * options.headShare));
  const tail = cutBehind(text, last - (units - (head - first)));
  const elision = elisionOf(head, tail);
  return piece([{ start: span.start, end: head }, markerOf(elision), { start: tail, end: span.end }], elision);
}
