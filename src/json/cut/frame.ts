/** What a shortened container takes besides its members: brackets, separators, and the marker of what is left out. */
import { BARE_MARKER } from "../../text/words.js";
import { markerFor, type Noun } from "./marker.js";
import { type Container, fromEnd, fromStart, type Source, type Span, skipSpaceBack } from "./members.js";
import { keyOf } from "./pointer.js";
import type { JsonElision } from "./types.js";

export interface Frame {
  readonly open: Span;
  readonly close: Span;
  /** Where the last member ends. */
  readonly lastEnd: number;
  /** What stands between two members, in the style of the source. */
  readonly gap: string;
  /** White space before the first member. */
  readonly indent: string;
  /** What the members may take. */
  readonly budget: number;
  /** The member that says what is left out; `""` where there is no room for it. */
  markerOf(elision: JsonElision): string;
}

/** @returns `undefined` where there is no room for the brackets */
export function frameOf(
  source: Source,
  container: Container,
  { room, pointer, marker }: { room: number; pointer: string; marker: boolean },
): Frame | undefined {
  const { start, end, inner, count, separator } = container;
  const lastEnd = skipSpaceBack(source.text, inner.end);
  const open = { start, end: inner.start };
  const close = { start: isSmall(end - lastEnd, room) ? Math.max(lastEnd, inner.start) : inner.end, end };
  const bare = room - (open.end - open.start) - (close.end - close.start);
  if (bare < 0) return undefined;

  const indent = indentOf(source, container, room);
  const gap = separator + indent;
  const key = container.hasKeys ? `"${markerKey(source, container, room)}":` : "";
  const noun: Noun = container.hasKeys ? "member" : separator === "," ? "item" : "record";
  const markerOf = (elision: JsonElision) => {
    const words = markerFor(noun, elision, bare - key.length - 2);
    return words === "" ? "" : `${key}"${words}"`;
  };
  // One or two members are shown in part rather than left out.
  const longest = { pointer, kept: 0, total: count, next: { pointer, from: count } };
  const reserved = marker && count > 2 ? markerOf(longest).length : 0;
  const gaps = Math.min(count - 1, 2) * gap.length;
  const budget = Math.max(0, bare - reserved - gaps);
  return { open, close, lastEnd, gap, indent, budget, markerOf: reserved === 0 ? () => "" : markerOf };
}

/** White space as it stands before the first member. */
function indentOf({ text }: Source, { inner, separator }: Container, room: number): string {
  if (separator !== ",") return "";
  const [first] = /^[ \n\r\t]*/.exec(text.slice(inner.start, Math.min(inner.end, inner.start + room))) ?? [""];
  return isSmall(first.length, room) ? first : "";
}

/** A key that no member near either end has: of two that are equal, a reader keeps one. */
function markerKey(source: Source, container: Container, room: number): string {
  const taken = new Set<string>();
  for (const side of [fromStart(source, container), fromEnd(source, container)]) {
    let units = 0;
    for (const { start, valueStart, end } of side) {
      if (/^"[[\\]/.test(source.text.slice(start, start + 2))) taken.add(keyOf(source, { start, valueStart, end }));
      units += end - start;
      if (units > room) break;
    }
  }
  let key = BARE_MARKER;
  while (taken.has(key)) key = `[${key}]`;
  return key;
}

function isSmall(units: number, room: number): boolean {
  return units * 16 <= room;
}
