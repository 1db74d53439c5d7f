/** The platform seam on Node: native code where Node has it. */
import { createHash, createHmac, randomBytes as nodeRandomBytes } from "node:crypto";
import { TextDecoder, TextEncoder, types } from "node:util";
import { BEYOND_LATIN1, createCounter } from "./kernel.js";
import type { Platform, Sha256, Totals } from "./types.js";
import { utf8Head as headFrom, measureUtf8 as plainMeasureUtf8, utf8Tail as tailFrom } from "./utf8.js";

export function utf8Length(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

export function measureUtf8(text: string): Totals {
  if (text.length < LEAST_KERNEL_UNITS) return plainMeasureUtf8(text);
  counter ??= createCounter() ?? plainMeasureUtf8;
  return counter(text);
}
let counter: ((text: string) => Totals) | undefined;

export function utf8Head(text: string, maxBytes: number): number {
  const most = Math.min(maxBytes, 3 * text.length);
  return BEYOND_LATIN1.test(text.slice(0, most)) ? headByEncoding(text, most) : headByHalving(text, most);
}

/** One byte a unit in memory, one or two in UTF-8: half the units that are left surely fit, and their length is cheap. */
function headByHalving(text: string, maxBytes: number): number {
  const all = text.slice(0, maxBytes);
  if (Buffer.byteLength(all) <= maxBytes) return all.length;
  let units = 0;
  let left = maxBytes;
  while (left >= LEAST_PIECE_BYTES) {
    const piece = text.slice(units, units + (left >>> 1));
    units += piece.length;
    left -= Buffer.byteLength(piece);
  }
  return headFrom(text, left, units);
}

/** Encodes into a scratch buffer, which stops where that is full: at the end of a prefix that fits, not always the longest. */
function headByEncoding(text: string, maxBytes: number): number {
  let units = 0;
  let left = maxBytes;
  scratch ??= new Uint8Array(SCRATCH_BYTES);
  while (left > 3 && units < text.length) {
    const room = Math.min(left, SCRATCH_BYTES);
    const { read, written } = encoder().encodeInto(text.slice(units, units + room), scratch.subarray(0, room));
    if (read === 0) break;
    units += read; // never parts a pair: to reach the slice's end, every unit must have taken one byte
    left -= written;
  }
  return headFrom(text, left, units);
}

export function utf8Tail(text: string, maxBytes: number): number {
  let start = text.length;
  let left = Math.min(maxBytes, 3 * text.length);
  while (left >= LEAST_PIECE_BYTES && start > 0) {
    // Where the engine stores one byte a unit, most units take one byte; elsewhere, surely a third of them fits.
    let piece = tailPiece(text, start, left);
    let bytes = BEYOND_LATIN1.test(piece) ? left + 1 : Buffer.byteLength(piece);
    if (bytes > left) {
      piece = tailPiece(text, start, Math.floor(left / 3));
      bytes = Buffer.byteLength(piece);
    }
    start -= piece.length;
    left -= bytes;
  }
  return tailFrom(text, left, start);
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

function encoder() {
  sharedEncoder ??= new TextEncoder();
  return sharedEncoder;
}
let sharedEncoder: InstanceType<typeof TextEncoder> | undefined;
let scratch: Uint8Array | undefined;

/** `ignoreBOM` keeps a byte order mark: dropping it would make the text disagree with its bytes. */
function decoder() {
  sharedDecoder ??= new TextDecoder("utf-8", { ignoreBOM: true });
  return sharedDecoder;
}
let sharedDecoder: InstanceType<typeof TextDecoder> | undefined;

/** UTF-16 units from which on a call into WebAssembly is worth its price. */
const LEAST_KERNEL_UNITS = 512;
/** Bytes encoded at a time. */
const SCRATCH_BYTES = 65_536;
/** Bytes below which each unit is looked at. */
const LEAST_PIECE_BYTES = 48;

({
  utf8Length,
  measureUtf8,
  utf8Head,
  utf8Tail,
  encodeUtf8,
  decodeUtf8,
  createSha256,
  hmacSha256,
  randomBytes,
  isProxy,
}) satisfies Platform;
