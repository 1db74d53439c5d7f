/** A codec from a decoder that only goes forward. */
import type { StreamDecoder } from "../text/decoder.js";
import type { DecoderFactory } from "../text/reader.js";
import type { Codec, Located } from "./codec.js";

/**
 * Any character may be the first that a decoder gets: what an encoding remembers beyond one (shift states as ISO-2022 has
 * them) is lost where a window begins. A byte order mark is remembered: every decoder gets it first.
 *
 * @param head - the first bytes of the Spill, 3 or more of them
 */
export function streamCodec(factory: DecoderFactory, head: Uint8Array): Codec {
  const mark = byteOrderMark(head);
  const open = (start: number): StreamDecoder => {
    const decoder = factory();
    if (start >= mark.length) decoder.write(mark);
    return decoder;
  };
  const newline = findNewline(open);
  const width = newline?.length ?? 1;

  function decode(bytes: Uint8Array, start: number, isWhole: boolean): string {
    const decoder = open(start);
    const text = decoder.write(bytes);
    return isWhole ? text + decoder.end() : text;
  }

  function locate(bytes: Uint8Array, start: number, units: number): Located {
    if (units === 0) return { units: 0, bytes: 0 };
    const from = blockBefore(open(start), bytes, units);
    const decoder = open(start);
    let seen = decoder.write(bytes.subarray(0, from)).length;
    let last: Located = { units: 0, bytes: 0 };
    for (let at = from; at < bytes.length; at++) {
      const given = decoder.write(bytes.subarray(at, at + 1)).length;
      if (given === 0) continue;
      seen += given;
      const found = { units: seen, bytes: at + 1 - (decoder.pendingBytes ?? 0) };
      if (seen === units || (seen > units && last.units === 0)) return found;
      if (seen > units) return last;
      last = found;
    }
    return { units, bytes: bytes.length }; // the rest is what stands for a character that was cut short
  }

  return {
    width,
    // Four bytes a character are the most (UTF-32, GB 18030); what gives no text at all is not gone through without end.
    mostBytes: ({ bytes, chars }) => 4 * Math.min(bytes, chars) + SPARE_BYTES,
    decode,
    locate,
    boundaryBefore(bytes, start, at) {
      const before = bytes.subarray(0, at);
      return locate(before, start, decode(before, start, false).length).bytes;
    },
    lineEnd: newline === undefined ? () => -1 : (bytes, start, from) => unitEnd(bytes, newline, from, start % width),
  };
}

/** The block before the one in which the text reaches `units`: from there on, it is gone through byte by byte. */
function blockBefore(decoder: StreamDecoder, bytes: Uint8Array, units: number): number {
  let seen = 0;
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    seen += decoder.write(bytes.subarray(at, at + BLOCK_BYTES)).length;
    if (seen >= units) return Math.max(0, at - BLOCK_BYTES);
  }
  return Math.max(0, bytes.length - 2 * BLOCK_BYTES);
}

/** What decodes to a line feed: one byte (another one than 0x0A in EBCDIC), or a unit of UTF-16 or UTF-32. */
function findNewline(open: (start: number) => StreamDecoder): Uint8Array | undefined {
  const bytes = [0x0a, ...Array.from({ length: 256 }, (_, byte) => byte)].map((byte) => [byte]);
  const candidates = [...bytes.slice(0, 1), ...WIDE_NEWLINES, ...bytes.slice(1)];
  const found = candidates.find((unit) => open(FAR).write(Uint8Array.from(unit)) === "\n");
  return found === undefined ? undefined : Uint8Array.from(found);
}

/** The same as `indexOf`, at places only where a code unit begins. */
function unitEnd(bytes: Uint8Array, unit: Uint8Array, from: number, shift: number): number {
  const width = unit.length;
  if (width === 1) return bytes.indexOf(unit[0] as number, from) + 1 || -1;
  for (let at = from + ((width - ((from + shift) % width)) % width); at + width <= bytes.length; at += width) {
    if (unit.every((byte, index) => bytes[at + index] === byte)) return at + width;
  }
  return -1;
}

function byteOrderMark(head: Uint8Array): Uint8Array {
  const mark = MARKS.find((bytes) => bytes.every((byte, index) => head[index] === byte));
  return Uint8Array.from(mark ?? []);
}

const MARKS = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
];
const WIDE_NEWLINES = [
  [0x0a, 0],
  [0, 0x0a],
  [0x0a, 0, 0, 0],
  [0, 0, 0, 0x0a],
];
/** For marks and shifts, which are no text. */
const SPARE_BYTES = 1024;
/** An offset that is not the Spill's start. */
const FAR = Number.MAX_SAFE_INTEGER;
/** Bytes: more make the search for a place coarse, fewer make many calls. */
const BLOCK_BYTES = 512;
