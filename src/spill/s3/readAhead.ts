/**
 * Reads ranges of objects that never change. A range by itself is asked for as it is; who reads on where the last range
 * ended gets ever more at a time, so that a search through a gigabyte is some hundred requests, and a window one.
 */
import { SpillError } from "../error.js";
import type { Objects } from "./objects.js";

export interface ReadAhead {
  /** The bytes of a range that is not empty; `undefined` if there is no such object. */
  read(key: string, range: { start: number; end: number }, bytes: number): Promise<Uint8Array | undefined>;
}

interface Held {
  readonly start: number;
  readonly bytes: Uint8Array;
  /** Bytes that were asked for. */
  readonly asked: number;
}

export function createReadAhead(objects: Objects): ReadAhead {
  const held = new Map<string, Held>(); // eldest first

  async function fetchRange(key: string, start: number, end: number): Promise<Uint8Array | undefined> {
    const bytes = (await objects.get(key, { start, end }))?.bytes;
    if (bytes !== undefined && bytes.length !== end - start) throw new SpillError("corrupt");
    return bytes;
  }

  function hold(key: string, piece: Held): void {
    held.delete(key);
    held.set(key, piece);
    const [eldest] = held.keys();
    if (held.size > MAX_HELD && eldest !== undefined) held.delete(eldest);
  }

  return {
    async read(key, { start, end }, total) {
      const last = held.get(key);
      const heldEnd = last === undefined ? 0 : last.start + last.bytes.length;
      const isInside = last !== undefined && start >= last.start && start <= heldEnd;
      if (isInside && end <= heldEnd) return last.bytes.slice(start - last.start, end - last.start);

      const known = isInside ? last.bytes.subarray(start - last.start) : new Uint8Array(0);
      const from = start + known.length;
      const ahead = isInside ? Math.min(2 * last.asked, MAX_AHEAD_BYTES) : 0;
      const asked = Math.max(end - from, ahead);
      const fetched = await fetchRange(key, from, Math.min(from + asked, total));
      if (fetched === undefined) return undefined;
      const result = new Uint8Array(end - start);
      result.set(known);
      result.set(fetched.subarray(0, end - from), known.length);
      // What is larger was asked for at once, and is not asked for again.
      if (fetched.length <= MAX_AHEAD_BYTES) hold(key, { start: from, bytes: fetched, asked });
      else held.delete(key);
      return result;
    },
  };
}

const MAX_AHEAD_BYTES = 4_194_304;
/** Objects of which a piece is held: 32 MiB together. */
const MAX_HELD = 8;
