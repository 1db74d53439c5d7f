/** Reads what strangers throw, without running a getter, a trap or a conversion of theirs. */
import { isProxy } from "#platform";

/** The value of a data property, own or inherited; `undefined` for a getter, and for anything of a proxy. */
export function dataOf(value: unknown, key: string): unknown {
  let object = value;
  for (let depth = 0; depth < MOST_PROTOTYPES && isObject(object); depth++) {
    const property = ownProperty(object, key);
    if (property === undefined) return undefined;
    if (property !== ABSENT) return "value" in property ? property.value : undefined;
    object = Object.getPrototypeOf(object);
  }
  return undefined;
}

/**
 * The stack of an error: a data property, or the accessor that the engine itself gives each error. The engine makes it when it
 * is asked for, from name and message: where these are getters, it would run them.
 */
export function stackOf(value: unknown): string | undefined {
  const isPlain = typeof dataOf(value, "name") === "string" && typeof dataOf(value, "message") === "string";
  if (!isObject(value) || !isPlain) return undefined;
  const property = ownProperty(value, "stack");
  const isNative =
    property !== undefined && property !== ABSENT && "get" in property && property.get === nativeGetter();
  const stack = isNative ? (value as { stack?: unknown }).stack : dataOf(value, "stack");
  return typeof stack === "string" ? stack : undefined;
}

export function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** @returns `undefined` where asking would run a trap, or did and failed */
function ownProperty(object: object, key: string): PropertyDescriptor | typeof ABSENT | undefined {
  try {
    if (isProxy(object)) return undefined;
    return Object.getOwnPropertyDescriptor(object, key) ?? ABSENT;
  } catch {
    return undefined; // a proxy, where the runtime cannot tell
  }
}

function nativeGetter(): unknown {
  return Object.getOwnPropertyDescriptor(new Error(), "stack")?.get ?? ABSENT;
}

const ABSENT = Symbol("absent");
/** A longer chain is nobody's error class. */
const MOST_PROTOTYPES = 16;
