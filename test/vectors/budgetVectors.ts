/** Every file of test/vectors/budget, made from the cases beside this file by the slow reference. */
import { ALLOCATE_CASES, BOUND_CASES, HEADROOM_CASES, LEDGER_CASES } from "./budgetCases.js";
import { referenceAllocate, referenceBound, referenceHeadroom, referenceLedger } from "./budgetReference.js";
import { fileOf } from "./format.js";

/** The JSON of each file, by its name without the suffix. */
export function budgetVectors(): Record<string, string> {
  return {
    headroom: fileOf(
      "headroom",
      "Tokens that are free in a context window; null where that is unknown.",
      HEADROOM_CASES.map(([name, input]) => ({ name, input, expected: { headroom: referenceHeadroom(input) } })),
    ),
    bound: fileOf(
      "computeBound",
      "The Bound of one call.",
      BOUND_CASES.map(([name, input]) => ({ name, input, expected: referenceBound(input) })),
    ),
    ledger: fileOf(
      "ledger",
      "The account of a message's calls: what each step answers.",
      LEDGER_CASES.map(([name, policy, steps]) => ({
        name,
        input: { policy, steps },
        expected: { answers: referenceLedger(policy, steps) },
      })),
    ),
    allocate: fileOf(
      "allocate",
      "A budget shared among results of known sizes.",
      ALLOCATE_CASES.map(([name, sizes, budget, floor]) => ({
        name,
        input: { sizes, budget, ...(floor === undefined ? {} : { floor }) },
        expected: { allocated: referenceAllocate(sizes, budget, floor) },
      })),
    ),
  };
}
