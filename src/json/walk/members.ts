/** Objects: their members, of which those that are containers wait until the others are counted. */
import { type Failure, openFrame } from "./frames.js";
import { getterOf } from "./intrinsics.js";
import { numberBytes } from "./number.js";
import { keep, overflow, refuse, refuseCycle, type Walk } from "./state.js";
import { stringBytes } from "./string.js";

/**
 * Counts an object's braces, keys and scalar values, and a byte for each member that is a container.
 *
 * @param keys - its own enumerable keys; without them it must inherit nothing enumerable
 */
export function enterObject(walk: Walk, object: object, keys?: readonly string[]): undefined {
  const { frames, total: bytesBefore, lines: linesBefore } = walk;
  const { childCount } = frames;
  walk.total = bytesBefore + 1;
  walk.failure = undefined;
  const source = object as Record<string, unknown>;
  const members = keys === undefined ? scanOwn(walk, source) : scanKeys(walk, source, keys);
  if (members > 0) walk.lines += members + 1;
  const failure = walk.failure as Failure | undefined; // set by the scan
  if (failure === undefined && walk.total > walk.limit) return overflow(walk, object, bytesBefore);
  if (frames.childCount === childCount) {
    if (failure !== undefined) return refuse(walk, failure.kind, failure.key);
    return keep(walk, object, bytesBefore, linesBefore, walk.covered);
  }
  const frame = openFrame(frames, object, bytesBefore, linesBefore, walk.covered);
  if (frame === undefined) return refuseCycle(walk, object, bytesBefore);
  frame.isArray = false;
  frame.base = childCount;
  frame.next = childCount;
  frame.end = frames.childCount;
  frame.failure = failure;
  return undefined;
}

/**
 * For-in is the quickest way to own keys that there is, where nothing enumerable is inherited; and a value is read quickest
 * inside of the loop.
 *
 * @returns how many members are written, up to where the walk stops
 */
function scanOwn(walk: Walk, object: Record<string, unknown>): number {
  const { limit } = walk;
  let { total } = walk;
  let members = 0;
  let place = 0;
  for (const key in object) {
    if (findGetter(walk, object, key)) break;
    const bytes = memberBytes(walk, key, object[key], place++, limit - total);
    if (bytes > 0) total += bytes + separatorBytes(walk, members++);
    else if (walk.failure !== undefined) break;
    if (total > limit) break;
  }
  walk.total = total;
  return members;
}

function scanKeys(walk: Walk, object: Record<string, unknown>, keys: readonly string[]): number {
  const { limit } = walk;
  let { total } = walk;
  let members = 0;
  let place = 0;
  for (const key of keys) {
    if (findGetter(walk, object, key)) break;
    const bytes = memberBytes(walk, key, object[key], place++, limit - total);
    if (bytes > 0) total += bytes + separatorBytes(walk, members++);
    else if (walk.failure !== undefined) break;
    if (total > limit) break;
  }
  walk.total = total;
  return members;
}

/** A member with a getter has no JSON. */
function findGetter(walk: Walk, object: object, key: string): boolean {
  if (walk.trusted || getterOf(object, key) === undefined) return false;
  walk.failure = { kind: "accessor", key };
  return true;
}

/**
 * A key and its value.
 *
 * @param left - bytes: of a string that is longer, no more than its length is looked at
 * @returns 0 for what is left out, or has no JSON: then `walk.failure` says why
 */
function memberBytes(walk: Walk, key: string, value: unknown, place: number, left: number): number {
  let bytes: number;
  if (typeof value === "string") bytes = value.length > left ? value.length : stringBytes(value, walk.strings);
  else if (typeof value === "number") bytes = numberBytes(value);
  else bytes = otherBytes(walk, key, value);
  return bytes === 0 ? 0 : bytes + keyBytes(walk, key, place, left);
}

/** @returns 0 for what is left out, or has no JSON: then `walk.failure` says why */
function otherBytes(walk: Walk, key: string, value: unknown): number {
  switch (typeof value) {
    case "boolean":
      return value ? 4 : 5;
    case "object": {
      if (value === null) return 4;
      const { frames } = walk;
      frames.children[frames.childCount] = value;
      frames.childKeys[frames.childCount] = key;
      frames.childCount++;
      return 1;
    }
    case "bigint":
      walk.failure = { kind: walk.inheritedBy(BigInt.prototype) === "nothing" ? "bigint" : "toJSON", key };
      return 0;
    case "function": {
      const inherited = walk.inheritedBy(value);
      if (inherited !== "nothing") walk.failure = { kind: inherited, key };
      return 0;
    }
    default:
      return 0; // undefined and symbols
  }
}

/** The colon, the comma before all members but the first, and their line ends and indents. */
function separatorBytes({ indent, frames: { depth } }: Walk, members: number): number {
  const bytes = members === 0 ? 1 : 2;
  if (indent === undefined) return bytes;
  return bytes + 1 + indent.lineBytes(depth + 1) + (members === 0 ? indent.lineBytes(depth) : 0);
}

/** Records have the same keys at the same places. */
function keyBytes(walk: Walk, key: string, place: number, left: number): number {
  const at = (walk.frames.depth & (LEVELS - 1)) * PLACES + place;
  if (place < PLACES && walk.keyAt[at] === key) return walk.keyBytesAt[at] as number;
  if (key.length > left) return key.length;
  const bytes = stringBytes(key, walk.strings);
  if (place < PLACES) {
    walk.keyAt[at] = key;
    walk.keyBytesAt[at] = bytes;
  }
  return bytes;
}

/** Keys of an object that are remembered, and levels on which they are: a power of two. */
const PLACES = 32;
const LEVELS = 8;
