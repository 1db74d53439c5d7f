/** Cuts the JSON that was found in a text, and leaves what stands around it as it is. */
import type { LimitedBy, Room, TokenCounter } from "../../text/limits.js";
import type { TextSize } from "../../text/size.js";
import { subtract } from "../../text/source.js";
import { toWellFormed } from "../../text/wellFormed.js";
import { type Around, aroundToShow, hasWordsAround } from "./around.js";
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
  /** Whether `clean` changed anything that is shown. */
  readonly cleaned: boolean;
}

export interface LocatedCutOptions extends ShrinkOptions {
  readonly countTokens: TokenCounter;
  /** Words to show beside the JSON. */
  readonly beside?: Beside | undefined;
  /** Where the JSON stands in what is kept, as a JSON Pointer; `""` by default. */
  readonly root?: string | undefined;
  /** What to show for a stretch of the text; never longer. */
  readonly clean?: ((stretch: string) => string) | undefined;
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
  const { countTokens, beside, clean } = options;
  const { text } = located.source;
  const around = aroundToShow(located, room, countTokens);
  if (around === undefined) return undefined;
  const aroundUnits = around.reduce((sum, { start, end }) => sum + end - start, 0);

  const attempt = (units: number, limitedBy: LimitedBy) => {
    const kept = shrinkLocated(located, units - aroundUnits, options);
    if (kept === undefined) return undefined;
    const { json, spans, elisions, cleaned } = compose(text, kept, around, clean);
    const shown = sizeOfSpans(text, spans);
    const view = beside?.add(json, shown, limitedBy) ?? json;
    const passed = passedLimit(json, room, countTokens) ?? (beside && passedLimit(view, beside.room, countTokens));
    return { result: { json, view, shown, elisions, cleaned }, units: json.length, passed };
  };
  const { best, limitedBy } = largest(room, text.length - 1, firstLimit(total, room), attempt);
  if (best === undefined && hasWordsAround(located)) return undefined;
  const nothing = { json: "", view: "", shown: NONE, elisions: [allOf(located, options.root)], cleaned: false };
  const { json, view, shown, elisions, cleaned } = best ?? nothing;
  const omitted = subtract(total, shown);
  return { text: beside === undefined ? json : lastWords(), elisions, limitedBy, shown, omitted, cleaned };

  /** The words again, now that it is known what stopped the largest. */
  function lastWords(): string {
    const words = beside?.add(json, shown, limitedBy) ?? json;
    return beside && passedLimit(words, beside.room, countTokens) === undefined ? words : view;
  }
}

/** The limit in units that is the smallest of those passed; lines and tokens where there is none. */
function firstLimit({ bytes, chars, lines }: TextSize, room: Room): LimitedBy {
  if (chars > room.chars && (room.chars < room.bytes || bytes <= room.bytes)) return "chars";
  if (bytes > room.bytes) return "bytes";
  return lines > room.lines ? "lines" : "tokens";
}

function shrinkLocated(
  { source, start, end, records }: Located,
  room: number,
  options: LocatedCutOptions,
): Piece | undefined {
  const job = { source, span: { start, end }, room, pointer: options.root ?? "" };
  return records === undefined ? shrink(job, options) : shrinkContainer(records, job, options);
}

function compose(text: string, kept: Piece, [before, behind]: Around, clean = (stretch: string) => stretch) {
  const { parts, elisions } = flatten(kept);
  const all = [before, ...parts, behind];
  // Repaired one by one: the halves of a pair that is not in the text do not become one.
  let cleaned = false;
  const texts = all.map((part) => {
    if (typeof part === "string") return part;
    const stretch = text.slice(part.start, part.end);
    const shown = clean(stretch);
    cleaned ||= shown !== stretch;
    return toWellFormed(shown);
  });
  const spans = all.filter((part): part is Span => typeof part !== "string");
  // Joined, not concatenated: what is kept holds no slice of the text.
  return { json: texts.join(""), spans, elisions, cleaned };
}

/** What to say where not even brackets fit. */
function allOf({ source, start, end, records }: Located, pointer = ""): JsonElision {
  const isString = source.text.charCodeAt(start) === QUOTE;
  const container = isString ? undefined : (records ?? containerAt(source, { start, end }));
  const total = isString ? unitsOfString(source, { start, end }) : (container?.count ?? 1);
  return { pointer, kept: 0, total, next: { pointer, from: 0 } };
}

const NONE: TextSize = { bytes: 0, chars: 0, lines: 0 };
