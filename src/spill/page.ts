/** Lines gathered until the limits are reached, in time linear in their length. */
import { headExtent } from "../text/extent.js";
import type { Room, TokenCounter } from "../text/limits.js";
import { utf8Length } from "../text/size.js";

export interface Page {
  /** Adds all of the lines, or none if they do not fit. */
  add(lines: readonly string[]): boolean;
  /** Adds as much of a line as fits; the page is full then. */
  addCut(line: string): void;
  isEmpty(): boolean;
  /** The lines, joined. */
  text(): string;
}

export function createPage(room: Room, countTokens: TokenCounter): Page {
  const entries: string[] = [];
  let left = room;
  return {
    add(lines) {
      let rest = left;
      for (const line of lines) {
        const joined = entries.length === 0 && rest === left ? line : `\n${line}`;
        rest = {
          bytes: rest.bytes - utf8Length(joined),
          chars: rest.chars - joined.length,
          lines: rest.lines - 1,
          tokens: rest.tokens === Infinity ? Infinity : rest.tokens - countTokens(joined),
        };
      }
      if (Math.min(rest.bytes, rest.chars, rest.lines, rest.tokens) < 0) return false;
      for (const line of lines) entries.push(line); // as arguments, a million would overflow the stack
      left = rest;
      return true;
    },
    addCut(line) {
      entries.push(line.slice(0, headExtent(line, left, countTokens).at));
      left = NO_ROOM;
    },
    isEmpty: () => entries.length === 0,
    text: () => entries.join("\n"),
  };
}

const NO_ROOM: Room = { bytes: 0, chars: 0, lines: 0, tokens: 0 };
