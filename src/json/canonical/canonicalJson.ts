import { admit, type JsonAdmission } from "../admit.js";
import { type MeasureOptions, resolveMeasureOptions } from "../measure.js";
import { stableStringify } from "./stableStringify.js";

/**
 * As `admitJson`, with the keys of every object in the order of their UTF-16 units: results that are equal give Views and
 * Spills that are equal, which keeps the caches of prompts warm. It is not the form of RFC 8785: numbers and strings are
 * written as `JSON.stringify` writes them, and lone surrogates escaped.
 *
 * @param value - anything
 * @returns the text, or the refusal of `measureJson`
 * @throws TypeError or RangeError that names the option, for a value outside its range
 * @example
 * ```ts
 * canonicalJson({ b: 1, a: [2] }); // { ok: true, text: '{"a":[2],"b":1}', bytes: 15 }
 * ```
 * @public
 */
export function canonicalJson(value: unknown, options: MeasureOptions = {}): JsonAdmission {
  return admit(value, resolveMeasureOptions(options), { compareKeys, encode: stableStringify });
}

/** The order of `Array.prototype.sort`, said so that both encoders keep it. */
function compareKeys(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
