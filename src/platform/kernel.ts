/**
 * Counting with WebAssembly SIMD: what a text takes in UTF-8, and its newlines, in one pass over a copy of it. Two to four
 * times faster than `Buffer.byteLength` alone where text is not ASCII, and ten times faster than looking for newlines where
 * lines are short. Where it cannot be had, the caller counts otherwise.
 */
import type { Totals } from "./types.js";

/** Counts a text; `undefined` where the runtime has no WebAssembly SIMD, or forbids to compile. */
export type Counter = (text: string) => Totals;

export function createCounter(): Counter | undefined {
  const kernel = instantiate();
  if (kernel === undefined) return undefined;
  const memory = Buffer.from(kernel.memory.buffer);
  return (text) => {
    const isOneByte = !BEYOND_LATIN1.test(text); // constant time where the engine stores it so
    return isOneByte ? countOneByte(text, kernel, memory) : countTwoByte(text, kernel, memory);
  };
}

interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer };
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
    const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyLike };
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
  "AGFzbQEAAAABBgFgAX8BfwMDAgAABQMBAAIHHgMGbWVtb3J5AgAHb25lQnl0ZQAAB3R3b0J5dGUAAQqIAwKAAQMEfwF7AX8gAEFwcSEEAkADQCABIARPDQEgAf0ABAAhBSACIAVBCv0P/SP9ZGlqIQIgAyAF/WRpaiEDIAFBEGohAQwACwsCQANAIAEgAE8NASABLQAAIQYgAiAGQQpGaiECIAMgBkEHdmohAyABQQFqIQEMAAsLIAIgA0EQdHILgwIDBH8BewF/IABBeHFBAXQhBAJAA0AgASAETw0BIAH9AAQAIQUgAiAFQQr9EP0t/YQBaWohAiADIAVB/wD9EP0y/YQBaSAFQf8P/RD9Mv2EAWlqaiEDIAMgBUGA+AP9EP1OQYCwA/0Q/S0gAf0ABAJBgPgD/RD9TkGAuAP9EP0t/U79hAFpQQF0ayEDIAFBEGohAQwACwsgAEEBdCEEAkADQCABIARPDQEgAS8BACEGIAIgBkEKRmohAiADIAZB/wBLIAZB/w9LamohAyADIAZBgPgDcUGAsANGIAEvAQJBgPgDcUGAuANGcUEBdGshAyABQQJqIQEMAAsLIAIgA0EQdHIL";
