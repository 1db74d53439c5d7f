/** Other ways to the size of a value. */
import { createRequire } from "node:module";
import truncateJson from "truncate-json";

const require = createRequire(import.meta.url);
const { jsonSizeOf } = require("json-sizeof");
const objectSizeOf = require("object-sizeof");

/** The obvious way: the text, and its bytes. */
export function byText(value) {
  return Buffer.byteLength(JSON.stringify(value));
}

export function byTextTwice(value) {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(value)));
}

/** Recursive; runs getters and `toJSON`. */
export function byJsonSizeof(value) {
  return jsonSizeOf(value);
}

/** Parses, and leaves out members from the end on until the text fits; `undefined` bytes for what it cannot parse. */
export function byTruncateJson(text, maxBytes) {
  return truncateJson(text, maxBytes).jsonString.length;
}

/** An estimate of memory, not of JSON; here for its time. */
export function byObjectSizeof(value) {
  return objectSizeOf(value);
}
