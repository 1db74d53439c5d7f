/** Reading sources: synchronous or not, and breaking in any way. */
import { isBytes } from "../text/collector.js";
import type { AbortSignalLike, Chunk } from "./types.js";

/** An iterator whose `next` may give its result at once or later. */
export interface AnyIterator<T> {
  next(): IteratorResult<T> | Promise<IteratorResult<T>>;
  return?(): unknown;
}

export function isIterable(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value);
}

export function openIterator<T>(source: Iterable<T> | AsyncIterable<T>): AnyIterator<T> {
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
}

/**
 * A source that is not read to its end is told so; that it cannot be closed is no concern of the reader. A stream of Node's
 * is destroyed: its iterator would wait for the chunk that was asked for last, and a silent stream never gives it.
 */
export function closeQuietly(iterator: AnyIterator<unknown>, source: unknown): void {
  Promise.resolve()
    .then(() => (source as { destroy?: () => unknown }).destroy?.())
    .catch(() => {})
    .then(() => iterator.return?.())
    .catch(() => {});
}

/** The next chunk, the error that broke the source, or `undefined` at its end. */
export type Step =
  | { readonly data: string | Uint8Array; readonly stream?: string }
  | { readonly error: unknown }
  | undefined;

export interface ChunkReader {
  /** Never rejects. A chunk that is none is an error of the source. */
  next(): Promise<Step>;
  close(): void;
}

export function readChunks(
  source: Iterable<Chunk> | AsyncIterable<Chunk>,
  signal: AbortSignalLike | undefined,
): ChunkReader {
  let iterator: AnyIterator<Chunk> | undefined;
  return {
    async next() {
      try {
        iterator ??= openIterator(source);
        const opened = iterator;
        const result = await abortable(() => opened.next(), signal);
        return result.done === true ? undefined : untag(result.value);
      } catch (error) {
        return { error };
      }
    },
    close() {
      if (iterator !== undefined) closeQuietly(iterator, source);
    },
  };
}

/**
 * Waits for a promise or for the signal. Not by Promise.race against one promise of the signal: every race would leave a
 * reaction on it, and a long stream thousands of them.
 *
 * @throws an error named `AbortError` once the signal is aborted
 */
export function abortable<T>(start: () => T | PromiseLike<T>, signal: AbortSignalLike | undefined): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => {
      signal?.removeEventListener("abort", onAbort);
      reject(abortError());
    };
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort);
    const settled = () => signal?.removeEventListener("abort", onAbort);
    Promise.resolve()
      .then(start)
      .then(
        (value) => {
          settled();
          resolve(value);
        },
        (error: unknown) => {
          settled();
          reject(error);
        },
      );
  });
}

/** The error's name, if it is a name: its words are content. */
export function nameOf(error: unknown): string {
  try {
    const { name } = error as { name?: unknown };
    return typeof name === "string" && /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(name) ? name : "Error";
  } catch {
    return "Error"; // a getter that throws, or no object at all
  }
}

function untag(chunk: Chunk): { data: string | Uint8Array; stream?: string } {
  if (typeof chunk === "string" || isBytes(chunk)) return { data: chunk };
  const { stream, data } = chunk;
  if (typeof data === "string" || isBytes(data)) return { data, stream };
  throw new TypeError("a chunk must be a string, a Uint8Array, or { stream, data } with one of these as data");
}

function abortError(): Error {
  const error = new Error("the source was aborted");
  error.name = "AbortError";
  return error;
}
