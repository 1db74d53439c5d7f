/** The two kept parts of a text that does not fit. */
import { type Boundary, type Snap, snapHead, snapTail } from "./boundary.js";
import { detach } from "./detach.js";
import { headExtent, tailExtent } from "./extent.js";
import type { LimitedBy, Room, TokenCounter } from "./limits.js";
import { measureText } from "./size.js";
import type { SourceText } from "./source.js";
import { splitsPair } from "./wellFormed.js";

/** Which part of a text is kept. @public */
export type Keep = "head" | "tail" | "ends";

export interface SidesOptions {
  readonly keep: Keep;
  /** For `"ends"`: the part of every limit that the head may use, 0 to 1. */
  readonly headShare: number;
  readonly boundary: Boundary;
  readonly countTokens: TokenCounter;
}

export interface Sides {
  readonly head: string;
  readonly tail: string;
  readonly limitedBy: LimitedBy;
}

/** Cuts a source that does not fit `room`. What one side cannot use goes to the other. */
export function cutSides({ prefix, suffix, gap }: SourceText, room: Room, options: SidesOptions): Sides {
  const snap: Snap = { boundary: options.boundary, whole: room, countTokens: options.countTokens };
  const share = shareOfHead(options);
  if (share === 1) return { tail: "", ...keptHead(prefix, room, snap) };
  if (share === 0) return { head: "", ...keptTail(suffix, room, snap) };

  const first = keptHead(prefix, shareOf(room, share), snap);
  const last = keptTail(suffix, less(room, first.head, snap), snap);
  const second = keptHead(prefix, less(room, last.tail, snap), snap);
  const head = gap ? second.head : apart(second.head, prefix, prefix.length - last.tail.length);
  return { head, tail: last.tail, limitedBy: (head === "" && last.tail !== "" ? last : second).limitedBy };
}

function keptHead(text: string, room: Room, snap: Snap): { head: string; limitedBy: LimitedBy } {
  const { at, limitedBy = "bytes" } = headExtent(text, room, snap.countTokens);
  const head = text.slice(0, snapHead(text, at, snap));
  return { head: detach(isInside(head, room, snap) ? head : text.slice(0, at)), limitedBy };
}

function keptTail(text: string, room: Room, snap: Snap): { tail: string; limitedBy: LimitedBy } {
  const { at, limitedBy = "bytes" } = tailExtent(text, room, snap.countTokens);
  const tail = text.slice(snapTail(text, at, snap));
  return { tail: detach(isInside(tail, room, snap) ? tail : text.slice(at)), limitedBy };
}

/** Less text is less of everything but tokens: half a word can cost more of them than the word. */
function isInside(kept: string, room: Room, { boundary, countTokens }: Snap): boolean {
  return boundary === "codePoint" || room.tokens === Infinity || countTokens(kept) <= room.tokens;
}

/**
 * The sides of a text that does not fit cannot meet as long as counts add up. A token counter that breaks this rule gets
 * its head shortened until a code point is left out between them.
 */
function apart(head: string, text: string, tailStart: number): string {
  if (head.length < tailStart) return head;
  const end = Math.max(0, tailStart - 1);
  return text.slice(0, splitsPair(text, end) ? end - 1 : end);
}

function shareOfHead({ keep, headShare }: SidesOptions): number {
  return keep === "head" ? 1 : keep === "tail" ? 0 : headShare;
}

/** Lines are so coarse that rounding could starve a side: from two lines on, each side has one. */
function shareOf(room: Room, share: number): Room {
  const lines = Math.round(room.lines * share);
  return {
    bytes: Math.floor(room.bytes * share),
    chars: Math.floor(room.chars * share),
    lines: room.lines < 2 ? lines : Math.min(Math.max(lines, 1), room.lines - 1),
    tokens: Math.floor(room.tokens * share),
  };
}

function less(room: Room, text: string, { countTokens }: Snap): Room {
  const { bytes, chars, lines } = measureText(text);
  return {
    bytes: room.bytes - bytes,
    chars: room.chars - chars,
    lines: room.lines - lines,
    tokens: room.tokens === Infinity ? Infinity : Math.max(0, room.tokens - countTokens(text)),
  };
}
