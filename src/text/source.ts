/** A text to cut, whole or as what a stream left of it. */
import type { LimitedBy, Room } from "./limits.js";
import { cutSides, type SidesOptions } from "./sides.js";
import { measureText, type TextSize } from "./size.js";

/**
 * A text that was only seen as a stream has no middle left: `prefix` and `suffix` are then two parts of it, each at least
 * twice as large as the limits. A text in memory is both.
 */
export interface SourceText {
  readonly prefix: string;
  readonly suffix: string;
  /** Whether something between `prefix` and `suffix` is not in either. */
  readonly gap: boolean;
  readonly total: TextSize;
}

/** What is kept of a text, and how much that is of how much. @public */
export interface Cut extends CutText {
  /** Size of what is kept. A line counts if any of its characters does. */
  readonly shown: TextSize;
  /** Size of what is not: `total − shown`, field by field. */
  readonly omitted: TextSize;
  /** Size of the whole text. */
  readonly total: TextSize;
}

/** What is kept of a text. @public */
export interface CutText {
  /** Whether anything was left out. */
  readonly truncated: boolean;
  /** The limit that stopped the kept part nearest the omission: the head's if there is a head. */
  readonly limitedBy?: LimitedBy;
  /** The kept prefix; the whole text if not truncated. */
  readonly head: string;
  /** The kept suffix; `""` if not truncated. */
  readonly tail: string;
}

/** Cuts a source that does not fit `room`. */
export function cutSource(
  source: SourceText,
  room: Room,
  options: SidesOptions,
): Cut & { readonly limitedBy: LimitedBy } {
  const { head, tail, limitedBy } = cutSides(source, room, options);
  const shown = sizeOfShown(source, head, tail);
  return { truncated: true, limitedBy, head, tail, shown, omitted: subtract(source.total, shown), total: source.total };
}

/** A source that was seen whole. */
export function wholeSource(text: string, total: TextSize): SourceText {
  return { prefix: text, suffix: text, gap: false, total };
}

export function uncut(text: string, total: TextSize): Cut {
  return { truncated: false, head: text, tail: "", shown: total, omitted: NOTHING, total };
}

/** Sizes add up, but for a line of which both sides hold a part: it is one line. */
export function sizeOfShown({ total, suffix }: SourceText, head: string, tail: string): TextSize {
  const first = measureText(head);
  const last = measureText(tail);
  const newlines = suffix.endsWith("\n") ? total.lines : total.lines - 1;
  const mayShareLine = head !== "" && tail !== "" && !head.endsWith("\n");
  const keptNewlines = first.lines - 1 + last.lines - (tail.endsWith("\n") ? 0 : 1); // where they may share one
  const sharedLines = mayShareLine && keptNewlines === newlines ? 1 : 0;
  return {
    bytes: first.bytes + last.bytes,
    chars: first.chars + last.chars,
    lines: first.lines + last.lines - sharedLines,
  };
}

export function subtract(total: TextSize, shown: TextSize): TextSize {
  return {
    bytes: total.bytes - shown.bytes,
    chars: total.chars - shown.chars,
    lines: total.lines - shown.lines,
  };
}

const NOTHING: TextSize = { bytes: 0, chars: 0, lines: 0 };
