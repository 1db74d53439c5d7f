/** Whole members of a container in a store, as many as fit: JSON of the same kind, or lines of NDJSON. */
import { decodeUtf8 } from "#platform";
import { fitsRoom } from "../../text/fits.js";
import type { OpenSpill } from "../readSpill.js";
import type { ByteCursor } from "./cursor.js";
import { type ContainerKind, type MemberStart, nextMember } from "./members.js";

export interface MemberPage {
  readonly text: string;
  /** Bytes that the members take. */
  readonly start: number;
  readonly end: number;
  readonly count: number;
  /** The member behind the last one. */
  readonly following: MemberStart | undefined;
}

/**
 * Reads from a member on.
 *
 * @param cursor - at the value of `first`; left somewhere behind
 * @returns `undefined` where not even the first member fits
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
  while (member !== undefined && (await cursor.skipValue(most))) {
    ends.push(cursor.at);
    starts.push(member);
    member = await nextMember(cursor, kind);
  }
  if (ends.length === 0) return undefined;

  const raw = await spill.read(start, ends.at(-1) as number);
  const textOf = (count: number) => wrap(decodeUtf8(raw.subarray(0, (ends[count - 1] as number) - start)), kind);
  const fits = (count: number) => fitsRoom(textOf(count), spill.room, spill.countTokens);
  const count = mostThatFits(ends.length, fits);
  if (count === 0) return undefined;
  const following = count === ends.length ? member : starts[count];
  return { text: textOf(count), start, end: ends[count - 1] as number, count, following };
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
