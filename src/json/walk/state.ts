/** What a walk knows at one point: what it has counted, what is open, and why it stopped. */
import type { JsonRefusal, Layers, UnsupportedKind } from "../types.js";
import { createFrames, createList, type Failure, type Frames, firstRepeated, pointerOf } from "./frames.js";
import { areArraysPlain, areObjectsPlain, createInheritance, type Inherited } from "./prototypes.js";
import { type Counted, createSharedSizes, keepSize, type SharedSizes } from "./shared.js";
import { createIndent, type Gap, type Indent } from "./space.js";
import { STRING_RULES, type StringRules } from "./string.js";

/** What is asked of a walk. */
export interface WalkPlan {
  readonly maxBytes: number;
  readonly gap: Gap;
  readonly layers: Layers;
  /** Whether objects and arrays are known to have no getters, traps or methods of their own. */
  readonly trusted: boolean;
}

export interface Walk {
  /** Bytes: a whole number, below which all sums are exact. */
  readonly limit: number;
  readonly trusted: boolean;
  readonly strings: StringRules;
  readonly indent: Indent | undefined;
  readonly frames: Frames;
  readonly shared: SharedSizes;
  readonly inheritedBy: (object: object) => Inherited;
  readonly areObjectsPlain: boolean;
  readonly areArraysPlain: boolean;
  /** Bytes: a lower bound of the size, and at the end the size. What waits is counted as one byte. */
  total: number;
  lines: number;
  /** Bytes of `total` that need not be counted again, should their containers come again: their sizes are kept. */
  covered: number;
  refusal: JsonRefusal | undefined;
  /** The first member of the object that is looked at that has no JSON. */
  failure: Failure | undefined;
  /** Keys of the last object on each level, by their places: those of records come again and again. */
  readonly keyAt: string[];
  readonly keyBytesAt: number[];
}

export function createWalk({ maxBytes, gap, layers, trusted }: WalkPlan): Walk {
  const isPlain = areObjectsPlain();
  const areListsPlain = isPlain && areArraysPlain();
  return {
    limit: Math.min(maxBytes, Number.MAX_SAFE_INTEGER),
    trusted,
    strings: STRING_RULES[layers],
    indent: createIndent(gap, layers),
    frames: createFrames(areListsPlain),
    shared: createSharedSizes(),
    inheritedBy: createInheritance(),
    areObjectsPlain: isPlain,
    areArraysPlain: areListsPlain,
    total: 0,
    lines: 0,
    covered: 0,
    refusal: undefined,
    failure: undefined,
    keyAt: createList(areListsPlain),
    keyBytesAt: createList(areListsPlain),
  };
}

/** Stops: what is looked at in the innermost `depth` frames, or its member `key`, has no JSON. */
export function refuse(walk: Walk, kind: UnsupportedKind, key?: string, depth = walk.frames.depth): undefined {
  const pointer = pointerOf(walk.frames, depth, key);
  walk.refusal = { ok: false, reason: "unsupported", kind, pointer, atLeast: Math.min(walk.total, walk.limit) };
}

/**
 * Stops: the limit is passed, unless a cycle was closed before that.
 *
 * @param target - the container that is being looked at and has no frame yet
 * @param bytesBefore - what was counted before it
 */
export function overflow(walk: Walk, target?: object, bytesBefore = walk.total): undefined {
  const atLeast = Math.min(walk.total, Number.MAX_SAFE_INTEGER);
  refuseCycle(walk, target, bytesBefore);
  walk.refusal ??= { ok: false, reason: "capacity", atLeast };
}

/** Stops if a container is open inside of itself: in the innermost frame, or where `target` is looked at. */
export function refuseCycle(walk: Walk, target: object | undefined, bytesBefore: number): undefined {
  const { frames } = walk;
  const repeated = firstRepeated(frames, target);
  if (repeated === undefined) return;
  walk.total = frames.list[repeated]?.bytesBefore ?? bytesBefore;
  if (repeated === frames.depth) walk.total = bytesBefore;
  refuse(walk, "cycle", undefined, repeated);
}

/** Remembers what a container took, if that was much work. */
export function keep(
  walk: Walk,
  container: object,
  bytesBefore: number,
  linesBefore: number,
  coveredBefore: number,
): undefined {
  const bytes = walk.total - bytesBefore;
  const work = bytes - (walk.covered - coveredBefore);
  if (work < walk.shared.leastWork) return;
  keepSize(walk.shared, container, { bytes, lines: walk.lines - linesBefore, level: walk.frames.depth });
  walk.covered += work - LOOKUP_WORK;
}

/** Counts a container again whose size was kept. */
export function addCounted(walk: Walk, { bytes, lines, level }: Counted): void {
  const { indent, frames } = walk;
  walk.total += bytes;
  walk.lines += lines;
  if (indent !== undefined) walk.total += lines * (frames.depth - level) * indent.levelBytes;
  walk.covered += bytes - LOOKUP_WORK;
}

/** Bytes that are counted in the time that it takes to look a size up. */
const LOOKUP_WORK = 8;
