/** Shares what is free among results of known sizes: what is small stays whole, whichever was done first. */
import { allocate } from "../../../budget/allocate.js";
import { tokensToBytes } from "../../../budget/tokenMath.js";
import type { Allotment, Taken } from "../result/types.js";
import type { PiSettings } from "../settings/keys.js";
import type { Batch } from "./batch.js";

/** What each call of a batch may take, now that all are there. */
export async function settleBatch(batch: Batch, settings: PiSettings): Promise<ReadonlyMap<string, Allotment>> {
  const ids = batch.callIds ?? [];
  const all = ids.map((id) => batch.calls.get(id)?.taken).filter((taken) => taken !== undefined);
  const bytes = await shares(all, batch, settings);
  return new Map(
    ids.map((id, index) => {
      const { maxBytes, isCeiling } = bytes[index] ?? { maxBytes: 0, isCeiling: false };
      const tokens = Math.ceil((maxBytes * settings.inflation) / settings.bytesPerChar);
      return [id, { maxBytes, tokens, isCeiling, free: batch.free, calls: ids.length }];
    }),
  );
}

interface Share {
  readonly maxBytes: number;
  readonly isCeiling: boolean;
}

/** A result whose complete text cannot be kept stays as pi made it, so that the others have less. */
async function shares(all: readonly Taken[], { free }: Batch, settings: PiSettings): Promise<Share[]> {
  const ceilings = all.map(({ ceilingBytes }) => ({ maxBytes: ceilingBytes, isCeiling: true }));
  if (free === undefined) return ceilings;
  const allowance = bytesIn(Math.floor(free.headroom * settings.shareOfHeadroom), settings);
  const floor = floorOf(free.windowTokens, all.length, settings);
  const passed = new Set(all.filter(({ isFixed }) => isFixed));
  for (;;) {
    const spent = [...passed].reduce((sum, { bytes }) => sum + bytes, 0);
    const wanted = all.map((taken) => (passed.has(taken) ? 0 : Math.min(taken.bytes, taken.ceilingBytes)));
    const given = allocate(wanted, Math.max(0, allowance - spent), { floor });
    const before = passed.size;
    for (const [index, taken] of all.entries()) {
      if (passed.has(taken) || (given[index] ?? 0) >= taken.bytes) continue;
      if ((await taken.keep())?.state === "failed" && taken.bytes <= taken.ceilingBytes) passed.add(taken);
    }
    if (passed.size > before) continue;
    return given.map((maxBytes, index) => {
      const ceiling = ceilings[index]?.maxBytes ?? 0;
      const isWhole = passed.has(all[index] as Taken) || maxBytes >= (all[index]?.bytes ?? 0);
      return isWhole ? { maxBytes: ceiling, isCeiling: true } : { maxBytes, isCeiling: maxBytes >= ceiling };
    });
  }
}

/**
 * Bytes that a call has in any case. The floors of a message together take no more than half of what the window still has,
 * pi's reserve included: many calls in a full window would pass it by their floors alone.
 */
export function floorOf(windowTokens: number, calls: number, settings: PiSettings): number {
  const share = Math.floor(bytesIn(windowTokens / 2, settings) / Math.max(1, calls));
  return Math.min(settings.minOutputBytes, Math.max(LEAST_BYTES, share));
}

/** Bytes of a number of tokens, at most what sums of them stay exact with, whatever the rate in the settings. */
export function bytesIn(tokens: number, settings: PiSettings): number {
  return Math.min(MOST_BYTES, tokensToBytes(tokens, settings));
}

const MOST_BYTES = 2 ** 50;
/** A View that can still say where the rest is. */
const LEAST_BYTES = 512;
