/** P10: whatever a store does wrong, and wherever, the result is bounded or as the caller decided, and nothing is left over. */
import fc from "fast-check";
import { completeEnd, isInside, wellFormed } from "../../bound/oracle.js";
import { CODES, SECRET } from "../cases/errors.js";
import { anyInput, type Input } from "../cases/inputs.js";
import { anyLimits } from "../cases/limits.js";
import { anyOptions } from "../cases/options.js";
import { caseOf, casePlan, type Options, type Outcome, run } from "../cases/run.js";
import { failingStore, storeOf } from "../cases/stores.js";
import { hold, holdSame } from "../hold.js";
import { alike } from "../oracle/view.js";
import type { Property } from "../promise.js";
import { liars } from "./liars.js";
import { withoutUnhandled } from "./unhandled.js";

export function checkStore(input: Input, options: Options, { bounded, thrown, store }: Outcome): void {
  hold(store !== undefined, "there is a store");
  holdSame(store.open(), 0, "every writer is committed or aborted");
  if (thrown !== undefined) {
    checkThrown(options, thrown.error);
    return;
  }
  hold(bounded !== undefined, "a View comes out");
  const { text, spill, truncated } = bounded;
  hold(!JSON.stringify(bounded).includes(SECRET), "nothing of what a stranger threw comes out");
  const passes =
    spill.state === "failed" && options.onSpillFailure === "pass" && input.inMemory && input.kind !== "binary";
  if (passes) {
    hold(!truncated, "passed on whole");
    if (options.source !== undefined) {
      const whole = wellFormed(options.source).slice(0, completeEnd(options.source));
      hold(alike(text, whole), "the whole is there");
    }
  } else {
    hold(isInside(text, options.limits, options.countTokens, options.noticeAllowance ?? {}), "bounded all the same");
  }
  if (spill.state === "kept") {
    const { id } = spill.ref;
    hold(
      store.refs.some((ref) => ref.id === id),
      "kept means committed",
    );
    return;
  }
  hold(
    !text.includes("complete output") || options.source?.includes("complete output") !== false,
    "no place is announced",
  );
  if (spill.state !== "failed") {
    hold(!truncated, "what is cut is kept, or said to have failed");
    return;
  }
  hold(CODES.includes(spill.code), "a reason from the list");
  hold(options.onSpillFailure !== "throw", "a failure is thrown where that was asked for");
  hold(store.failed.length > 0, "only what failed is said to have failed");
}

function checkThrown({ onSpillFailure }: Options, error: unknown): void {
  holdSame(onSpillFailure, "throw", "only thrown where that was asked for");
  hold(error instanceof Error && error.name === "SpillError", "a SpillError");
  hold(CODES.includes((error as Error & { code: string }).code), "a code from the list");
  hold(!error.message.includes(SECRET), "no words of a stranger's");
}

const properties: readonly Property[] = [
  {
    title: "bounds the result whatever step of the store fails",
    count: 1500,
    of: (library) =>
      fc.asyncProperty(
        casePlan({ input: anyInput, limits: anyLimits, options: anyOptions(), store: failingStore }),
        async (plan) => {
          const one = caseOf(plan);
          checkStore(one.input, one.options, await run(library, one));
        },
      ),
  },
  {
    title: "leaves no rejection unhandled",
    of: (library) =>
      fc.asyncProperty(
        casePlan({ input: anyInput, limits: anyLimits, options: anyOptions(), store: failingStore }),
        async (plan) => {
          const one = caseOf(plan);
          const unhandled = await withoutUnhandled(async () => {
            const store = storeOf(plan.store, library);
            await run(library, one, { store });
          });
          holdSame(unhandled.length, 0, "no rejection is left unhandled");
        },
      ),
  },
  { title: "trusts no store that says what cannot be", of: liars },
];
export default properties;
