/** Writes a source's bytes to a store, from the moment on at which it is known that a Spill is needed. */
import { isSpillError, SpillError } from "../spill/error.js";
import { isSpillId, spillUri } from "../spill/id.js";
import type { SpillMeta, SpillRef, SpillSink, SpillWriter } from "../spill/types.js";
import type { SpillState } from "./types.js";

export interface Spiller {
  /** `false` where there is no store: then nothing needs to be written. */
  readonly wantsBytes: boolean;
  /** Takes the next bytes; a copy is held until `start`. */
  write(bytes: Uint8Array): Promise<void>;
  /** A Spill is needed: what was held goes to the store, and all that follows. */
  start(): Promise<void>;
  /** Publishes the Spill, which is started now if it was not yet. */
  finish(end: { readonly incomplete: boolean; readonly totalBytes: number | undefined }): Promise<SpillState>;
  /** Drops what was written. */
  abandon(): Promise<void>;
}

/**
 * @param throws - what the store does wrong comes out as a `SpillError`; else it becomes the state that `finish` gives,
 * and the source is read on
 */
export function createSpiller(sink: SpillSink | undefined, meta: SpillMeta, throws: boolean): Spiller {
  let held: Uint8Array[] = [];
  let givenBytes = 0;
  let started = false;
  let writer: SpillWriter | undefined;
  let failure: SpillError | undefined;

  /** Runs a step of the store, which may fail in any way a stranger's code can. */
  const guard = async (step: () => Promise<void>): Promise<void> => {
    if (failure !== undefined) return;
    try {
      await step();
    } catch (error) {
      failure = isSpillError(error) ? error : new SpillError("io", { cause: error });
      held = [];
      await abandon();
      if (throws) throw failure;
    }
  };

  const abandon = async () => {
    const dropped = writer;
    writer = undefined;
    try {
      await dropped?.abort();
    } catch {
      // The failure that led here is the one to tell.
    }
  };

  const start = async () => {
    if (started || sink === undefined) return;
    started = true;
    await guard(async () => {
      writer = await sink.create(meta);
      for (const bytes of held) await writer.write(bytes);
      held = [];
    });
  };

  return {
    wantsBytes: sink !== undefined,
    async write(bytes) {
      if (sink === undefined) return;
      givenBytes += bytes.length;
      if (!started)
        held.push(new Uint8Array(bytes)); // `slice` of a Buffer would be a view
      else await guard(async () => writer?.write(bytes));
    },
    start,
    async finish(end) {
      if (sink === undefined) return { state: "unconfigured" };
      await start();
      let state: SpillState | undefined;
      await guard(async () => {
        if (writer === undefined) throw new SpillError("closed");
        const ref = await writer.commit(end);
        if (!namesSpill(ref)) throw new SpillError("io");
        if (!keeps(ref, givenBytes)) throw new SpillError("corrupt");
        state = { state: "kept", ref };
      });
      return state ?? { state: "failed", code: failure?.code ?? "io" };
    },
    abandon,
  };
}

/** What a store calls a Spill goes into a View: it must be what the contract says. */
function namesSpill(ref: SpillRef): boolean {
  const { id, uri, bytes, totalBytes } = (ref ?? {}) as Partial<SpillRef>;
  return isSpillId(id) && uri === spillUri(id) && Number.isSafeInteger(bytes) && Number.isSafeInteger(totalBytes);
}

/** A store that says it has all must have as much as it was given. */
function keeps({ bytes, totalBytes, complete }: SpillRef, givenBytes: number): boolean {
  return totalBytes >= bytes && (complete ? bytes === givenBytes : bytes <= givenBytes);
}
