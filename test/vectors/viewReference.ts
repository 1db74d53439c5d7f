/** What a View must be, written from docs/spec-view.md the slow and obvious way. */
import type { JsonElision } from "../../src/json/cut/types.js";
import type { Boundary } from "../../src/text/boundary.js";
import type { Limits } from "../../src/text/limits.js";
import type { Keep } from "../../src/text/sides.js";
import { completeEnd, escapesIn } from "../bound/oracle.js";
import { cutLocated, locate } from "../json/referenceCut.js";

import type { NaiveSize } from "../support/arbitraries.js";
import { naiveBytes, naiveFits, naiveSize, referenceCut, sizeOfShown } from "../text/reference.js";
import { COUNTERS, naiveWellFormed } from "./naive.js";
import type { CounterName } from "./types.js";
import { neutral, staysAtEdge } from "./viewHarmless.js";
import { less, markers, type NoticePlan, type NoticeSizes, notices, type ResultPlan } from "./viewWords.js";

export interface ViewOptionsPlan {
  readonly keep?: Keep;
  readonly headShare?: number;
  readonly boundary?: Boundary;
  readonly countTokens?: CounterName;
  readonly notice?: NoticePlan | false;
  readonly noticeAllowance?: Limits;
}

export interface ReferenceView {
  readonly text: string;
  readonly truncated: boolean;
  readonly altered: boolean;
  readonly limitedBy: string | null;
  readonly shown: NaiveSize;
  readonly omitted: NaiveSize;
  readonly total: NaiveSize;
  readonly totalIsLowerBound: boolean;
  readonly elisions?: readonly JsonElision[];
}

interface Job {
  readonly text: string;
  readonly total: NaiveSize;
  readonly limits: Limits;
  readonly caps: Caps;
  /** Limits and allowance. */
  readonly most: Caps;
  readonly keep: Keep;
  readonly headShare: number;
  readonly boundary: Boundary;
  readonly countTokens: (text: string) => number;
  readonly notice: NoticePlan | false;
  readonly result: ResultPlan;
}

type Caps = Record<(typeof UNITS)[number], number>;
type Words = (sizes: NoticeSizes) => string;
type Marker = (omitted: NaiveSize) => string;
const UNITS = ["bytes", "chars", "lines", "tokens"] as const;

export function referenceView(
  text: string,
  limits: Limits,
  options: ViewOptionsPlan,
  result: ResultPlan,
  kind: "text" | "json" = "text",
): ReferenceView {
  const failed = result.isError === true || (result.exitCode ?? 0) !== 0;
  const caps = capsOf(limits, Number.POSITIVE_INFINITY);
  const job: Job = {
    ...{ text, limits, caps, result, total: naiveSize(text) },
    most: add(caps, capsOf(options.noticeAllowance ?? {}, 0)),
    keep: options.keep ?? "ends",
    headShare: options.headShare ?? (failed ? 0.2 : 0.5),
    boundary: options.boundary ?? "line",
    countTokens: COUNTERS[options.countTokens ?? "bytes"],
    notice: options.notice ?? {},
  };
  const view = naiveFits(text, limits, job.countTokens) ? whole(job) : kind === "json" ? cutJson(job) : cut(job);
  const { neutralised, ...rest } = view;
  return {
    ...rest,
    altered: neutralised || completeEnd(text) < text.length,
    total: job.total,
    totalIsLowerBound: result.sourceError !== undefined || result.upstream?.truncated === true,
  };
}

type Made = Omit<ReferenceView, "altered" | "total" | "totalIsLowerBound"> & { readonly neutralised: boolean };

/** Section 3. */
function whole(job: Job): Made {
  const { text, total, notice, result } = job;
  const kept = text.slice(0, completeEnd(text));
  const repaired = naiveWellFormed(kept);
  const harmless = neutral(repaired, staysAtEdge(repaired, notice));
  const shown = naiveSize(kept);
  const made = { truncated: false, limitedBy: null, shown, omitted: less(total, shown) };
  const neutralised = harmless !== repaired;
  if (result.sourceError !== undefined && notice !== false) {
    for (const say of notices(notice, result, naiveBytes(text))) {
      const view = beside(harmless, say({ shown, total, limit: undefined }), notice);
      if (isInside(view, job.most, job)) return { ...made, text: view, neutralised };
    }
  }
  return { ...made, text: harmless, neutralised };
}

/** Section 4. */
function cut(job: Job): Made {
  const { notice, result, text } = job;
  const ladder: (Words | undefined)[] =
    notice === false ? [undefined] : [...notices(notice, result, naiveBytes(text)), undefined];
  for (const words of ladder) {
    for (const marker of markersBeside(words, job)) {
      const made = worded(words, marker, job);
      if (made !== undefined) return made;
    }
  }
  throw new Error("a View with nothing beside it fits");
}

function markersBeside(words: Words | undefined, { keep, notice }: Job): (Marker | undefined)[] {
  const position = notice === false ? "last" : (notice.position ?? "last");
  if (words !== undefined && keep === "head" && position === "last") return [undefined];
  if (words !== undefined && keep === "tail" && position === "first") return [undefined];
  const style = notice === false ? undefined : notice.style;
  if (words === undefined && notice !== false && style === undefined) return [() => "[…]", undefined];
  return [...markers(style), undefined];
}

function worded(words: Words | undefined, marker: Marker | undefined, job: Job): Made | undefined {
  const { caps, most, countTokens } = job;
  let content = lowest(caps, minus(most, costOf(words, marker, job)));
  let best: { made: Made; content: Caps } | undefined;
  while (best === undefined) {
    if (!leavesHalf(content, caps)) return undefined;
    const made = compose(content, words, marker, job);
    if (isInside(made.text, most, job)) best = { made, content };
    else if (caps.tokens === Number.POSITIVE_INFINITY) return undefined;
    else content = { ...content, tokens: content.tokens - Math.max(1, countTokens(made.text) - most.tokens) };
  }
  for (let round = 1; round <= 3; round++) {
    const { made, content }: { made: Made; content: Caps } = best;
    const tokens = caps.tokens === Number.POSITIVE_INFINITY ? 0 : countTokens(made.text);
    const used = { ...naiveSize(made.text), tokens };
    const besides = minus(used, { ...made.shown, tokens: content.tokens });
    const wider = lowest(caps, minus(most, besides));
    const halfway = Object.fromEntries(
      UNITS.map((unit) => [
        unit,
        content[unit] === wider[unit] ? wider[unit] : Math.floor((content[unit] + wider[unit]) / 2),
      ]),
    ) as Caps;
    const rooms = [wider, minus(wider, { bytes: 4, chars: 4, lines: 0, tokens: 4 }), halfway];
    const better: Caps | undefined = rooms.find((room) => {
      if (!leavesHalf(room, caps)) return false;
      const next = compose(room, words, marker, job);
      return next.shown.chars > made.shown.chars && isInside(next.text, most, job);
    });
    if (better === undefined) break;
    best = { made: compose(better, words, marker, job), content: better };
  }
  return best.made;
}

/** What is beside the content at most: every wording is tried, and the longest one counts. */
function costOf(words: Words | undefined, marker: Marker | undefined, { total, caps, countTokens }: Job): Caps {
  let notice = "";
  for (const unit of UNITS) {
    if (caps[unit] === Number.POSITIVE_INFINITY || words === undefined) continue;
    for (const lines of [total.lines, total.lines - 1]) {
      const said = words({ shown: { ...total, lines }, total, limit: limitOf(unit, caps) });
      if (naiveBytes(said) > naiveBytes(notice)) notice = said;
    }
  }
  const mark = marker?.(total) ?? "";
  const all = (notice === "" ? "" : `${notice}\n`) + (mark === "" ? "" : `${mark}\n`);
  return { ...naiveSize(all), tokens: countTokens(all) };
}

/** Section 4.3. */
function compose(content: Caps, words: Words | undefined, marker: Marker | undefined, job: Job): Made {
  const { text, total, keep, headShare, boundary, countTokens, notice, caps } = job;
  const sided = marker === undefined && keep === "ends" ? (headShare >= 0.5 ? "head" : "tail") : keep;
  const both = referenceCut(text, limitsOf(content), { keep: sided, headShare, boundary, countTokens });
  const head = both.head.slice(0, completeEnd(both.head));
  const from = text.length - both.tail.length;
  const start = escapesIn(text).find((found) => found.from < from && from < found.to)?.to ?? from;
  const tail = text.slice(start, start + completeEnd(text.slice(start)));

  const before = sizeOfShown(text, head.length, text.length - start);
  const cutOff = naiveSize(text.slice(start + tail.length)); // an escape sequence: no line of its own
  const shown = {
    bytes: before.bytes - cutOff.bytes,
    chars: before.chars - cutOff.chars,
    lines: sizeOfShown(text.slice(0, start + tail.length), head.length, tail.length).lines,
  };
  const omitted = less(total, shown);
  const unit = both.limitedBy as keyof Caps;
  const said = words?.({ shown, total, limit: limitOf(unit, caps) }) ?? "";
  const isLast = notice === false || (notice.position ?? "last") === "last";
  const isWanted = (head !== "" && tail !== "") || said === "" || (isLast ? tail !== "" : head !== "");
  const mark = isWanted ? (marker?.(omitted) ?? "") : "";
  const isOwn = notice === false || notice.style === undefined;
  const lineEnd = isOwn && mark !== "" && tail !== "" && text[start - 1] === "\n" ? "\n" : "";
  const sides = [head, tail].map(naiveWellFormed);
  const style = notice === false ? undefined : notice.style;
  const [first, last] = sides.map((side) =>
    neutral(side, { line: "", keepsMarkers: false, signature: style?.signature }),
  );
  return {
    text: beside(`${first}${mark}${lineEnd}${last}`, said, notice),
    truncated: true,
    limitedBy: unit,
    shown,
    omitted,
    neutralised: first !== sides[0] || last !== sides[1],
  };
}

function beside(content: string, said: string, notice: NoticePlan | false): string {
  if (said === "" || notice === false) return content;
  if (content === "") return said;
  if (notice.position === "first") return `${said}\n${content}`;
  return content.endsWith("\n") ? content + said : `${content}\n${said}`;
}

/** Section 6: a value of one line, inside one limit or with no notice. */
function cutJson(job: Job): Made {
  const { text, total, limits, caps, most, keep, notice, result, countTokens } = job;
  const located = locate(text);
  if (located === undefined) throw new Error("no JSON");
  const headShare = keep === "head" ? 1 : keep === "tail" ? 0 : job.headShare;
  const unit = UNITS.find((by) => caps[by] !== Number.POSITIVE_INFINITY) as keyof Caps;
  const ladder = notice === false ? [] : notices(notice, result, naiveBytes(text));
  for (const words of [...ladder, undefined]) {
    const marker = words === undefined && notice !== false ? "bare" : true;
    const say = (json: string) => words?.({ shown: shownOfJson(json), total, limit: limitOf(unit, caps) }) ?? "";
    const fits = (json: string) => isInside(beside(json, say(json), notice), most, job);
    const kept = cutLocated(text, located, limits, { headShare, marker, countTokens }, fits);
    if (kept === undefined) throw new Error("words around the JSON");
    const said = say(kept.text);
    const left = minus(most, { ...naiveSize(`${said}\n`), tokens: countTokens(said) });
    if (said !== "" && !leavesHalf(lowest(caps, left), caps)) continue;
    const shown = shownOfJson(kept.text);
    const made = { truncated: true, limitedBy: unit, shown, omitted: less(total, shown), neutralised: false };
    return { text: beside(kept.text, said, notice), ...made, elisions: kept.elisions };
  }
  throw new Error("JSON without a notice fits");
}

/** All but markers, and the separators behind those that are members. */
function shownOfJson(json: string): NaiveSize {
  const members = /(?:"\[+…\]+":)?"(?:\[spillway: … [^"]*? …\]|\[…\])"(,?)/g;
  const source = json.replace(members, "").replace(/\[spillway: … [^"]*? …\]|\[…\]/g, "");
  return naiveSize(source);
}

function isInside(text: string, caps: Caps, { countTokens }: Job): boolean {
  return naiveFits(text, limitsOf(caps), countTokens);
}

function limitOf(unit: keyof Caps, caps: Caps) {
  return { unit: unit.slice(0, -1), amount: caps[unit] };
}

function capsOf({ maxBytes, maxChars, maxLines, maxTokens }: Limits, absent: number): Caps {
  return {
    bytes: maxBytes ?? absent,
    chars: maxChars ?? absent,
    lines: maxLines ?? absent,
    tokens: maxTokens ?? absent,
  };
}

function limitsOf({ bytes, chars, lines, tokens }: Caps): Limits {
  return { maxBytes: bytes, maxChars: chars, maxLines: lines, maxTokens: tokens };
}

function leavesHalf(content: Caps, caps: Caps): boolean {
  return UNITS.every((unit) => 2 * content[unit] >= caps[unit]);
}

function add(a: Caps, b: Caps): Caps {
  return each((unit) => a[unit] + b[unit]);
}

function minus(a: Caps, b: Caps): Caps {
  return each((unit) => a[unit] - b[unit]);
}

function lowest(a: Caps, b: Caps): Caps {
  return each((unit) => Math.min(a[unit], b[unit]));
}

function each(of: (unit: keyof Caps) => number): Caps {
  return { bytes: of("bytes"), chars: of("chars"), lines: of("lines"), tokens: of("tokens") };
}
