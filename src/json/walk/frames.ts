/** The containers that are open at one point of a walk: the way from the whole value to that point. */
import type { UnsupportedKind } from "../types.js";

/** An open container. Frames are used again: a walk makes no more of them than its value is deep. */
export interface Frame {
  target: object;
  /** Goes over its elements; another object goes over those of its members that are containers. */
  isArray: boolean;
  /** The next element, or the next child in `Frames.children`. */
  next: number;
  end: number;
  /** The first child. */
  base: number;
  /** What was counted before the container. */
  bytesBefore: number;
  linesBefore: number;
  coveredBefore: number;
  /** Whether elements may be inherited. */
  isOdd: boolean;
  /** Of an array that is almost empty: the indices of what is there, which `next` and `end` then count. */
  present: readonly number[] | undefined;
  /** What stands behind an object's children, and has no JSON. */
  failure: Failure | undefined;
}

/** A member that has no JSON. */
export interface Failure {
  readonly kind: UnsupportedKind;
  readonly key: string;
}

export interface Frames {
  readonly list: Frame[];
  /** How many are open. */
  depth: number;
  /** Members that are containers and wait for their turn, in the order of the objects that they are of. */
  readonly children: object[];
  readonly childKeys: string[];
  childCount: number;
  /** The target of the open frame whose depth is the largest power of two. */
  landmark: object | undefined;
}

export function createFrames(areArraysPlain: boolean): Frames {
  return {
    list: createList(areArraysPlain),
    depth: 0,
    children: createList(areArraysPlain),
    childKeys: createList(areArraysPlain),
    childCount: 0,
    landmark: undefined,
  };
}

/** Where arrays inherit elements, those of our own must not: what is not there yet is read and written, too. */
export function createList<T>(areArraysPlain: boolean): T[] {
  return areArraysPlain ? [] : Object.setPrototypeOf([], null);
}

/** @returns `undefined` if the target is known to be open already */
export function openFrame(
  frames: Frames,
  target: object,
  bytesBefore: number,
  linesBefore: number,
  coveredBefore: number,
): Frame | undefined {
  if (target === frames.landmark) return undefined;
  const index = frames.depth++;
  if ((frames.depth & index) === 0) frames.landmark = target;
  let frame = frames.list[index];
  if (frame === undefined) {
    frame = {
      target,
      isArray: false,
      next: 0,
      end: 0,
      base: 0,
      bytesBefore,
      linesBefore,
      coveredBefore,
      isOdd: false,
      present: undefined,
      failure: undefined,
    };
    frames.list[index] = frame;
  } else {
    frame.target = target;
    frame.bytesBefore = bytesBefore;
    frame.linesBefore = linesBefore;
    frame.coveredBefore = coveredBefore;
    frame.present = undefined;
    frame.failure = undefined;
  }
  return frame;
}

export function closeFrame(frames: Frames): void {
  const { depth } = frames;
  frames.depth--;
  if ((depth & (depth - 1)) === 0) frames.landmark = frames.list[(depth >> 1) - 1]?.target;
}

/**
 * The first frame whose target was open already, if there is one: what `openFrame` finds late. A walk goes the same way
 * from the same object, so inside a cycle it repeats itself until it is found out: if any target is open twice, the last
 * one is, and as many frames apart.
 *
 * @returns its index; `frames.depth` for `last`, the one that is about to be opened, if it is that one
 */
export function firstRepeated({ list, depth }: Frames, last: object | undefined): number | undefined {
  const targetAt = (index: number) => (index === depth ? last : list[index]?.target);
  const end = last === undefined ? depth - 1 : depth;
  let apart = 1;
  while (apart <= end && targetAt(end - apart) !== targetAt(end)) apart++;
  if (apart > end) return undefined;
  let first = apart;
  while (targetAt(first) !== targetAt(first - apart)) first++;
  return first;
}

/** The JSON Pointer (RFC 6901) of what is being looked at in the frame at `depth - 1`, or of its member `key`. */
export function pointerOf(frames: Frames, depth: number, key?: string): string {
  let pointer = "";
  for (let index = 0; index < depth; index++) {
    const { isArray, next, present } = frames.list[index] as Frame;
    const at = next - 1;
    pointer += token(isArray ? String(present === undefined ? at : present[at]) : (frames.childKeys[at] as string));
  }
  return key === undefined ? pointer : pointer + token(key);
}

function token(key: string): string {
  return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
