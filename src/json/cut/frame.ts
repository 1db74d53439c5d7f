/** What a shortened container takes besides its members: brackets, separators, and the marker of what is left out. */
import { BARE_MARKER } from "../../text/words.js";
import { type Noun, wordingFor } from "./marker.js";
import { type Container, fromEnd, fromStart, type Source, type Span, skipSpaceBack } from "./members.js";
import { keyOf } from "./pointer.js";
import { skipSpace } from "./scan.js";
import type { JsonElision, ShrinkOptions } from "./types.js";

export interface Frame {
  readonly open: Span;
  readonly close: Span;
  /** Where the last member ends. */
  readonly lastEnd: number;
  /** White space before the first member. */
  readonly indent: Span;
  /** What stands between a marker and the next member, in the style of the source. */
  readonly gap: string;
  /** What the members may take. */
  readonly budget: number;
  /** The member that says what is left out; `""` where there is no room for it. `left`: of the budget. */
  markerOf(elision: JsonElision, left: number): string;
}

/** @returns `undefined` where there is no room for the brackets */
export function frameOf(
  source: Source,
  container: Container,
  { room, pointer, marker }: { room: number; pointer: string; marker: ShrinkOptions["marker"] },
): Frame | undefined {
  const { start, end, inner, count, separator } = container;
  const lastEnd = skipSpaceBack(source.text, inner.end);
  const open = { start, end: inner.start };
  const close = { start: isSmall(end - lastEnd, room) ? Math.max(lastEnd, inner.start) : inner.end, end };
  const bare = room - (open.end - open.start) - (close.end - close.start);
  if (bare < 0) return undefined;

  const indent = indentOf(source, container, room);
  const gap = separator + source.text.slice(indent.start, indent.end);
  const key = container.hasKeys ? `"${markerKey(source, container, room)}":` : "";
  const noun: Noun = container.hasKeys ? "member" : separator === "," ? "item" : "record";
  const longest = { pointer, kept: 0, total: count, next: { pointer, from: count } };
  const wording = wordingFor(noun, longest, bare - key.length - 2, marker);
  const memberOf = (elision: JsonElision) => {
    const words = wording(elision);
    return words === "" ? "" : `${key}"${words}"`;
  };
  // One or two members are shown in part rather than left out, unless one is a huge number: it leaves room for a marker.
  const isReserved = count > 2;
  const reserved = isReserved ? memberOf(longest).length : 0;
  const gaps = Math.min(count - 1, reserved > 0 ? 2 : 1);
  const budget = Math.max(0, bare - reserved - gaps * gap.length);
  const markerOf = (elision: JsonElision, left: number) => {
    const member = memberOf(elision);
    return member.length <= (isReserved ? reserved : left - gap.length) ? member : "";
  };
  return { open, close, lastEnd, indent, gap, budget, markerOf };
}

/** What stands behind a member that is not the last: its separator alone, where that and white space take too much. */
export function gapBehind({ text }: Source, { separator }: Container, end: number, { gap }: Frame): Span {
  const at = separator === "," ? skipSpace(text, end) : text.indexOf(separator, end);
  const next = skipSpace(text, at + 1);
  return next - end <= gap.length ? { start: end, end: next } : { start: at, end: at + 1 };
}

function indentOf({ text }: Source, { inner: { start, end }, separator }: Container, room: number): Span {
  const first = separator === "," ? Math.min(skipSpace(text, start), end) : start;
  return { start, end: isSmall(first - start, room) ? first : start };
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
