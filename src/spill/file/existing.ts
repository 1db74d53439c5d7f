/** What can be done with a Spill that is there. */
import { join } from "node:path";
import { clampRange } from "../arguments.js";
import { isSpillError, SpillError } from "../error.js";
import { toGone, toInfo } from "../info.js";
import type { SpillFilter, SpillGone, SpillInfo } from "../types.js";
import type { Root } from "./directory.js";
import { guarded, orAbsent } from "./errors.js";
import { locate } from "./locate.js";
import { readExactly, withFile } from "./read.js";
import type { SpillRecord } from "./records.js";
import type { Store } from "./store.js";

export async function statSpill(store: Store, id: string): Promise<SpillInfo | SpillGone | undefined> {
  const found = await store.find(id);
  if (found === undefined) return undefined;
  const { root, record } = found;
  if (record.gone !== undefined)
    return toGone(record.content, { id, goneAt: record.gone.at, reason: record.gone.reason });
  const path = await locate(store.fs, root, record);
  const stats = path === undefined ? undefined : await orAbsent(store.fs.lstat(path));
  // Somebody deleted the file, and nobody knows when.
  if (stats === undefined) return toGone(record.content, { id, goneAt: Date.now(), reason: "removed" });
  if (!stats.isFile()) throw new SpillError("denied");
  if (stats.size !== record.content.bytes) throw new SpillError("corrupt");
  return infoOf(root, record);
}

export async function readSpillBytes(
  store: Store,
  id: string,
  range: { start: number; end: number },
): Promise<Uint8Array> {
  const found = await store.find(id);
  if (found === undefined) throw new SpillError("not_found");
  if (found.record.gone !== undefined) throw new SpillError("gone");
  const path = await locate(store.fs, found.root, found.record);
  if (path === undefined) throw new SpillError("gone");
  const bytes = await withFile(store.fs, path, async (file, { size }) => {
    if (size !== found.record.content.bytes) throw new SpillError("corrupt");
    const { start, end } = clampRange(range, size);
    return readExactly(file, start, end);
  });
  if (bytes === undefined) throw new SpillError("gone");
  return bytes;
}

/** @returns Whether there was something to remove. */
export async function removeSpill(store: Store, id: string): Promise<boolean> {
  const found = await store.find(id);
  if (found === undefined || found.record.gone !== undefined) return false;
  const path = await locate(store.fs, found.root, found.record);
  // The file first: after a failure between the two steps the Spill is gone, not left where nobody looks for it.
  const removed = path !== undefined && (await orAbsent(store.fs.unlink(path).then(() => true))) === true;
  const tombstone = { ...found.record, gone: { at: Date.now(), reason: "removed" as const } };
  await store.records.replace(found.recordsPath, tombstone);
  return removed;
}

/** Every Spill that can be read. */
export async function* listSpills(store: Store, filter: SpillFilter | undefined): AsyncGenerator<SpillInfo> {
  for (const id of await guarded(() => store.ids())) {
    const info = await guarded(() => statSpill(store, id)).catch(skipUnreadable);
    if (info === undefined || "gone" in info) continue;
    if (filter?.sessionId === undefined || filter.sessionId === info.meta.sessionId) yield info;
  }
}

export function infoOf(root: Root, record: SpillRecord): SpillInfo {
  return toInfo(record.content, { ...record, path: join(root.path, record.path) });
}

/** One damaged record must not hide the others; a medium that fails must not look like an empty store. */
function skipUnreadable(error: unknown): undefined {
  if (isSpillError(error) && (error.code === "corrupt" || error.code === "denied")) return undefined;
  throw error;
}
