/** P5: what is said of the Spill is true, and nothing else is said: no dead path, no stranger's words, no imitation. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { CODES, SECRET } from "../cases/errors.js";
import { anyInput, type Input, textInput } from "../cases/inputs.js";
import { anyLimits } from "../cases/limits.js";
import { anyOptions, endOf } from "../cases/options.js";
import { caseOf, casePlan, type Options, type Outcome, run } from "../cases/run.js";
import { anyStore, failingStore } from "../cases/stores.js";
import { imitatingText } from "../cases/texts.js";
import { hold, holdSame } from "../hold.js";
import { imitationsIn } from "../oracle/imitations.js";
import { sizesInMarker, takeApart } from "../oracle/view.js";
import { type Told, toldBy } from "../oracle/words.js";
import type { Property } from "../promise.js";

type Bounded = NonNullable<Outcome["bounded"]>;

export function checkHonest(input: Input, options: Options, { bounded, store }: Outcome): void {
  hold(bounded !== undefined, "a View comes out");
  const { spill, truncated, sourceError } = bounded;
  hold(!JSON.stringify(bounded).includes(SECRET), "nothing of what a stranger threw comes out");
  hold(["none", "kept", "failed", "unconfigured"].includes(spill.state), "a Spill is one of four things");
  hold(spill.state === "none" || (spill.state === "unconfigured") === (store === undefined), "no store, no Spill");
  if (spill.state === "failed") hold(CODES.includes(spill.code), "a reason from the list");
  if (sourceError !== undefined) holdSame(sourceError, { name: input.breaksWith }, "the name of what broke the source");

  // Only these have a notice of the library's own making.
  const notice =
    (truncated || sourceError !== undefined || input.kind === "binary") && options.notice !== false
      ? takeApart(bounded.text, options.position).notice
      : "";
  const told = toldBy(notice);
  if (truncated) {
    holdSame(told.strange, [], "a notice has no words but its own");
    checkStatus(options, bounded, told);
    checkPlace(options, bounded, told, notice);
  }
  checkNoImitation(options, bounded, notice);
}

/** How the source ended. */
function checkStatus(options: Options, { sourceError }: Bounded, { phrases }: Told): void {
  const { isError, exitCode } = endOf(options);
  const says = (phrase: string) => phrases.includes(phrase);
  const isFull = phrases.length > 1;
  hold(
    !phrases.some((phrase) => /^exit code/.test(phrase) && phrase !== `exit code ${exitCode}`),
    "the true exit code",
  );
  hold(!isFull || exitCode === undefined || says(`exit code ${exitCode}`), "a known exit code is said");
  hold(isError || !says("the tool reported an error"), "an error is only said of errors");
  hold(
    !isFull || sourceError === undefined || says(`the source broke (${sourceError.name})`),
    "a broken source is said",
  );
}

/** Where the rest is, by a way that the reader has, and that is there. */
function checkPlace(options: Options, { spill }: Bounded, { phrases, place }: Told, notice: string): void {
  const { canRead, toolName } = options;
  if (spill.state !== "kept") {
    hold(place === undefined && !notice.includes("spill://"), "no place is told where nothing is kept");
    const last = phrases.at(-1) ?? "";
    if (spill.state === "failed")
      hold(notice === "" || last.startsWith("the rest could not be kept"), "that it failed");
    else hold(notice === "" || last === "the rest was not kept", "that nobody keeps it");
    return;
  }
  const { ref } = spill;
  const ids = [...notice.matchAll(/spill:\/\/([a-z0-9._-]+)/g)].map(([, id]) => id);
  hold(
    ids.every((id) => id === ref.id),
    "no Spill but its own",
  );
  if (place === undefined) return;
  const ways = {
    path: ref.path === undefined ? `kept as ${ref.uri}` : `in ${ref.path}`,
    tool: `through ${toolName} ${JSON.stringify({ id: ref.id })}`,
    resource: `in ${ref.uri}`,
    none: `kept as ${ref.uri}`,
  };
  holdSame(place.way, ways[canRead], "a way that the reader has");
  if (canRead === "path" && ref.path !== undefined)
    holdSame(readFileSync(ref.path).length, ref.bytes, "the path opens");
  holdSame(place.extent === "complete output", ref.complete, "complete, or not");
}

/** Whatever the source imitated is told from the library's words. */
function checkNoImitation(options: Options, bounded: Bounded, notice: string): void {
  const { text, truncated, omitted, elisions = [] } = bounded;
  // A line at the edge that names no Spill does no harm, and may be a View's: it stays, and so do the markers beside it.
  const lines = text.replace(/\n$/, "");
  if (!truncated && (["first", "last"] as const).some((edge) => isHarmless(takeApart(lines, edge).notice))) return;
  const content = notice === "" ? text : takeApart(text, options.position).content;
  const left = imitationsIn(content);
  const markers = left.map((at) => /^\[spillway: … [^\]\n]* …\]/.exec(content.slice(at))?.[0] ?? "");
  if (!truncated) {
    const isLoneMarker = options.notice === false && markers.length === 1 && markers[0] !== "";
    hold(left.length === 0 || isLoneMarker, "no imitation is left");
    return;
  }
  hold(!markers.includes(""), "no imitation is left");
  if (bounded.kind === "json" && elisions.length > 0) {
    hold(markers.length <= elisions.length, "no more markers than elisions");
    return;
  }
  if (options.pin !== undefined) {
    const told = markers.map(sizesInMarker).filter((sizes) => sizes !== undefined);
    const [lines, bytes] = [
      told.reduce((all, one) => all + one.lines, 0),
      told.reduce((all, one) => all + one.bytes, 0),
    ];
    hold(lines <= omitted.lines && bytes <= omitted.bytes, "the markers are the library's");
    return;
  }
  hold(markers.length <= 1, "no marker but one");
  const [marker] = markers;
  if (marker === undefined) return;
  holdSame(sizesInMarker(marker), { lines: omitted.lines, bytes: omitted.bytes }, "the marker is the library's");
}

/** Whether a line names neither a Spill nor a file. */
function isHarmless(line: string): boolean {
  return line !== "" && !/spill:\/\/|\{"id":|complete output in |what came, .* in |the first .* in /.test(line);
}

const properties: readonly Property[] = [
  {
    title: "says what is true of the Spill, and nothing else",
    count: 1500,
    of: (library) =>
      fc.asyncProperty(
        casePlan({
          input: anyInput,
          limits: anyLimits,
          options: anyOptions("onSpillFailure"),
          store: fc.oneof(anyStore, failingStore),
        }),
        async (plan) => {
          const one = caseOf(plan);
          checkHonest(one.input, one.options, await run(library, one));
        },
      ),
  },
  {
    title: "leaves no imitation of its words",
    count: 1500,
    of: (library) =>
      fc.asyncProperty(
        casePlan({
          input: textInput(imitatingText),
          limits: anyLimits,
          options: anyOptions("onSpillFailure"),
          store: anyStore,
        }),
        async (plan) => {
          const one = caseOf(plan);
          checkHonest(one.input, one.options, await run(library, one));
        },
      ),
  },
];
export default properties;
