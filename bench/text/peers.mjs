/** What spillway is measured against: peers from npm, and what one writes without a library. */
import stringByteSlice from "string-byte-slice";
import truncateUtf8Bytes from "truncate-utf8-bytes";
// Not among the exports of pi; the file has no imports of its own, so that it runs on Node 20 too.
import {
  truncateHead,
  truncateTail,
} from "../node_modules/@earendil-works/pi-coding-agent/dist/core/tools/truncate.js";

export { stringByteSlice, truncateHead, truncateTail, truncateUtf8Bytes };

/** The obvious head cut: split, keep lines while they fit, join. */
export function splitHead(text, { maxBytes, maxLines }) {
  const kept = [];
  let bytes = 0;
  for (const line of text.split("\n")) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes - 1 > maxBytes || kept.length === maxLines) break;
    kept.push(line);
  }
  return kept.join("\n");
}

/** The obvious tail cut. */
export function splitTail(text, { maxBytes, maxLines }) {
  const kept = [];
  let bytes = 0;
  for (const line of text.split("\n").reverse()) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes - 1 > maxBytes || kept.length === maxLines) break;
    kept.push(line);
  }
  return kept.reverse().join("\n");
}

/** The obvious measure. */
export function splitMeasure(text) {
  return { lines: text.split("\n").length, bytes: Buffer.byteLength(text) };
}

/** A search that reads all and finds nothing: as fast as memory. */
export function scan(text) {
  return text.indexOf("\u0001");
}
