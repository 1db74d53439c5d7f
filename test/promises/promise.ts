/** A promise as properties of a library, and how they are run. */
import fc from "fast-check";
import { describe, it } from "vitest";
import { runs } from "../support/runs.js";
import { withoutUnhandled } from "./checks/unhandled.js";
import { type Library, spillway } from "./library.js";

export interface Property {
  /** What always holds. */
  readonly title: string;
  /** Cases in an ordinary run; a deep run has a hundred times as many. @defaultValue 1000 */
  readonly count?: number;
  /** Known to be broken, and by what: the test then expects to see it broken. */
  readonly broken?: string;
  readonly of: (library: Library) => fc.IAsyncProperty<unknown>;
}

/** Every property of a promise is a test. fast-check prints seed, path and smallest case of what breaks it. */
export function keeps(promise: string, properties: readonly Property[]): void {
  describe(promise, () => {
    for (const { title, count = 1000, broken, of } of properties) {
      const test = broken === undefined ? it : it.fails;
      test(broken === undefined ? title : `${title} (known to be broken: ${broken})`, async () => {
        await fc.assert(of(spillway), runs(count));
      });
    }
  });
}

/**
 * The first property that a library breaks, in few cases of fixed seeds: whether a mutant is found is no matter of luck.
 * What a mutant leaves unhandled is its own.
 */
export async function whoFinds(properties: readonly Property[], library: Library): Promise<string | undefined> {
  let found: string | undefined;
  await withoutUnhandled(async () => {
    for (const numRuns of [20, MUTANT_RUNS]) {
      for (const { title, of, count = 1000 } of properties) {
        // Shrinking is for people; here one broken case is enough.
        const check = { numRuns: Math.min(count, numRuns), seed: numRuns, endOnFailure: true };
        if (!(await fc.check(of(library), check)).failed) continue;
        found = title;
        return;
      }
    }
  });
  return found;
}

const MUTANT_RUNS = 400;
