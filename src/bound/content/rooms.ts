/** How the room for text is shared among blocks: the largest are cut, in each unit. */
import { allocate } from "../../budget/allocate.js";
import { bytesToTokens } from "../../budget/tokenMath.js";
import type { Room, TokenCounter } from "../../text/limits.js";
import { measureText } from "../../text/size.js";
import { UNITS } from "../room.js";

/** What a text takes. Tokens are counted only where they are limited. */
export function sizeIn(text: string, room: Room, countTokens: TokenCounter): Room {
  return { ...measureText(text), tokens: room.tokens === Number.POSITIVE_INFINITY ? 0 : countTokens(text) };
}

/** What is left when so many bytes are spent on what is no text. */
export function roomBeside(room: Room, bytes: number): Room {
  const tokens = room.tokens === Number.POSITIVE_INFINITY ? room.tokens : room.tokens - bytesToTokens(bytes);
  return { ...room, bytes: Math.max(0, room.bytes - bytes), tokens: Math.max(0, tokens) };
}

export function fitsTogether(sizes: readonly Room[], room: Room): boolean {
  return UNITS.every((unit) => sizes.reduce((sum, size) => sum + size[unit], 0) <= room[unit]);
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
