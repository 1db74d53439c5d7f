/** Goes through a value as `JSON.stringify` would, and counts: no text is built, and no code of the value runs. */
import { isBoxed, isProxy } from "#platform";
import { MAX_STRING_UNITS } from "../maxString.js";
import type { JsonRefusal } from "../types.js";
import { enterArray, nextElement } from "./elements.js";
import { closeFrame, type Frame } from "./frames.js";
import { getPrototypeOf, isRawJson, typedArrayLength, typedArrayName } from "./intrinsics.js";
import { enterObject } from "./members.js";
import { indexDigits } from "./number.js";
import { plainTimeOf } from "./prototypes.js";
import { rawBytes, scalarBytes, timeBytes } from "./scalar.js";
import { addCounted, createWalk, keep, overflow, refuse, type Walk, type WalkPlan } from "./state.js";

export type Walked = { readonly ok: true; readonly bytes: number } | JsonRefusal;

/** The size of a value. Depth is limited by memory alone. */
export function walkJson(value: unknown, plan: WalkPlan): Walked {
  const walk = createWalk(plan);
  walk.total = plan.layers === 1 ? 0 : 2;
  try {
    walkValue(walk, value);
  } catch {
    // Nothing that is looked at can throw but the trap of a proxy, where the runtime cannot tell one.
    refuse(walk, "proxy");
  }
  return walk.refusal ?? { ok: true, bytes: walk.total };
}

function walkValue(walk: Walk, value: unknown): undefined {
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
      walk.total += scalarBytes(walk, value);
      break;
    case "bigint":
      return refuse(walk, walk.inheritedBy(BigInt.prototype) === "nothing" ? "bigint" : "toJSON");
    case "object":
      if (value !== null) return walkContainers(walk, value);
      walk.total += 4;
      break;
    default: {
      const inherited = typeof value === "function" ? walk.inheritedBy(value) : "nothing";
      walk.total = 0;
      return refuse(walk, inherited === "nothing" ? "absent" : inherited);
    }
  }
  if (walk.total > walk.limit) overflow(walk);
}

function walkContainers(walk: Walk, root: object): undefined {
  const { frames } = walk;
  walk.total++;
  for (let child: object | undefined = root; ; ) {
    if (child !== undefined) enter(walk, child);
    if (walk.refusal !== undefined || frames.depth === 0) return undefined;
    const frame = frames.list[frames.depth - 1] as Frame;
    child = frame.isArray ? nextElement(walk, frame) : nextChild(walk, frame);
    if (walk.refusal !== undefined) return undefined;
    if (child === undefined) leave(walk, frame);
  }
}

/** Counts all of a container that can be counted at once. Of what is larger it opens a frame. */
function enter(walk: Walk, container: object): undefined {
  const counted = walk.shared.sizes?.get(container);
  if (counted !== undefined) {
    addCounted(walk, counted);
    return walk.total > walk.limit ? overflow(walk) : undefined;
  }
  if (!walk.trusted && isProxy(container)) return refuse(walk, "proxy");
  if (Array.isArray(container)) return enterArray(walk, container);
  const isPlain = walk.areObjectsPlain && getPrototypeOf(container) === Object.prototype;
  if (!isPlain) return enterOther(walk, container);
  if (walk.trusted) return enterObject(walk, container);
  if ("toJSON" in container && walk.inheritedBy(container) !== "nothing") return refuse(walk, "toJSON");
  if (isBoxed(container)) return refuse(walk, "boxed");
  enterObject(walk, container);
}

/** Objects that inherit from something else than `Object.prototype`, or from one that was added to. */
function enterOther(walk: Walk, container: object): undefined {
  if (isRawJson(container)) return addLeaf(walk, rawBytes(walk, (container as { rawJSON: string }).rawJSON));
  const inherited = walk.inheritedBy(container);
  if (inherited !== "nothing") {
    const time = inherited === "toJSON" ? plainTimeOf(container) : undefined;
    return time === undefined ? refuse(walk, inherited) : addLeaf(walk, timeBytes(walk, time));
  }
  if (isBoxed(container)) return refuse(walk, "boxed");
  if (typedArrayName(container) !== undefined) {
    // As an object: a key, a colon and a value for each element.
    const length = typedArrayLength(container) as number;
    const leastBytes = walk.total + 5 * length + indexDigits(length);
    // A list of all keys of the largest arrays would not fit into memory, as their text does not fit into a string.
    if (leastBytes > Math.min(walk.limit, MAX_STRING_UNITS)) {
      walk.total = leastBytes;
      return overflow(walk);
    }
  }
  enterObject(walk, container, Object.keys(container));
}

/** Goes on behind a container that is wholly counted. */
function leave(walk: Walk, frame: Frame): undefined {
  const { frames } = walk;
  const { failure, bytesBefore, linesBefore, coveredBefore } = frame;
  if (failure !== undefined) return refuse(walk, failure.kind, failure.key, frames.depth - 1);
  if (!frame.isArray) frames.childCount = frame.base;
  closeFrame(frames);
  return keep(walk, frame.target, bytesBefore, linesBefore, coveredBefore);
}

function nextChild({ frames }: Walk, frame: Frame): object | undefined {
  return frame.next < frame.end ? frames.children[frame.next++] : undefined;
}

/** Counts a value of which one byte is counted already. */
function addLeaf(walk: Walk, bytes: number): undefined {
  walk.total += bytes - 1;
  return walk.total > walk.limit ? overflow(walk) : undefined;
}
