/**
 * JSON text of any value, without running code of the value's own: no getter, no `toJSON`, no proxy trap. For plain data
 * it is what `JSON.stringify` gives; what has no JSON becomes a marked string in its place.
 */
import { isProxy } from "#platform";
import { createOutput } from "./output.js";

export interface RenderedJson {
  readonly text: string;
  /** Whether a marked string stands for anything. */
  readonly altered: boolean;
}

/**
 * Renders iteratively: depth is limited by memory alone.
 *
 * @param maxUnits - UTF-16 units after which what is open is closed, so that the text stays JSON
 */
export function renderJson(value: unknown, maxUnits = MAX_TEXT_UNITS): RenderedJson {
  const output = createOutput();
  const open: Frame[] = [];
  const ancestors = new Set<object>();
  let altered = false;

  const mark = (what: string) => {
    altered = true;
    output.push(JSON.stringify(`[${what}]`));
  };

  /** Writes a value, or opens it. */
  const put = (item: unknown) => {
    if (typeof item === "bigint") return mark(bigintText(item));
    if (item === undefined || typeof item === "function" || typeof item === "symbol") return mark(typeof item);
    if (typeof item !== "object" || item === null) return void output.push(JSON.stringify(item));
    if (ancestors.has(item)) return mark("cycle");
    const plain = classify(item);
    if (typeof plain === "string") return mark(plain);
    if ("json" in plain) return void output.push(plain.json);
    output.push(plain.keys === undefined ? "[" : "{");
    ancestors.add(item);
    open.push({ target: item, ...plain, next: 0, written: 0 });
  };

  put(value);
  for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
    // Shared references can make a text of any size from a few objects.
    if (output.units() > maxUnits && frame.next < frame.length) {
      altered = true;
      frame.next = frame.length;
    }
    if (frame.next === frame.length) {
      output.push(frame.keys === undefined ? "]" : "}");
      ancestors.delete(frame.target);
      open.pop();
      continue;
    }
    const key = frame.keys === undefined ? String(frame.next) : (frame.keys[frame.next] as string);
    frame.next++;
    const { item, isAccessor } = readProperty(frame.target, key);
    const isAbsent = !isAccessor && (item === undefined || typeof item === "function" || typeof item === "symbol");
    if (isAbsent && frame.keys !== undefined) continue; // as JSON.stringify: left out of objects, null in arrays
    if (frame.written++ > 0) output.push(",");
    if (frame.keys !== undefined) output.push(`${JSON.stringify(key)}:`);
    if (isAccessor) mark("accessor");
    else if (isAbsent) output.push("null");
    else put(item);
  }
  return { text: output.text(), altered };
}

interface Frame {
  readonly target: object;
  /** Keys of an object; an array has none. */
  readonly keys?: readonly string[];
  readonly length: number;
  next: number;
  written: number;
}

/** Reads a property without running a getter. */
function readProperty(target: object, key: string): { item?: unknown; isAccessor: boolean } {
  try {
    const property = Object.getOwnPropertyDescriptor(target, key);
    if (property === undefined) return { isAccessor: false };
    return "value" in property ? { item: property.value, isAccessor: false } : { isAccessor: true };
  } catch {
    return { isAccessor: true }; // a trap, where the runtime has no test for proxies
  }
}

/** How an object is written: its members, its JSON text, or why it has none. */
function classify(item: object): { keys?: readonly string[]; length: number } | { json: string } | string {
  try {
    if (isProxy(item)) return "proxy";
    const prototype = Object.getPrototypeOf(item) as object | null;
    if (prototype === Date.prototype && !Object.hasOwn(item, "toISOString") && !Object.hasOwn(item, "toJSON")) {
      return { json: JSON.stringify(new Date(Date.prototype.getTime.call(item))) };
    }
    if (inheritsToJson(item)) return "toJSON";
    if (Array.isArray(item)) {
      return item.length > MAX_ARRAY_LENGTH ? `array of ${item.length}` : { length: item.length };
    }
    if (prototype !== Object.prototype && prototype !== null && isBoxed(item)) return "boxed";
    const keys = Object.keys(item);
    return { keys, length: keys.length };
  } catch {
    return "proxy"; // only a trap can throw here, where the runtime has no test for proxies
  }
}

function inheritsToJson(item: object): boolean {
  for (let owner: object | null = item; owner !== null; owner = Object.getPrototypeOf(owner) as object | null) {
    if (owner !== item && isProxy(owner)) return true;
    const property = Object.getOwnPropertyDescriptor(owner, "toJSON");
    if (property !== undefined) return !("value" in property) || typeof property.value === "function";
  }
  return false;
}

/** JSON.stringify unboxes these by calling `valueOf` or `toString`, which may be anybody's. */
function isBoxed(item: object): boolean {
  return BOXES.some((box) => {
    try {
      Reflect.apply(box.valueOf, item, []);
      return true;
    } catch {
      return false;
    }
  });
}

/** A huge bigint takes quadratic time to print. */
function bigintText(value: bigint): string {
  return value === BigInt.asIntN(128, value) ? `bigint ${value}` : "bigint";
}

const BOXES = [Number.prototype, String.prototype, Boolean.prototype, BigInt.prototype];
/** Items. A longer one is all but certainly holes: `new Array(4e9)` would take 20 GB of `null`. */
const MAX_ARRAY_LENGTH = 2 ** 26;
/** UTF-16 units, below what a string of V8 can hold (2^29 − 24). */
const MAX_TEXT_UNITS = 2 ** 28;
