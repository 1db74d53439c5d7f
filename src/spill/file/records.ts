/**
 * Records: one small JSON file a Spill. An id exists exactly when its record does; whether its bytes are still there, only
 * their own file can tell. When a Spill was last used is the time of change of its record.
 */
import { join } from "node:path";
import { decodeUtf8, encodeUtf8 } from "#platform";
import { isSpillId } from "../id.js";
import { type SpillContent, sameContent } from "../info.js";
import type { GoneNote } from "../recordFields.js";
import { lastUse } from "../retention.js";
import { orAbsent } from "./errors.js";
import type { FileSystem } from "./file-system.js";
import { readExactly, withFile } from "./read.js";
import { formatRecord, parseRecord } from "./record-text.js";
import { type Stage, stageBytes } from "./stage.js";

export interface SpillRecord {
  readonly id: string;
  /** Of the file, below the root, with `/` on every system. */
  readonly path: string;
  readonly content: SpillContent;
  readonly createdAt: number;
  /** When it was last read, or kept again; not part of the text. */
  readonly readAt?: number | undefined;
  /** What is to be said of it while its file is missing. */
  readonly gone?: GoneNote | undefined;
}

/** Reads and writes the records in one folder. `folder` is the folder's path, already found to be a real directory. */
export interface Records {
  read(folder: string, id: string): Promise<SpillRecord | "damaged" | undefined>;
  /** A finished file with the record, not yet under its name. */
  stage(folder: string, record: SpillRecord): Promise<Stage>;
  /** Publishes a staged record; `false` if the id has one. */
  publish(folder: string, id: string, staged: Stage): Promise<boolean>;
  /** Puts a record in the place of the one that is there. */
  replace(folder: string, record: SpillRecord): Promise<void>;
  /** Notes that a Spill is used now. @returns Whether that could be noted; never rejects. */
  touch(folder: string, id: string): Promise<boolean>;
  /** The ids that have a record, in no order. */
  ids(folder: string): Promise<string[]>;
}

export function createRecords(fs: FileSystem, sync: boolean): Records {
  async function stage(folder: string, record: SpillRecord): Promise<Stage> {
    const bytes = encodeUtf8(formatRecord(record));
    // Without a time of its own, a file that is a moment younger than its text would look as if it had been read.
    return stageBytes(fs, folder, record.id, { bytes, sync, modifiedAt: lastUse(record) });
  }

  return {
    read: (folder, id) => readRecord(fs, recordPath(folder, id), id),
    stage,
    // From the moment it appears others may rely on it, so a failure to tidy up must not take it back.
    publish: (folder, id, staged) => staged.moveTo(recordPath(folder, id), "ignore"),
    async replace(folder, record) {
      const staged = await stage(folder, record);
      try {
        await staged.replace(recordPath(folder, record.id));
      } catch (error) {
        await staged.discard();
        throw error;
      }
    },
    async touch(folder, id) {
      try {
        const now = new Date();
        await fs.lutimes(recordPath(folder, id), now, now);
        return true;
      } catch {
        return false;
      }
    },
    async ids(folder) {
      const names = (await orAbsent(fs.readdir(folder))) ?? [];
      return names.flatMap((name) => {
        const id = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : "";
        return isSpillId(id) ? [id] : [];
      });
    },
  };
}

export function recordPath(folder: string, id: string): string {
  return join(folder, id + SUFFIX);
}

/** The record in a file, which may stand under another name than its own. */
export async function readRecord(
  fs: FileSystem,
  path: string,
  id: string,
): Promise<SpillRecord | "damaged" | undefined> {
  return withFile(fs, path, async (file, { size, mtimeMs }) => {
    const record = parseRecord(decodeUtf8(await readExactly(file, 0, size)), id);
    const changedAt = Math.round(mtimeMs); // systems keep times in other units, and round them
    return record !== "damaged" && changedAt > record.createdAt ? { ...record, readAt: changedAt } : record;
  });
}

/** Whether two readings of an id's record are of the same life of the Spill, in which nobody used it in between. */
export function isUntouched(before: SpillRecord, after: SpillRecord): boolean {
  return sameContent(before.content, after.content) && lastUse(before) === lastUse(after);
}

const SUFFIX = ".json";
