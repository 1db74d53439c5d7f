/** The `space` of `JSON.stringify`: what it means, and what it takes. */
import { measureJsonString, utf8Length } from "#platform";
import type { Layers } from "../types.js";
import { stringify } from "./intrinsics.js";

/** What one level is indented by; `undefined` where all stands on one line. */
export type Gap = string | undefined;

/** @throws TypeError if it is neither a number nor a string */
export function resolveSpace(space: unknown): Gap {
  const plain = typeof space === "object" && space !== null ? unboxed(space) : space;
  if (plain === undefined || plain === "") return undefined;
  if (typeof plain === "string") return plain.slice(0, MAX_UNITS);
  if (typeof plain === "number") {
    if (plain >= 1) return " ".repeat(Math.min(MAX_UNITS, Math.floor(plain)));
    return plain > 0 && hasLinesOfNothing() ? "" : undefined; // NaN compares false, and is 0 to JSON.stringify
  }
  throw new TypeError(`space must be a number or a string, got ${plain === null ? "null" : `a ${typeof plain}`}`);
}

/** The `space` for which JSON.stringify indents so. */
export function spaceOf(gap: Gap): string | number | undefined {
  return gap === "" ? 0.5 : gap;
}

/** By ECMA-262, less than one blank is none, and puts all on one line. V8 ends lines, and indents them by nothing. */
function hasLinesOfNothing(): boolean {
  return stringify([0], undefined, 0.5) !== "[0]";
}

/** Sizes of line ends and indents in one layer. */
export interface Indent {
  /** Bytes of a newline and the indent behind it, on a level from 0 on. */
  lineBytes(level: number): number;
  /** By how many bytes a line grows when it moves in by a level, from level 1 on. */
  readonly levelBytes: number;
}

/** @returns `undefined` for a text without line ends */
export function createIndent(gap: Gap, layers: Layers): Indent | undefined {
  if (gap === undefined) return undefined;
  const bytesOf = (text: string) => (layers === 1 ? utf8Length(text) : measureJsonString(text).bytes);
  const newline = bytesOf("\n");
  const first = bytesOf(gap);
  // Where a gap begins and ends with halves of a pair, two of them make a pair: less than twice the bytes.
  const levelBytes = bytesOf(gap + gap) - first;
  return {
    lineBytes: (level) => (level === 0 ? newline : newline + first + (level - 1) * levelBytes),
    levelBytes,
  };
}

/** JSON.stringify takes `new Number(2)`, too. */
function unboxed(space: object): unknown {
  for (const box of [Number.prototype, String.prototype]) {
    try {
      return Reflect.apply(box.valueOf, space, []);
    } catch {
      // Something else.
    }
  }
  return space;
}

/** UTF-16 units of an indent. */
const MAX_UNITS = 10;
