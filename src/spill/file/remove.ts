/** Removing Spills because somebody said so. */
import { dirname } from "node:path";
import { isSpillError } from "../error.js";
import { orAbsent } from "./errors.js";
import { bury } from "./gone.js";
import { locate } from "./locate.js";
import { quietly } from "./publish.js";
import type { At, Found, Store } from "./store.js";

/** @returns Whether there was something to remove. */
export async function removeSpill(store: Store, id: string): Promise<boolean> {
  const found = await store.find(id);
  return found !== undefined && removeFound(store, found);
}

/** Removes every Spill of a session. @returns The ids of those that were there. */
export async function removeSessionSpills(store: Store, sessionId: string): Promise<string[]> {
  const removed: string[] = [];
  for (const id of await store.ids()) {
    const found = await findReadable(store, id);
    if (found?.record.content.meta.sessionId !== sessionId) continue;
    if (await removeFound(store, found)) removed.push(id);
  }
  return removed;
}

/** Takes a session's folder away if nothing is left in it; writers make it anew. */
export async function removeEmptyFolder({ fs }: Store, { root, recordsPath }: At, folder: string): Promise<void> {
  if (folder !== root.path && folder !== recordsPath) await quietly(fs.rmdir(folder));
}

async function removeFound(store: Store, found: Found): Promise<boolean> {
  const { fs, records } = store;
  const path = await locate(fs, found.root, found.record);
  // The file first: after a failure between the two steps the Spill is gone, not left where nobody looks for it.
  const removed = path !== undefined && (await orAbsent(fs.unlink(path).then(() => true))) === true;
  await bury(records, found.recordsPath, found.record, { reason: "removed", ended: removed });
  if (removed) await removeEmptyFolder(store, found, dirname(path));
  return removed;
}

/** A record that makes no sense says of no session. */
async function findReadable(store: Store, id: string): Promise<Found | undefined> {
  try {
    return await store.find(id);
  } catch (error) {
    if (isSpillError(error) && error.code === "corrupt") return undefined;
    throw error;
  }
}
