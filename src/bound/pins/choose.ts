/** Which of the found lines are shown, where not all of them have room. */
import { headExtent } from "../../text/extent.js";
import type { Room, TokenCounter } from "../../text/limits.js";
import { measureText, type TextSize, utf8Length } from "../../text/size.js";
import { toWellFormed } from "../../text/wellFormed.js";
import { trimEnd } from "../edges.js";
import { between, minus, UNITS } from "../room.js";
import type { PinnedLine } from "./collector.js";

/** A line as the View shows it, and how much of the source that is. */
export interface ShownPin {
  readonly line: PinnedLine;
  /** What is shown of the line. */
  readonly text: string;
  readonly shown: TextSize;
}

/** Each line is cut to a quarter of the limits, so that one alone does not take all. */
export function toShown(line: PinnedLine, room: Room, countTokens: TokenCounter): ShownPin | undefined {
  const text = trimEnd(line.text.slice(0, headExtent(line.text, quarterOf(room), countTokens).at));
  if (text === "" && line.text !== "") return undefined;
  const isWhole = line.isWhole && text === line.text;
  const shown = isWhole
    ? { bytes: line.end.bytes - line.start.bytes, chars: line.end.chars - line.start.chars, lines: 1 }
    : { bytes: utf8Length(text), chars: text.length, lines: 1 };
  return { line, text, shown };
}

/** How a line is written: with its number, and a sign that it goes on. */
export function entryOf({ line, text, shown }: ShownPin, clean: (text: string) => string): string {
  const isCut = shown.chars < line.end.chars - line.start.chars;
  return `${line.number}:${clean(toWellFormed(text))}${isCut ? "…" : ""}\n`;
}

/**
 * As many as have room: the first and the last by turns, since the first error is the cause of others and the last one of
 * the end.
 *
 * @param markerBefore - the largest marker that can stand between two of them
 */
export function choosePins(
  pins: readonly ShownPin[],
  room: Room,
  markerBefore: string,
  countTokens: TokenCounter,
): readonly ShownPin[] {
  const chosen = new Set<ShownPin>();
  let left = room;
  const take = (pin: ShownPin, beside: ShownPin | undefined): boolean => {
    const isBeside = beside !== undefined && chosen.has(beside) && Math.abs(pin.line.number - beside.line.number) === 1;
    const words = (isBeside ? "" : markerBefore) + entryOf(pin, (text) => text);
    const rest = minus(left, { ...measureText(words), tokens: left.tokens === Infinity ? 0 : countTokens(words) });
    if (UNITS.some((unit) => rest[unit] < 0)) return false;
    left = rest;
    chosen.add(pin);
    return true;
  };
  for (let from = 0, to = pins.length - 1; from <= to; ) {
    const first = pins[from] as ShownPin;
    const last = pins[to] as ShownPin;
    const hasFirst = take(first, pins[from - 1]);
    if (hasFirst) from++;
    if (from > to) break;
    const hasLast = take(last, pins[to + 1]);
    if (hasLast) to--;
    if (!hasFirst && !hasLast) break;
  }
  return pins.filter((pin) => chosen.has(pin));
}

function quarterOf(room: Room): Room {
  const half = between(NOTHING, room);
  return { ...between(NOTHING, half), lines: 1 };
}

const NOTHING: Room = { bytes: 0, chars: 0, lines: 0, tokens: 0 };
