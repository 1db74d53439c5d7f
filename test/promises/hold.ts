/** How a checker says that a promise is broken. No test runner: a checker can be aimed at any bounding function. */
import { isDeepStrictEqual } from "node:util";

/** A promise that does not hold for a case. */
export class BrokenPromise extends Error {
  override readonly name = "BrokenPromise";
}

export function hold(condition: unknown, what: string): asserts condition {
  if (!condition) throw new BrokenPromise(what);
}

export function holdSame(actual: unknown, expected: unknown, what: string): void {
  hold(isDeepStrictEqual(actual, expected), `${what}: ${shown(actual)}, not ${shown(expected)}`);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, MOST_SHOWN_UNITS);
}

const MOST_SHOWN_UNITS = 600;
