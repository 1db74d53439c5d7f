/** The words of a View that are not the tool's: the elision marker and the notice. */
import { SPILL_ERROR_TEXT } from "../spill/error.js";
import type { SpillRef } from "../spill/types.js";
import type { LimitedBy, Room } from "../text/limits.js";
import type { TextSize } from "../text/size.js";
import { toWellFormed } from "../text/wellFormed.js";
import { amount, BARE_MARKER, digits, elisionMarker, frame } from "../text/words.js";
import { styledLadder, styledMarkers } from "./style.js";
import type { NoticeOptions, SpillState } from "./types.js";

/** What a notice can tell besides sizes. */
export interface NoticeFacts {
  /** `undefined`: the caller has no store to speak of. */
  readonly spill?: SpillState | undefined;
  readonly exitCode?: number | undefined;
  readonly isError?: boolean | undefined;
  readonly sourceError?: { readonly name: string } | undefined;
  /** The result was cut before it came here. */
  readonly isCutUpstream?: boolean | undefined;
  /** Totals are lower bounds for a reason that was told before. */
  readonly isLeast?: boolean | undefined;
  /** Bytes of the whole result as far as known, where that is more than what came. */
  readonly knownBytes?: number | undefined;
  /** Bytes that came. */
  readonly sourceBytes?: number | undefined;
  /** Where in the Spill this is, as a JSON Pointer: the Spill has more than what the notice is about. */
  readonly pointer?: string | undefined;
  /** What was left out besides text, such as `2 images`. */
  readonly leftOut?: readonly string[] | undefined;
}

/** What a View shows of how much, and what stopped it; nothing stopped a View that is whole. */
export interface NoticeSizes {
  readonly shown: TextSize;
  readonly total: TextSize;
  readonly limit?: { readonly by: LimitedBy; readonly room: Room } | undefined;
}

export type Wording = (sizes: NoticeSizes) => string;

/** From the longest wording to the shortest; a notice that does not fit steps down. */
export function noticeLadder(facts: NoticeFacts, options: NoticeOptions | false): readonly Wording[] {
  if (options === false) return [];
  if (options.style !== undefined) return styledLadder(options.style, facts);
  return [
    (sizes) => frame([...inFull(sizes, facts), ...statusOf(facts), ...whereabouts(sizes, facts, options)].join("; ")),
    (sizes) => frame([inShort(sizes, facts), ...statusOf(facts), ...inBrief(facts)].join("; ")),
    () => frame(inBrief(facts)[0] ?? "cut"),
  ];
}

/** The same for a result that is no text: which format it is, and how many of its first bytes are shown. */
export function binaryLadder(name: string, facts: NoticeFacts, options: NoticeOptions): readonly Wording[] {
  if (options.style !== undefined) return styledLadder(options.style, facts);
  const least = isLowerBound(facts);
  const known = ({ total }: NoticeSizes) => Math.max(total.bytes, facts.knownBytes ?? 0);
  const inFull = (sizes: NoticeSizes) =>
    `binary data (${name}), ${digits(sizes.shown.bytes)} of ${least ? "at least " : ""}${amount(known(sizes), "byte")} shown in hex`;
  const inShort = ({ shown, total }: NoticeSizes) =>
    `binary data, ${digits(shown.bytes)}/${digits(total.bytes)}${least ? "+" : ""} bytes`;
  return [
    (sizes) => frame([inFull(sizes), ...statusOf(facts), ...whereabouts(sizes, facts, options)].join("; ")),
    (sizes) => frame([inShort(sizes), ...statusOf(facts), ...inBrief(facts)].join("; ")),
    () => frame(["binary data", ...inBrief(facts)].join("; ")),
    () => frame("binary data"),
  ];
}

/** Says before bytes in hexadecimal what they are, where no notice does. */
export function binaryMarker(name: string, bytes: number): string {
  return frame(`… binary data (${name}), ${amount(bytes, "byte")} …`);
}

/** What can stand in the place of what is left out, from the longest wording to the shortest. */
export function markerLadder(options: NoticeOptions | false): readonly ((omitted: TextSize) => string)[] {
  const style = options === false ? undefined : options.style;
  return style === undefined ? [elisionMarker, () => BARE_MARKER] : styledMarkers(style);
}

/** A View that has all that came needs no sizes: what ended it is all there is to say. */
function inFull({ shown, total, limit }: NoticeSizes, facts: NoticeFacts): string[] {
  if (limit === undefined) {
    if (facts.leftOut !== undefined && total.bytes === 0) return [];
    const all = facts.leftOut === undefined ? "that came" : "text";
    return [`all ${all} is shown, ${amount(total.bytes, "byte")}`];
  }
  const least = isLowerBound(facts) ? "at least " : "";
  const bytes = `${digits(shown.bytes)} of ${least}${amount(Math.max(total.bytes, facts.knownBytes ?? 0), "byte")}`;
  const lines = `${digits(shown.lines)} of ${least}${amount(total.lines, "line")}`;
  // Where each line is shown in part, a count of lines would read as if nothing were missing.
  const sizes = shown.lines === total.lines ? `parts of ${least}${amount(total.lines, "line")}` : lines;
  const cutBefore = facts.isCutUpstream ? ["it was cut before it came here"] : [];
  return [`${sizes}, ${bytes} shown (limit ${limitWords(limit)})`, ...cutBefore];
}

function inShort({ shown, total }: NoticeSizes, facts: NoticeFacts): string {
  const more = isLowerBound(facts) ? "+" : "";
  return `${digits(shown.lines)}/${digits(total.lines)}${more} lines, ${digits(shown.bytes)}/${digits(total.bytes)}${more} bytes`;
}

function isLowerBound({ sourceError, isCutUpstream, isLeast }: NoticeFacts): boolean {
  return sourceError !== undefined || isCutUpstream === true || isLeast === true;
}

function limitWords({ by, room }: { by: LimitedBy; room: Room }): string {
  return amount(room[by], by.slice(0, -1));
}

function statusOf({ exitCode, isError, sourceError, leftOut }: NoticeFacts): string[] {
  const words: string[] = leftOut === undefined ? [] : [`left out: ${leftOut.join(", ")}`];
  if (sourceError?.name === "AbortError") words.push("the call was aborted");
  else if (sourceError !== undefined) words.push(`the source broke (${sourceError.name})`);
  if (exitCode !== undefined) words.push(`exit code ${exitCode}`);
  else if (isError) words.push("the tool reported an error");
  return words;
}

/** The least that must be said: which Spill, or that there is none. */
function inBrief({ spill }: NoticeFacts): string[] {
  switch (spill?.state) {
    case "kept":
      return [spill.ref.uri];
    case "failed":
      return ["the rest could not be kept"];
    case "unconfigured":
      return ["the rest was not kept"];
    default:
      return [];
  }
}

/** How to get the rest, by a way that the reader has. */
function whereabouts({ limit }: NoticeSizes, facts: NoticeFacts, options: NoticeOptions): string[] {
  const { spill } = facts;
  if (limit === undefined && spill?.state !== "kept") return []; // there is no rest
  if (spill?.state === "kept") return [`${extentOf(spill.ref, facts)} ${wayTo(spill.ref, facts.pointer, options)}`];
  if (spill?.state === "failed") return [`the rest could not be kept: ${SPILL_ERROR_TEXT[spill.code]}`];
  return inBrief(facts);
}

/** How much of the output the Spill has: all, all that came, or what a quota let it keep. */
function extentOf(ref: SpillRef, { sourceBytes = ref.bytes }: NoticeFacts): string {
  if (ref.complete) return "complete output";
  if (ref.bytes < sourceBytes) return `the first ${amount(ref.bytes, "byte")} of ${digits(sourceBytes)}`;
  return `what came, ${amount(ref.bytes, "byte")},`;
}

function wayTo(ref: SpillRef, pointer: string | undefined, options: NoticeOptions): string {
  const { canRead = "path", toolName = "read_result" } = options;
  const place = pointer === undefined ? "" : ` at ${pointer}`;
  if (canRead === "path" && ref.path !== undefined && isOneLine(ref.path)) return `in ${ref.path}${place}`;
  if (canRead === "tool") return `through ${toolName} ${JSON.stringify({ id: ref.id, pointer })}`;
  if (canRead === "resource") return `in ${ref.uri}${place}`;
  return `kept as ${ref.uri}${place}`;
}

/** A path comes from the host, but a notice is one line of well-formed text whatever the host's folders are called. */
function isOneLine(path: string): boolean {
  return path === toWellFormed(path) && !/\p{Cc}/u.test(path);
}
