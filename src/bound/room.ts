/** Arithmetic on limits, unit by unit. */
import type { LimitedBy, Room } from "../text/limits.js";

export const UNITS: readonly LimitedBy[] = ["bytes", "chars", "lines", "tokens"];

export function sum(first: Room, second: Room): Room {
  return combine(first, second, (a, b) => a + b);
}

export function minus(first: Room, second: Room): Room {
  return combine(first, second, (a, b) => a - b);
}

export function minimum(first: Room, second: Room): Room {
  return combine(first, second, Math.min);
}

export function between(first: Room, second: Room): Room {
  return combine(first, second, (a, b) => (a === b ? a : Math.floor((a + b) / 2)));
}

function combine(first: Room, second: Room, of: (a: number, b: number) => number): Room {
  return {
    bytes: of(first.bytes, second.bytes),
    chars: of(first.chars, second.chars),
    lines: of(first.lines, second.lines),
    tokens: of(first.tokens, second.tokens),
  };
}
