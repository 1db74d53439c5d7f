/** P3: what is kept is exact, and so are the counts, wherever they are told. */
import fc from "fast-check";
import { completeEnd, isInside, minus, shownSize, sizeOf, wellFormed } from "../../bound/oracle.js";
import { chunksOf, splits } from "../../support/arbitraries.js";
import { type Input, plainInput, textInput } from "../cases/inputs.js";
import { jsonPlan } from "../cases/json.js";
import { anyLimits, limitsFor } from "../cases/limits.js";
import { anyOptions, COUNTERS } from "../cases/options.js";
import { caseOf, casePlan, type Options, type Outcome, run } from "../cases/run.js";
import { workingStore } from "../cases/stores.js";
import { anyText, longText } from "../cases/texts.js";
import { hold, holdSame } from "../hold.js";
import {
  explanations,
  hasSizes,
  isPlain,
  sizesInMarker,
  sizesInNotice,
  takeApart,
  withoutPinned,
} from "../oracle/view.js";
import type { Property } from "../promise.js";

export function checkExact(input: Input, options: Options, { bounded }: Outcome): void {
  hold(bounded !== undefined, "a View comes out");
  const { source, position, upstream } = options;
  const { text, shown, omitted, total, truncated } = bounded;
  const isLeast = upstream?.truncated === true || input.breaksWith !== undefined;
  holdSame(bounded.totalIsLowerBound ?? false, isLeast, "totals are lower bounds");
  holdSame(bounded.kind, input.kind, "what it is taken for");
  holdSame(omitted, minus(total, shown), "omitted is total − shown");
  if (input.raw !== undefined) holdSame(bounded.sourceBytes, input.raw.length, "the raw input's size");
  if (input.kind === "binary") holdSame(total, { bytes: bounded.sourceBytes, chars: 0, lines: 0 }, "bytes alone");
  if (source === undefined) return;
  holdSame(total, sizeOf(source), "the size of the whole");
  checkNotice(options, bounded, isLeast);
  if (input.kind === "json") checkJson(options, bounded);
  if (input.kind === "json" || !isPlain(source)) return;
  if (!truncated) {
    const end = completeEnd(source);
    holdSame(shown, shownSize(source, end, end, end), "what fits is shown");
    hold(text.includes(wellFormed(source).slice(0, end)), "what fits is there");
    return;
  }
  const sides = withoutPinned(bounded, options);
  const found = explanations(sides.text, source, sides.shown.chars, position).filter((one) =>
    hasSizes(one, source, sides.shown),
  );
  hold(found.length > 0, "the View is a prefix and a suffix of the source, of the sizes that are told");
  if (sides.pinned > 0) {
    checkGaps(bounded, options);
    return;
  }
  const told = found.map(({ marker }) => sizesInMarker(marker)).find((sizes) => sizes !== undefined);
  if (told !== undefined) holdSame(told, { lines: omitted.lines, bytes: omitted.bytes }, "the marker's counts");
}

/** The markers around pinned lines tell of all that is left out, together. */
function checkGaps({ text, omitted }: Bounded, { source = "", position }: Options): void {
  const markers = takeApart(text, position).content.match(/\[spillway: … [^\]\n]* omitted …\]/g) ?? [];
  const told = markers.map(sizesInMarker);
  if (told.length === 0 || completeEnd(source) < source.length) return;
  const sum = (of: "lines" | "bytes") => told.reduce((all, sizes) => all + (sizes?.[of] ?? 0), 0);
  // What a notice stands for is in no marker.
  hold(sum("lines") <= omitted.lines && sum("bytes") <= omitted.bytes, "the markers tell of what is left out");
}

function checkNotice(options: Options, { text, shown, total, truncated, limitedBy }: Bounded, isLeast: boolean): void {
  if (options.notice === false || !truncated) return;
  const told = sizesInNotice(takeApart(text, options.position).notice);
  if (told === undefined) return;
  holdSame(told.shown, { lines: shown.lines, bytes: shown.bytes }, "what the notice says is shown");
  // What is known of the whole can be more than what came; only the full notice has room to say so.
  const known =
    told.limit !== undefined && options.upstream?.truncated === true ? (options.upstream.totalBytes ?? 0) : 0;
  holdSame(told.total, { lines: total.lines, bytes: Math.max(total.bytes, known) }, "of how much");
  holdSame(told.isLeast, isLeast, "that there may be more");
  if (told.limit === undefined) return;
  hold(limitedBy !== undefined, "a limit cut");
  const units = { bytes: "maxBytes", chars: "maxChars", lines: "maxLines", tokens: "maxTokens" } as const;
  holdSame(told.limit, { unit: limitedBy, amount: options.limits[units[limitedBy]] }, "the limit that cut");
}

/** What is left of JSON is JSON. */
function checkJson(options: Options, { text, truncated, kind }: Bounded): void {
  const { notice, content } = takeApart(text, options.position);
  if (!truncated || (notice === "" && content === "") || content === "" || kind !== "json") return;
  try {
    JSON.parse(content);
  } catch {
    hold(false, "what is left of JSON parses");
  }
}

type Bounded = NonNullable<Outcome["bounded"]>;

const jsonInput = jsonPlan.map((value) => ({ kind: "json" as const, value }));

const of =
  (input: typeof plainInput): Property["of"] =>
  (library) =>
    fc.asyncProperty(
      casePlan({ input, limits: anyLimits, options: anyOptions("onSpillFailure"), store: workingStore }),
      async (plan) => {
        const one = caseOf(plan);
        checkExact(one.input, one.options, await run(library, one));
      },
    );

const properties: readonly Property[] = [
  { title: "counts and shows what is there", count: 1500, of: of(plainInput) },
  { title: "counts streams that are larger than memory", count: 40, of: of(textInput(longText).map(byChunks)) },
  { title: "leaves JSON of JSON", count: 1000, of: of(jsonInput) },
  {
    title: "cuts exact slices, in one piece and chunk by chunk",
    count: 1500,
    of: (library) =>
      fc.asyncProperty(
        anyText,
        anyLimits,
        anyOptions(),
        splits(),
        async (text, plan, { keep, headShare, boundary, counter }, cuts) => {
          const countTokens = COUNTERS[counter ?? "estimate"];
          const limits = limitsFor(plan, { ...sizeOf(text), tokens: countTokens(text) });
          const options = { keep, headShare, boundary, countTokens };
          const { head, tail, shown, omitted, total, truncated } = library.cut(text, limits, options);
          hold(text.startsWith(head) && text.endsWith(tail), "a prefix and a suffix");
          hold(head.length + tail.length <= text.length, "they do not overlap");
          holdSame(truncated, !isInside(text, limits, countTokens), "cut if it does not fit");
          holdSame(total, sizeOf(text), "the size of the whole");
          const to = text.length - tail.length;
          holdSame(shown, shownSize(text, head.length, to), "the size of what is shown");
          holdSame(omitted, minus(total, shown), "the rest");
          const collector = library.createCollector({ ...options, limits });
          for (const chunk of chunksOf(text, cuts)) collector.write(chunk);
          const streamed = collector.end();
          holdSame([streamed.head, streamed.tail], [head, tail], "the same, chunk by chunk");
          holdSame([streamed.shown, streamed.total], [shown, total], "the same counts, chunk by chunk");
        },
      ),
  },
];
export default properties;

/** A stream of a chunk a byte, or a text in one piece, is no stream that is larger than memory. */
function byChunks<T extends { readonly kind: string }>(plan: T): T {
  return plan.kind === "bytewise" || plan.kind === "string" || plan.kind === "bytes"
    ? { ...plan, kind: "async" }
    : plan;
}
