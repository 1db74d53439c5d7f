import { measureJsonString, tellsProxies, utf8Length } from "#platform";
import { MAX_STRING_UNITS } from "./maxString.js";
import { type MeasureOptions, resolveMeasureOptions } from "./measure.js";
import { createOutput } from "./output.js";
import type { JsonRefusal } from "./types.js";
import { stringify } from "./walk/intrinsics.js";
import { type Gap, spaceOf } from "./walk/space.js";
import type { WalkPlan } from "./walk/state.js";
import { walkJson } from "./walk/walk.js";
import { type WriteOptions, writeJson } from "./write.js";

/** The JSON of a value that was admitted, or why it was not. @public */
export type JsonAdmission =
  | {
      readonly ok: true;
      /** What `JSON.stringify` makes of the value, with the same `space`; once encoded, whatever `layers` says. */
      readonly text: string;
      /** Its size as `measureJson` gives it: with `layers: 2`, of the text as a JSON string. */
      readonly bytes: number;
    }
  | JsonRefusal;

/**
 * Encodes a value only if it fits: it is measured first, and nothing in proportion to its text exists before it is
 * admitted. Any depth is encoded, also where `JSON.stringify` would overflow the stack. Both steps are of one synchronous
 * turn: nobody changes the value in between.
 *
 * A text longer than a string can be (536,870,888 UTF-16 units) is refused as one over the limit, with its size, whatever
 * `maxBytes` is.
 *
 * @param value - anything
 * @returns the text, or the refusal of `measureJson`
 * @throws TypeError or RangeError that names the option, for a value outside its range
 * @example
 * ```ts
 * admitJson({ id: 1 }, { maxBytes: 100 }); // { ok: true, text: '{"id":1}', bytes: 8 }
 * admitJson("x".repeat(1000), { maxBytes: 100 }); // { ok: false, reason: "capacity", atLeast: 1002 }
 * ```
 * @public
 */
export function admitJson(value: unknown, options: MeasureOptions = {}): JsonAdmission {
  return admit(value, resolveMeasureOptions(options));
}

/** Another order of an object's keys than its own. */
export interface KeyOrder {
  /** For `Array.prototype.sort`. */
  compareKeys(one: string, other: string): number;
  /** Encodes in that order, on one line. It may throw where a value is too deep for the stack. */
  encode(value: unknown): string;
}

export function admit(value: unknown, plan: WalkPlan, order?: KeyOrder): JsonAdmission {
  const measured = walkJson(value, plan);
  if (!measured.ok) return measured;
  const { bytes } = measured;
  const { gap, layers } = plan;
  const hasSize = (text: string) => bytes === (layers === 1 ? utf8Length(text) : measureJsonString(text).bytes + 2);
  try {
    if (bytes > MAX_STRING_UNITS && !fitsString(value, bytes, { gap })) return tooLong(bytes);
    let text = bytes <= MOST_NATIVE_BYTES ? encodeByStack(value, gap, order) : undefined;
    // A stranger's encoder may see things in another way.
    if (text === undefined || (order !== undefined && !hasSize(text))) {
      text = encodeAnyDepth(value, { gap, compareKeys: order?.compareKeys });
    }
    if (tellsProxies || hasSize(text)) return { ok: true, text, bytes };
  } catch {
    if (tellsProxies) return tooLong(bytes); // longer than a string of this engine, or than its memory
  }
  return { ok: false, reason: "unsupported", kind: "proxy", pointer: "", atLeast: 0 };
}

/** @returns `undefined` where the value is too deep */
function encodeByStack(value: unknown, gap: Gap, order: KeyOrder | undefined): string | undefined {
  if (order !== undefined && gap !== undefined) return undefined;
  try {
    return order === undefined ? stringify(value, undefined, spaceOf(gap)) : order.encode(value);
  } catch {
    return undefined;
  }
}

function encodeAnyDepth(value: unknown, options: WriteOptions): string {
  const output = createOutput();
  writeJson(value, options, (piece) => {
    output.push(piece);
    return true;
  });
  return output.text();
}

/** Counts the units of a text of which only the bytes are known; a unit takes three at most. */
function fitsString(value: unknown, bytes: number, options: WriteOptions): boolean {
  if (bytes > 3 * MAX_STRING_UNITS + 2) return false;
  let units = 0;
  writeJson(value, options, (piece) => {
    units += piece.length;
    return units <= MAX_STRING_UNITS;
  });
  return units <= MAX_STRING_UNITS;
}

function tooLong(bytes: number): JsonRefusal {
  return { ok: false, reason: "capacity", atLeast: bytes };
}

/** 128 MiB. `JSON.stringify` of a string of 300 MB, the second time, ends a process of Node 26. */
const MOST_NATIVE_BYTES = 2 ** 27;
