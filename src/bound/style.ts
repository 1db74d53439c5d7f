/** Wordings of other programs, as data: templates that are filled in with what is known. */

import { SPILL_ERROR_TEXT } from "../spill/error.js";
import type { TextSize } from "../text/size.js";
import { subtract } from "../text/source.js";
import { toWellFormed } from "../text/wellFormed.js";
import type { NoticeFacts, NoticeSizes, Wording } from "./notice.js";

/**
 * How a program words its notices and markers. Each field is a ladder of templates, from the longest to the shortest: a
 * template that names a fact which is not known is passed over, and one that does not fit steps down.
 *
 * In a template, `{name}` stands for: `shownBytes`, `omittedBytes`, `totalBytes`, the same with `Chars`, `Lines` and
 * `Tokens` (bytes ÷ 4, rounded up) and with `Size` (as `50.0KB`); `limit` (a number) and `limitUnit`; `path`, `uri` and `id`
 * of the Spill, `reason` why it failed; `exitCode`; `firstTailLine`, the number of the first line shown where only the end is. Numbers are written without separators.
 *
 * @public
 */
export interface NoticeStyle {
  /** What is shown, and where the rest is. */
  readonly kept: readonly string[];
  /** What is shown, where the rest could not be kept. */
  readonly failed?: readonly string[];
  /** What is shown, where nobody keeps the rest. */
  readonly unkept?: readonly string[];
  /** What stands in the place of the middle. */
  readonly marker: readonly string[];
  /** How the notices begin, with `[`: tool output that begins so loses its bracket. */
  readonly signature?: string;
}

/** The notices of a style, from the longest to the shortest. */
export function styledLadder(style: NoticeStyle, facts: NoticeFacts): readonly Wording[] {
  const { spill } = facts;
  const templates = spill?.state === "kept" ? style.kept : spill?.state === "failed" ? style.failed : style.unkept;
  const ref = spill?.state === "kept" ? spill.ref : undefined;
  const place = {
    path: ref?.path,
    uri: ref?.uri,
    id: ref?.id,
    reason: spill?.state === "failed" ? SPILL_ERROR_TEXT[spill.code] : undefined,
    exitCode: facts.exitCode,
  };
  const isKnown = (template: string) =>
    Object.entries(place).every(([name, value]) => value !== undefined || !template.includes(`{${name}}`));
  return (templates ?? []).filter(isKnown).map((template) => ({ shown, total, limit }: NoticeSizes) => {
    const sizes = {
      ...sizesOf(shown, "shown"),
      ...sizesOf(total, "total"),
      ...sizesOf(subtract(total, shown), "omitted"),
    };
    const { by = "bytes", room } = limit ?? {};
    const firstTailLine = total.lines - shown.lines + 1;
    return fill(template, { ...place, ...sizes, firstTailLine, limit: room?.[by] ?? 0, limitUnit: by });
  });
}

/** The markers of a style, from the longest to the shortest. */
export function styledMarkers({ marker }: NoticeStyle): readonly ((omitted: TextSize) => string)[] {
  return marker.map((template) => (omitted: TextSize) => fill(template, sizesOf(omitted, "omitted")));
}

type Known = Readonly<Record<string, string | number | undefined>>;

/** What is not known stays as it is. */
function fill(template: string, known: Known): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = known[name];
    // A folder can be called anything; a notice is well-formed text without controls of its own.
    return value === undefined ? placeholder : toWellFormed(String(value)).replace(/\p{Cc}/gu, "\ufffd");
  });
}

function sizesOf({ bytes, chars, lines }: TextSize, part: "shown" | "total" | "omitted"): Known {
  return {
    [`${part}Bytes`]: bytes,
    [`${part}Chars`]: chars,
    [`${part}Lines`]: lines,
    [`${part}Tokens`]: Math.ceil(bytes / 4),
    [`${part}Size`]: sizeText(bytes),
  };
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)}KB` : `${(bytes / 1024 ** 2).toFixed(1)}MB`;
}
