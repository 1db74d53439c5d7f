/** What stands around the JSON of a text, and how much of it is shown. */
import { fitsRoom } from "../../text/fits.js";
import type { Room, TokenCounter } from "../../text/limits.js";
import { measureText } from "../../text/size.js";
import type { Located } from "./locate.js";
import type { Span } from "./members.js";
import { skipSpace } from "./scan.js";

export type Around = readonly [before: Span, behind: Span];

/**
 * What stands around the JSON is shown whole: words, if that leaves the JSON half of every limit, and white space, if it
 * takes next to nothing.
 *
 * @returns `undefined` where words take more
 */
export function aroundToShow(located: Located, room: Room, countTokens: TokenCounter): Around | undefined {
  const { source, start, end } = located;
  const { text } = source;
  const hasWords = hasWordsAround(located);
  const share = hasWords ? WORDS_SHARE : SPACE_SHARE;
  const [before, behind] = [text.slice(0, start), text.slice(end)];
  // The lines on which the JSON begins and ends are its own.
  const isSmall =
    fitsRoom(before + behind, { ...shareOf(room, share), lines: Infinity }, countTokens) &&
    measureText(`${before}0`).lines + measureText(`0${behind}`).lines - 2 <= room.lines * share;
  if (!isSmall && hasWords) return undefined;
  return [
    { start: isSmall ? 0 : start, end: start },
    { start: end, end: isSmall ? text.length : end },
  ];
}

export function hasWordsAround({ source: { text }, start, end }: Located): boolean {
  return skipSpace(text, 0) < start || skipSpace(text, end) < text.length;
}

function shareOf({ bytes, chars, lines, tokens }: Room, share: number): Room {
  return { bytes: bytes * share, chars: chars * share, lines: lines * share, tokens: tokens * share };
}

/** What words may take of each limit, and white space. */
const WORDS_SHARE = 1 / 2;
const SPACE_SHARE = 1 / 16;
