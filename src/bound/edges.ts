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
  const from = Math.max(0, start - MAX_ESCAPE_UNITS);
  const before = suffix.slice(from, start);
  const at = before.includes(ESC) ? openEscapeAt(before) : -1;
  if (at === -1) return tail;
  const end = endOfEscape(suffix, from + at);
  return end === -1 ? "" : suffix.slice(Math.max(end, start));
}
