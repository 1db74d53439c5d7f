/** The two kept parts of a text that does not fit. */
import { type Boundary, type Snap, snapHead, snapTail } from "./boundary.js";
import { detach } from "./detach.js";
import { type Extent, headExtent, NEWLINE, tailExtent } from "./extent.js";
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
  if (share === 1) return toSides(prefix, keptHead(prefix, room, snap), suffix, NO_TAIL);
  if (share === 0) return toSides(prefix, NO_HEAD, suffix, keptTail(suffix, room, snap));

  const first = keptHead(prefix, shareOf(room, share), snap);
  const tail = keptTail(suffix, less(room, prefix.slice(0, first.at), snap), snap);
  const left = less(room, suffix.slice(tail.at), snap);
  const head = longerHead(prefix, first, left, snap);
  return toSides(prefix, gap ? head : apart(head, prefix, tail.at, left, snap), suffix, tail);
}

/** The sides as texts of their own. */
function toSides(prefix: string, head: Extent, suffix: string, tail: Extent): Sides {
  const isHeadEmpty = head === NO_HEAD || (head.at === 0 && tail.at < suffix.length);
  const { limitedBy = "bytes" } = isHeadEmpty ? tail : head;
  return { head: detach(prefix.slice(0, head.at)), tail: detach(suffix.slice(tail.at)), limitedBy };
}

function keptHead(text: string, room: Room, snap: Snap): Extent {
  const extent = headExtent(text, room, snap.countTokens);
  const at = snapHead(text, extent.at, snap);
  return isInside(text.slice(0, at), room, snap) ? { ...extent, at } : extent;
}

/** The head again, where it has more room than at first: it goes on from there, but where tokens must be counted anew. */
function longerHead(text: string, first: Extent, room: Room, snap: Snap): Extent {
  if (first.at === 0 || room.tokens !== Infinity) return keptHead(text, room, snap);
  const rest = less(room, text.slice(0, first.at), snap);
  // A head that stops inside a line has paid for that line already.
  const lines = text.charCodeAt(first.at - 1) === NEWLINE ? rest.lines : rest.lines + 1;
  const { at, limitedBy } = headExtent(text.slice(first.at), { ...rest, lines }, snap.countTokens);
  return { at: snapHead(text, first.at + at, snap), ...(limitedBy === undefined ? {} : { limitedBy }) };
}

function keptTail(text: string, room: Room, snap: Snap): Extent {
  const extent = tailExtent(text, room, snap.countTokens);
  const at = snapTail(text, extent.at, snap);
  return isInside(text.slice(at), room, snap) ? { ...extent, at } : extent;
}

/** Less text is less of everything but tokens: half a word can cost more of them than the word. */
function isInside(kept: string, room: Room, snap: Snap): boolean {
  return snap.boundary === "codePoint" || isWithinTokens(kept, room, snap);
}

function isWithinTokens(kept: string, room: Room, { countTokens }: Snap): boolean {
  return room.tokens === Infinity || countTokens(kept) <= room.tokens;
}

/**
 * The sides of a text that does not fit cannot meet as long as counts add up. A token counter that breaks this rule gets
 * its head shortened until a code point is left out between them.
 */
function apart(head: Extent, text: string, tailStart: number, room: Room, snap: Snap): Extent {
  if (head.at < tailStart) return head;
  const before = Math.max(0, tailStart - 1);
  const at = splitsPair(text, before) ? before - 1 : before;
  return { ...head, at: isWithinTokens(text.slice(0, at), room, snap) ? at : 0 };
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

const NO_HEAD: Extent = { at: 0 };
const NO_TAIL: Extent = { at: Number.POSITIVE_INFINITY };
