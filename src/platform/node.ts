/** The platform seam on Node: native code where Node has it. */
import { isUtf8 as nativeIsUtf8 } from "node:buffer";
import { createHash, createHmac, randomBytes as nodeRandomBytes } from "node:crypto";
import { TextDecoder, types } from "node:util";
import { BEYOND_LATIN1, type Counter, createCounter } from "./kernel.js";
import type { Platform, Sha256, Totals } from "./types.js";
import {
  utf8Head as headFrom,
  measureBytes as plainMeasureBytes,
  measureUtf8 as plainMeasureUtf8,
  utf8Tail as tailFrom,
} from "./utf8.js";

export function utf8Length(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

export function measureUtf8(text: string): Totals {
  return text.length < LEAST_KERNEL_UNITS ? plainMeasureUtf8(text) : kernel().ofText(text);
}

export function isUtf8(bytes: Uint8Array): boolean {
  return nativeIsUtf8(bytes);
}

export function measureBytes(bytes: Uint8Array): { chars: number; newlines: number } {
  return bytes.length < LEAST_KERNEL_UNITS ? plainMeasureBytes(bytes) : kernel().ofUtf8(bytes);
}

export function utf8Head(text: string, maxBytes: number): number {
  let units = 0;
  let left = Math.min(maxBytes, 3 * text.length);
  while (left >= LEAST_PIECE_BYTES && units < text.length) {
    const { piece, bytes } = largestPiece(left, (length) => headPiece(text, units, length));
    units += piece.length;
    left -= bytes;
  }
  return headFrom(text, left, units);
}

export function utf8Tail(text: string, maxBytes: number): number {
  let start = text.length;
  let left = Math.min(maxBytes, 3 * text.length);
  while (left >= LEAST_PIECE_BYTES && start > 0) {
    const { piece, bytes } = largestPiece(left, (length) => tailPiece(text, start, length));
    start -= piece.length;
    left -= bytes;
  }
  return tailFrom(text, left, start);
}

/**
 * A large piece that fits. Where the engine stores one byte a unit, most units take one byte in UTF-8, and none more than
 * two; elsewhere surely a third of the units fits.
 */
function largestPiece(maxBytes: number, pieceOf: (units: number) => string): { piece: string; bytes: number } {
  const all = pieceOf(maxBytes);
  const isOneByte = !BEYOND_LATIN1.test(all);
  if (isOneByte) {
    const bytes = Buffer.byteLength(all);
    if (bytes <= maxBytes) return { piece: all, bytes };
  }
  const piece = pieceOf(Math.floor(maxBytes / (isOneByte ? 2 : 3)));
  return { piece, bytes: isOneByte || isNativeFast() ? Buffer.byteLength(piece) : measureUtf8(piece).bytes };
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

function kernel(): Counter {
  sharedKernel ??= createCounter() ?? { ofText: plainMeasureUtf8, ofUtf8: plainMeasureBytes };
  return sharedKernel;
}
let sharedKernel: Counter | undefined;

/** From V8 14 on (Node 26), the native count of two-byte text is several times faster than the kernel; before, slower. */
function isNativeFast(): boolean {
  nativeIsFast ??= Number.parseInt(process.versions.v8, 10) >= 14;
  return nativeIsFast;
}
let nativeIsFast: boolean | undefined;

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
/** Bytes below which each unit is looked at. */
const LEAST_PIECE_BYTES = 48;

({
  utf8Length,
  measureUtf8,
  utf8Head,
  utf8Tail,
  encodeUtf8,
  decodeUtf8,
  isUtf8,
  measureBytes,
  createSha256,
  hmacSha256,
  randomBytes,
  isProxy,
}) satisfies Platform;
