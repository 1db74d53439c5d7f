/** P9: no content makes it throw; a source that breaks gives what came; only a caller's mistake is an error, and names it. */
import fc from "fast-check";
import { isInside } from "../../bound/oracle.js";
import { SECRET } from "../cases/errors.js";
import { anyInput, type Input, textInput } from "../cases/inputs.js";
import { codeRun, jsonPlan } from "../cases/json.js";
import { anyLimits } from "../cases/limits.js";
import { anyOptions } from "../cases/options.js";
import { caseOf, casePlan, type Options, type Outcome, run } from "../cases/run.js";
import { anyStore } from "../cases/stores.js";
import { plainText } from "../cases/texts.js";
import { hold, holdSame } from "../hold.js";
import type { Property } from "../promise.js";
import { junkChunks, mistakes, stops } from "./strangers.js";

export function checkNeverThrows(input: Input, options: Options, { bounded, thrown, store }: Outcome): void {
  hold(thrown === undefined && bounded !== undefined, "no content makes it throw");
  const { text, spill, sourceError, totalIsLowerBound } = bounded;
  hold(isInside(text, options.limits, options.countTokens, options.noticeAllowance ?? {}), "a bounded View");
  holdSame(
    sourceError,
    input.breaksWith === undefined ? undefined : { name: input.breaksWith },
    "what broke the source",
  );
  if (sourceError === undefined) return;
  hold(totalIsLowerBound === true, "totals are of what came");
  if (store === undefined) return;
  hold(spill.state === "kept" && !spill.ref.complete, "what came is kept, as a part");
}

const properties: readonly Property[] = [
  {
    title: "throws on no content",
    count: 1500,
    of: (library) =>
      fc.asyncProperty(
        casePlan({ input: anyInput, limits: anyLimits, options: anyOptions("onSpillFailure"), store: anyStore }),
        async (plan) => {
          const one = caseOf(plan);
          checkNeverThrows(one.input, one.options, await run(library, one));
        },
      ),
  },
  {
    title: "gives what came of a source that breaks",
    of: (library) =>
      fc.asyncProperty(
        casePlan({
          input: textInput(plainText, true),
          limits: anyLimits,
          options: anyOptions("onSpillFailure"),
          store: anyStore,
        }),
        async (plan) => {
          const one = caseOf(plan);
          checkNeverThrows(one.input, one.options, await run(library, one));
        },
      ),
  },
  {
    title: "runs no code of a value, and renders any",
    of: (library) =>
      fc.asyncProperty(jsonPlan, anyLimits, anyStore, async (value, limits, store) => {
        codeRun.count = 0;
        const one = caseOf({ input: { kind: "json", value }, limits, options: {}, store });
        const outcome = await run(library, one);
        checkNeverThrows(one.input, one.options, outcome);
        holdSame(codeRun.count, 0, "no getter, no toJSON, no trap was run");
        hold(!JSON.stringify(outcome.bounded).includes(SECRET), "nothing of what it would throw comes out");
        if (one.input.marked) hold(outcome.bounded?.altered === true, "marked strings are said to be such");
      }),
  },
  { title: "takes a chunk that is none for a source that broke", of: junkChunks },
  { title: "takes an aborted signal for a source that broke", count: 300, of: stops },
  { title: "names a caller's mistake, and says nothing of the content", of: mistakes },
];
export default properties;
