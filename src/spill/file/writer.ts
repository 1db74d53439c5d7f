/** Writes one Spill to its stage, in order, and publishes it. Whatever fails, nothing of it stays behind. */
import { createSha256 } from "#platform";
import { checkChunk, checkEnd } from "../arguments.js";
import { SpillError } from "../error.js";
import { describeContent } from "../info.js";
import type { Lease } from "../quota.js";
import type { SpillMeta, SpillRef, SpillWriter } from "../types.js";
import { toSpillError } from "./errors.js";
import type { Stage } from "./stage.js";

export interface WriterParts {
  readonly meta: SpillMeta;
  readonly stage: Stage;
  readonly lease: Lease;
  /** Whether bytes are to reach the medium before the Spill is published. */
  readonly sync: boolean;
  /** Publishes the finished stage. */
  publish(content: ReturnType<typeof describeContent>): Promise<SpillRef>;
}

export function createFileWriter({ meta, stage, lease, sync, publish }: WriterParts): SpillWriter {
  const hash = createSha256();
  let queue: Promise<unknown> = Promise.resolve(); // never rejects
  let closed = false;
  let refusal: SpillError | undefined; // the quota's, from the call that met it until its turn in the queue
  let failure: SpillError | undefined;

  /**
   * Runs one job after the other, also for a caller who does not wait, and none after a failure. A rejection that nobody
   * waits for does no harm: `commit` repeats it.
   */
  function enqueue<T>(job: () => Promise<T>): Promise<T> {
    const result = queue.then(async () => {
      if (failure !== undefined) throw failure;
      try {
        return await job();
      } catch (error) {
        return fail(error);
      }
    });
    queue = result.catch(ignore);
    return result;
  }

  async function fail(error: unknown): Promise<never> {
    failure = toSpillError(error);
    await drop();
    throw failure;
  }

  async function drop(): Promise<void> {
    lease.release();
    await stage.discard();
  }

  /**
   * A copy of what may be kept of a chunk: what the caller does with his chunk meanwhile must not part the file from its
   * digest. `undefined` where that is refused: the jobs that wait are done first, and the Spill is dropped in its turn.
   */
  function take(chunk: Uint8Array): Uint8Array | undefined {
    try {
      return new Uint8Array(chunk.subarray(0, lease.reserve(chunk.length)));
    } catch (error) {
      refusal = toSpillError(error);
      return undefined;
    }
  }

  return {
    write(chunk) {
      try {
        checkChunk(chunk);
        if (closed) throw new SpillError("closed");
      } catch (error) {
        return Promise.reject(error);
      }
      const kept = take(chunk);
      if (kept?.length === 0 && failure === undefined) return Promise.resolve(); // past the quota: only counted
      return enqueue(async () => {
        if (kept === undefined) throw refusal;
        await stage.write(kept, (piece) => hash.update(piece));
      });
    },
    async commit(end) {
      const known = checkEnd(end);
      const reason = failure ?? refusal;
      if (reason !== undefined) throw reason;
      if (closed) throw new SpillError("closed");
      closed = true;
      return enqueue(async () => {
        await stage.finish(sync);
        return publish(describeContent(lease, hash.hex(), meta, known));
      });
    },
    async abort() {
      if (!closed && (failure ?? refusal) === undefined) enqueue(drop).catch(ignore);
      closed = true;
      await queue;
    },
  };
}

function ignore(): void {}
