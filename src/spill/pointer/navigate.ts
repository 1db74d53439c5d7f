/** Follows a JSON Pointer (RFC 6901) through a JSON text in a store. */
import { decodeUtf8 } from "#platform";
import { ByteCursor, NEWLINE, NotJson, OPEN_BRACE, OPEN_BRACKET, type ReadBytes } from "./cursor.js";
import { type ContainerKind, containerKind, firstMember, type MemberStart, nextMember } from "./members.js";

export interface Store {
  readonly read: ReadBytes;
  readonly total: number;
}

/** A container on the way to a value, and which of its members leads there. */
export interface Step {
  readonly pointer: string;
  readonly kind: ContainerKind;
  readonly index: number;
}

/** A value in a store: the cursor stands before it. */
export interface Place {
  readonly cursor: ByteCursor;
  readonly pointer: string;
  /** `undefined` for a string, a number or a word. */
  readonly kind: ContainerKind | undefined;
  /** The containers that it is in, the outermost first: from the root on, or from the value that is gone through. */
  readonly steps: readonly Step[];
}

/**
 * Where keys are given twice, the first one counts.
 *
 * @returns `undefined` where the pointer leads nowhere
 */
export async function navigate(store: Store, pointer: string): Promise<Place | undefined> {
  const cursor = new ByteCursor(store.read, store.total, 0);
  if (!startsJson(await cursor.skipSpace())) throw new NotJson();
  const steps: Step[] = [];
  let kind: ContainerKind | undefined = (await hasRecords(store, cursor.at)) ? "records" : await containerKind(cursor);
  let here = "";
  for (const token of tokensOf(pointer)) {
    if (kind === undefined) return undefined;
    const index = await find(store, cursor, kind, token);
    if (index === undefined) return undefined;
    steps.push({ pointer: here, kind, index });
    here += `/${token}`;
    kind = await containerKind(cursor);
  }
  return { cursor, pointer, kind, steps };
}

/** Moves to the value of the member that a token names. */
async function find(store: Store, cursor: ByteCursor, kind: ContainerKind, token: string): Promise<number | undefined> {
  if (kind !== "object" && !/^(0|[1-9]\d{0,15})$/.test(token)) return undefined;
  const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
  let member = await firstMember(cursor, kind);
  for (let index = 0; member !== undefined; index++) {
    if (kind === "object" ? await hasKey(store, member, key) : String(index) === token) return index;
    await cursor.skipValue();
    member = await nextMember(cursor, kind);
  }
  return undefined;
}

/** Keys that are too long or too short to be the one are not read. */
async function hasKey(store: Store, { start, keyEnd }: MemberStart, key: string): Promise<boolean> {
  const bytes = keyEnd - start - 2;
  if (bytes < key.length || bytes > MOST_KEY_BYTES_A_UNIT * key.length) return false;
  return keyOf(await store.read(start, keyEnd)) === key;
}

/** @throws NotJson */
function keyOf(raw: Uint8Array): string {
  try {
    return JSON.parse(decodeUtf8(raw)) as string;
  } catch {
    throw new NotJson();
  }
}

/** The value of a member that is too large for a page. */
export async function enter(
  store: Store,
  { pointer, kind, steps }: Place & { readonly kind: ContainerKind },
  { start, keyEnd, valueStart }: MemberStart,
  index: number,
): Promise<Place> {
  const cursor = new ByteCursor(store.read, store.total, valueStart);
  const key = kind === "object" ? keyOf(await store.read(start, keyEnd)) : String(index);
  const token = key.replaceAll("~", "~0").replaceAll("/", "~1");
  const step = { pointer, kind, index };
  return { cursor, pointer: `${pointer}/${token}`, kind: await containerKind(cursor), steps: [...steps, step] };
}

/** Whether the text is NDJSON: its first value, an array or object, ends on its line, and another one follows. */
async function hasRecords({ read, total }: Store, start: number): Promise<boolean> {
  const cursor = new ByteCursor(read, total, start);
  const first = await cursor.peek();
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return false;
  if (!(await endsBefore(cursor, start + MOST_FIRST_RECORD_BYTES))) return false;
  const line = await read(start, cursor.at);
  if (line.includes(NEWLINE)) return false;
  const next = await cursor.skipSpace();
  return next === OPEN_BRACE || next === OPEN_BRACKET;
}

/** What no value begins with tells words from JSON, before they are gone through. */
function startsJson(byte: number): boolean {
  return byte !== -1 && '{["-0123456789tfn'.includes(String.fromCharCode(byte));
}

/** Moves behind a value; `false` where it does not end before the limit, or at all. */
async function endsBefore(cursor: ByteCursor, limit: number): Promise<boolean> {
  try {
    return await cursor.skipValue(limit);
  } catch (error) {
    if (error instanceof NotJson) return false;
    throw error;
  }
}

function tokensOf(pointer: string): string[] {
  return pointer === "" ? [] : pointer.slice(1).split("/");
}

/** An escaped unit is six bytes. */
const MOST_KEY_BYTES_A_UNIT = 6;
/** A longer first record is taken for a value of its own: to look for a second one could mean to read the whole Spill. */
const MOST_FIRST_RECORD_BYTES = 1_048_576;
