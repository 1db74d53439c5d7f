/** Retention: removes the Spills that a policy no longer wants, and what was left half-made. */
import type { Stats } from "node:fs";
import { dirname } from "node:path";
import { isSpillError } from "../error.js";
import { chooseVictims, type Retention, type Sweepable } from "../retention.js";
import type { SweepReport } from "../types.js";
import { clearStages } from "./clear.js";
import { orAbsent } from "./errors.js";
import { bury, isExpired } from "./gone.js";
import { locate } from "./locate.js";
import { isUntouched, readRecord, recordPath } from "./records.js";
import { removeEmptyFolder } from "./remove.js";
import type { Found, Store } from "./store.js";
import { withdraw } from "./withdraw.js";

/** A Spill whose file is there. */
interface Kept extends Sweepable {
  readonly found: Found;
  readonly path: string;
}

export interface Swept {
  readonly report: SweepReport;
  /** The ids of the Spills that are left. */
  readonly left: ReadonlySet<string>;
}

/**
 * One sweep. Any number of processes may sweep at once, while others write, read and remove: a Spill that is used after it
 * was looked at stays.
 */
export async function sweepStore(store: Store, retention: Retention): Promise<Swept> {
  const kept = new Map<string, Kept>();
  const report = { swept: 0, sweptBytes: 0, kept: 0, keptBytes: 0, cleared: await clearStages(store), failed: 0 };
  for (const id of await store.ids()) {
    const state = await inspect(store, id);
    if (state === "cleared") report.cleared++;
    else if (state !== undefined) kept.set(id, state);
  }
  for (const spill of chooseVictims(kept.values(), retention, Date.now())) {
    try {
      const outcome = await sweepUnlessUsed(store, spill);
      if (outcome === "wanted") continue;
      kept.delete(spill.id);
      if (outcome === "missing") continue; // somebody else removed it
      report.swept++;
      report.sweptBytes += spill.bytes;
    } catch {
      report.failed++; // one that cannot be removed must not keep the others
    }
  }
  report.kept = kept.size;
  for (const { bytes } of kept.values()) report.keptBytes += bytes;
  return { report, left: new Set(kept.keys()) };
}

/** Looks at a record, and sees to it if there is no file to it any more. */
async function inspect(store: Store, id: string): Promise<Kept | "cleared" | undefined> {
  try {
    const found = await store.find(id);
    if (found === undefined) return undefined;
    const { record } = found;
    const path = await locate(store.fs, found.root, record);
    const stats = path === undefined ? undefined : await orAbsent(store.fs.lstat(path));
    if (path !== undefined && stats !== undefined) {
      const { createdAt, readAt } = record;
      return { id, bytes: sizeOf(stats), createdAt, readAt, found, path };
    }
    if (record.gone === undefined) {
      await bury(store.records, found.recordsPath, record, { reason: "removed", ended: false });
      return undefined;
    }
    return (await isForgotten(store, found)) ? "cleared" : undefined;
  } catch (error) {
    // Of a record that makes no sense nobody knows what it is for: a later version may.
    if (isSpillError(error) && (error.code === "corrupt" || error.code === "denied")) return undefined;
    throw error;
  }
}

async function sweepUnlessUsed(store: Store, { found, path, id }: Kept): ReturnType<typeof withdraw> {
  const { recordsPath, record } = found;
  const isUsed = async () => {
    const now = await store.records.read(recordsPath, id);
    return typeof now === "object" && !isUntouched(record, now);
  };
  if (await isUsed()) return "wanted"; // seen before, so that the file is hardly ever missing for a moment
  const outcome = await withdraw(store.fs, path, id, isUsed);
  if (outcome !== "deleted") return outcome;
  await bury(store.records, recordsPath, record, { reason: "swept", ended: true });
  await removeEmptyFolder(store, found, dirname(path));
  return outcome;
}

/** Removes a tombstone past its time. @returns Whether it was. */
async function isForgotten({ fs, tombstoneMilliseconds }: Store, { recordsPath, record }: Found): Promise<boolean> {
  if (!isExpired(record, tombstoneMilliseconds)) return false;
  const outcome = await withdraw(fs, recordPath(recordsPath, record.id), record.id, async (aside) => {
    const moved = await readRecord(fs, aside, record.id);
    return typeof moved === "object" && !isExpired(moved, tombstoneMilliseconds); // the Spill was kept again
  });
  return outcome === "deleted";
}

/** What is no file, somebody put there; it takes no room that we know of. */
function sizeOf(stats: Stats): number {
  return stats.isFile() ? stats.size : 0;
}
