/** What an object inherits, as far as `JSON.stringify` would run it. Found once in a call: no code runs in between. */
import { isProxy } from "#platform";
import { DATE_METHODS, getOwnPropertyDescriptor, getPrototypeOf, timeOf } from "./intrinsics.js";

/** What reading or encoding an object would run: a proxy's traps, a `toJSON`, or nothing. */
export type Inherited = "proxy" | "toJSON" | "nothing";

/** Whether what inherits from `Object.prototype` inherits nothing enumerable and no `toJSON`. */
export function areObjectsPlain(): boolean {
  return !("toJSON" in Object.prototype) && !hasEnumerable(Object.prototype);
}

/** Whether what inherits from `Array.prototype` inherits no element and no `toJSON` either. */
export function areArraysPlain(): boolean {
  const { prototype } = Array;
  if (getPrototypeOf(prototype) !== Object.prototype || "toJSON" in prototype) return false;
  return prototype.length === 0; // it is above every element
}

/** What objects run by a `toJSON` of their own, or by what they inherit. */
export function createInheritance(): (object: object) => Inherited {
  let known: Map<object, Inherited> | undefined;

  const fromPrototype = (prototype: object | null): Inherited => {
    known ??= new Map();
    let found: Inherited = "nothing";
    // No array: where `Array.prototype` was given elements, adding to one may run code.
    let passed: { readonly owner: object; readonly before: typeof passed } | undefined;
    for (let owner = prototype; owner !== null; owner = getPrototypeOf(owner) as object | null) {
      const before = known.get(owner) ?? (isProxy(owner) ? "proxy" : undefined);
      if (before !== undefined) {
        found = before;
        break;
      }
      passed = { owner, before: passed };
    }
    for (; passed !== undefined; passed = passed.before) {
      found = withOwn(passed.owner, found);
      known.set(passed.owner, found);
    }
    return found;
  };

  return (object) =>
    isProxy(object) ? "proxy" : withOwn(object, fromPrototype(getPrototypeOf(object) as object | null));
}

/** A proxy further up is not to be reached, whatever hides it. */
function withOwn(owner: object, inherited: Inherited): Inherited {
  if (inherited === "proxy") return inherited;
  const property = getOwnPropertyDescriptor(owner, "toJSON");
  if (property === undefined) return inherited;
  return "value" in property && typeof property.value !== "function" ? "nothing" : "toJSON";
}

/**
 * The time of a date for which `JSON.stringify` runs nothing but methods of the language; `undefined` for any other object.
 */
export function plainTimeOf(object: object): number | undefined {
  for (const [name, method] of DATE_METHODS) if (inheritedValue(object, name) !== method) return undefined;
  try {
    return timeOf(object);
  } catch {
    return undefined; // inherits from Date, and is none
  }
}

function inheritedValue(object: object, name: string | symbol): unknown {
  for (let owner: object | null = object; owner !== null; owner = getPrototypeOf(owner) as object | null) {
    const property = getOwnPropertyDescriptor(owner, name);
    if (property !== undefined) return property.value;
  }
  return undefined;
}

function hasEnumerable(object: object): boolean {
  for (const _key in object) return true;
  return false;
}
