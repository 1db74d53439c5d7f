import { checkObject } from "../internal/check.js";
import { isBytes } from "../text/collector.js";
import { type AnyIterator, closeQuietly, isIterable, openIterator } from "./iterate.js";
import type { Chunk } from "./types.js";

/** A stream of a command: what a child process has, or anything iterable. @public */
export type ByteSource = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Merges a command's two streams into one, tagged, in the order in which their chunks arrive. Of each stream at most one
 * chunk is read ahead, so a slow reader slows both down. If one breaks, its error comes in its turn and the other is
 * closed. To be read once.
 *
 * @throws TypeError if a stream is not iterable
 * @example
 * ```ts
 * const child = spawn("npm", ["test"]);
 * await boundResult(mergeStreams(child), { limits: { maxBytes: 8192 } });
 * ```
 * @public
 */
export function mergeStreams(streams: {
  readonly stdout?: ByteSource | null | undefined;
  readonly stderr?: ByteSource | null | undefined;
}): AsyncIterable<Chunk> {
  checkObject("streams", streams);
  const sources = (["stdout", "stderr"] as const).flatMap((stream) => {
    const source = streams[stream];
    if (source === undefined || source === null) return [];
    if (isIterable(source) && !isBytes(source)) return [{ stream, source, iterator: openIterator(source) }];
    throw new TypeError(`${stream} must be iterable, by strings or Uint8Arrays`);
  });
  const merged = merge(sources);
  return { [Symbol.asyncIterator]: () => merged };
}

interface Source {
  readonly stream: "stdout" | "stderr";
  readonly source: unknown;
  readonly iterator: AnyIterator<string | Uint8Array>;
}

type Outcome = { readonly result: IteratorResult<string | Uint8Array> } | { readonly error: unknown };

function merge(sources: readonly Source[]): AsyncIterator<Chunk> {
  const open = new Set(sources);
  const arrived: (Outcome & { readonly from: Source })[] = [];
  let toAsk: Iterable<Source> = sources;
  let wake = () => {};

  // Not Promise.race: each race would leave a reaction on the promise of a stream that stays silent.
  const ask = async (from: Source) => {
    let outcome: Outcome;
    try {
      outcome = { result: await from.iterator.next() };
    } catch (error) {
      outcome = { error };
    }
    arrived.push({ ...outcome, from });
    wake();
  };

  const close = () => {
    for (const { iterator, source } of open) closeQuietly(iterator, source);
    open.clear();
    arrived.length = 0;
    wake();
  };

  const next = async (): Promise<IteratorResult<Chunk>> => {
    for (const source of toAsk) void ask(source);
    toAsk = [];
    while (open.size > 0) {
      const arrival = arrived.shift();
      if (arrival === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      const { from } = arrival;
      if ("error" in arrival) {
        open.delete(from);
        close();
        throw arrival.error;
      }
      if (!arrival.result.done) {
        toAsk = [from];
        return { done: false, value: { stream: from.stream, data: arrival.result.value } };
      }
      open.delete(from);
    }
    return { done: true, value: undefined };
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    next() {
      const result = last.then(next);
      last = result.catch(() => {}); // calls that overlap wait for each other
      return result;
    },
    async return() {
      close();
      return { done: true, value: undefined };
    },
  };
}
