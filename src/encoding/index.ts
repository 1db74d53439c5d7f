/**
 * Bytes to text, in any encoding: by name, or found out with care.
 *
 * @packageDocumentation
 */

export type { BinaryKind } from "../text/binary/magic.js";
export type { StreamDecoder } from "../text/decoder.js";
export type { DecoderOptions } from "./createDecoder.js";
export { createDecoder } from "./createDecoder.js";
export { detectBinary } from "./detectBinary.js";
export type { DetectedEncoding } from "./detectEncoding.js";
export { detectEncoding } from "./detectEncoding.js";
export type { EncodingDecoder } from "./namedDecoder.js";
