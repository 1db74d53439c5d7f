import { checkBoolean, checkLimit, checkObject } from "../internal/check.js";
import type { JsonRefusal, Layers } from "./types.js";
import { resolveSpace } from "./walk/space.js";
import type { WalkPlan } from "./walk/state.js";
import { walkJson } from "./walk/walk.js";

/** Options of `measureJson` and `admitJson`. Further fields are ignored. @public */
export interface MeasureOptions {
  /** Bytes that the size may have, of the layer that is measured: an integer ≥ 0. @defaultValue Infinity */
  readonly maxBytes?: number | undefined;
  /** As the third argument of `JSON.stringify`. @defaultValue none: everything on one line */
  readonly space?: number | string | undefined;
  /** 2 measures the JSON as a string inside of JSON, its quotes included. @defaultValue 1 */
  readonly layers?: Layers | undefined;
  /**
   * Whether the value is known to be plain data, as `JSON.parse` and structured clone make it: getters, proxies and `toJSON`
   * of objects and arrays are not looked for, which takes half the time. Cycles are found all the same.
   * @defaultValue false
   */
  readonly trusted?: boolean | undefined;
}

/** The size of a value in JSON, or why it has none within what was asked. @public */
export type JsonMeasure =
  | {
      readonly ok: true;
      /** UTF-8 bytes. */
      readonly bytes: number;
    }
  | JsonRefusal;

/**
 * How many bytes `JSON.stringify` would make of a value: exactly, without the text, and without running code of the value.
 * With a limit it stops early, after work in proportion to the limit (and to the keys of one wide object). It does not
 * recurse, and what a value refers to more than once is counted each time, but gone through once.
 *
 * Where the runtime has no test for proxies (anything but Node), their traps do run; one that throws makes the value
 * `"proxy"`.
 *
 * @param value - anything
 * @returns the size; or that it is larger than the limit (or than 2^53 − 1), or what in it has no JSON, whichever is met
 * first on the way through the value
 * @throws TypeError or RangeError that names the option, for a value outside its range
 * @example
 * ```ts
 * measureJson({ name: "naïve", tags: ["🟡"] }); // { ok: true, bytes: 33 }
 * measureJson(new Array(1e9), { maxBytes: 50_000 }); // { ok: false, reason: "capacity", atLeast: 2000000001 }
 * measureJson({ rows: [{ id: 1n }] }); // { ok: false, reason: "unsupported", kind: "bigint", pointer: "/rows/0/id", … }
 * ```
 * @public
 */
export function measureJson(value: unknown, options: MeasureOptions = {}): JsonMeasure {
  return walkJson(value, resolveMeasureOptions(options));
}

export function resolveMeasureOptions(options: MeasureOptions): WalkPlan {
  checkObject("options", options);
  const { maxBytes = Number.POSITIVE_INFINITY, space, layers = 1, trusted = false } = options;
  return {
    maxBytes: checkLimit("maxBytes", maxBytes),
    gap: resolveSpace(space),
    layers: checkLayers(layers),
    trusted: checkBoolean("trusted", trusted),
  };
}

function checkLayers(layers: unknown): Layers {
  if (layers === 1 || layers === 2) return layers;
  const Kind = typeof layers === "number" ? RangeError : TypeError;
  throw new Kind(`layers must be 1 or 2, got ${typeof layers === "number" ? layers : `a ${typeof layers}`}`);
}
