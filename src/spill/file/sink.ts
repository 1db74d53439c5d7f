/** The store in files: its public function, and how its parts go together. */
import { checkString } from "../../internal/check.js";
import { checkMeta, checkRange } from "../arguments.js";
import { toRef } from "../info.js";
import { createQuota } from "../quota.js";
import { resolvePolicy } from "../retention.js";
import { createStagedWriter } from "../stagedWriter.js";
import type { SpillMeta, SpillRef, SpillSink, SpillWriter, SweepPolicy, SweepReport } from "../types.js";
import { adoptFile } from "./adopt.js";
import { guarded, toSpillError } from "./errors.js";
import { infoOf, listSpills, readSpillBytes, statSpill } from "./existing.js";
import { type FileSystem, nodeFileSystem } from "./file-system.js";
import { keep } from "./keep.js";
import { type FileSpillOptions, resolveOptions } from "./options.js";
import { removeSessionSpills, removeSpill } from "./remove.js";
import { createStore, prepareStage } from "./store.js";
import { sweepStore } from "./sweep.js";

/** A store in files. @public */
export interface FileSpill extends SpillSink {
  /** The absolute path of its directory, links not resolved. */
  readonly directory: string;
  /**
   * Moves a file that another program wrote into the store. Only a regular file of this user, without a second name, in a
   * directory of `adoptFrom` or below it, to which no link leads from there, and not one of the store's own; and only where
   * no other user can rename what is on the way. The quota applies as to what is written.
   *
   * The Spill has what the file held at one moment, all of it: the file's size, times and identity are compared before it
   * is read, after, and as it is taken away. A file that changes meanwhile is refused and stays as it is. It is copied, also
   * within one device, so that a program which still has it open cannot change the Spill afterwards.
   *
   * What cannot be known: whether such a program is going to write on. What it writes into the file after this resolved is
   * lost with the file, so adopt a log when its writer has ended. And a change that leaves size and times as they were goes
   * unseen: through a memory map, or on a medium that keeps times by the second, as FAT does.
   *
   * The file stays where it is if the Spill is partial, or if its directory does not let it be taken away.
   *
   * @throws {@link SpillError} `denied` for a file that may not be adopted, `not_found` if there is none, `busy` for one
   * that was still being written, else as `create` and `commit` do; the file is then untouched.
   */
  adopt(path: string, meta: SpillMeta): Promise<SpillRef>;
  /** Removes every Spill whose meta has exactly this session. @returns How many there were. */
  removeSession(sessionId: string): Promise<number>;
  /**
   * Removes what a policy no longer wants, and clears what writers left that are gone. Any number of processes may sweep at
   * once, while others write and read: what is read, or kept again, while the sweep is at it stays. When a Spill was last
   * read is the time of change of its record in `.spillway`; where it cannot be set, reading works without.
   */
  sweep(policy: SweepPolicy): Promise<SweepReport>;
}

/**
 * Keeps each Spill in a file of its own: 0600 in directories of 0700, never through a link, never over another file.
 * Nothing is read or written before the first call. Any number of sinks and processes can share a directory.
 *
 * A Spill is there as long as its file is. One whose file somebody deleted is gone by `removed`, at the time when that was
 * first noticed.
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
  const counted = new Map<string, { readonly bytes: number }>(); // by id: the Spills that this sink wrote

  /** Takes a Spill off the quota, if it counts. */
  function uncount(id: string): void {
    quota.release(counted.get(id)?.bytes ?? 0);
    counted.delete(id);
  }

  /** @param meta - Checked. */
  async function create(meta: SpillMeta): Promise<SpillWriter> {
    const { place, stage } = await prepareStage(store, meta);
    const lease = quota.open();
    return createStagedWriter({
      meta,
      stage,
      lease,
      toSpillError,
      async publish(content) {
        await stage.finish({ sync: resolved.sync });
        const { record, reused } = await keep(place, stage, content);
        if (reused) lease.release();
        else {
          uncount(record.id); // what it was before somebody deleted its file
          counted.set(record.id, { bytes: content.bytes });
        }
        return toRef(infoOf(place.root, record));
      },
    });
  }

  return {
    directory: resolved.directory,
    async create(meta) {
      const checked = checkMeta(meta);
      return guarded(() => create(checked));
    },
    async adopt(path, meta) {
      const checked = checkMeta(meta);
      checkString("path", path);
      return guarded(async () => {
        const excluded = (await store.existing())?.root.path;
        return adoptFile(path, { fs, allowed: resolved.adoptFrom, excluded, open: () => create(checked) });
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
    async removeSession(sessionId) {
      checkString("sessionId", sessionId);
      const removed = await guarded(() => removeSessionSpills(store, sessionId));
      for (const id of removed) uncount(id);
      return removed.length;
    },
    list: (filter) => listSpills(store, filter),
    async sweep(policy) {
      const retention = resolvePolicy(policy);
      const before = [...counted];
      const { report, left } = await guarded(() => sweepStore(store, retention));
      // Also what other processes removed: they could not tell us. But not what was kept again meanwhile.
      for (const [id, entry] of before) if (!left.has(id) && counted.get(id) === entry) uncount(id);
      return report;
    },
  };
}
