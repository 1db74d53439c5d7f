/** Stores with one thing wrong: a store that is right, and a change of it. */
import { memorySpill } from "../../src/spill/memory.js";
import type { SpillGone, SpillInfo, SpillMeta, SpillRef, SpillSink, SpillWriter } from "../../src/spill/types.js";
import type { SpillQuotas } from "../../src/testing/index.js";

/** A fault, and the check that has to find it. */
export interface Fault {
  /** What is wrong, as the end of a sentence that begins with "a store that". */
  readonly fault: string;
  /** The check's name. */
  readonly check: string;
  /** What the check has to say. */
  readonly says: RegExp;
  readonly open: (quotas: SpillQuotas) => SpillSink;
}

/** Replaces methods of a store. */
export function over(change: (sink: SpillSink) => Partial<SpillSink>): Fault["open"] {
  return (quotas) => {
    const sink = memorySpill(quotas);
    return { ...sink, ...change(sink) };
  };
}

/** Replaces methods of each writer. */
export function writing(
  change: (writer: SpillWriter, meta: SpillMeta, sink: SpillSink) => Partial<SpillWriter>,
): Fault["open"] {
  return over((sink) => ({
    async create(meta) {
      const writer = await sink.create(meta);
      return { ...writer, ...change(writer, meta, sink) };
    },
  }));
}

/** Changes the meta before the store sees it. */
export function creating(change: (meta: SpillMeta) => SpillMeta): Fault["open"] {
  return over((sink) => ({ create: async (meta) => sink.create(change(meta)) }));
}

/** Changes refs. */
export function committing(change: (ref: SpillRef, meta: SpillMeta) => SpillRef): Fault["open"] {
  return writing((writer, meta) => ({ commit: async (end) => change(await writer.commit(end), meta) }));
}

/** Changes what stat tells. */
export function stating(change: (found: SpillInfo | SpillGone) => object | undefined): Fault["open"] {
  return over((sink) => ({
    async stat(id) {
      const found = await sink.stat(id);
      return found === undefined ? undefined : (change(found) as SpillInfo | undefined);
    },
  }));
}

/** Passes every id through a change before the store sees it. */
export function finding(change: (id: string) => string): Fault["open"] {
  return over((sink) => ({
    stat: (id) => sink.stat(change(id)),
    read: (id, range) => sink.read(change(id), range),
    remove: (id) => sink.remove(change(id)),
  }));
}
