/**
 * What `cut` must do, written from DESIGN §1 and §4.2 the slow and obvious way: every place where a cut may fall is tried,
 * from the longest kept part to the shortest, and measured by code that knows nothing of the implementation's.
 */
import type { Boundary } from "../../src/text/boundary.js";
import type { LimitedBy, Limits, TokenCounter } from "../../src/text/limits.js";
import type { Keep } from "../../src/text/sides.js";
import type { NaiveSize } from "../support/arbitraries.js";

const UNITS = ["bytes", "chars", "lines", "tokens"] as const;
type Caps = Readonly<Record<LimitedBy, number>>;

export interface ReferenceOptions {
  readonly keep: Keep;
  readonly headShare: number;
  readonly boundary: Boundary;
  readonly countTokens: TokenCounter;
}

export interface ReferenceCut {
  readonly truncated: boolean;
  readonly limitedBy?: LimitedBy;
  readonly head: string;
  readonly tail: string;
  readonly shown: NaiveSize;
  readonly omitted: NaiveSize;
  readonly total: NaiveSize;
}

/** UTF-8 bytes: a lone surrogate counts 3, any other code point what its encoding takes. */
export function naiveBytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) as number;
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

/** A line ends at `\n`; a final one does not start another. */
function naiveLines(text: string): number {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.length - 1 : lines.length;
}

export function naiveSize(text: string): NaiveSize {
  return { bytes: naiveBytes(text), chars: text.length, lines: naiveLines(text) };
}

export function naiveFits(text: string, limits: Limits, countTokens: TokenCounter): boolean {
  return exceeded(text, capsOf(limits), countTokens) === undefined;
}

export function referenceCut(text: string, limits: Limits, options: ReferenceOptions): ReferenceCut {
  const caps = capsOf(limits);
  const total = naiveSize(text);
  if (exceeded(text, caps, options.countTokens) === undefined) {
    return { truncated: false, head: text, tail: "", shown: total, omitted: { bytes: 0, chars: 0, lines: 0 }, total };
  }
  const { head, tail, limitedBy } = cutSides(text, caps, options);
  const shown = sizeOfShown(text, head.length, tail.length);
  const omitted = {
    bytes: total.bytes - shown.bytes,
    chars: total.chars - shown.chars,
    lines: total.lines - shown.lines,
  };
  return { truncated: true, limitedBy, head, tail, shown, omitted, total };
}

/**
 * Counted apart from the cut: a character is shown if its index is in either part, a line if any of its characters is.
 */
export function sizeOfShown(text: string, headChars: number, tailChars: number): NaiveSize {
  const isShown = (index: number) => index < headChars || index >= text.length - tailChars;
  const shownLines = new Set<number>();
  let line = 0;
  for (let index = 0; index < text.length; index++) {
    if (isShown(index)) shownLines.add(line);
    if (text[index] === "\n") line++;
  }
  const bytes = naiveBytes(text.slice(0, headChars)) + naiveBytes(text.slice(text.length - tailChars));
  return { bytes, chars: headChars + tailChars, lines: shownLines.size };
}

interface Side {
  readonly kept: string;
  readonly limitedBy: LimitedBy | undefined;
}

/**
 * `"head"` and `"tail"` have the whole limits. For `"ends"` the head first gets its share of each limit, then the tail
 * all that is left of each limit, then the head again all that the tail left. headShare 0 is `"tail"`, 1 is `"head"`.
 */
function cutSides(text: string, caps: Caps, options: ReferenceOptions) {
  const share = options.keep === "head" ? 1 : options.keep === "tail" ? 0 : options.headShare;
  if (share === 1) {
    const { kept, limitedBy } = keptHead(text, caps, caps, options);
    return { head: kept, tail: "", limitedBy: limitedBy as LimitedBy };
  }
  if (share === 0) {
    const { kept, limitedBy } = keptTail(text, caps, caps, options);
    return { head: "", tail: kept, limitedBy: limitedBy as LimitedBy };
  }
  const first = keptHead(text, shareOf(caps, share), caps, options);
  const tail = keptTail(text, less(caps, first.kept, options), caps, options);
  const head = keptHead(text, less(caps, tail.kept, options), caps, options);
  // The kept part nearest the omission, the head first: the tail only where there is no head but a tail.
  const nearest = head.kept === "" && tail.kept !== "" ? tail : head;
  return { head: head.kept, tail: tail.kept, limitedBy: nearest.limitedBy as LimitedBy };
}

/** floor(limit × share) of each limit; lines are rounded, and from two lines on each side has at least one. */
function shareOf(caps: Caps, share: number): Caps {
  const { bytes, chars, lines, tokens } = caps;
  let ofLines = Math.round(lines * share);
  if (lines >= 2) {
    if (ofLines < 1) ofLines = 1;
    if (ofLines > lines - 1) ofLines = lines - 1;
  }
  return {
    bytes: Math.floor(bytes * share),
    chars: Math.floor(chars * share),
    lines: ofLines,
    tokens: Math.floor(tokens * share),
  };
}

function less(caps: Caps, used: string, { countTokens }: ReferenceOptions): Caps {
  return {
    bytes: caps.bytes - naiveBytes(used),
    chars: caps.chars - used.length,
    lines: caps.lines - naiveLines(used),
    tokens: Math.max(0, caps.tokens - countTokens(used)),
  };
}

function keptHead(text: string, caps: Caps, whole: Caps, options: ReferenceOptions): Side {
  const { countTokens, boundary } = options;
  const places = codePointPlaces(text);
  let end = 0;
  for (const place of places.toReversed()) {
    if (exceeded(text.slice(0, place), caps, countTokens) !== undefined) continue;
    end = place;
    break;
  }
  const next = places.find((place) => place > end);
  const limitedBy = next === undefined ? undefined : exceeded(text.slice(0, next), caps, countTokens);
  return {
    kept: text.slice(
      0,
      movedHead(text, end, boundary, (part) => fitsAlone(part, whole, countTokens)),
    ),
    limitedBy,
  };
}

function keptTail(text: string, caps: Caps, whole: Caps, options: ReferenceOptions): Side {
  const { countTokens, boundary } = options;
  const places = codePointPlaces(text);
  let start = text.length;
  for (const place of places) {
    if (exceeded(text.slice(place), caps, countTokens) !== undefined) continue;
    start = place;
    break;
  }
  const next = places.findLast((place) => place < start);
  const limitedBy = next === undefined ? undefined : exceeded(text.slice(next), caps, countTokens);
  return {
    kept: text.slice(movedTail(text, start, boundary, (part) => fitsAlone(part, whole, countTokens))),
    limitedBy,
  };
}

/**
 * A head ends at a boundary of the wanted kind. A grapheme is parted only where the head would stay empty and the grapheme
 * would not fit the whole limits; a line where the head would stay empty or the line would not fit the whole limits, and
 * then not between `\r` and `\n`.
 */
function movedHead(text: string, end: number, boundary: Boundary, fitsWhole: (part: string) => boolean): number {
  if (end === 0 || boundary === "codePoint") return end;
  const places = boundary === "line" ? linePlaces(text) : graphemePlaces(text);
  if (places.includes(end)) return end;
  const start = places.findLast((place) => place < end) as number;
  const part = text.slice(
    start,
    places.find((place) => place > end),
  );
  if (boundary === "grapheme") return start === 0 && !fitsWhole(part) ? end : start;
  if (start > 0 && fitsWhole(part)) return start;
  return text.slice(end - 1, end + 1) === "\r\n" ? end - 1 : end;
}

/** The mirror image. */
function movedTail(text: string, start: number, boundary: Boundary, fitsWhole: (part: string) => boolean): number {
  if (start === text.length || boundary === "codePoint") return start;
  const places = boundary === "line" ? linePlaces(text) : graphemePlaces(text);
  if (places.includes(start)) return start;
  const end = places.find((place) => place > start) as number;
  const part = text.slice(
    places.findLast((place) => place < start),
    end,
  );
  if (boundary === "grapheme") return end === text.length && !fitsWhole(part) ? start : end;
  if (end < text.length && fitsWhole(part)) return end;
  return text.slice(start - 1, start + 1) === "\r\n" ? start + 1 : start;
}

/** Every index that is not inside a surrogate pair. */
export function codePointPlaces(text: string): number[] {
  let at = 0;
  return [0, ...Array.from(text, (codePoint) => (at += codePoint.length))];
}

export function graphemePlaces(text: string): number[] {
  const segments = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text);
  return [...Array.from(segments, ({ index }) => index), text.length];
}

function linePlaces(text: string): number[] {
  const places = [0];
  for (let index = 0; index < text.length; index++) if (text[index] === "\n") places.push(index + 1);
  return [...places, text.length];
}

/** The first of the limits, in the order of ties, that a text exceeds. */
function exceeded(text: string, caps: Caps, countTokens: TokenCounter): LimitedBy | undefined {
  if (text === "") return undefined;
  if (text.length > caps.bytes) return "bytes"; // a character has a byte at least
  const size = { ...naiveSize(text), tokens: countTokens(text) };
  return UNITS.find((unit) => size[unit] > caps[unit]);
}

function fitsAlone(part: string, whole: Caps, countTokens: TokenCounter): boolean {
  return exceeded(part, whole, countTokens) === undefined;
}

function capsOf({ maxBytes, maxChars, maxLines, maxTokens }: Limits): Caps {
  return {
    bytes: maxBytes ?? Number.POSITIVE_INFINITY,
    chars: maxChars ?? Number.POSITIVE_INFINITY,
    lines: maxLines ?? Number.POSITIVE_INFINITY,
    tokens: maxTokens ?? Number.POSITIVE_INFINITY,
  };
}
