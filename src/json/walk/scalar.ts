/** Bytes of values that hold no others. */
import { measureJsonString, utf8Length } from "#platform";
import { numberBytes } from "./number.js";
import type { Walk } from "./state.js";
import { stringBytes } from "./string.js";

/**
 * Bytes of a string, a number, a boolean or `null`. Of a string that does not fit what is left, no more than its length
 * is looked at.
 */
export function scalarBytes(walk: Walk, value: string | number | boolean | null): number {
  if (typeof value === "number") return numberBytes(value);
  if (typeof value === "string") {
    return value.length > walk.limit - walk.total
      ? value.length + walk.strings.quotes
      : stringBytes(value, walk.strings);
  }
  return value === false ? 5 : 4;
}

/** What `JSON.rawJSON` was given is written as it is, also where it is not well formed. */
export function rawBytes({ limit, total, strings }: Walk, text: string): number {
  if (text.length > limit - total) return text.length;
  return strings.layers === 1 ? utf8Length(text) : measureJsonString(text).bytes;
}

/** A date as `Date.prototype.toISOString` writes it. */
export function timeBytes({ strings }: Walk, time: number): number {
  if (Number.isNaN(time)) return "null".length;
  const hasFourDigits = time >= FIRST_OF_YEAR_0 && time < FIRST_OF_YEAR_10000;
  return strings.quotes + (hasFourDigits ? "2026-11-30T00:00:00.000Z" : "+012026-11-30T00:00:00.000Z").length;
}

/** Milliseconds. */
const FIRST_OF_YEAR_0 = -62_167_219_200_000;
const FIRST_OF_YEAR_10000 = 253_402_300_800_000;
