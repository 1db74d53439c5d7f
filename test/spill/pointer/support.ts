/** Spills to read by pointer. */
import { memorySpill } from "../../../src/spill/memory.js";
import { readSpill, type SpillWindow } from "../../../src/spill/readSpill.js";
import type { SpillRequest } from "../../../src/spill/request.js";
import type { SpillSink } from "../../../src/spill/types.js";
import type { Limits } from "../../../src/text/limits.js";

export interface Kept {
  readonly sink: SpillSink;
  readonly id: string;
  readonly bytes: Buffer;
}

export async function keep(content: string | Uint8Array, end: { readonly incomplete?: boolean } = {}): Promise<Kept> {
  const sink = memorySpill({ key: "test" });
  const writer = await sink.create({ tool: "test" });
  const bytes = Buffer.from(content as Uint8Array);
  await writer.write(bytes);
  return { sink, id: (await writer.commit(end)).id, bytes };
}

/** A store that gives no more than some bytes at once, as one over a network may. */
export function inPieces(sink: SpillSink, most: number): SpillSink {
  return {
    ...sink,
    async read(id, range) {
      const { start = 0, end = Number.POSITIVE_INFINITY } = range ?? {};
      return sink.read(id, { start, end: Math.min(end, start + most) });
    },
  };
}

/** The same store, and how many bytes were read from it. */
export function counting(sink: SpillSink): { sink: SpillSink; taken(): number } {
  let bytes = 0;
  const read: SpillSink["read"] = async (id, range) => {
    const found = await sink.read(id, range);
    bytes += found.length;
    return found;
  };
  return {
    sink: { ...sink, read },
    taken() {
      const before = bytes;
      bytes = 0;
      return before;
    },
  };
}

export async function windowOf({ sink, id }: Kept, request: SpillRequest, limits: Limits): Promise<SpillWindow> {
  const window = await readSpill(sink, id, request, limits);
  if ("gone" in window) throw new Error("gone");
  return window;
}

/** Every window from a request on. `revise` may change what is asked next. */
export async function follow(
  kept: Kept,
  first: SpillRequest,
  limits: Limits,
  revise: (next: SpillRequest) => SpillRequest = (next) => next,
): Promise<SpillWindow[]> {
  const windows: SpillWindow[] = [];
  for (let request: SpillRequest | undefined = first; request !== undefined; ) {
    const window: SpillWindow = await windowOf(kept, request, limits);
    windows.push(window);
    request = window.next === undefined ? undefined : revise(window.next);
    if (windows.length > 10_000) throw new Error("it does not move on");
  }
  return windows;
}
