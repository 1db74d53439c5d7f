/** The store in an object store: its public function, and how its parts go together. */
import { checkString } from "../../internal/check.js";
import { checkMeta, checkRange } from "../arguments.js";
import { toRef } from "../info.js";
import { createQuota } from "../quota.js";
import { resolvePolicy } from "../retention.js";
import { createStagedWriter } from "../stagedWriter.js";
import type { SpillMeta, SpillSink, SpillWriter, SweepPolicy, SweepReport } from "../types.js";
import { guarded, toSpillError } from "./errors.js";
import { createReader, infoOf, listSpills } from "./existing.js";
import { keep } from "./keep.js";
import { resolveOptions, type S3SpillOptions } from "./options.js";
import { createReadAhead } from "./readAhead.js";
import { removeSpill } from "./remove.js";
import { createStore } from "./store.js";
import { sweepStore } from "./sweep.js";
import { createTurns } from "./turns.js";
import { openUpload } from "./upload.js";

/** A store in an object store. @public */
export interface S3Spill extends SpillSink {
  /** Removes every Spill whose meta has exactly this session. @returns How many there were. */
  removeSession(sessionId: string): Promise<number>;
  /**
   * Removes what a policy no longer wants, and clears what writers left that are gone: uploads that were never completed, and
   * bytes that no record names, once they are older than `abandonedDays`; tombstones past their time. Any number of processes
   * may sweep at once, while others write and read: what is kept again, or read for the first time in a day, while the sweep is
   * at it stays, if the server heeds conditions.
   */
  sweep(policy: SweepPolicy): Promise<SweepReport>;
}

/**
 * Keeps Spills in a bucket of any store that speaks S3's protocol, through the client that the caller already has. The bytes
 * of each Spill are an object of their own; a small object beside it, its record, makes the id exist. Nothing is asked of the
 * server before the first call; any number of sinks and processes can share a prefix.
 *
 * `docs/object-store.md` says what it asks for, what that costs, and which rules the bucket should have.
 *
 * @throws TypeError, RangeError for an option of the wrong type or value.
 * @example
 * ```ts
 * import { S3 } from "@aws-sdk/client-s3";
 *
 * const spill = s3Spill({ client: new S3({ region: "eu-central-1" }), bucket: "my-spills", prefix: "agents/" });
 * ```
 * @public
 */
export function s3Spill(options: S3SpillOptions): S3Spill {
  const resolved = resolveOptions(options);
  const quota = createQuota(resolved);
  const store = createStore(resolved);
  const ahead = createReadAhead(store.objects);
  const reader = createReader(store, ahead);
  const turns = createTurns();
  const counted = new Map<string, { readonly bytes: number }>(); // by id: the Spills that this sink wrote

  /** Takes a Spill off the quota, if it counts. */
  function uncount(id: string): void {
    quota.release(counted.get(id)?.bytes ?? 0);
    counted.delete(id);
  }

  /** @param meta - Checked. */
  function open(meta: SpillMeta): SpillWriter {
    const upload = openUpload(store, meta);
    const lease = quota.open();
    return createStagedWriter({
      meta,
      stage: upload,
      lease,
      toSpillError,
      async publish(content) {
        await upload.finish();
        const publish = () => keep(store, upload, content);
        // Without conditions, two writers of this process at least do not get between each other's look and write.
        const { record, reused } = await ((await store.heedsConditions()) ? publish() : turns.take(publish));
        if (reused) {
          lease.release();
          await upload.discard();
        } else {
          upload.release();
          uncount(record.id); // what it was before somebody deleted it
          counted.set(record.id, { bytes: content.bytes });
        }
        return toRef(infoOf(record));
      },
    });
  }

  async function remove(id: string): Promise<boolean> {
    const removed = await guarded(() => removeSpill(store, id)).finally(() => reader.forget());
    uncount(id);
    return removed;
  }

  return {
    async create(meta) {
      return open(checkMeta(meta));
    },
    stat: (id) => guarded(() => reader.stat(id)),
    async read(id, range) {
      const wanted = checkRange(range);
      return guarded(() => reader.read(id, wanted));
    },
    remove,
    async removeSession(sessionId) {
      checkString("sessionId", sessionId);
      let removed = 0;
      for await (const { id } of listSpills(store, { sessionId })) if (await remove(id)) removed++;
      return removed;
    },
    list: (filter) => listSpills(store, filter),
    async sweep(policy) {
      const retention = resolvePolicy(policy);
      const before = [...counted];
      const { report, left } = await guarded(() => sweepStore(store, retention)).finally(() => reader.forget());
      // Also what other processes removed: they could not tell us. But not what was kept again meanwhile.
      for (const [id, entry] of before) if (!left.has(id) && counted.get(id) === entry) uncount(id);
      return report;
    },
  };
}
