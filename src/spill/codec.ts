/** How the bytes of a Spill are text: where its characters and its lines end. */
import { decodeUtf8 } from "#platform";
import { unfinishedBytes, utf8Prefix } from "../platform/utf8.js";
import type { Room } from "../text/limits.js";

export interface Codec {
  /** Bytes of a code unit: characters and lines begin at multiples of it. */
  readonly width: number;
  /** Bytes of which the text is certain to fill the room. */
  mostBytes(room: Room): number;
  /**
   * The text of bytes that begin with a character.
   *
   * @param start - offset of the first of them in the Spill
   * @param isWhole - a character that is cut short shows as it is; else it waits for the rest of it
   */
  decode(bytes: Uint8Array, start: number, isWhole: boolean): string;
  /**
   * The bytes of the first `units` UTF-16 units of that text. Where these end inside of what one character (or what is
   * none) gives, fewer units: those up to there, or if there are none, all that it gives.
   */
  locate(bytes: Uint8Array, start: number, units: number): Located;
  /** The last place at or before `at` where a character begins. */
  boundaryBefore(bytes: Uint8Array, start: number, at: number): number;
  /** The index behind the first line end that begins at `from` or behind it; -1 if there is none. */
  lineEnd(bytes: Uint8Array, start: number, from: number): number;
}

export interface Located {
  readonly units: number;
  readonly bytes: number;
}

export const UTF8: Codec = {
  width: 1,
  // Decoding never makes text shorter than its bytes, and a UTF-16 unit is three bytes at most.
  mostBytes: ({ bytes, chars }) => Math.min(bytes, 3 * chars),
  decode: (bytes, _start, isWhole) =>
    decodeUtf8(isWhole ? bytes : bytes.subarray(0, bytes.length - unfinishedBytes(bytes))),
  locate: (bytes, _start, units) => ({ units, bytes: utf8Prefix(bytes, units) }),
  boundaryBefore: (bytes, _start, at) => at - unfinishedBytes(bytes.subarray(0, at)),
  lineEnd: (bytes, _start, from) => bytes.indexOf(NEWLINE, from) + 1 || -1,
};

const NEWLINE = 0x0a;
