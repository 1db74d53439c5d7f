/** The size in pixels that an image says it has, from its first bytes. */

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** PNG, GIF, JPEG and WebP: what providers take. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const size = pngSize(bytes) ?? gifSize(bytes) ?? webpSize(bytes) ?? jpegSize(bytes);
  return size === undefined || size.width === 0 || size.height === 0 ? undefined : size;
}

function pngSize(bytes: Uint8Array): ImageSize | undefined {
  if (!startsWith(bytes, [0x89, 0x50, 0x4e, 0x47]) || bytes.length < 24) return undefined;
  return { width: bigEndian(bytes, 16, 4), height: bigEndian(bytes, 20, 4) };
}

function gifSize(bytes: Uint8Array): ImageSize | undefined {
  if (!startsWith(bytes, [0x47, 0x49, 0x46, 0x38]) || bytes.length < 10) return undefined;
  return { width: littleEndian(bytes, 6, 2), height: littleEndian(bytes, 8, 2) };
}

function webpSize(bytes: Uint8Array): ImageSize | undefined {
  if (!startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) || bytes.length < 30) return undefined;
  if (String.fromCharCode(...bytes.subarray(8, 12)) !== "WEBP") return undefined;
  switch (String.fromCharCode(...bytes.subarray(12, 16))) {
    case "VP8 ":
      return { width: littleEndian(bytes, 26, 2) & 0x3fff, height: littleEndian(bytes, 28, 2) & 0x3fff };
    case "VP8L": {
      const bits = littleEndian(bytes, 21, 4);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: littleEndian(bytes, 24, 3) + 1, height: littleEndian(bytes, 27, 3) + 1 };
    default:
      return undefined;
  }
}

/** The frame's header stands behind other segments, each of which says how long it is. */
function jpegSize(bytes: Uint8Array): ImageSize | undefined {
  if (!startsWith(bytes, [0xff, 0xd8])) return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return undefined;
    if (marker === 0xff) {
      at++; // any number of these may stand before a marker
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker)) {
      return { height: bigEndian(bytes, at + 5, 2), width: bigEndian(bytes, at + 7, 2) };
    }
    at += 2 + Math.max(2, bigEndian(bytes, at + 2, 2));
  }
  return undefined;
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

function bigEndian(bytes: Uint8Array, at: number, length: number): number {
  return bytes.subarray(at, at + length).reduce((value, byte) => value * 256 + byte, 0);
}

function littleEndian(bytes: Uint8Array, at: number, length: number): number {
  return bytes.subarray(at, at + length).reduceRight((value, byte) => value * 256 + byte, 0);
}

/** Huffman tables, arithmetic coding conditions, and an extension that was never used. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc];
