import { binaryKind, SAMPLE_UNITS } from "../text/binary/detect.js";
import { type BinaryKind, MAGIC_BYTES } from "../text/binary/magic.js";
import { createAutoDecoder } from "./autoDecoder.js";

/**
 * The format of bytes that are no text, told by their start as `boundResult` does; `undefined` for text in any encoding.
 *
 * @param bytes - from the start; a few kilobytes are enough
 * @throws TypeError for anything but a `Uint8Array`
 * @example
 * ```ts
 * detectBinary(await readFile("logo.png")); // { name: "PNG image", mediaType: "image/png" }
 * ```
 * @public
 */
export function detectBinary(bytes: Uint8Array): BinaryKind | undefined {
  if (!ArrayBuffer.isView(bytes)) throw new TypeError("bytes must be a Uint8Array");
  const decoder = createAutoDecoder();
  const start = bytes.subarray(0, 4 * SAMPLE_UNITS);
  const text = decoder.write(start) + decoder.end();
  return binaryKind({ bytes: start.subarray(0, MAGIC_BYTES), text: text.slice(0, SAMPLE_UNITS) });
}
