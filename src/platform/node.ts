/** The platform seam on Node: native code where Node has it. */
import { isUtf8 as nativeIsUtf8 } from "node:buffer";
import { createHash, createHmac, randomBytes as nodeRandomBytes } from "node:crypto";
import { TextDecoder, types } from "node:util";
import { createJsonStringCounter } from "./jsonKernel.js";
import { isPlainJson as plainIsPlainJson, measureJsonString as plainMeasureJsonString } from "./jsonString.js";
import { BEYOND_LATIN1, type Counter, createCounter } from "./kernel.js";
import { weighPairs } from "./nodePairs.js";
import type { JsonStringSize, Platform, Sha256, Totals } from "./types.js";
import {
  utf8Head as headFrom,
  measureBytes as plainMeasureBytes,
  measureUtf8 as plainMeasureUtf8,
  utf8Tail as tailFrom,
} from "./utf8.js";

export { weighPairs };

export function utf8Length(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

export function measureUtf8(text: string): Totals {
  if (text.length < LEAST_KERNEL_UNITS) return plainMeasureUtf8(text);
  const newlines = text.length > MOST_NATIVE_UNITS ? undefined : countRareNewlines(text);
  return newlines === undefined ? kernel().ofText(text) : { bytes: Buffer.byteLength(text), newlines };
}

/**
 * Newlines of a text that has so few that two native passes are quicker than the kernel, which copies the text first. A
 * newline costs a search as much as many units cost the kernel: where they come too close for what was passed so far,
 * `undefined`.
 */
function countRareNewlines(text: string): number | undefined {
  let at = text.indexOf("\n");
  if ((at !== -1 && at < RARE_EVERY_UNITS) || !isNativeFast(text)) return undefined;
  let newlines = 0;
  for (; at !== -1; at = text.indexOf("\n", at + 1)) {
    newlines++;
    if (at < newlines * RARE_EVERY_UNITS) return undefined;
  }
  return newlines;
}

export function isUtf8(bytes: Uint8Array): boolean {
  return nativeIsUtf8(bytes);
}

export function measureBytes(bytes: Uint8Array): { chars: number; newlines: number } {
  return bytes.length < LEAST_KERNEL_UNITS ? plainMeasureBytes(bytes) : kernel().ofUtf8(bytes);
}

export function measureJsonString(text: string): JsonStringSize {
  if (text.length < LEAST_JSON_UNITS) return plainMeasureJsonString(text);
  sharedJsonCounter ??= createJsonStringCounter() ?? plainMeasureJsonString;
  return sharedJsonCounter(text);
}
let sharedJsonCounter: ((text: string) => JsonStringSize) | undefined;

/** What is escaped takes more than in UTF-8. */
export function isPlainJson(text: string): boolean {
  if (text.length < LEAST_JSON_UNITS) return plainIsPlainJson(text);
  return measureJsonString(text).bytes === Buffer.byteLength(text);
}

export function utf8Head(text: string, maxBytes: number): number {
  let units = 0;
  let left = Math.min(maxBytes, 3 * text.length);
  for (let density = 3; left >= LEAST_PIECE_BYTES && units < text.length; ) {
    const { piece, bytes } = largestPiece(left, density, (length) => headPiece(text, units, length));
    units += piece.length;
    left -= bytes;
    density = bytes / piece.length;
  }
  return headFrom(text, left, units);
}

export function utf8Tail(text: string, maxBytes: number): number {
  let start = text.length;
  let left = Math.min(maxBytes, 3 * text.length);
  for (let density = 3; left >= LEAST_PIECE_BYTES && start > 0; ) {
    const { piece, bytes } = largestPiece(left, density, (length) => tailPiece(text, start, length));
    start -= piece.length;
    left -= bytes;
    density = bytes / piece.length;
  }
  return tailFrom(text, left, start);
}

/**
 * A large piece that fits. A third of the units surely does; more than that is tried where what stands before was less
 * dense, since the next piece most likely is as dense, within a little. So each unit is counted about once.
 *
 * @param density - bytes a unit of the piece before
 */
function largestPiece(maxBytes: number, density: number, pieceOf: (units: number) => string) {
  const sure = Math.floor(maxBytes / 3);
  const likely = pieceOf(Math.max(sure, Math.floor((maxBytes / density) * SLACK)));
  const bytes = countBytes(likely);
  if (bytes <= maxBytes) return { piece: likely, bytes };
  const piece = pieceOf(sure);
  return { piece, bytes: countBytes(piece) };
}

/** Of a piece of a text: before V8 14 the native count is slow for slices. */
function countBytes(piece: string): number {
  return v8Major() >= 14 || piece.length < LEAST_KERNEL_UNITS ? Buffer.byteLength(piece) : kernel().ofText(piece).bytes;
}

export function encodeUtf8(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}

export function decodeUtf8(bytes: Uint8Array): string {
  return decoder().decode(bytes);
}

export function createSha256(): Sha256 {
  const hash = createHash("sha256");
  return {
    update: (bytes) => void hash.update(bytes),
    hex: () => hash.digest("hex"),
  };
}

export function hmacSha256(key: Uint8Array, data: Uint8Array): string {
  return createHmac("sha256", key).update(data).digest("hex");
}

export function randomBytes(count: number): Uint8Array {
  return nodeRandomBytes(count);
}

export function isProxy(value: object): boolean {
  return types.isProxy(value);
}

export const tellsProxies = true;

export function isBoxed(value: object): boolean {
  return types.isBoxedPrimitive(value) && !types.isSymbolObject(value);
}

function kernel(): Counter {
  sharedKernel ??= createCounter() ?? { ofText: plainMeasureUtf8, ofUtf8: plainMeasureBytes };
  return sharedKernel;
}
let sharedKernel: Counter | undefined;

/**
 * Whether the native count of bytes is several times faster than the kernel: of any text from V8 14 on (Node 26), and
 * before V8 13 (Node 24) of text that the engine stores in one byte a unit.
 */
function isNativeFast(text: string): boolean {
  return v8Major() >= 14 || (v8Major() < 13 && !BEYOND_LATIN1.test(text));
}

function v8Major(): number {
  sharedMajor ??= Number.parseInt(process.versions.v8, 10);
  return sharedMajor;
}
let sharedMajor: number | undefined;

/** Up to `units` units from `start` on, ending with no half of a pair. */
function headPiece(text: string, start: number, units: number): string {
  const end = Math.min(start + units, text.length);
  return text.slice(start, isLow(text.charCodeAt(end)) && isHigh(text.charCodeAt(end - 1)) ? end - 1 : end);
}

/** Up to `units` units before `end`, beginning with no half of a pair. */
function tailPiece(text: string, end: number, units: number): string {
  const start = Math.max(0, end - units);
  return text.slice(isLow(text.charCodeAt(start)) && isHigh(text.charCodeAt(start - 1)) ? start + 1 : start, end);
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

/** `ignoreBOM` keeps a byte order mark: dropping it would make the text disagree with its bytes. */
function decoder() {
  sharedDecoder ??= new TextDecoder("utf-8", { ignoreBOM: true });
  return sharedDecoder;
}
let sharedDecoder: InstanceType<typeof TextDecoder> | undefined;

/** UTF-16 units from which on a call into WebAssembly is worth its price. */
const LEAST_KERNEL_UNITS = 512;
/** The same for strings in JSON, of which each unit costs more to look at. */
const LEAST_JSON_UNITS = 24;
/** Bytes below which each unit is looked at. */
const LEAST_PIECE_BYTES = 48;
/** How much of what most likely fits is tried. */
const SLACK = 63 / 64;
/** UTF-16 units that cost the kernel about what a newline costs a native search, at the least. */
const RARE_EVERY_UNITS = 512;
/** UTF-16 units up to which a text stays in the cache between two passes; from memory, the kernel's one is quicker. */
const MOST_NATIVE_UNITS = 2 ** 20;

({
  utf8Length,
  measureUtf8,
  utf8Head,
  utf8Tail,
  encodeUtf8,
  decodeUtf8,
  isUtf8,
  measureBytes,
  measureJsonString,
  isPlainJson,
  weighPairs,
  createSha256,
  hmacSha256,
  randomBytes,
  isProxy,
  tellsProxies,
  isBoxed,
}) satisfies Platform;
