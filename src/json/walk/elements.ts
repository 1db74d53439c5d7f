/** Arrays: what they take at least, and their elements one by one. */
import { createList, type Frame, openFrame } from "./frames.js";
import { getPrototypeOf, getterOf, hasOwn } from "./intrinsics.js";
import { numberBytes } from "./number.js";
import { overflow, refuse, refuseCycle, type Walk } from "./state.js";
import { stringBytes } from "./string.js";

/** Counts an array's brackets, commas and line ends, and a byte for each element: all that can be said at once. */
export function enterArray(walk: Walk, array: readonly unknown[]): undefined {
  const { frames, indent, total: bytesBefore, lines: linesBefore } = walk;
  let isOdd = !walk.areArraysPlain;
  if (isOdd || !walk.trusted) {
    isOdd ||= getPrototypeOf(array) !== Array.prototype;
    if (isOdd || "toJSON" in array) {
      const inherited = walk.inheritedBy(array);
      if (inherited !== "nothing") return refuse(walk, inherited);
    }
  }
  const { length } = array;
  if (!(Number.isSafeInteger(length) && length >= 0)) return refuse(walk, "proxy"); // where proxies cannot be told
  walk.total += length === 0 ? 1 : 2 * length;
  if (indent !== undefined && length > 0) {
    walk.lines += length + 1;
    walk.total += length * indent.lineBytes(frames.depth + 1) + indent.lineBytes(frames.depth);
  }
  if (walk.total > walk.limit) return overflow(walk, array, bytesBefore);
  if (length === 0) return undefined;
  const frame = openFrame(frames, array, bytesBefore, linesBefore, walk.covered);
  if (frame === undefined) return refuseCycle(walk, array, bytesBefore);
  frame.isArray = true;
  frame.isOdd = isOdd;
  frame.next = 0;
  frame.end = length;
  return undefined;
}

/**
 * Counts elements up to the next container.
 *
 * @returns the container; `undefined` at the end of the array, or where the walk stops
 */
export function nextElement(walk: Walk, frame: Frame): object | undefined {
  const { trusted, limit, strings } = walk;
  const { isOdd } = frame;
  const array = frame.target as readonly unknown[];
  let { total } = walk;
  let missing = 0; // one after the other, the last of them at `missingAt`
  let missingAt = -1;
  while (frame.next < frame.end) {
    const index = frame.present === undefined ? frame.next : (frame.present[frame.next] as number);
    frame.next++;
    if (!trusted && getterOf(array, index) !== undefined) return refuse(walk, "accessor");
    const value = array[index];
    if (isOdd && value !== undefined && !hasOwn(array, index)) return refuse(walk, "accessor");
    if (typeof value === "number") total += numberBytes(value) - 1;
    else if (typeof value === "string") {
      total += value.length > limit - total ? value.length : stringBytes(value, strings) - 1;
    } else if (typeof value === "object" && value !== null) {
      walk.total = total;
      return value;
    } else if (value === undefined) {
      total += 3;
      missing = index === missingAt + 1 ? missing + 1 : 1;
      missingAt = index;
      if (missing === MOST_MISSING && !hasOwn(array, index)) total += 3 * skipMissing(frame);
    } else {
      walk.total = total;
      const bytes = otherBytes(walk, value);
      if (bytes === 0) return undefined;
      total += bytes - 1;
    }
    if (total > limit) {
      walk.total = total;
      return overflow(walk);
    }
  }
  walk.total = total;
  return undefined;
}

/** @returns 0 where the walk stops */
function otherBytes(walk: Walk, value: unknown): number {
  if (typeof value === "boolean") return value ? 4 : 5;
  if (typeof value === "bigint") {
    refuse(walk, walk.inheritedBy(BigInt.prototype) === "nothing" ? "bigint" : "toJSON");
    return 0;
  }
  if (typeof value === "function") {
    const inherited = walk.inheritedBy(value);
    if (inherited !== "nothing") {
      refuse(walk, inherited);
      return 0;
    }
  }
  return "null".length;
}

/**
 * An array of which so much is missing may be billions long: goes on with what is there.
 *
 * @returns how many elements are not
 */
function skipMissing(frame: Frame): number {
  const { target, next, end } = frame;
  const present: number[] = createList(false);
  let count = 0;
  // Elements come first, and in order.
  for (const key of Reflect.ownKeys(target)) {
    const index = Number(key);
    if (!(index < end)) break;
    if (index >= next) present[count++] = index;
  }
  frame.present = present;
  frame.next = 0;
  frame.end = count;
  return end - next - count;
}

/** Elements missing one after the other, after which it is worth to ask which ones are there. */
const MOST_MISSING = 65_536;
