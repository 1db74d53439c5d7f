/** What must hold of every View, whatever made it. */

import { readFileSync } from "node:fs";
import type { Bounded, BoundedText, SpillSink } from "spillway";
import { estimateTokens } from "spillway/tokens";
import { expect } from "vitest";
import {
  completeEnd,
  endsInEscape,
  escapesIn,
  explain,
  isInside,
  isWellFormed,
  minus,
  type SomeLimits,
  shownSize,
  sizeOf,
  wellFormed,
} from "./oracle.js";
import { sha256 } from "./stores.js";

export interface ViewCase {
  /** The source text: decoded, and cleaned where that was asked for. */
  readonly source: string;
  readonly limits: SomeLimits;
  readonly allowance?: SomeLimits | undefined;
  readonly countTokens?: (text: string) => number;
  readonly position?: "first" | "last";
  /** A source that broke has a notice even where it fits. */
  readonly broke?: boolean;
}

export function checkView(bounded: BoundedText, view: ViewCase): void {
  const {
    source,
    limits,
    allowance = {},
    countTokens = (text: string) => estimateTokens(text),
    position = "last",
  } = view;
  const { text, shown, omitted, total, truncated, limitedBy } = bounded;

  // P1
  expect(isInside(text, limits, countTokens, allowance), "inside every limit").toBe(true);
  // P2
  expect(isWellFormed(text), "well formed").toBe(true);
  expect(endsInEscape(text), "ends inside an escape").toBe(false);
  // P3
  expect(total).toEqual(sizeOf(source));
  expect(omitted).toEqual(minus(total, shown));
  expect(truncated).toBe(truncated && omitted.chars > 0);

  if (isInside(source, limits, countTokens)) {
    if (view.broke) return;
    expect(truncated, "what fits is not cut").toBe(false);
    expect(limitedBy).toBeUndefined();
    const end = completeEnd(source);
    expect(text, "what fits is shown as it is").toBe(wellFormed(source).slice(0, end));
    expect(shown).toEqual(shownSize(source, end, end, end));
    return;
  }
  expect(truncated, "what does not fit is cut").toBe(true);
  const found = explain(text, source, shown.chars, position);
  expect(found, "a prefix, a suffix, marker and notice").toBeDefined();
  if (found === undefined) return;
  const { from, to, end } = found;
  expect(shown).toEqual(shownSize(source, from, to, end));
  for (const sequence of escapesIn(source)) {
    const cuts = (at: number) => sequence.from < at && at < sequence.to;
    expect(
      cuts(from) || cuts(to) || cuts(end),
      `the cut ${from} to ${to} is inside the escape ${JSON.stringify(sequence)}`,
    ).toBe(false);
  }
}

/** P4: the store has every byte that came, and says so. */
export async function checkSpill(
  bounded: Bounded,
  sink: SpillSink,
  input: Uint8Array,
  isComplete: boolean,
): Promise<void> {
  expect(bounded.spill.state).toBe("kept");
  if (bounded.spill.state !== "kept") return;
  const { ref } = bounded.spill;
  expect(ref).toMatchObject({ bytes: input.length, sha256: sha256(input), complete: isComplete });
  expect(ref.totalBytes).toBeGreaterThanOrEqual(input.length);
  expect(Buffer.from(await sink.read(ref.id)).equals(input)).toBe(true);
  expect(await sink.stat(ref.id)).toMatchObject({ id: ref.id, bytes: input.length });
  if (ref.path !== undefined) expect(readFileSync(ref.path).equals(input)).toBe(true);
}

/** P6: at least 90 % of the limiting unit, but where what comes next is larger than the rest. */
export function checkFull(
  bounded: BoundedText,
  view: ViewCase & {
    readonly boundary: "codePoint" | "grapheme" | "line";
    readonly keep: "head" | "tail" | "ends";
    readonly headShare?: number | undefined;
    /** The whole View, where some of its lines were taken out of the text to be explained. */
    readonly whole?: string | undefined;
  },
): void {
  const { source, limits, countTokens = (text: string) => estimateTokens(text), position = "last" } = view;
  const unit = bounded.limitedBy;
  expect(unit).toBeDefined();
  if (unit === undefined) return;
  const measure = (text: string) => ({ ...sizeOf(text), tokens: countTokens(text) })[unit];
  const limit =
    limits[({ bytes: "maxBytes", chars: "maxChars", lines: "maxLines", tokens: "maxTokens" } as const)[unit]] ?? 0;
  const used = measure(view.whole ?? bounded.text);
  if (used >= limit * 0.9) return;
  const { parts, ...found } = explain(bounded.text, source, bounded.shown.chars, position) ?? NOT_EXPLAINED;
  const { keep, headShare = 0.5 } = view;
  // Without a marker one side alone is shown; in a text that repeats itself only the options tell which.
  const hasHead = keep === "head" || (keep === "ends" && (parts.marker === "" ? headShare >= 0.5 : headShare > 0));
  const hasTail = keep === "tail" || (keep === "ends" && (parts.marker === "" ? headShare < 0.5 : headShare < 1));
  const { from, to } =
    hasHead && hasTail
      ? found
      : hasHead
        ? { from: bounded.shown.chars, to: source.length }
        : { from: 0, to: source.length - bounded.shown.chars };
  const [atHead, atTail] = nextUnits(source, from, to, view.boundary).map(measure) as [number, number];
  const next = [...(hasHead ? [atHead] : []), ...(hasTail ? [atTail] : [])];
  // Digits that come to the notice when more is shown cost a few bytes as well.
  const rest = limit - used - SLACK;
  expect(
    next.every((size) => size > rest),
    `${used} of ${limit} ${unit} used, next ${next}; ${JSON.stringify(parts)}`,
  ).toBe(true);
}

/** What a cut could show next at either side. */
function nextUnits(source: string, from: number, to: number, boundary: "codePoint" | "grapheme" | "line"): string[] {
  const left = source.slice(from, to);
  const sequences = escapesIn(left);
  const first = sequences[0]?.from === 0 ? left.slice(0, sequences[0].to) : undefined;
  const lastEscape = sequences.at(-1);
  const last = lastEscape?.to === left.length ? left.slice(lastEscape.from) : undefined;
  if (boundary === "line") {
    const lines = left.match(/[^\n]*\n|[^\n]+$/g) ?? [""];
    return [lines[0] as string, lines.at(-1) as string];
  }
  if (boundary === "grapheme") {
    const graphemes = [...new Intl.Segmenter("en").segment(left)].map(({ segment }) => segment);
    return [first ?? (graphemes[0] as string), last ?? (graphemes.at(-1) as string)];
  }
  const points = Array.from(left);
  return [first ?? (points[0] as string), last ?? (points.at(-1) as string)];
}

const NOT_EXPLAINED = { from: 0, to: 0, parts: { head: "", tail: "", marker: "", notice: "" } };
/** Units: a digit and a comma more for lines and for bytes. */
const SLACK = 6;
