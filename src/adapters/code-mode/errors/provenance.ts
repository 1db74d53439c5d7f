/** Finds the ids of what is kept, in the fields that were declared to hold them. */
import type { Evidence } from "../types.js";
import { dataOf, isObject } from "./read.js";

/**
 * Reads ids from the declared fields of a value, and from nowhere else: a text that looks like an id is no evidence. A field
 * is a key, or a path of keys joined by dots, in which `*` stands for every item of an array.
 */
export function evidenceOf(value: unknown, fields: readonly string[]): Evidence[] {
  const found: Evidence[] = [];
  for (const field of fields) {
    for (const id of valuesAt(value, field.split("."))) {
      if (found.length === MOST_EVIDENCE) return found;
      const text = typeof id === "number" && Number.isSafeInteger(id) ? String(id) : id;
      if (typeof text === "string" && ID.test(text)) found.push({ id: text, field });
    }
  }
  return found;
}

function* valuesAt(value: unknown, [key, ...rest]: readonly string[]): Iterable<unknown> {
  if (key === undefined) {
    yield value;
    return;
  }
  if (!isObject(value)) return;
  if (key !== "*") {
    yield* valuesAt(dataOf(value, key), rest);
    return;
  }
  const length = dataOf(value, "length");
  const items = typeof length === "number" ? Math.min(length, MOST_ITEMS) : 0;
  for (let index = 0; index < items; index++) yield* valuesAt(dataOf(value, String(index)), rest);
}

/** Printable, one word: an id goes into a message and back into a call. */
const ID = /^[\x21-\x7e]{1,200}$/;
const MOST_EVIDENCE = 20;
/** Items of an array that are looked at. */
const MOST_ITEMS = 1000;
