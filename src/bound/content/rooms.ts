/** How the room for text is shared among blocks: the largest are cut, in each unit. */
import { allocate } from "../../budget/allocate.js";
import { bytesToTokens, tokensToBytes } from "../../budget/tokenMath.js";
import type { Room, TokenCounter } from "../../text/limits.js";
import { measureText } from "../../text/size.js";
import { minus, sum, UNITS } from "../room.js";

/** What a text takes. Tokens are counted only where they are limited; a count that is none is more than any limit. */
export function sizeIn(text: string, room: Room, countTokens: TokenCounter): Room {
  if (room.tokens === Number.POSITIVE_INFINITY || text === "") return { ...measureText(text), tokens: 0 };
  const tokens = Math.ceil(countTokens(text));
  return {
    ...measureText(text),
    tokens: Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : Number.POSITIVE_INFINITY,
  };
}

/** What is left when so many bytes are spent on media, and on what is JSON. */
export function roomBeside(room: Room, mediaBytes: number, jsonBytes: number): Room {
  const bytes = Math.min(mediaBytes + jsonBytes, Number.MAX_SAFE_INTEGER);
  const beside = { bytes, chars: jsonBytes, lines: 0, tokens: bytesToTokens(bytes) };
  return leftIn(room, beside);
}

/** Bytes that what is no text may take at most, to be inside of `room`. */
export function mostBytes(room: Room): number {
  return Math.min(room.bytes, tokensToBytes(room.tokens));
}

export function leftIn(room: Room, taken: Room): Room {
  const { bytes, chars, lines, tokens } = minus(room, taken);
  return {
    bytes: Math.max(0, bytes),
    chars: Math.max(0, chars),
    lines: Math.max(0, lines),
    tokens: Math.max(0, tokens),
  };
}

export function sumOfRooms(sizes: readonly Room[]): Room {
  return sizes.reduce(sum, { bytes: 0, chars: 0, lines: 0, tokens: 0 });
}

export function fitsTogether(sizes: readonly Room[], room: Room): boolean {
  return isWithin(sumOfRooms(sizes), room);
}

export function isWithin(size: Room, room: Room): boolean {
  return UNITS.every((unit) => size[unit] <= room[unit]);
}

/** What each may take, in the order of the sizes. */
export function shareRoom(sizes: readonly Room[], room: Room): Room[] {
  const shares = UNITS.map((unit) => {
    if (room[unit] === Number.POSITIVE_INFINITY) return sizes.map(() => room[unit]);
    return allocate(
      sizes.map((size) => size[unit]),
      room[unit],
    );
  });
  const [bytes = [], chars = [], lines = [], tokens = []] = shares;
  return sizes.map((_, index) => ({
    bytes: bytes[index] ?? 0,
    chars: chars[index] ?? 0,
    lines: lines[index] ?? 0,
    tokens: tokens[index] ?? 0,
  }));
}
