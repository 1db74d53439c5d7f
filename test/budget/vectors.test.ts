import { readFileSync } from "node:fs";
import { allocate, computeBound, createLedger, headroom } from "spillway";
import { describe, expect, it } from "vitest";
import {
  amountOf,
  type BoundInput,
  type ExpectedBound,
  type LedgerStep,
  numberOf,
  type PolicyInput,
} from "../vectors/budgetReference.js";
import { budgetVectors } from "../vectors/budgetVectors.js";

interface Case<Input, Expected> {
  readonly name: string;
  readonly input: Input;
  readonly expected: Expected;
}

const FILES = ["headroom", "bound", "ledger", "allocate"] as const;
const read = (name: string) => readFileSync(new URL(`../vectors/budget/${name}.json`, import.meta.url), "utf8");
const casesOf = <Input, Expected>(name: (typeof FILES)[number]) =>
  (JSON.parse(read(name)) as { cases: readonly Case<Input, Expected>[] }).cases;

const policyOf = ({ maxOutputTokens, ...policy }: PolicyInput) => ({
  ...policy,
  ...(maxOutputTokens === undefined ? {} : { maxOutputTokens: numberOf(maxOutputTokens) }),
});
const written = (bound: object) =>
  Object.fromEntries(
    Object.entries(bound).map(([name, value]) => [name, typeof value === "number" ? amountOf(value) : value]),
  );

describe("the vectors of budget", () => {
  it.each(casesOf<Parameters<typeof headroom>[0], { headroom: number | null }>("headroom"))(
    "headroom: $name",
    ({ input, expected }) => {
      expect(headroom(input) ?? null).toBe(expected.headroom);
    },
  );

  it.each(casesOf<BoundInput, ExpectedBound>("bound"))("computeBound: $name", ({ input, expected }) => {
    const { headroom, calls, ...policy } = input;
    const free = headroom === null ? undefined : numberOf(headroom);
    expect(written(computeBound({ ...policyOf(policy), headroom: free, calls }))).toEqual(expected);
  });

  it.each(casesOf<{ policy: PolicyInput; steps: readonly LedgerStep[] }, { answers: unknown[] }>("ledger"))(
    "ledger: $name",
    ({ input: { policy, steps }, expected }) => {
      const ledger = createLedger(policyOf(policy));
      const answers = steps.map((step) => {
        if ("boundFor" in step) return written(ledger.boundFor(step.boundFor, step.call));
        if ("status" in step) return ledger.status(step.status);
        if ("open" in step) ledger.open(step.open, { calls: step.calls, headroom: step.headroom });
        else if ("settle" in step) ledger.settle(step.settle, step.call, step.bytes);
        else ledger.close(step.close);
        return null;
      });
      expect(answers).toEqual(expected.answers);
    },
  );

  it.each(casesOf<{ sizes: number[]; budget: number; floor?: number }, { allocated: number[] }>("allocate"))(
    "allocate: $name",
    ({ input: { sizes, budget, floor }, expected }) => {
      expect(allocate(sizes, budget, { floor })).toEqual(expected.allocated);
    },
  );

  it("are what the slow reference makes: run `npm run vectors` after a change", () => {
    expect(budgetVectors()).toEqual(Object.fromEntries(FILES.map((name) => [name, read(name)])));
  });
});
