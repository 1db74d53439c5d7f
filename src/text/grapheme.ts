/**
 * Grapheme boundaries near a cut. `Intl.Segmenter` copies what it is given, so it gets a window that starts at a place
 * where a boundary is certain.
 */

/** The grapheme that a cut at `index` would part, as indices into the text; `undefined` where the cut parts none. */
export function graphemeAround(text: string, index: number): { start: number; end: number } | undefined {
  if (isCertain(text, index)) return undefined;
  const from = certainBefore(text, index);
  const found = segmenter()
    .segment(text.slice(from, index + LOOK_AHEAD_UNITS))
    .containing(index - from);
  if (found === undefined || from + found.index === index) return undefined;
  return { start: from + found.index, end: from + found.index + found.segment.length };
}

/** The nearest index before `at` at which a boundary is certain, or as far back as it is worth looking. */
function certainBefore(text: string, at: number): number {
  const earliest = Math.max(0, at - LOOK_BACK_UNITS);
  for (let index = at - 1; index > earliest; index--) if (isCertain(text, index)) return index;
  return earliest;
}

/** Between two ASCII characters there is always a boundary, except inside CRLF (rules GB3 to GB5 and GB999). */
function isCertain(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  const before = text.charCodeAt(index - 1);
  const behind = text.charCodeAt(index);
  return before < 0x80 && behind < 0x80 && !(before === 0x0d && behind === 0x0a);
}

function segmenter(): Intl.Segmenter {
  sharedSegmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return sharedSegmenter;
}
let sharedSegmenter: Intl.Segmenter | undefined;

/** UTF-16 units searched for a certain boundary: a run of flags or marks longer than this may be cut inside. */
const LOOK_BACK_UNITS = 4096;
/** UTF-16 units behind the cut in which a grapheme must end to be seen whole. */
const LOOK_AHEAD_UNITS = 4096;
