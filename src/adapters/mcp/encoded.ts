/** What a value takes in the one encoding that counts here: UTF-8 of `JSON.stringify`. */
import { measureJsonString } from "#platform";
import { measureJson } from "../../json/measure.js";
import { renderJson } from "../../json/render.js";

/** Bytes of a text inside a JSON string, quotes not included. They add up over the parts of a text. */
export function encodedLength(text: string): number {
  return measureJsonString(text).bytes;
}

/** Bytes of a value that is known to be plain data. */
export function encodedBytes(value: unknown): number {
  const measured = measureJson(value, { trusted: true });
  return measured.ok ? measured.bytes : measured.atLeast;
}

/** Whether a value takes at most so many bytes, as `JSON.stringify` writes it. Work is in proportion to the limit. */
export function fitsEncoded(value: unknown, maxBytes: number): boolean {
  return measureJson(value, { maxBytes }).ok;
}

/**
 * A value as a transport would send it: itself where it is plain data. Getters and `toJSON` do run where there are any, as
 * they will when the transport encodes it; what cannot be encoded at all has marked strings in its place.
 */
export function asPlainData<T>(value: T): { readonly plain: T; readonly altered: boolean } {
  const measured = measureJson(value);
  if (measured.ok || measured.reason === "capacity") return { plain: value, altered: false };
  try {
    return { plain: JSON.parse(JSON.stringify(value)) as T, altered: false };
  } catch {
    return { plain: JSON.parse(renderJson(value).text) as T, altered: true };
  }
}
