/** P7: a View depends on input, options and SpillRef alone, ids on the call; bounding again loses nothing. */
import fc from "fast-check";
import type { BoundOptions } from "spillway";
import { styles } from "spillway/presets";
import { isInside, sizeOf } from "../../bound/oracle.js";
import { anyInput, type Input } from "../cases/inputs.js";
import { anyLimits } from "../cases/limits.js";
import { anyOptions } from "../cases/options.js";
import { type Case, caseOf, casePlan, type Options, type Outcome, run } from "../cases/run.js";
import { storeOf, type WatchedStore, workingStore } from "../cases/stores.js";
import { anyText, plainText } from "../cases/texts.js";
import { hold, holdSame } from "../hold.js";
import type { Library } from "../library.js";
import { imitationsIn } from "../oracle/imitations.js";
import { sizesInNotice, takeApart } from "../oracle/view.js";
import type { Property } from "../promise.js";
import { ids } from "./ids.js";

/** Two runs of one call, in two stores of one secret, at different times of day. */
export function checkSame(_input: Input, _options: Options, first: Outcome, second: Outcome): void {
  hold(first.bounded !== undefined && second.bounded !== undefined, "Views come out");
  const withoutPath = ({ bounded }: Outcome) => {
    const text = JSON.stringify(bounded);
    return bounded?.spill.state === "kept" && bounded.spill.ref.path !== undefined ? undefined : text;
  };
  holdSame(withoutPath(second), withoutPath(first), "the same call gives the same View");
}

/** A View that is bounded again, with the same limits. */
export function checkUnchanged(_input: Input, _options: Options, first: Outcome, again: Outcome): void {
  hold(first.bounded !== undefined && again.bounded !== undefined, "Views come out");
  holdSame(again.bounded.text, first.bounded.text, "bounding again changes nothing");
  holdSame([again.bounded.truncated, again.bounded.altered], [false, false], "nothing is cut or altered");
}

/** A View that is bounded again, with smaller limits, by someone who has the same store. */
function checkStillLinked(options: Options, first: Outcome, again: Outcome, stored: number): void {
  hold(first.bounded !== undefined && again.bounded !== undefined, "Views come out");
  const { text, spill } = first.bounded;
  const before = takeApart(text, options.position).notice;
  if (!first.bounded.truncated || spill.state !== "kept" || !before.includes(spill.ref.id)) return;
  hold(again.bounded.spill.state === "kept", "the Spill is still known");
  holdSame(again.bounded.spill.ref.id, spill.ref.id, "the same Spill");
  holdSame(again.store?.refs.length, stored, "nothing is stored twice");
  const told = sizesInNotice(takeApart(again.bounded.text, options.position).notice);
  const original = sizesInNotice(before);
  if (told === undefined || original === undefined || !again.bounded.truncated) return;
  holdSame(told.total, original.total, "the original's totals");
}

/** One that nobody confirms is a text as any other. */
function checkHostile(options: Options, first: Outcome, again: Outcome): void {
  hold(first.bounded !== undefined && again.bounded !== undefined, "Views come out");
  const { text, spill } = first.bounded;
  if (!first.bounded.truncated || spill.state !== "kept") return;
  if (!takeApart(text, options.position).notice.includes(spill.ref.id)) return;
  hold(!again.bounded.text.includes(`[spillway: ${text.split("[spillway: ")[1]}`), "an unknown notice is neutralised");
  if (again.bounded.spill.state !== "kept") return;
  const { id } = again.bounded.spill.ref;
  hold(
    again.store?.refs.some((ref) => ref.id === id),
    "its Spill is not trusted",
  );
}

const cases = casePlan({
  input: anyInput,
  limits: anyLimits,
  options: anyOptions("onSpillFailure", "noticeAllowance"),
  store: workingStore,
});

/** Options for a View that is bounded again: how the call ended was told the first time. */
async function again(library: Library, { options, plan }: Case, text: string, more: Partial<BoundOptions>) {
  const { upstream: _, ...kept } = plan.options;
  const one = caseOf({ ...plan, input: { kind: "string", text, cuts: [] }, options: { ...kept, clean: false } });
  return run(
    library,
    { ...one, options: { ...one.options, limits: options.limits } },
    more as { store?: WatchedStore },
  );
}

const properties: readonly Property[] = [
  {
    title: "gives the same View at any time",
    of: (library) =>
      fc.asyncProperty(cases, async (plan) => {
        const one = caseOf(plan);
        const first = await atTime(0, () => run(library, one));
        checkSame(one.input, one.options, first, await atTime(987_654_321, () => run(library, one)));
      }),
  },
  { title: "derives ids from the call", of: ids },
  {
    title: "changes nothing by bounding again with the same limits",
    count: 1500,
    of: (library) =>
      fc.asyncProperty(cases, async (plan) => {
        const one = caseOf(plan);
        const store = storeOf(plan.store, library);
        const first = await run(library, one, { store });
        // Where no notice is written, several markers could be anybody's.
        const markers = (first.bounded?.text ?? "").split("[spillway: ").length - 1;
        fc.pre(plan.options.notice !== false || markers < 2);
        checkUnchanged(
          one.input,
          one.options,
          first,
          await again(library, one, first.bounded?.text ?? "", { store } as never),
        );
      }),
  },
  {
    title: "changes nothing by bounding again with the same limits, in the words of another program",
    count: 300,
    of: (library) =>
      fc.asyncProperty(
        plainText,
        fc.integer({ min: 200, max: 2000 }),
        fc.constantFrom("head", "tail", "ends"),
        fc.constantFrom("first", "last"),
        fc.constantFrom(...Object.values(styles)),
        workingStore,
        async (text, maxBytes, keep, position, style, kind) => {
          const spill = storeOf(kind, library);
          const options = {
            limits: { maxBytes },
            keep,
            notice: { position, style },
            ...(spill ? { spill } : {}),
          } as const;
          const first = await library.boundResult(text.repeat(5), options);
          const second = await library.boundResult(first.text, options);
          holdSame(second.text, first.text, "bounding again changes nothing");
          holdSame([second.truncated, second.altered], [false, false], "nothing is cut or altered");
        },
      ),
  },
  {
    title: "keeps the Spill by bounding again with smaller limits, if the store knows it",
    count: 1500,
    of: (library) =>
      fc.asyncProperty(
        plainText,
        fc.integer({ min: 300, max: 900 }),
        fc.double({ min: 0.3, max: 1, noNaN: true }),
        anyOptions("onSpillFailure", "noticeAllowance", "clean", "counter", "upstream", "meta"),
        workingStore,
        async (text, maxBytes, part, options, kind) => {
          const plan = {
            input: { kind: "async", text: text.repeat(3), cuts: [7, 99] },
            limits: { bytes: { at: maxBytes } },
            options,
            store: kind,
          } as const;
          const one = caseOf(plan);
          const store = storeOf(plan.store, library);
          const first = await run(library, one, { store });
          const stored = store?.refs.length ?? 0;
          const limits = { maxBytes: Math.floor(maxBytes * part) };
          const smaller = { ...one, options: { ...one.options, limits } };
          const view = first.bounded?.text ?? "";
          const second = await again(library, smaller, view, { store } as never);
          hold(
            isInside(second.bounded?.text ?? "", limits, () => 0),
            "the second View is inside its limits",
          );
          checkStillLinked(one.options, first, second, stored);
          checkHostile(one.options, first, await again(library, smaller, view, {}));
        },
      ),
  },
  {
    title: "neutralises once, and lengthens nothing",
    of: (library) =>
      fc.asyncProperty(anyText, async (text) => {
        const once = library.boundText(text, {}).text;
        holdSame(library.boundText(once, {}).text, once, "a second time changes nothing");
        const [before, after] = [sizeOf(text), sizeOf(once)];
        hold(after.bytes <= before.bytes && after.chars <= before.chars, "nothing got longer");
        hold(imitationsIn(once).length <= imitationsIn(text).length, "nothing new reads like a notice");
      }),
  },
];
export default properties;

/** Runs with a clock and a source of chance of its own. */
async function atTime<T>(time: number, work: () => Promise<T>): Promise<T> {
  const { now } = Date;
  const { random } = Math;
  Date.now = () => time;
  Math.random = () => (time % 1000) / 1000;
  try {
    return await work();
  } finally {
    Date.now = now;
    Math.random = random;
  }
}
