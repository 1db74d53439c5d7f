/** Sizes in JSON the slow and obvious way: by the text. */
import type { Layers } from "../../src/json/types.js";

/** `undefined` where there is no JSON. */
export function slowBytes(value: unknown, space?: number | string, layers: Layers = 1): number | undefined {
  const text = JSON.stringify(value, null, space);
  if (text === undefined) return undefined;
  return Buffer.byteLength(layers === 1 ? text : JSON.stringify(text));
}

/** What a JSON Pointer (RFC 6901) leads to, and from where, without running anything on the way. */
export function findByPointer(value: unknown, pointer: string): { parents: unknown[]; found: unknown } {
  const parents: unknown[] = [];
  let found = value;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    parents.push(found);
    const property = Object.getOwnPropertyDescriptor(found, key);
    found = property?.get === undefined ? property?.value : property;
  }
  return { parents, found };
}
