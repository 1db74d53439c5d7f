/** The words of a View that are not the tool's: the elision marker and the notice. */
import { SPILL_ERROR_TEXT } from "../spill/error.js";
import type { SpillRef } from "../spill/types.js";
import type { LimitedBy, Room } from "../text/limits.js";
import type { TextSize } from "../text/size.js";
import { toWellFormed } from "../text/wellFormed.js";
import type { NoticeOptions, SpillState } from "./types.js";

/** What a notice can tell besides sizes. */
export interface NoticeFacts {
  /** `undefined`: the caller has no store to speak of. */
  readonly spill?: SpillState | undefined;
  readonly exitCode?: number | null | undefined;
  readonly isError?: boolean | undefined;
  readonly sourceError?: { readonly name: string } | undefined;
  readonly totalIsLowerBound?: boolean | undefined;
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
  const id = idOf(facts);
  return [
    (sizes) => frame([inFull(sizes, facts), ...statusOf(facts), ...whereabouts(facts, options)].join("; ")),
    (sizes) => frame([inShort(sizes, facts), ...statusOf(facts), ...id].join("; ")),
    () => frame(id[0] ?? "cut"),
  ];
}

/** From the longest wording to the shortest. */
export const MARKERS: readonly ((omitted: TextSize) => string)[] = [
  ({ lines, bytes }) => frame(`… ${lines > 0 ? `${count(lines, "line")}, ` : ""}${count(bytes, "byte")} omitted …`),
  () => "[…]",
];

function frame(words: string): string {
  return `[spillway: ${words}]`;
}

function inFull({ shown, total, limit }: NoticeSizes, facts: NoticeFacts): string {
  const least = facts.totalIsLowerBound ? "at least " : "";
  const sizes = `${digits(shown.lines)} of ${least}${count(total.lines, "line")}, ${digits(shown.bytes)} of ${least}${count(total.bytes, "byte")} shown`;
  return limit === undefined ? sizes : `${sizes} (limit ${limitWords(limit)})`;
}

function inShort({ shown, total }: NoticeSizes, facts: NoticeFacts): string {
  const more = facts.totalIsLowerBound ? "+" : "";
  return `${digits(shown.lines)}/${digits(total.lines)}${more} lines, ${digits(shown.bytes)}/${digits(total.bytes)}${more} bytes`;
}

function limitWords({ by, room }: { by: LimitedBy; room: Room }): string {
  return count(room[by], by.slice(0, -1));
}

function statusOf({ exitCode, isError, sourceError }: NoticeFacts): string[] {
  const words: string[] = [];
  if (sourceError !== undefined) words.push(`the source broke (${sourceError.name})`);
  if (typeof exitCode === "number") words.push(`exit code ${exitCode}`);
  else if (isError) words.push("error");
  return words;
}

function idOf({ spill }: NoticeFacts): string[] {
  return spill?.state === "kept" ? [spill.ref.uri] : [];
}

/** How to get the rest, by a way that the reader has. */
function whereabouts({ spill }: NoticeFacts, options: NoticeOptions): string[] {
  switch (spill?.state) {
    case "kept":
      return [`${extentOf(spill.ref)} ${wayTo(spill.ref, options)}`];
    case "failed":
      return [`the rest could not be kept: ${SPILL_ERROR_TEXT[spill.code]}`];
    case "unconfigured":
      return ["the rest was not kept"];
    default:
      return [];
  }
}

function extentOf(ref: SpillRef): string {
  if (ref.complete) return "complete output";
  const total = ref.totalBytes > ref.bytes ? ` of at least ${count(ref.totalBytes, "byte")}` : "";
  return `partial output, first ${count(ref.bytes, "byte")}${total}`;
}

function wayTo(ref: SpillRef, { canRead = "path", toolName = "read_result" }: NoticeOptions): string {
  if (canRead === "path" && ref.path !== undefined && isOneLine(ref.path)) return `in ${ref.path}`;
  if (canRead === "tool") return `through ${toolName} ${JSON.stringify({ id: ref.id })}`;
  if (canRead === "resource") return `in ${ref.uri}`;
  return `kept as ${ref.uri}`;
}

/** A path comes from the host, but a notice is one line of well-formed text whatever the host's folders are called. */
function isOneLine(path: string): boolean {
  return path === toWellFormed(path) && !/\p{Cc}/u.test(path);
}

function count(amount: number, unit: string): string {
  return `${digits(amount)} ${unit}${amount === 1 ? "" : "s"}`;
}

/** Groups of three, the same everywhere: a View does not depend on a locale. */
function digits(amount: number): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, ",");
}
