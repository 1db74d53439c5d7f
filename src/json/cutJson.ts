import { checkBoolean, checkObject } from "../internal/check.js";
import { resolveCutOptions } from "../text/cut.js";
import { fitsMeasured } from "../text/fits.js";
import { type LimitedBy, type Limits, resolveLimits, type TokenCounter } from "../text/limits.js";
import type { Keep } from "../text/sides.js";
import { measureText, type TextSize } from "../text/size.js";
import { toWellFormed } from "../text/wellFormed.js";
import { admitJson } from "./admit.js";
import { cutLocated } from "./cut/cutLocated.js";
import { cutText } from "./cut/cutText.js";
import { locateJson } from "./cut/locate.js";
import type { JsonElision } from "./cut/types.js";
import { renderJson } from "./render.js";
import { resolveSpace } from "./walk/space.js";

/** Options of {@link cutJson}. @public */
export interface CutJsonOptions {
  /** Which members of arrays and objects, and which part of strings, are kept. @defaultValue "ends" */
  readonly keep?: Keep | undefined;
  /** For `"ends"`: the part that the start may use, 0 to 1. @defaultValue 0.5 */
  readonly headShare?: number | undefined;
  /** Whether the text says what is left out: a string in an array, a member in an object, words in a string. @defaultValue true */
  readonly marker?: boolean | undefined;
  /** Indentation for `{ value }`, as `JSON.stringify` takes it. @defaultValue none */
  readonly space?: number | string | undefined;
  /** Counts tokens for `maxTokens`. @defaultValue estimateTokens */
  readonly countTokens?: TokenCounter | undefined;
}

/** A JSON text inside limits. @public */
export interface JsonCut {
  /** What is shown: JSON where the input was, markers included. `""` where not even brackets fit. */
  readonly text: string;
  /** Whether anything was left out. */
  readonly truncated: boolean;
  /** `"text"`: the input is not JSON, or broken, and was cut as a text. */
  readonly kind: "json" | "text";
  /** What was left out, outer values first. */
  readonly elisions: readonly JsonElision[];
  /** The limit that stopped it. */
  readonly limitedBy?: LimitedBy;
  /** Whether marked strings stand for parts of a `{ value }` that have no JSON. */
  readonly altered: boolean;
  /** Size of what is shown of the text, markers excluded. A line counts if any of its characters is shown. */
  readonly shown: TextSize;
  /** `total − shown`, field by field. */
  readonly omitted: TextSize;
  /** Size of the whole text. */
  readonly total: TextSize;
}

/**
 * Cuts a JSON text so that it stays JSON: arrays and objects keep their first and last members whole, the largest values
 * shrink first, strings keep their start and end. What is kept is sliced from the text, never encoded anew. The same for
 * NDJSON, record by record, and for JSON in a Markdown fence or behind a few words; anything else is cut as a text.
 *
 * @param input - a text, or a value to encode
 * @throws TypeError or RangeError that names the option, for a value outside its range
 * @example
 * ```ts
 * cutJson("[1,2,3,4,5,6,7,8,9]", { maxBytes: 10 }, { marker: false }).text; // "[1,2,8,9]"
 * ```
 * @public
 */
export function cutJson(
  input: string | { readonly value: unknown },
  limits: Limits,
  options: CutJsonOptions = {},
): JsonCut {
  const room = resolveLimits(limits);
  const resolved = resolveOptions(options);
  const { text: raw, altered } = textOf(input, options.space);
  const text = toWellFormed(raw);
  const total = measureText(text);
  const located = locateJson(text);
  if (fitsMeasured(text, total, room, resolved.countTokens)) {
    const kind = located === undefined ? "text" : "json";
    return {
      text,
      truncated: false,
      kind,
      elisions: [],
      altered,
      shown: total,
      omitted: NOTHING,
      total,
    };
  }
  const cut = located === undefined ? undefined : cutLocated(located, total, room, resolved);
  const kind = cut === undefined ? "text" : "json";
  const { text: kept, limitedBy, shown, omitted } = cut ?? cutText(text, room, resolved);
  const stopped = limitedBy === undefined ? {} : { limitedBy };
  const elisions = cut?.elisions ?? [];
  return { text: kept, truncated: true, kind, elisions, ...stopped, altered, shown, omitted, total };
}

function resolveOptions(options: CutJsonOptions) {
  const { keep, headShare, countTokens } = resolveCutOptions(options);
  const { marker = true, space } = options;
  checkBoolean("marker", marker);
  resolveSpace(space); // a mistake is one for a text, too
  return { keep, headShare: keep === "head" ? 1 : keep === "tail" ? 0 : headShare, countTokens, marker };
}

/** What has no JSON, or more than a string can hold, is rendered with marks in its place. */
function textOf(input: string | { readonly value: unknown }, space: CutJsonOptions["space"]) {
  if (typeof input === "string") return { text: input, altered: false };
  checkObject("input", input);
  const admitted = admitJson(input.value, { space });
  return admitted.ok ? { text: admitted.text, altered: false } : renderJson(input.value);
}

const NOTHING: TextSize = { bytes: 0, chars: 0, lines: 0 };
