/**
 * Methods of the language as they were when this module was loaded. Nothing here runs code of a value that is no proxy, and
 * a method that someone patches in later is not called.
 */

/** The getter that reading a property would run: the object's own or an inherited one. Three times quicker than asking for
 * descriptors of elements. */
export const getterOf: (object: object, key: string | number) => unknown = /* @__PURE__ */ uncurried(
  (Object.prototype as { __lookupGetter__?: (this: object, key: string | number) => unknown }).__lookupGetter__ ??
    lookupGetter,
);

export const { getOwnPropertyDescriptor, getPrototypeOf, hasOwn } = Object;

export const { stringify } = JSON;

/** `"Uint8Array"` and the like; `undefined` for what is no typed array. */
export const typedArrayName: (object: object) => unknown = /* @__PURE__ */ uncurried(
  /* @__PURE__ */ typedArrayGetter(Symbol.toStringTag),
);

export const typedArrayLength: (object: object) => unknown = /* @__PURE__ */ uncurried(
  /* @__PURE__ */ typedArrayGetter("length"),
);

/** Whether an object came from `JSON.rawJSON` (ES2026). */
export const isRawJson: (object: object) => boolean =
  (JSON as { isRawJSON?: (object: object) => boolean }).isRawJSON ?? (() => false);

/** @throws TypeError for what is no date */
export const timeOf: (object: object) => number = /* @__PURE__ */ uncurried(Date.prototype.getTime);

/** What `JSON.stringify` calls for a date, with the names under which it looks for them. */
export const DATE_METHODS: readonly (readonly [name: string | symbol, method: unknown])[] = /* @__PURE__ */ (() =>
  (["toJSON", "toISOString", "valueOf", "toString", Symbol.toPrimitive] as const).map(
    (name) => [name, Date.prototype[name]] as const,
  ))();

function uncurried<Args extends readonly unknown[], Result>(
  method: (this: object, ...args: Args) => Result,
): (object: object, ...args: Args) => Result {
  return Function.prototype.call.bind(method) as (object: object, ...args: Args) => Result;
}

function typedArrayGetter(name: PropertyKey): () => unknown {
  const prototype = Object.getPrototypeOf(Uint8Array.prototype) as object;
  return (Object.getOwnPropertyDescriptor(prototype, name) as { get: () => unknown }).get;
}

/** For a runtime without the language's Annex B. */
function lookupGetter(this: object, key: string | number): unknown {
  for (let owner: object | null = this; owner !== null; owner = Object.getPrototypeOf(owner) as object | null) {
    const property = Object.getOwnPropertyDescriptor(owner, key);
    if (property !== undefined) return property.get;
  }
  return undefined;
}
