/** A View begins and ends outside of terminal escape sequences: half of one would swallow what comes behind it. */
import { ESC, endOfEscape, MAX_ESCAPE_UNITS, openEscapeAt } from "../text/escape.js";
import type { SourceText } from "../text/source.js";

/** Takes a sequence off that a kept part's end cuts short. */
export function trimEnd(kept: string): string {
  if (!kept.includes(ESC)) return kept;
  const at = openEscapeAt(kept);
  return at === -1 ? kept : kept.slice(0, at);
}

/** Takes the rest of a sequence off that began before a kept suffix. */
export function trimStart(tail: string, { suffix }: SourceText): string {
  const start = suffix.length - tail.length;
  const from = Math.max(0, start - 2 * MAX_ESCAPE_UNITS);
  const before = suffix.slice(from, start);
  const first = before.includes(ESC) ? openEscapeAt(before) : -1;
  if (first === -1) return tail;
  // Of a chain of sequences that each break the one before off, the last one reaches into the tail.
  let at = from + first;
  while (at < start) {
    at = endOfEscape(suffix, at);
    if (at === -1) return "";
  }
  return suffix.slice(at);
}
