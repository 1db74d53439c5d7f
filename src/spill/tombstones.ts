/** What a store in memory still knows of Spills that it removed: not for ever, and not of more than a certain number. */
import { checkAmount, checkCount } from "../internal/check.js";
import { type SpillContent, toBuried, toGone } from "./info.js";
import type { SpillGone } from "./types.js";

export interface TombstoneOptions {
  readonly maxTombstones: number;
  readonly tombstoneMilliseconds: number;
}

export interface Tombstones {
  /** Remembers that a Spill went just now, of which no tombstone is known. */
  add(id: string, content: SpillContent, reason: SpillGone["reason"]): void;
  /** What is known of a Spill that went. */
  find(id: string): { readonly gone: SpillGone; readonly content: SpillContent } | undefined;
  /** Forgets one: the Spill was kept again. */
  forget(id: string): void;
  /** Forgets those past their time. @returns How many. */
  clear(): number;
}

/** @throws TypeError, RangeError naming the option. */
export function resolveTombstones(options: { maxTombstones: unknown; tombstoneDays: unknown }): TombstoneOptions {
  return {
    maxTombstones: checkCount("maxTombstones", options.maxTombstones),
    tombstoneMilliseconds: checkAmount("tombstoneDays", options.tombstoneDays) * MILLISECONDS_A_DAY,
  };
}

export function createTombstones({ maxTombstones, tombstoneMilliseconds }: TombstoneOptions): Tombstones {
  const stones = new Map<string, { goneAt: number; reason: SpillGone["reason"]; content: SpillContent }>(); // eldest first
  const isPast = (goneAt: number) => Date.now() - goneAt >= tombstoneMilliseconds;

  return {
    add(id, content, reason) {
      stones.set(id, { goneAt: Date.now(), reason, content: toBuried(content) });
      const [eldest] = stones.keys();
      if (stones.size > maxTombstones && eldest !== undefined) stones.delete(eldest);
    },
    find(id) {
      const stone = stones.get(id);
      if (stone === undefined || isPast(stone.goneAt)) return undefined;
      return { gone: toGone(stone.content, { id, ...stone }), content: stone.content };
    },
    forget(id) {
      stones.delete(id);
    },
    clear() {
      const past = [...stones].filter(([, { goneAt }]) => isPast(goneAt));
      for (const [id] of past) stones.delete(id);
      return past.length;
    },
  };
}

const MILLISECONDS_A_DAY = 86_400_000;
