/** What can be read of Spills that are there. */
import { join } from "node:path";
import { clampRange } from "../arguments.js";
import { isSpillError, SpillError } from "../error.js";
import { toInfo } from "../info.js";
import type { SpillFilter, SpillGone, SpillInfo } from "../types.js";
import type { Root } from "./directory.js";
import { guarded, orAbsent } from "./errors.js";
import { bury, goneOf, isExpired } from "./gone.js";
import { locate } from "./locate.js";
import { patiently } from "./patience.js";
import { readExactly, withFile } from "./read.js";
import type { SpillRecord } from "./records.js";
import type { Found, Store } from "./store.js";

export async function statSpill(store: Store, id: string): Promise<SpillInfo | SpillGone | undefined> {
  const { found, result } = await lookAgain(store, id, (one) => infoIfThere(store, one));
  return result ?? (await goneIfKnown(store, found));
}

export async function readSpillBytes(
  store: Store,
  id: string,
  range: { start: number; end: number },
): Promise<Uint8Array> {
  const { found, result } = await lookAgain(store, id, async ({ root, recordsPath, record }) => {
    // Before the file is opened, so that a sweep which takes it away sees this, and puts it back.
    await store.records.touch(recordsPath, id);
    const path = await locate(store.fs, root, record);
    if (path === undefined) return undefined;
    return withFile(store.fs, path, async (file, { size }) => {
      if (size !== record.content.bytes) throw new SpillError("corrupt");
      const { start, end } = clampRange(range, size);
      return readExactly(file, start, end);
    });
  });
  if (result !== undefined) return result;
  throw new SpillError((await goneIfKnown(store, found)) === undefined ? "not_found" : "gone");
}

/** Every Spill that can be read. */
export async function* listSpills(store: Store, filter: SpillFilter | undefined): AsyncGenerator<SpillInfo> {
  for (const id of await guarded(() => store.ids())) {
    const info = await guarded(() => infoOfId(store, id)).catch(skipUnreadable);
    if (info === undefined) continue;
    if (filter?.sessionId === undefined || filter.sessionId === info.meta.sessionId) yield info;
  }
}

export function infoOf(root: Root, record: SpillRecord): SpillInfo {
  return toInfo(record.content, { ...record, path: join(root.path, record.path) });
}

/** Looks at a Spill until it is found, or known to be gone. */
async function lookAgain<T>(store: Store, id: string, look: (found: Found) => Promise<T | undefined>) {
  let found: Found | undefined;
  let result: T | undefined;
  await patiently(async () => {
    found = await store.find(id);
    if (found === undefined) return true;
    result = await look(found);
    return result === undefined && found.record.gone === undefined ? undefined : true;
  });
  return { found, result };
}

async function infoIfThere({ fs }: Store, { root, record }: Found): Promise<SpillInfo | undefined> {
  const path = await locate(fs, root, record);
  const stats = path === undefined ? undefined : await orAbsent(fs.lstat(path));
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw new SpillError("denied");
  if (stats.size !== record.content.bytes) throw new SpillError("corrupt");
  return infoOf(root, record);
}

async function infoOfId(store: Store, id: string): Promise<SpillInfo | undefined> {
  const found = await store.find(id);
  return found === undefined ? undefined : infoIfThere(store, found);
}

/**
 * The tombstone of a Spill whose file is missing. If none was left, somebody else deleted the file: nobody knows when, so
 * the tombstone bears the time at which that was noticed first, and is left now, so that it stays the same.
 */
async function goneIfKnown(store: Store, found: Found | undefined): Promise<SpillGone | undefined> {
  if (found === undefined || isExpired(found.record, store.tombstoneMilliseconds)) return undefined;
  const { records } = store;
  const { recordsPath, record } = found;
  const noted = record.gone ? record : await bury(records, recordsPath, record, { reason: "removed", ended: false });
  return goneOf(noted);
}

/** One damaged record must not hide the others; a medium that fails must not look like an empty store. */
function skipUnreadable(error: unknown): undefined {
  if (isSpillError(error) && (error.code === "corrupt" || error.code === "denied")) return undefined;
  throw error;
}
