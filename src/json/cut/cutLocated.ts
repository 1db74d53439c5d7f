/** Cuts the JSON that was found in a text, and leaves what stands around it as it is. */
import { fitsRoom } from "../../text/fits.js";
import type { LimitedBy, Room, TokenCounter } from "../../text/limits.js";
import type { TextSize } from "../../text/size.js";
import { subtract } from "../../text/source.js";
import { toWellFormed } from "../../text/wellFormed.js";
import { unitsOfString } from "./escapes.js";
import { largest, passedLimit } from "./largest.js";
import type { Located } from "./locate.js";
import { containerAt, type Span } from "./members.js";
import { flatten, type Piece } from "./piece.js";
import { QUOTE } from "./scan.js";
import { sizeOfSpans } from "./shown.js";
import { shrink, shrinkContainer } from "./shrink.js";
import type { JsonElision, ShrinkOptions } from "./types.js";

export interface LocatedCut {
  readonly text: string;
  readonly elisions: readonly JsonElision[];
  readonly limitedBy: LimitedBy;
  readonly shown: TextSize;
  readonly omitted: TextSize;
}

export interface LocatedCutOptions extends ShrinkOptions {
  readonly countTokens: TokenCounter;
  /** Words to show beside the JSON. */
  readonly beside?: Beside | undefined;
}

/** Words beside the JSON, which depend on what is shown of it. */
export interface Beside {
  /** What JSON and words may take together. */
  readonly room: Room;
  add(json: string, shown: TextSize, limitedBy: LimitedBy): string;
}

/**
 * Cuts a text that does not fit `room`.
 *
 * @returns `undefined` where what stands around the JSON takes too much of the room
 */
export function cutLocated(
  located: Located,
  total: TextSize,
  room: Room,
  options: LocatedCutOptions,
): LocatedCut | undefined {
  const { countTokens, beside } = options;
  const { text } = located.source;
  const around = text.length - (located.end - located.start);
  if (around > 0 && !isSmall(located, room, countTokens)) return undefined;

  const attempt = (units: number, limitedBy: LimitedBy) => {
    const kept = shrinkLocated(located, units - around, options);
    if (kept === undefined) return undefined;
    const { json, spans, elisions } = compose(located, kept);
    const shown = sizeOfSpans(text, spans);
    const view = beside?.add(json, shown, limitedBy) ?? json;
    const passed = passedLimit(json, room, countTokens) ?? (beside && passedLimit(view, beside.room, countTokens));
    return { result: { json, view, shown, elisions }, units: json.length, passed };
  };
  const { best, limitedBy } = largest(room, text.length - 1, attempt);
  if (best === undefined && around > 0) return undefined;
  const { json, view, shown, elisions } = best ?? { json: "", view: "", shown: NONE, elisions: [allOf(located)] };
  const omitted = subtract(total, shown);
  return { text: beside === undefined ? json : lastWords(), elisions, limitedBy, shown, omitted };

  /** The words again, now that it is known what stopped the largest. */
  function lastWords(): string {
    const words = beside?.add(json, shown, limitedBy) ?? json;
    return beside && passedLimit(words, beside.room, countTokens) === undefined ? words : view;
  }
}

function shrinkLocated(
  { source, start, end, records }: Located,
  room: number,
  options: ShrinkOptions,
): Piece | undefined {
  const job = { span: { start, end }, room, pointer: "" };
  return records === undefined ? shrink(source, job, options) : shrinkContainer(source, records, job, options);
}

function compose({ source: { text }, start, end }: Located, kept: Piece) {
  const { parts, elisions } = flatten(kept);
  const all = [{ start: 0, end: start }, ...parts, { start: end, end: text.length }];
  const texts = all.map((part) => (typeof part === "string" ? part : text.slice(part.start, part.end)));
  const spans = all.filter((part): part is Span => typeof part !== "string");
  // Joined, not concatenated: what is kept holds no slice of the text.
  return { json: toWellFormed(texts.join("")), spans, elisions };
}

/** What stands around the JSON is shown whole, if that leaves the JSON half of every limit. */
function isSmall({ source: { text }, start, end }: Located, room: Room, countTokens: TokenCounter): boolean {
  const half = { bytes: room.bytes / 2, chars: room.chars / 2, lines: room.lines / 2, tokens: room.tokens / 2 };
  return fitsRoom(text.slice(0, start) + text.slice(end), half, countTokens);
}

/** What to say where not even brackets fit. */
function allOf({ source, start, end, records }: Located): JsonElision {
  const isString = source.text.charCodeAt(start) === QUOTE;
  const container = isString ? undefined : (records ?? containerAt(source, { start, end }));
  const total = isString ? unitsOfString(source, { start, end }) : (container?.count ?? 1);
  return { pointer: "", kept: 0, total, next: { pointer: "", from: 0 } };
}

const NONE: TextSize = { bytes: 0, chars: 0, lines: 0 };
