/** Ways to plant a fault. */
import type { Bounded } from "spillway";
import type { Library } from "../library.js";
import type { Mutation } from "../mutant.js";

type Bound = Library["boundResult"];

/** Changes what goes into `boundResult`, or what comes out. */
export function around(change: (bound: Bound) => Bound): NonNullable<Mutation["wrap"]> {
  return ({ boundResult }) => ({ boundResult: change(boundResult) });
}

export function view(change: (bounded: Bounded) => Partial<Bounded>): NonNullable<Mutation["wrap"]> {
  return around((bound) => async (result, options) => {
    const bounded = await bound(result, options);
    return { ...bounded, ...change(bounded) };
  });
}

/** What stands once in a file of `src`, and what stands there instead. */
export function edit(file: string, from: string, to: string): NonNullable<Mutation["edit"]> {
  return { file, from, to };
}

/** Each limit that is there, changed. */
export function limitsBy<T extends object>(limits: T, change: (limit: number) => number): T {
  const changed = Object.entries(limits).map(([name, limit]) => [
    name,
    typeof limit === "number" ? change(limit) : limit,
  ]);
  return Object.fromEntries(changed) as T;
}
