/** Reading blocks that anybody may have made: their own plain fields, and no code of theirs. */
import { isProxy } from "#platform";

/** A field that is a value: never a getter, never inherited. */
export function own(holder: unknown, name: string): unknown {
  if (!isPlain(holder)) return undefined;
  return Object.getOwnPropertyDescriptor(holder, name)?.value;
}

/** Whether a class gives it such a field, which is no part of its JSON. */
export function inherits(holder: object, name: string): boolean {
  let prototype: unknown = Object.getPrototypeOf(holder);
  for (; prototype !== null && prototype !== Object.prototype; prototype = Object.getPrototypeOf(prototype)) {
    if (Object.hasOwn(prototype as object, name)) return true;
  }
  return false;
}

/** The same object with other values for some fields. */
export function withFields<T>(holder: T, fields: Readonly<Record<string, unknown>>): T {
  const copy: Record<string, unknown> = {};
  for (const [name, { value, enumerable }] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
    if (enumerable === true && value !== undefined) define(copy, name, value);
  }
  for (const [name, value] of Object.entries(fields)) define(copy, name, value);
  return copy as T;
}

/** Whether it has fields that can be read without running code of its own. */
export function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && !isProxy(value);
}

/** Also where the name is `__proto__`. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}
