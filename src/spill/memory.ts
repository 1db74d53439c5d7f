/** A store in memory: for tests, for short sessions, for runtimes without a disk. */
import { encodeUtf8, randomBytes } from "#platform";
import { checkObject } from "../internal/check.js";
import { checkMeta, checkRange, clampRange } from "./arguments.js";
import { SpillError } from "./error.js";
import { deriveId, idCandidates } from "./id.js";
import { type SpillContent, sameContent, toGone, toInfo, toRef } from "./info.js";
import { createMemoryWriter } from "./memory-writer.js";
import { createQuota, type Lease, resolveQuota } from "./quota.js";
import type { SpillGone, SpillInfo, SpillRef, SpillSink } from "./types.js";

/** Options of {@link memorySpill}. @public */
export interface MemorySpillOptions {
  /** Bytes kept of one Spill; `Infinity` for no cap. @defaultValue 67_108_864 (64 MiB) */
  readonly maxBytes?: number | undefined;
  /** Bytes kept of all Spills together; `Infinity` for no cap. @defaultValue 268_435_456 (256 MiB) */
  readonly maxTotalBytes?: number | undefined;
  /** At a cap: keep what fits as a partial Spill, or reject with `quota` and keep nothing. @defaultValue "partial" */
  readonly overQuota?: "partial" | "fail" | undefined;
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
  const quota = createQuota(resolveQuota({ maxBytes, maxTotalBytes, overQuota }));
  let key = options.key === undefined ? undefined : checkKey(options.key);
  const spills = new Map<string, Kept>();

  /** Synchronous from the first look to the last change, so that no other writer can come between. */
  function keep(content: SpillContent, secret: Uint8Array, lease: Lease, join: () => Uint8Array): SpillRef {
    for (const id of idCandidates(deriveId(secret, content.meta, content.sha256), content.sha256)) {
      const found = spills.get(id);
      if (found !== undefined && !sameContent(found.content, content)) continue;
      if (found?.bytes !== undefined) {
        lease.release(); // the Spill that is there serves this call too
        return toRef(infoOf(found));
      }
      const kept = { id, content, createdAt: Date.now(), bytes: join() };
      spills.set(id, kept);
      return toRef(infoOf(kept));
    }
    throw new SpillError("io"); // the candidates never end
  }

  return {
    async create(meta) {
      const checked = checkMeta(meta);
      key ??= randomBytes(KEY_BYTES);
      const secret = key;
      return createMemoryWriter(checked, quota.open(), (content, lease, join) => keep(content, secret, lease, join));
    },
    async stat(id) {
      const found = spills.get(id);
      if (found === undefined) return undefined;
      return found.bytes === undefined ? goneOf(found) : infoOf(found);
    },
    async read(id, range) {
      const wanted = checkRange(range);
      const found = spills.get(id);
      if (found === undefined) throw new SpillError("not_found");
      if (found.bytes === undefined) throw new SpillError("gone");
      found.readAt = Date.now();
      const { start, end } = clampRange(wanted, found.bytes.length);
      return found.bytes.slice(start, end);
    },
    async remove(id) {
      const found = spills.get(id);
      if (found?.bytes === undefined) return false;
      quota.release(found.bytes.length);
      found.bytes = undefined;
      found.goneAt = Date.now();
      return true;
    },
    async *list(filter) {
      for (const found of [...spills.values()]) {
        if (found.bytes === undefined) continue; // also one removed while the caller looked at the last
        if (filter?.sessionId !== undefined && filter.sessionId !== found.content.meta.sessionId) continue;
        yield infoOf(found);
      }
    },
  };
}

/** A Spill, or its tombstone: that remembers the content, so that only the same content gets the same id again. */
interface Kept {
  readonly id: string;
  readonly content: SpillContent;
  readonly createdAt: number;
  bytes: Uint8Array | undefined;
  readAt?: number;
  goneAt?: number;
}

function infoOf(kept: Kept): SpillInfo {
  return toInfo(kept.content, kept);
}

function goneOf(kept: Kept): SpillGone {
  return toGone(kept.content, { id: kept.id, goneAt: kept.goneAt ?? kept.createdAt, reason: "removed" });
}

function checkKey(key: unknown): Uint8Array {
  if (typeof key !== "string" && Object.prototype.toString.call(key) !== "[object Uint8Array]") {
    throw new TypeError("key must be a string or a Uint8Array");
  }
  const bytes = typeof key === "string" ? encodeUtf8(key) : new Uint8Array(key as Uint8Array);
  if (bytes.length === 0) throw new RangeError("key must not be empty");
  return bytes;
}

const KEY_BYTES = 32;
