/** The writer of the store in memory. */
import { createSha256 } from "#platform";
import { checkChunk, checkEnd } from "./arguments.js";
import { createBlocks } from "./blocks.js";
import { isSpillError, SpillError } from "./error.js";
import { describeContent, type SpillContent } from "./info.js";
import type { Lease } from "./quota.js";
import type { SpillMeta, SpillRef, SpillWriter } from "./types.js";

/** Stores a finished content, or finds that it is there already. */
export type Keep = (content: SpillContent, lease: Lease, join: () => Uint8Array) => SpillRef;

/** Collects one Spill in memory; `lease` is given back unless `keep` stores the bytes. */
export function createMemoryWriter(meta: SpillMeta, lease: Lease, keep: Keep): SpillWriter {
  const hash = createSha256();
  let blocks = createBlocks();
  let closed: SpillError | undefined; // why the writer takes no more

  function drop(reason: SpillError): void {
    closed = reason;
    lease.release();
    blocks = createBlocks();
  }

  return {
    async write(chunk) {
      checkChunk(chunk);
      if (closed !== undefined) throw closed;
      try {
        const kept = chunk.subarray(0, lease.reserve(chunk.length));
        blocks.append(kept);
        hash.update(kept);
      } catch (error) {
        // The quota, or a machine without memory: either way this Spill cannot be kept whole, nor its prefix trusted.
        drop(asFailure(error));
        throw closed;
      }
    },
    async commit(end) {
      const known = checkEnd(end);
      if (closed !== undefined) throw closed;
      closed = new SpillError("closed");
      try {
        return keep(describeContent(lease, hash.hex(), meta, known), lease, blocks.join);
      } catch (error) {
        lease.release();
        throw asFailure(error);
      } finally {
        blocks = createBlocks();
      }
    },
    async abort() {
      if (closed === undefined) drop(new SpillError("closed"));
    },
  };
}

function asFailure(error: unknown): SpillError {
  return isSpillError(error) ? error : new SpillError("no_space", { cause: error });
}
