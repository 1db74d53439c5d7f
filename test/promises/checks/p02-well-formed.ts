/** P2: no lone surrogate, no half of a UTF-8 sequence, no half of an escape sequence; also where nothing was cut. */
import fc from "fast-check";
import { endsInEscape, isWellFormed } from "../../bound/oracle.js";
import { anyInput, type Input, plainInput } from "../cases/inputs.js";
import { anyLimits } from "../cases/limits.js";
import { anyOptions } from "../cases/options.js";
import { caseOf, casePlan, type Options, type Outcome, run } from "../cases/run.js";
import { anyStore } from "../cases/stores.js";
import { hold, holdSame } from "../hold.js";
import { explanations, isPlain, partsNoEscape, withoutPinned } from "../oracle/view.js";
import type { Property } from "../promise.js";

export function checkWellFormed(input: Input, options: Options, { bounded }: Outcome): void {
  hold(bounded !== undefined, "a View comes out");
  const { text, truncated } = bounded;
  hold(isWellFormed(text), "the View has no lone surrogate");
  hold(!/\\ud[89a-f]/.test(JSON.stringify(text).replaceAll("\\\\", "")), "its JSON escapes no lone surrogate");
  hold(Buffer.from(text).toString() === text, "it survives UTF-8");
  hold(!endsInEscape(text), "it does not end inside an escape sequence");
  const { source, position } = options;
  if (source === undefined || input.kind === "json" || !isPlain(source)) return;
  holdSame(replacements(text) <= replacements(source) + lone(source), true, "no character became U+FFFD by being cut");
  if (!truncated) return;
  const sides = withoutPinned(bounded, options);
  const found = explanations(sides.text, source, sides.shown.chars, position);
  hold(found.length === 0 || found.some((one) => partsNoEscape(one, source)), "no escape sequence is parted");
}

function replacements(text: string): number {
  return text.split("\ufffd").length - 1;
}

function lone(text: string): number {
  return Array.from(text).filter((point) => point.length === 1 && !isWellFormed(point)).length;
}

const of =
  (input: typeof anyInput): Property["of"] =>
  (library) =>
    fc.asyncProperty(
      casePlan({ input, limits: anyLimits, options: anyOptions("onSpillFailure"), store: anyStore }),
      async (plan) => {
        const one = caseOf(plan);
        checkWellFormed(one.input, one.options, await run(library, one));
      },
    );

const properties: readonly Property[] = [
  { title: "keeps every View well formed", count: 1500, of: of(anyInput) },
  { title: "parts nothing of a text that can be followed into its View", count: 1500, of: of(plainInput) },
];
export default properties;
