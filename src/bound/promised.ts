/** Facts of a call that may be promised: whether it failed, and how it ended. */
import { abortable } from "./iterate.js";
import type { AbortSignalLike } from "./types.js";

/** Watches a promised fact from the start: nobody else waits for its rejection while the source is read. */
export function watch<T>(value: T | Promise<T>, signal: AbortSignalLike | undefined): () => Promise<T | undefined> {
  let known: T | undefined;
  const settled = Promise.resolve(value)
    .then((fact) => {
      known = fact;
      return fact;
    })
    .catch(() => undefined);
  return () => abortable(() => settled, signal).catch(() => known);
}

export function integerOrUnknown(exitCode: unknown): number | undefined {
  return typeof exitCode === "number" && Number.isInteger(exitCode) ? exitCode : undefined;
}
