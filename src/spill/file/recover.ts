/** What to make of a staged record whose writer is gone: he may have ended between his two steps. */
import { decodeUtf8 } from "#platform";
import { isSpillId } from "../id.js";
import type { FileSystem } from "./file-system.js";
import { locate } from "./locate.js";
import { moveToNew } from "./publish.js";
import { holds, isRegular, readWhole } from "./read.js";
import { idInRecord, parseRecord } from "./record-text.js";
import { readRecord, recordPath } from "./records.js";
import type { At } from "./store.js";
import { withdraw } from "./withdraw.js";

/**
 * Does the writer's second step, if he did the first: the bytes are whole, and nobody who is at the same call right now is
 * hindered. To delete the file would be no tidier, and could take it from another writer of the same bytes.
 *
 * @returns Whether the staged record is the Spill's record now, and no stage any more.
 */
export async function recover(fs: FileSystem, { root, recordsPath }: At, staged: string): Promise<boolean> {
  const text = decodeUtf8((await readWhole(fs, staged)) ?? new Uint8Array());
  const record = parseRecord(text, idInRecord(text));
  if (record === "damaged" || !isSpillId(record.id)) return false;
  const { id, content } = record;
  const path = await locate(fs, root, record);
  const ownPath = recordPath(recordsPath, id);
  if (path !== undefined && content.bytes > 0) await freeName(fs, path, id);
  await freeName(fs, ownPath, id);
  if (path === undefined || (await readRecord(fs, ownPath, id)) !== undefined) return false; // nothing to finish
  return (await holds(fs, root, path, content)) && moveToNew(fs, staged, ownPath, "ignore");
}

/** Without hard links, a name is reserved by an empty file, which the writer then did not replace. */
async function freeName(fs: FileSystem, path: string, stem: string): Promise<void> {
  if (!(await isRegular(fs, path, 0))) return;
  await withdraw(fs, path, stem, async (aside) => !(await isRegular(fs, aside, 0)));
}
