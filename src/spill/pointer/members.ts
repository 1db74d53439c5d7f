/** The members of a container in a store, from the first on. */
import {
  type ByteCursor,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  NotJson,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from "./cursor.js";

/** `records` is NDJSON: values one behind the other. */
export type ContainerKind = "array" | "object" | "records";

/** Where a member begins; `valueStart` is behind the key, if there is one. */
export interface MemberStart {
  readonly start: number;
  readonly keyEnd: number;
  readonly valueStart: number;
}

/** @returns the kind of the container that begins here, or `undefined` for another value */
export async function containerKind(cursor: ByteCursor): Promise<"array" | "object" | undefined> {
  const byte = await cursor.skipSpace();
  return byte === OPEN_BRACKET ? "array" : byte === OPEN_BRACE ? "object" : undefined;
}

/** Moves to the first member's value; `undefined` for an empty container, which it moves behind. */
export async function firstMember(cursor: ByteCursor, kind: ContainerKind): Promise<MemberStart | undefined> {
  if (kind !== "records") cursor.advance();
  const byte = await cursor.skipSpace();
  if (kind === "records" ? byte === -1 : byte === closeOf(kind)) {
    cursor.advance();
    return undefined;
  }
  return memberHere(cursor, kind);
}

/** Moves from behind a member to the next one's value; `undefined` behind the last one, and it moves behind the container. */
export async function nextMember(cursor: ByteCursor, kind: ContainerKind): Promise<MemberStart | undefined> {
  const byte = await cursor.skipSpace();
  if (kind === "records") return byte === -1 ? undefined : memberHere(cursor, kind);
  cursor.advance();
  if (byte === closeOf(kind)) return undefined;
  if (byte !== COMMA) throw new NotJson();
  await cursor.skipSpace();
  return memberHere(cursor, kind);
}

/** Moves to the value of the member that begins here. */
export async function memberHere(cursor: ByteCursor, kind: ContainerKind): Promise<MemberStart> {
  const start = cursor.at;
  if (kind !== "object") return { start, keyEnd: start, valueStart: start };
  if ((await cursor.peek()) !== QUOTE) throw new NotJson();
  await cursor.skipValue();
  const keyEnd = cursor.at;
  if ((await cursor.skipSpace()) !== COLON) throw new NotJson();
  cursor.advance();
  await cursor.skipSpace();
  return { start, keyEnd, valueStart: cursor.at };
}

function closeOf(kind: ContainerKind): number {
  return kind === "array" ? CLOSE_BRACKET : CLOSE_BRACE;
}
