/** Writes one Spill to a stage, in order, and publishes it: the writer of the stores that are not in memory. */
import { createSha256 } from "#platform";
import { checkChunk, checkEnd } from "./arguments.js";
import { createBatch } from "./batch.js";
import { SpillError } from "./error.js";
import { describeContent, type SpillContent } from "./info.js";
import type { Lease } from "./quota.js";
import type { SpillMeta, SpillRef, SpillWriter } from "./types.js";

export interface WriterParts {
  readonly meta: SpillMeta;
  readonly stage: WriterStage;
  readonly lease: Lease;
  /** Ends the stage, whose bytes are all written, and publishes it. */
  publish(content: SpillContent): Promise<SpillRef>;
  /** What a failure of the medium is for a caller. */
  toSpillError(error: unknown): SpillError;
}

/** Where bytes are before they are published. */
export interface WriterStage {
  /** Appends bytes; the array is used again once this resolves. */
  write(bytes: Uint8Array): Promise<void>;
  /** Drops what is not published; never rejects. */
  discard(): Promise<unknown>;
}

/** Whatever fails, nothing of the Spill stays behind. */
export function createStagedWriter({ meta, stage, lease, publish, toSpillError }: WriterParts): SpillWriter {
  const hash = createSha256();
  const batch = createBatch({
    see: (bytes) => hash.update(bytes),
    take: (block) => void enqueue(() => put(block)),
  });
  const jobs: Promise<unknown>[] = []; // those not done yet, in order; none rejects
  let closed = false;
  let refusal: SpillError | undefined; // the quota's, from the call that met it until its turn in the queue
  let failure: SpillError | undefined;

  /**
   * Runs one job after the other, also for a caller who does not wait, and none after a failure. A rejection that nobody
   * waits for does no harm: `commit` repeats it.
   */
  function enqueue<T>(job: () => Promise<T>): Promise<T> {
    const result = run(jobs.at(-1), job);
    const done = result.catch(ignore).then(() => void jobs.shift());
    jobs.push(done);
    return result;
  }

  async function run<T>(before: Promise<unknown> | undefined, job: () => Promise<T>): Promise<T> {
    await before;
    try {
      if (failure !== undefined) throw failure;
      return await job();
    } catch (error) {
      return fail(error);
    }
  }

  async function fail(error: unknown): Promise<never> {
    if (failure === undefined) {
      failure = toSpillError(error);
      await drop();
    }
    throw failure;
  }

  async function drop(): Promise<void> {
    lease.release();
    await stage.discard();
  }

  async function put(block: Uint8Array): Promise<void> {
    await stage.write(block);
    batch.recycle(block);
  }

  /** Keeps a copy of what may be kept: what the caller does with his chunk must not part the file from its digest. */
  function take(chunk: Uint8Array): void {
    try {
      batch.append(chunk.subarray(0, lease.reserve(chunk.length)));
    } catch (error) {
      refusal = toSpillError(error);
    }
  }

  /** Takes the chunk before it returns, and waits after that. */
  async function append(chunk: Uint8Array): Promise<void> {
    if (!hasFailed()) {
      take(chunk);
      const refused = refusal;
      if (refused !== undefined) await enqueue(() => Promise.reject(refused)); // what waits is done first
      if (jobs.length > MAX_JOBS) await jobs[jobs.length - 1 - MAX_JOBS];
    }
    if (hasFailed()) await reject();
  }

  function hasFailed(): boolean {
    return failure !== undefined || refusal !== undefined;
  }

  /** Whoever hears of a failure finds nothing left of the Spill. */
  async function reject(): Promise<never> {
    await jobs.at(-1);
    throw failure ?? refusal;
  }

  return {
    write(chunk) {
      try {
        checkChunk(chunk);
        if (closed && failure === undefined) throw new SpillError("closed");
      } catch (error) {
        return Promise.reject(error);
      }
      const appended = append(chunk);
      appended.catch(ignore);
      return appended;
    },
    async commit(end) {
      const known = checkEnd(end);
      if (hasFailed()) await reject();
      if (closed) throw new SpillError("closed");
      closed = true;
      batch.flush();
      return enqueue(() => publish(describeContent(lease, hash.hex(), meta, known)));
    },
    async abort() {
      if (!closed && !hasFailed()) enqueue(drop);
      closed = true;
      await jobs.at(-1);
    },
  };
}

function ignore(): void {}

/** Blocks on their way to the medium before `write` waits: one is written while the next are filled. */
const MAX_JOBS = 2;
