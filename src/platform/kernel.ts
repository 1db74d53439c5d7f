/**
 * Counting with WebAssembly SIMD: what a text takes in UTF-8, and its newlines, in one pass over a copy of it. Two to four
 * times faster than `Buffer.byteLength` alone where text is not ASCII, and ten times faster than looking for newlines where
 * lines are short. Where it cannot be had, the caller counts otherwise.
 */
import type { Totals } from "./types.js";

export interface Counter {
  /** What a text takes in UTF-8. */
  ofText(text: string): Totals;
  /** What valid UTF-8 is as text. */
  ofUtf8(bytes: Uint8Array): { chars: number; newlines: number };
}

/** @returns `undefined` where the runtime has no WebAssembly SIMD, or forbids to compile */
export function createCounter(): Counter | undefined {
  const kernel = instantiate();
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
    memory.writeUInt16LE(0, 2 * piece.length);
    const counts = twoByte(piece.length);
    newlines += counts & 0xffff;
    bytes += counts >>> 16;
    from = to;
  }
  return { bytes, newlines };
}

function instantiate(): Kernel | undefined {
  try {
    const { WebAssembly } = globalThis as { WebAssembly?: WebAssemblyLike };
    if (WebAssembly === undefined) return undefined;
    const module = new WebAssembly.Module(Buffer.from(KERNEL, "base64"));
    return new WebAssembly.Instance(module).exports;
  } catch {
    return undefined;
  }
}

/** The little of the WebAssembly interface that is used; Node's types leave it to those of the DOM. */
interface WebAssemblyLike {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Kernel };
}

/** Finds no match in constant time where the engine stores a text in one byte a unit. */
export const BEYOND_LATIN1 = /[^\0-\xff]/;
/** Units copied at a time: as many as the kernel's result has room to count, and small enough to stay in the cache. */
const ONE_BYTE_UNITS = 32_768;
const TWO_BYTE_UNITS = 16_384;
/** `kernel.wat`, compiled. */
export const KERNEL =
  "AGFzbQEAAAABBgFgAX8BfwMEAwAAAAUDAQACByUEBm1lbW9yeQIABHV0ZjgAAAdvbmVCeXRlAAEHdHdvQnl0ZQACCqkEA58BAwR/AXsBfyAAQXBxIQQCQANAIAEgBE8NASAB/QAEACEFIAIgBUEK/Q/9I/1kaWohAiADIAVBQP0P/SX9ZGkgBUHvAf0P/Sj9ZGlraiEDIAFBEGohAQwACwsCQANAIAEgAE8NASABLQAAIQYgAiAGQQpGaiECIAMgBkHAAXFBgAFGIAZB7wFLa2ohAyABQQFqIQEMAAsLIAIgA0EQdHILgAEDBH8BewF/IABBcHEhBAJAA0AgASAETw0BIAH9AAQAIQUgAiAFQQr9D/0j/WRpaiECIAMgBf1kaWohAyABQRBqIQEMAAsLAkADQCABIABPDQEgAS0AACEGIAIgBkEKRmohAiADIAZBB3ZqIQMgAUEBaiEBDAALCyACIANBEHRyC4MCAwR/AXsBfyAAQXhxQQF0IQQCQANAIAEgBE8NASAB/QAEACEFIAIgBUEK/RD9Lf2EAWlqIQIgAyAFQf8A/RD9Mv2EAWkgBUH/D/0Q/TL9hAFpamohAyADIAVBgPgD/RD9TkGAsAP9EP0tIAH9AAQCQYD4A/0Q/U5BgLgD/RD9Lf1O/YQBaUEBdGshAyABQRBqIQEMAAsLIABBAXQhBAJAA0AgASAETw0BIAEvAQAhBiACIAZBCkZqIQIgAyAGQf8ASyAGQf8PS2pqIQMgAyAGQYD4A3FBgLADRiABLwECQYD4A3FBgLgDRnFBAXRrIQMgAUECaiEBDAALCyACIANBEHRyCw==";
