/**
 * Encodes a value of any depth as `JSON.stringify` does. It reads properties: only for values that were measured, so that
 * nothing of them runs, no cycle keeps it going, and the text is known to be wanted.
 */
import { isRawJson, stringify } from "./walk/intrinsics.js";
import type { Gap } from "./walk/space.js";

export interface WriteOptions {
  readonly gap?: Gap;
  /** The order of an object's keys, for `Array.prototype.sort`; without it, their own. */
  readonly compareKeys?: ((one: string, other: string) => number) | undefined;
}

/** @param push - takes the pieces of the text in order, and says whether it takes more */
export function writeJson(value: unknown, { gap, compareKeys }: WriteOptions, push: (piece: string) => boolean): void {
  const open: Frame[] = [];
  const step = gap ?? "";
  let indent = gap === undefined ? "" : "\n";
  const colon = gap === undefined ? ":" : ": ";

  /** Writes a value, or opens it. */
  const put = (item: unknown): boolean => {
    if (typeof item === "string") return putString(item, push);
    if (typeof item !== "object" || item === null) return push(stringify(item) ?? "null");
    if (isRawJson(item) || isDate(item)) return push(stringify(item));
    if (Array.isArray(item)) {
      if (item.length === 0) return push("[]");
      open.push({ target: item, keys: undefined, length: item.length, next: 0 });
      indent += step;
      return push(`[${indent}`);
    }
    const keys = Object.keys(item).filter((key) => isWritten((item as Record<string, unknown>)[key]));
    if (keys.length === 0) return push("{}");
    if (compareKeys !== undefined) keys.sort(compareKeys);
    open.push({ target: item, keys, length: keys.length, next: 0 });
    indent += step;
    return push(`{${indent}`);
  };

  let goesOn = put(value);
  for (let frame = open.at(-1); goesOn && frame !== undefined; frame = open.at(-1)) {
    const { target, keys, next } = frame;
    if (next === frame.length) {
      open.pop();
      indent = indent.slice(0, indent.length - step.length);
      goesOn = push(indent + (keys === undefined ? "]" : "}"));
      continue;
    }
    frame.next++;
    const key = keys === undefined ? next : (keys[next] as string);
    if (next > 0) goesOn = push(`,${indent}`);
    if (typeof key === "string") goesOn &&= putString(key, push) && push(colon);
    goesOn &&= put((target as Record<string | number, unknown>)[key]);
  }
}

interface Frame {
  readonly target: object;
  /** Keys of an object; an array has none. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

/** A long string goes out in slices that part no pair: V8 needs several times its size to encode one at once. */
function putString(text: string, push: (piece: string) => boolean): boolean {
  if (text.length <= SLICE_UNITS) return push(stringify(text));
  let goesOn = push('"');
  for (let from = 0; goesOn && from < text.length; ) {
    let to = from + SLICE_UNITS;
    if ((text.charCodeAt(to) & 0xfc00) === 0xdc00 && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to--;
    goesOn = push(stringify(text.slice(from, to)).slice(1, -1));
    from = to;
  }
  return goesOn && push('"');
}

function isWritten(value: unknown): boolean {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}

/** Of a value that was measured, nothing but a date has a `toJSON`. */
function isDate(item: object): boolean {
  return typeof (item as { toJSON?: unknown }).toJSON === "function";
}

/** UTF-16 units encoded at a time. */
const SLICE_UNITS = 65_536;
