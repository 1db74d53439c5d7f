/** Limits from 0 upward in every unit: small ones, and those at the edge of what a text takes. */
import fc from "fast-check";
import type { Size, SomeLimits } from "../../bound/oracle.js";

/** A limit as such, or as a distance from what the source takes. */
export type LimitPlan = { readonly at: number } | { readonly fromTotal: number };

export interface LimitsPlan {
  readonly bytes?: LimitPlan | undefined;
  readonly chars?: LimitPlan | undefined;
  readonly lines?: LimitPlan | undefined;
  readonly tokens?: LimitPlan | undefined;
}

const at = (max: number) => fc.integer({ min: 0, max }).map((limit) => ({ at: limit }));

function limitPlan(typical: number): fc.Arbitrary<LimitPlan> {
  return fc.oneof(
    { weight: 5, arbitrary: at(typical) },
    { weight: 2, arbitrary: at(12) },
    { weight: 4, arbitrary: fc.constantFrom(-1, 0, 1).map((fromTotal) => ({ fromTotal })) },
    { weight: 1, arbitrary: fc.constantFrom({ at: 0 }, { at: Number.POSITIVE_INFINITY }) },
  );
}

const [bytes, chars, lines, tokens] = [limitPlan(900), limitPlan(600), limitPlan(14), limitPlan(250)];

/** One limit alone, or any number of them together. */
export const anyLimits: fc.Arbitrary<LimitsPlan> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ bytes }) },
  { weight: 2, arbitrary: fc.record({ chars }) },
  { weight: 2, arbitrary: fc.record({ lines }) },
  { weight: 2, arbitrary: fc.record({ tokens }) },
  { weight: 3, arbitrary: fc.record({ bytes, chars, lines, tokens }, { requiredKeys: [] }) },
);

/** Limits in which a notice and something to read have room. */
export const roomyLimits: fc.Arbitrary<LimitsPlan> = fc.oneof(
  fc.record({ bytes: fc.integer({ min: 400, max: 4000 }).map((limit) => ({ at: limit })) }),
  fc.record({ chars: fc.integer({ min: 400, max: 4000 }).map((limit) => ({ at: limit })) }),
  fc.record({ lines: fc.integer({ min: 10, max: 60 }).map((limit) => ({ at: limit })) }),
  fc.record({ tokens: fc.integer({ min: 200, max: 2000 }).map((limit) => ({ at: limit })) }),
);

/** The limits of a plan, for a source of a known size. */
export function limitsFor(plan: LimitsPlan, total: Size & { readonly tokens: number }): SomeLimits {
  const limit = (unit: keyof LimitsPlan) => {
    const planned = plan[unit];
    if (planned === undefined) return undefined;
    return "at" in planned ? planned.at : Math.max(0, total[unit] + planned.fromTotal);
  };
  return { maxBytes: limit("bytes"), maxChars: limit("chars"), maxLines: limit("lines"), maxTokens: limit("tokens") };
}
