/** The directory of a store: made ready for a writer, or searched for a Spill without making anything. */
import { join } from "node:path";
import { SpillError } from "../error.js";
import { isSpillId } from "../id.js";
import type { SpillMeta } from "../types.js";
import { isDirectory, makePrivate, type Root, rootDirectory } from "./directory.js";
import type { FileSystem } from "./file-system.js";
import type { Place } from "./keep.js";
import { loadKey } from "./key.js";
import { RECORDS_FOLDER } from "./layout.js";
import type { ResolvedOptions } from "./options.js";
import { createRecords, type Records, type SpillRecord } from "./records.js";

export interface Store {
  readonly fs: FileSystem;
  readonly records: Records;
  /** Makes everything that a writer needs to be there. */
  prepare(meta: SpillMeta): Promise<Place>;
  /**
   * The record of an id; `undefined` for one that is unknown or not well formed.
   *
   * @throws {@link SpillError} `corrupt` for a record that makes no sense.
   */
  find(id: string): Promise<Found | undefined>;
  /** Every id that has a record. */
  ids(): Promise<string[]>;
}

export interface Found {
  readonly root: Root;
  /** The path of the records' folder. */
  readonly recordsPath: string;
  readonly record: SpillRecord;
}

export function createStore(fs: FileSystem, { directory, layout, sync }: ResolvedOptions): Store {
  const rootAt = rootDirectory(fs, directory);
  const records = createRecords(fs, sync);
  let key: Uint8Array | undefined;

  async function existing(): Promise<{ root: Root; recordsPath: string } | undefined> {
    const root = await rootAt.find();
    if (root === undefined) return undefined;
    const recordsPath = join(root.path, RECORDS_FOLDER);
    return (await isDirectory(fs, recordsPath)) ? { root, recordsPath } : undefined;
  }

  return {
    fs,
    records,
    async prepare(meta) {
      const root = await rootAt.make();
      const own = await makePrivate(fs, root, RECORDS_FOLDER);
      if (own.made) key = undefined; // a new store, or one that was deleted together with its key
      key ??= await loadKey(fs, own.path);
      const folder = layout.folder(key, meta);
      if (folder !== undefined) await makePrivate(fs, root, folder);
      return { fs, root, recordsPath: own.path, records, key, layout, folder };
    },
    async find(id) {
      if (!isSpillId(id)) return undefined;
      const at = await existing();
      if (at === undefined) return undefined;
      const record = await records.read(at.recordsPath, id);
      if (record === "damaged") throw new SpillError("corrupt");
      return record === undefined ? undefined : { ...at, record };
    },
    async ids() {
      const at = await existing();
      return at === undefined ? [] : records.ids(at.recordsPath);
    },
  };
}
