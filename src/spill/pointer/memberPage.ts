/** Whole members of a container in a store, as many as fit: JSON of the same kind, or lines of NDJSON. */
import { decodeUtf8 } from "#platform";
import { fitsRoom } from "../../text/fits.js";
import type { OpenSpill } from "../readSpill.js";
import { type ByteCursor, NotJson, OPEN_BRACE, OPEN_BRACKET, QUOTE } from "./cursor.js";
import { type ContainerKind, type MemberStart, nextMember } from "./members.js";

export interface MemberPage {
  readonly text: string;
  /** Bytes that the members take. */
  readonly start: number;
  readonly end: number;
  readonly count: number;
  /** The member behind the last one. */
  readonly following: MemberStart | undefined;
  /** Whether the Spill breaks off behind the last one. */
  readonly isCut: boolean;
}

/**
 * Reads from a member on.
 *
 * @param cursor - at the value of `first`; left somewhere behind
 * @returns `undefined` where not even the first member fits, or a partial Spill breaks off in it
 * @throws NotJson for members that are none
 */
export async function memberPage(
  spill: OpenSpill,
  cursor: ByteCursor,
  kind: ContainerKind,
  first: MemberStart,
): Promise<MemberPage | undefined> {
  const { start } = first;
  const most = start + mostBytes(spill);
  const ends: number[] = [];
  const starts: MemberStart[] = [];
  let member: MemberStart | undefined = first;
  let isCut = false;
  try {
    while (member !== undefined && (await skipWhole(spill, cursor, most))) {
      ends.push(cursor.at);
      starts.push(member);
      member = await nextMember(cursor, kind);
    }
  } catch (error) {
    if (!(error instanceof NotJson && spill.isPartial)) throw error;
    isCut = true;
    member = undefined;
  }
  if (ends.length === 0) return undefined;

  const raw = await spill.read(start, ends.at(-1) as number);
  const textOf = (count: number) => wrap(decodeUtf8(raw.subarray(0, (ends[count - 1] as number) - start)), kind);
  const fits = (count: number) => fitsRoom(textOf(count), spill.room, spill.countTokens);
  const count = mostThatFits(ends.length, fits);
  if (count === 0) return undefined;
  checkJson(raw, kind, starts.slice(0, count), ends);
  const isAll = count === ends.length;
  const following = isAll ? member : starts[count];
  return { text: textOf(count), start, end: ends[count - 1] as number, count, following, isCut: isCut && isAll };
}

/** A number that a partial Spill ends with may have had more digits. */
async function skipWhole(spill: OpenSpill, cursor: ByteCursor, limit: number): Promise<boolean> {
  const first = await cursor.peek();
  const isWhole = await cursor.skipValue(limit);
  if (spill.isPartial && cursor.at === spill.total && ![QUOTE, OPEN_BRACE, OPEN_BRACKET].includes(first)) {
    throw new NotJson();
  }
  return isWhole;
}

/** Brackets were counted, but what is in them was not looked at. */
function checkJson(
  raw: Uint8Array,
  kind: ContainerKind,
  starts: readonly MemberStart[],
  ends: readonly number[],
): void {
  const first = starts[0]?.start ?? 0;
  try {
    if (kind !== "records") JSON.parse(wrap(decodeUtf8(raw.subarray(0, (ends[starts.length - 1] ?? 0) - first)), kind));
    else
      for (const [index, { start }] of starts.entries())
        parseRecord(raw.subarray(start - first, (ends[index] ?? 0) - first));
  } catch {
    throw new NotJson();
  }
}

function parseRecord(raw: Uint8Array): void {
  JSON.parse(decodeUtf8(raw));
}

export function wrap(members: string, kind: ContainerKind): string {
  if (kind === "records") return members;
  return kind === "array" ? `[${members}]` : `{${members}}`;
}

/** More members never take less: the number is found by halving. */
function mostThatFits(count: number, fits: (count: number) => boolean): number {
  if (fits(count)) return count;
  let [low, high] = [0, count];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** No more can be shown, and no more is ever in memory. */
export function mostBytes({ room }: OpenSpill): number {
  return Math.min(room.bytes, 3 * room.chars, MOST_WINDOW_BYTES);
}

const MOST_WINDOW_BYTES = 4_194_304;
