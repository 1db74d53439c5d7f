/** The store in files: its public function, and how its parts go together. */
import { join } from "node:path";
import { checkMeta, checkRange } from "../arguments.js";
import { idStem } from "../id.js";
import { toRef } from "../info.js";
import { createQuota } from "../quota.js";
import type { SpillSink } from "../types.js";
import { guarded } from "./errors.js";
import { infoOf, listSpills, readSpillBytes, removeSpill, statSpill } from "./existing.js";
import { type FileSystem, nodeFileSystem } from "./file-system.js";
import { keep } from "./keep.js";
import { type FileSpillOptions, resolveOptions } from "./options.js";
import { openStage } from "./stage.js";
import { createStore } from "./store.js";
import { createFileWriter } from "./writer.js";

/** A store in files. @public */
export interface FileSpill extends SpillSink {
  /** The absolute path of its directory, links not resolved. */
  readonly directory: string;
}

/**
 * Keeps each Spill in a file of its own: 0600 in directories of 0700, never through a link, never over another file.
 * Nothing is read or written before the first call. Any number of sinks and processes can share a directory.
 *
 * @throws TypeError, RangeError for an option of the wrong type or value.
 * @public
 */
export function fileSpill(options: FileSpillOptions): FileSpill {
  return createFileSpill(options, nodeFileSystem);
}

/** {@link fileSpill} on a given file system. @internal */
export function createFileSpill(options: FileSpillOptions, fs: FileSystem): FileSpill {
  const resolved = resolveOptions(options);
  const quota = createQuota(resolved);
  const store = createStore(fs, resolved);
  const countedBytes = new Map<string, number>(); // by id: the Spills that this sink wrote

  /** Takes a Spill off the quota, if it counts. */
  function uncount(id: string): void {
    quota.release(countedBytes.get(id) ?? 0);
    countedBytes.delete(id);
  }

  return {
    directory: resolved.directory,
    async create(meta) {
      const checked = checkMeta(meta);
      return guarded(async () => {
        const place = await store.prepare(checked);
        const stage = await openStage(fs, join(place.root.path, place.folder ?? ""), idStem(checked));
        const lease = quota.open();
        return createFileWriter({
          meta: checked,
          stage,
          lease,
          sync: resolved.sync,
          async publish(content) {
            const { record, reused } = await keep(place, stage, content);
            if (reused) lease.release();
            else {
              uncount(record.id); // what it was before somebody deleted its file
              countedBytes.set(record.id, content.bytes);
            }
            return toRef(infoOf(place.root, record));
          },
        });
      });
    },
    stat: (id) => guarded(() => statSpill(store, id)),
    async read(id, range) {
      const wanted = checkRange(range);
      return guarded(() => readSpillBytes(store, id, wanted));
    },
    async remove(id) {
      const removed = await guarded(() => removeSpill(store, id));
      uncount(id);
      return removed;
    },
    list: (filter) => listSpills(store, filter),
  };
}
