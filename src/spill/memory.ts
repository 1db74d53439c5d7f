/** A store in memory: for tests, for short sessions, for runtimes without a disk. */
import { checkObject } from "../internal/check.js";
import { checkMeta, checkRange, clampRange } from "./arguments.js";
import { SpillError } from "./error.js";
import { deriveId, idCandidates } from "./id.js";
import { type SpillContent, sameContent, toInfo, toRef } from "./info.js";
import { createMemoryWriter } from "./memory-writer.js";
import { createQuota, type Lease, resolveQuota } from "./quota.js";
import { chooseVictims, resolvePolicy } from "./retention.js";
import { checkKey, newKey } from "./secret.js";
import { createTombstones, resolveTombstones } from "./tombstones.js";
import type { SpillGone, SpillInfo, SpillRef, SpillSink } from "./types.js";

/** Options of {@link memorySpill}. @public */
export interface MemorySpillOptions {
  /** Bytes kept of one Spill; `Infinity` for no cap. @defaultValue 67_108_864 (64 MiB) */
  readonly maxBytes?: number | undefined;
  /** Bytes kept of all Spills together; `Infinity` for no cap. @defaultValue 268_435_456 (256 MiB) */
  readonly maxTotalBytes?: number | undefined;
  /** At a cap: keep what fits as a partial Spill, or reject with `quota` and keep nothing. @defaultValue "partial" */
  readonly overQuota?: "partial" | "fail" | undefined;
  /** Tombstones kept, 0 or more: past that number the eldest is forgotten, and its id is unknown. @defaultValue 10_000 */
  readonly maxTombstones?: number | undefined;
  /** Days, fractions allowed, after which a tombstone is forgotten. @defaultValue 30 */
  readonly tombstoneDays?: number | undefined;
  /** The secret that ids are derived with: give one to get the same ids in another process. @defaultValue 32 random bytes */
  readonly key?: string | Uint8Array | undefined;
}

/**
 * Keeps Spills in memory, for as long as the sink itself is kept.
 *
 * @throws TypeError, RangeError for an option of the wrong type or value.
 * @public
 */
export function memorySpill(options: MemorySpillOptions = {}): SpillSink {
  checkObject("options", options);
  const { maxBytes = 67_108_864, maxTotalBytes = 268_435_456, overQuota = "partial" } = options;
  const { maxTombstones = 10_000, tombstoneDays = 30 } = options;
  const quota = createQuota(resolveQuota({ maxBytes, maxTotalBytes, overQuota }));
  const tombstones = createTombstones(resolveTombstones({ maxTombstones, tombstoneDays }));
  let key = options.key === undefined ? undefined : checkKey(options.key);
  const spills = new Map<string, Kept>();

  /** Synchronous from the first look to the last change, so that no other writer can come between. */
  function keep(content: SpillContent, secret: Uint8Array, lease: Lease, join: () => Uint8Array): SpillRef {
    for (const id of idCandidates(deriveId(secret, content.meta, content.sha256), content.sha256)) {
      const found = spills.get(id);
      const known = found?.content ?? tombstones.find(id)?.content;
      if (known !== undefined && !sameContent(known, content)) continue;
      if (found !== undefined) {
        lease.release(); // the Spill that is there serves this call too
        use(found); // its ref goes out again: it must not be swept as old
        return toRef(infoOf(found));
      }
      const kept = { id, content, createdAt: Date.now(), bytes: join() };
      tombstones.forget(id);
      spills.set(id, kept);
      return toRef(infoOf(kept));
    }
    throw new SpillError("io"); // the candidates never end
  }

  /** The order of the map is that of the last uses: the clock alone cannot tell those within a millisecond apart. */
  function use(kept: Kept): void {
    kept.readAt = Date.now();
    spills.delete(kept.id);
    spills.set(kept.id, kept);
  }

  function bury(kept: Kept, reason: SpillGone["reason"]): void {
    spills.delete(kept.id);
    quota.release(kept.bytes.length);
    tombstones.add(kept.id, kept.content, reason);
  }

  return {
    async create(meta) {
      const checked = checkMeta(meta);
      key ??= newKey();
      const secret = key;
      return createMemoryWriter(checked, quota.open(), (content, lease, join) => keep(content, secret, lease, join));
    },
    async stat(id) {
      const found = spills.get(id);
      return found === undefined ? tombstones.find(id)?.gone : infoOf(found);
    },
    async read(id, range) {
      const wanted = checkRange(range);
      const found = spills.get(id);
      if (found === undefined) throw new SpillError(tombstones.find(id) === undefined ? "not_found" : "gone");
      use(found);
      const { start, end } = clampRange(wanted, found.bytes.length);
      return found.bytes.slice(start, end);
    },
    async remove(id) {
      const found = spills.get(id);
      if (found !== undefined) bury(found, "removed");
      return found !== undefined;
    },
    async *list(filter) {
      for (const found of [...spills.values()]) {
        if (spills.get(found.id) !== found) continue; // removed while the caller looked at the last
        if (filter?.sessionId !== undefined && filter.sessionId !== found.content.meta.sessionId) continue;
        yield infoOf(found);
      }
    },
    async sweep(policy) {
      const retention = resolvePolicy(policy);
      const cleared = tombstones.clear();
      const victims = chooseVictims([...spills.values()].map(infoOf), retention, Date.now());
      for (const { id } of victims) {
        const found = spills.get(id);
        if (found !== undefined) bury(found, "swept");
      }
      return {
        swept: victims.length,
        sweptBytes: sumBytes(victims),
        kept: spills.size,
        keptBytes: sumBytes([...spills.values()].map(infoOf)),
        cleared,
        failed: 0,
      };
    },
  };
}

interface Kept {
  readonly id: string;
  readonly content: SpillContent;
  readonly createdAt: number;
  readonly bytes: Uint8Array;
  readAt?: number;
}

function infoOf(kept: Kept): SpillInfo {
  return toInfo(kept.content, kept);
}

function sumBytes(infos: readonly SpillInfo[]): number {
  return infos.reduce((sum, { bytes }) => sum + bytes, 0);
}
