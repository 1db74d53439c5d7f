/** The directory of a store: made ready for a writer, or searched for a Spill without making anything. */
import { join } from "node:path";
import { SpillError } from "../error.js";
import { idStem, isSpillId } from "../id.js";
import type { SpillMeta } from "../types.js";
import { isDirectory, makePrivate, type Root, rootDirectory } from "./directory.js";
import { errnoOf } from "./errors.js";
import type { FileSystem } from "./file-system.js";
import type { Place } from "./keep.js";
import { loadKey } from "./key.js";
import { RECORDS_FOLDER } from "./layout.js";
import type { ResolvedOptions } from "./options.js";
import { createRecords, type Records, type SpillRecord } from "./records.js";
import { openStage, type Stage } from "./stage.js";

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
  /** Where the store is, if it is there. */
  existing(): Promise<At | undefined>;
  /** How long a tombstone is kept. */
  readonly tombstoneMilliseconds: number;
}

export interface At {
  readonly root: Root;
  /** The path of the records' folder. */
  readonly recordsPath: string;
}

export interface Found extends At {
  readonly record: SpillRecord;
}

export function createStore(fs: FileSystem, options: ResolvedOptions): Store {
  const { directory, layout, sync, tombstoneMilliseconds } = options;
  const rootAt = rootDirectory(fs, directory);
  const records = createRecords(fs, sync);
  let key: Uint8Array | undefined;

  async function existing(): Promise<At | undefined> {
    const root = await rootAt.find();
    if (root === undefined) return undefined;
    const recordsPath = join(root.path, RECORDS_FOLDER);
    return (await isDirectory(fs, recordsPath)) ? { root, recordsPath } : undefined;
  }

  return {
    fs,
    records,
    existing,
    tombstoneMilliseconds,
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

/** A place for a writer, and a stage in it. */
export async function prepareStage(store: Store, meta: SpillMeta): Promise<{ place: Place; stage: Stage }> {
  for (let attempt = 1; ; attempt++) {
    try {
      const place = await store.prepare(meta);
      const stage = await openStage(store.fs, join(place.root.path, place.folder ?? ""), idStem(meta));
      return { place, stage };
    } catch (error) {
      // A sweep takes empty folders away, also one that was made this very moment.
      if (errnoOf(error) !== "ENOENT" || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

const MAX_ATTEMPTS = 5;
