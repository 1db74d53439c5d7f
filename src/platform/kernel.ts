/**
 * Counting with WebAssembly SIMD: what a text takes in UTF-8, and its newlines, in one pass over a copy of it. Two to four
 * times faster than `Buffer.byteLength` alone where text is not ASCII, and ten times faster than looking for newlines where
 * lines are short. Where it cannot be had, the caller counts otherwise.
 */
import type { Totals } from "./types.js";
import { instantiate } from "./wasm.js";

export interface Counter {
  /** What a text takes in UTF-8. */
  ofText(text: string): Totals;
  /** What valid UTF-8 is as text. */
  ofUtf8(bytes: Uint8Array): { chars: number; newlines: number };
}

/** @returns `undefined` where the runtime has no WebAssembly SIMD, or forbids to compile */
export function createCounter(): Counter | undefined {
  const kernel = instantiate<Kernel>(KERNEL);
  if (kernel === undefined) return undefined;
  const memory = Buffer.from(kernel.memory.buffer);
  return {
    ofText(text) {
      const isOneByte = !BEYOND_LATIN1.test(text); // constant time where the engine stores it so
      return isOneByte ? countOneByte(text, kernel, memory) : countTwoByte(text, kernel, memory);
    },
    ofUtf8: (bytes) => countUtf8(bytes, kernel, memory),
  };
}

function countUtf8(bytes: Uint8Array, { utf8 }: Kernel, memory: Buffer) {
  let chars = bytes.length;
  let newlines = 0;
  for (let from = 0; from < bytes.length; from += ONE_BYTE_UNITS) {
    const piece = bytes.subarray(from, from + ONE_BYTE_UNITS);
    memory.set(piece);
    const counts = utf8(piece.length);
    newlines += counts & 0xffff;
    chars -= counts >> 16; // signed: a piece may begin with more leads of four than it has continuations
  }
  return { chars, newlines };
}

interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer };
  utf8(bytes: number): number;
  oneByte(units: number): number;
  twoByte(units: number): number;
}

function countOneByte(text: string, { oneByte }: Kernel, memory: Buffer): Totals {
  let bytes = text.length;
  let newlines = 0;
  for (let from = 0; from < text.length; from += ONE_BYTE_UNITS) {
    const piece = text.length <= ONE_BYTE_UNITS ? text : text.slice(from, from + ONE_BYTE_UNITS);
    memory.write(piece, 0, "latin1");
    const counts = oneByte(piece.length);
    newlines += counts & 0xffff;
    bytes += counts >>> 16;
  }
  return { bytes, newlines };
}

function countTwoByte(text: string, { twoByte }: Kernel, memory: Buffer): Totals {
  let bytes = text.length;
  let newlines = 0;
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + TWO_BYTE_UNITS, text.length);
    if (to < text.length && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to--; // a pair is counted in one piece
    const piece = to - from === text.length ? text : text.slice(from, to);
    memory.write(piece, 0, "utf16le");
    const counts = twoByte(piece.length);
    newlines += counts & 0xffff;
    bytes += counts >>> 16;
    from = to;
  }
  return { bytes, newlines };
}

/** Finds no match in constant time where the engine stores a text in one byte a unit. */
export const BEYOND_LATIN1 = /[^\0-\xff]/;
/** Units copied at a time: as many as the kernel's result has room to count, and small enough to stay in the cache. */
const ONE_BYTE_UNITS = 32_768;
const TWO_BYTE_UNITS = 16_384;
/** `kernel.wat`, compiled. */
export const KERNEL =
  "AGFzbQEAAAABFQRgAX8Bf2ABfwBgAnt7AX9gAXsBfwMHBgAAAAECAwUDAQACByUEBm1lbW9yeQIABHV0ZjgAAAdvbmVCeXRlAAEHdHdvQnl0ZQACCpQGBtEBAgF/BnsgABADAkADQCABIABPDQEgAf0ABAAhBCAB/QAEECEFIAH9AAQgIQYgAf0ABDAhByACIARBCv0P/SMgBUEK/Q/9I/1uIAZBCv0P/SMgB0EK/Q/9I/1u/W79fP2RASECIAMgBEFA/Q/9JSAFQUD9D/0l/W4gBkFA/Q/9JSAHQUD9D/0l/W79biAEQfAB/Q/9LCAFQfAB/Q/9LP1uIAZB8AH9D/0sIAdB8AH9D/0s/W79bv1x/Xz9kQEhAyABQcAAaiEBDAALCyACIAMQBAvdAQIBfwZ7IAAQAwJAA0AgASAATw0BIAH9AAQAIQQgAf0ABBAhBSAB/QAEICEGIAH9AAQwIQcgAiAEQQr9D/0jIAVBCv0P/SP9biAGQQr9D/0jIAdBCv0P/SP9bv1u/Xz9kQEhAiADIAT9DAAAAAAAAAAAAAAAAAAAAAD9JSAF/QwAAAAAAAAAAAAAAAAAAAAA/SX9biAG/QwAAAAAAAAAAAAAAAAAAAAA/SUgB/0MAAAAAAAAAAAAAAAAAAAAAP0l/W79bv18/ZEBIQMgAUHAAGohAQwACwsgAiADEAQLywECAn8DeyAAQQF0IQIgAhADAkADQCABIAJPDQEgAf0ABAAhBSADIAVBCv0Q/S39kQEhAyAEQQL9ECAFQYD/A/0Q/U79DAAAAAAAAAAAAAAAAAAAAAD9LSAFQYDwA/0Q/U79DAAAAAAAAAAAAAAAAAAAAAD9Lf2OAf2OAf2OASEEIAVBgPgD/RD9TkGAsAP9EP0tIAH9AAQCQYD4A/0Q/U5BgLgD/RD9Lf1OIQUgBCAFIAX9jgH9jgEhBCABQRBqIQEMAAsLIAMgBBAEC2IAIAD9DAAAAAAAAAAAAAAAAAAAAAD9CwQAIAD9DAAAAAAAAAAAAAAAAAAAAAD9CwQQIAD9DAAAAAAAAAAAAAAAAAAAAAD9CwQgIAD9DAAAAAAAAAAAAAAAAAAAAAD9CwQwCw4AIAAQBSABEAVBEHRyCyEBAXsgAP1+IQEgAf0bACAB/RsBaiAB/RsCIAH9GwNqags=";
