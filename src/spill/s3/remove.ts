/** Removing Spills: first the record becomes a tombstone, then the bytes go. */
import type { SpillGone } from "../types.js";
import { type FoundRecord, tombstoneOf } from "./records.js";
import type { Store } from "./store.js";

/** @returns Whether there was something to remove. */
export async function removeSpill(store: Store, id: string): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const found = await store.find(id);
    if (found === undefined || found.record.gone !== undefined) return false;
    if (await bury(store, found, "removed")) return true;
  }
  return false; // as often as it was looked at, somebody else changed it
}

/**
 * Makes an end of a Spill as it was read. The tombstone comes first: from then on nobody is led to the bytes, and should they
 * stay because the second request fails, the next sweep finds that no record names them.
 *
 * @returns `false` if the record is not as it was read.
 */
export async function bury(store: Store, found: FoundRecord, reason: SpillGone["reason"]): Promise<boolean> {
  if (!(await store.records.replace(found, tombstoneOf(found.record, reason)))) return false;
  await store.objects.remove(found.record.dataKey);
  return true;
}

const MAX_ATTEMPTS = 10;
