/** P1: the View is inside every limit, whatever is in it; what fits is left alone; the notice takes no more than half. */
import fc from "fast-check";
import { styles } from "spillway/presets";
import { completeEnd, isInside, isWellFormed, sizeOf, wellFormed } from "../../bound/oracle.js";
import { anyInput, type Input } from "../cases/inputs.js";
import { anyLimits } from "../cases/limits.js";
import { anyOptions, PINS } from "../cases/options.js";
import { caseOf, casePlan, type Options, type Outcome, run } from "../cases/run.js";
import { anyStore, failingStore } from "../cases/stores.js";
import { plainText } from "../cases/texts.js";
import { hold, holdSame } from "../hold.js";
import { imitationsIn } from "../oracle/imitations.js";
import { sizesInNotice, takeApart } from "../oracle/view.js";
import type { Property } from "../promise.js";

export function checkFits(input: Input, options: Options, { bounded, thrown }: Outcome): void {
  hold(thrown === undefined && bounded !== undefined, "a View comes out");
  const { limits, countTokens, source, noticeAllowance = {} } = options;
  hold(isInside(bounded.text, limits, countTokens, noticeAllowance), "the View is inside every limit");
  if (options.noticeAllowance === undefined && Object.values(limits).includes(0)) {
    hold(bounded.text === "" || (limits.maxTokens === 0 && countTokens(bounded.text) === 0), "limit 0 gives no text");
  }
  checkNoticeIsSmall(options, bounded.text, bounded.truncated);
  if (source === undefined) return;
  const fits = isInside(source, limits, countTokens);
  // An imitation can cost more tokens once it is harmless: the View has to fit all the same.
  if (fits && limits.maxTokens !== undefined && imitationsIn(source).length > 0) return;
  hold(bounded.truncated === !fits, fits ? "what fits is not cut" : "what does not fit is cut");
  if (fits) checkLeftAlone(input, source, bounded);
}

/** At the limit exactly, nothing is cut, marked or spilled. */
function checkLeftAlone(
  input: Input,
  source: string,
  { text, spill, limitedBy }: NonNullable<Outcome["bounded"]>,
): void {
  hold(limitedBy === undefined, "no limit stopped it");
  if (input.breaksWith !== undefined || imitationsIn(source).length > 0) return;
  holdSame(text, wellFormed(source).slice(0, completeEnd(source)), "what fits is shown as it is");
  const isSame = source === input.text && completeEnd(source) === source.length && !input.marked;
  if (isSame) holdSame(spill.state, "none", "nothing of what fits is spilled");
}

/** Whatever rung of the ladder was taken: content was left half of every limit. */
function checkNoticeIsSmall(options: Options, text: string, truncated: boolean): void {
  if (!truncated || options.notice === false) return;
  const { limits, noticeAllowance = {} } = options;
  const { notice } = takeApart(text, options.position);
  const { bytes, chars } = sizeOf(notice);
  const half = (limit = Number.POSITIVE_INFINITY, allowance = 0) => limit / 2 + allowance;
  hold(bytes <= half(limits.maxBytes, noticeAllowance.maxBytes), "the notice leaves half of the bytes");
  hold(chars <= half(limits.maxChars, noticeAllowance.maxChars), "the notice leaves half of the characters");
  if (notice !== "") hold(half(limits.maxLines, noticeAllowance.maxLines) >= 1, "the notice leaves half of the lines");
}

const properties: readonly Property[] = [
  {
    title: "keeps every View inside every limit",
    count: 1500,
    of: (library) =>
      fc.asyncProperty(
        casePlan({ input: anyInput, limits: anyLimits, options: anyOptions("onSpillFailure"), store: anyStore }),
        async (plan) => {
          const one = caseOf(plan);
          checkFits(one.input, one.options, await run(library, one));
        },
      ),
  },
  {
    title: "takes the longest notice that leaves content half of every limit",
    of: (library) =>
      fc.asyncProperty(plainText, fc.integer({ min: 0, max: 500 }), fc.boolean(), async (text, limit, inChars) => {
        const limits = inChars ? { maxChars: limit } : { maxBytes: limit };
        const options = { limits, keep: "head", spill: library.memorySpill({ key: "k" }) } as const;
        const { truncated, spill, total, text: view } = await library.boundResult(text, options);
        if (!truncated || spill.state !== "kept") return;
        const { notice } = takeApart(view, "last");
        const most = (words: string) => 2 * (words.length + 1);
        // Words are the longest where all is shown.
        const sizes = `${total.lines}/${total.lines} lines, ${total.bytes}/${total.bytes} bytes`.replace(
          /\d{4,}/g,
          "$&,",
        );
        if (most(`[spillway: ${spill.ref.uri}]`) <= limit) hold(notice !== "", "an id has room");
        if (most(`[spillway: ${sizes}; ${spill.ref.uri}]`) <= limit) hold(sizesInNotice(notice), "counts have room");
        const roomy = await library.boundResult(text, {
          ...options,
          noticeAllowance: { maxBytes: 999, maxChars: 999 },
        });
        const full = takeApart(roomy.text, "last").notice;
        hold(sizesInNotice(full)?.limit !== undefined, "with enough room the notice is full");
        const slack = 16; // digits and plurals depend on what is shown
        if (most(full) + slack <= limit) hold(sizesInNotice(notice)?.limit !== undefined, "a full notice has room");
      }),
  },
  {
    title: "keeps every View inside every limit, and well formed, in the words of other programs",
    of: (library) =>
      fc.asyncProperty(
        casePlan({
          input: anyInput,
          limits: anyLimits,
          options: anyOptions("onSpillFailure", "notice"),
          store: fc.oneof(anyStore, failingStore),
        }),
        fc.constantFrom(...Object.values(styles)),
        async (plan, style) => {
          const one = caseOf(plan);
          const { bounded } = await run(library, one, { notice: { style } });
          const { limits, countTokens, noticeAllowance = {} } = one.options;
          hold(bounded !== undefined, "a View comes out");
          hold(isInside(bounded.text, limits, countTokens, noticeAllowance), "the View is inside every limit");
          hold(isWellFormed(bounded.text), "the View is well formed");
        },
      ),
  },
  {
    title: "keeps boundText inside every limit",
    of: (library) =>
      fc.asyncProperty(
        casePlan({
          input: anyInput,
          limits: anyLimits,
          options: anyOptions("isError", "exitCode"),
          store: fc.constant({ kind: "none", faults: [] }),
        }),
        async (plan) => {
          const { input, options } = caseOf(plan);
          fc.pre(input.text !== undefined && input.kind !== "binary");
          const { counter, onSpillFailure, meta, isError, exitCode, pin, ...view } = plan.options;
          const { text, truncated } = library.boundText(input.text, options.limits, {
            ...view,
            pin: pin === undefined ? undefined : PINS[pin],
            countTokens: options.countTokens,
          });
          const { limits, countTokens, noticeAllowance = {} } = options;
          hold(isInside(text, limits, countTokens, noticeAllowance), "the View is inside every limit");
          hold(truncated === !isInside(options.source ?? "", limits, countTokens), "it is cut if it does not fit");
        },
      ),
  },
];
export default properties;
