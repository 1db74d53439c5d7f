/** The View of a text with some lines of its middle: between head and tail, each with its number, markers where it was cut. */
import { fitsRoom } from "../../text/fits.js";
import type { Room } from "../../text/limits.js";
import { countLines, measureText, type TextSize, utf8Length } from "../../text/size.js";
import { cutSource, type SourceText, sizeOfShown, subtract } from "../../text/source.js";
import { toWellFormed } from "../../text/wellFormed.js";
import { trimEnd, trimStart } from "../edges.js";
import { markerLadder, type NoticeFacts, noticeLadder, type Wording } from "../notice.js";
import { costOf, leavesHalf, type RenderOptions, type View, withNotice } from "../render.js";
import { between, minimum, minus, sum, UNITS } from "../room.js";
import { neutralise, styleOf } from "../trust/neutralise.js";
import { choosePins, entryOf, type ShownPin, toShown } from "./choose.js";
import type { PinnedLine } from "./collector.js";

/**
 * The same notice as `renderCut` would choose, with the longest marker that leaves room for pinned lines. They take half of
 * what can be shown, at most.
 *
 * @returns `undefined` where no pinned line is in the middle, or none has room
 */
export function renderPinned(
  source: SourceText,
  pins: readonly PinnedLine[],
  facts: NoticeFacts,
  options: RenderOptions,
): View | undefined {
  if (pins.length === 0) return undefined;
  const { room, allowance, notice } = options;
  for (const wording of [...noticeLadder(facts, notice), SILENT]) {
    for (const marker of markersBeside(wording, options)) {
      const words = costOf(source, wording, marker, options);
      const content = minimum(room, minus(sum(room, allowance), words));
      const view = tryPinned(source, pins, wording, marker, content, options);
      if (view !== undefined) return view;
      // A shorter notice would have room, but the longest is what counts.
      if (leavesHalf(content, room)) return undefined;
    }
  }
  return undefined;
}

/** @param content - what head, tail and pinned lines may take together, with their numbers and all markers but one */
function tryPinned(
  source: SourceText,
  pins: readonly PinnedLine[],
  notice: Wording,
  marker: (omitted: TextSize) => string,
  content: Room,
  options: RenderOptions,
): View | undefined {
  const { room, allowance, countTokens } = options;
  const roomInAll = sum(room, allowance);
  const markerBefore = `${marker(source.total)}\n`;
  const shownPins = pins.map((line) => toShown(line, room, countTokens)).filter((pin) => pin !== undefined);

  for (let left = content; leavesHalf(left, room); ) {
    const half = between(NOTHING, left);
    const middle = inMiddle(shownPins, partsOf(cutSource(source, half, options), source), source);
    const chosen = choosePins(middle, half, markerBefore, countTokens);
    const view = withSides(chosen, left);
    if (view === undefined) return undefined;
    const excess = minus(measure(view.text), roomInAll);
    if (UNITS.every((unit) => excess[unit] <= 0)) return fill(view, chosen, left);
    // Only tokens end up here: what the parts cost apart need not be what they cost together.
    if (left.tokens === Infinity) return undefined;
    left = { ...left, tokens: left.tokens - Math.max(1, excess.tokens) };
  }
  return undefined;

  /** Lines that come to be in a wider head or tail are no longer pinned, and what they took goes to the sides. */
  function withSides(chosen: readonly ShownPin[], left: Room): View | undefined {
    let pinned = chosen;
    for (let round = 0; pinned.length > 0; round++) {
      const kept = cutSource(source, atLeastNothing(minus(left, takenBy(pinned))), options);
      const middle = inMiddle(pinned, partsOf(kept, source), source);
      // Where each line is pinned, one goes with every line that a side gains: that would be many small steps.
      const isLast = middle.length === pinned.length || round === MOST_STEPS;
      if (isLast && middle.length > 0) return compose(kept, middle);
      pinned = middle;
    }
    return undefined;
  }

  /** Gives what the words did not need back to the sides. */
  function fill(first: View, chosen: readonly ShownPin[], left: Room): View {
    let best = first;
    let given = left;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const wider = minimum(sum(room, takenBy(chosen)), sum(given, minus(roomInAll, measure(best.text))));
      const better = [wider, between(given, wider)]
        .map((tried) => ({ tried, view: withSides(chosen, tried) }))
        .find(({ view }) => view !== undefined && view.shown.chars > best.shown.chars && fits(view));
      if (better?.view === undefined) break;
      best = better.view;
      given = better.tried;
    }
    return best;
  }

  function fits({ text }: View): boolean {
    return fitsRoom(text, roomInAll, countTokens);
  }

  function measure(text: string): Room {
    return { ...measureText(text), tokens: room.tokens === Infinity ? 0 : countTokens(text) };
  }

  /** What pinned lines take at most, each run of them with a marker. */
  function takenBy(pinned: readonly ShownPin[]): Room {
    const runs = pinned.map((pin, at) =>
      pin.line.number - 1 === pinned[at - 1]?.line.number ? entryOf(pin, clean) : markerBefore + entryOf(pin, clean),
    );
    return measure(runs.join(""));
  }

  function clean(text: string): string {
    return neutralise(text, false, styleOf(options));
  }

  function compose(kept: Kept, pinned: readonly ShownPin[]): View {
    const { head, tail, tailUnits } = partsOf(kept, source);
    const shown = pinned.map((pin) => pin.shown).reduce(add, sizeOfShown(source, head, tail));
    const words = notice({ shown, total: source.total, limit: { by: kept.limitedBy, room } });
    const [first, last] = [head, tail].map((side) => clean(toWellFormed(side))) as [string, string];
    const position = words === "" || options.notice === false ? undefined : (options.notice.position ?? "last");
    // Where the notice stands in the very place of what was left out, it says so.
    const needsFirst = head !== "" || position !== "first";
    const needsLast = tail !== "" || position !== "last";

    let text = first;
    let place = placeBehind(head);
    for (const pin of pinned) {
      const gap = gapBetween(place, { ...pin.line.start, lines: pin.line.number - 1 });
      const isFirst = place.lines === countLines(head) && text === first;
      if (gap.bytes > 0 && (!isFirst || needsFirst)) text += `${marker(gap)}\n`;
      text += entryOf(pin, clean);
      const { bytes, chars } = pin.line.start;
      place = { bytes: bytes + pin.shown.bytes, chars: chars + pin.shown.chars, lines: pin.line.number };
    }
    const tailStart = source.suffix.length - tailUnits;
    const rest = gapBetween(place, placeBefore(source.suffix.slice(tailStart)));
    const startsLine = source.suffix.charAt(tailStart - 1) === "\n";
    if (rest.bytes > 0 && needsLast) text += marker(rest) + (tail !== "" && startsLine ? "\n" : "");
    const raw = head + tail + pinned.map((pin) => pin.text).join("");
    const cleaned = first + last + pinned.map((pin) => clean(toWellFormed(pin.text))).join("");
    return {
      text: withNotice(text + last, words, options),
      truncated: true,
      limitedBy: kept.limitedBy,
      shown,
      omitted: subtract(source.total, shown),
      neutralised: cleaned !== toWellFormed(raw),
    };
  }

  function placeBehind(head: string): TextSize {
    return { bytes: utf8Length(head), chars: head.length, lines: countLines(head) };
  }

  function placeBefore(tail: string): TextSize {
    const { bytes, chars, lines } = source.total;
    return { bytes: bytes - utf8Length(tail), chars: chars - tail.length, lines: lines - countLines(tail) };
  }
}

/** The sides as they are shown: no escape sequence is parted. `tailUnits` counts one at the source's end as well. */
function partsOf({ head, tail }: Pick<Kept, "head" | "tail">, source: SourceText) {
  const fromStart = trimStart(tail, source);
  return { head: trimEnd(head), tail: trimEnd(fromStart), tailUnits: fromStart.length };
}

/** Those of which no part is in either side. */
function inMiddle(
  pins: readonly ShownPin[],
  { head, tail }: { head: string; tail: string },
  { total }: SourceText,
): readonly ShownPin[] {
  const before = countLines(head);
  const behind = total.lines - countLines(tail);
  return pins.filter(({ line }) => line.number > before && line.number <= behind);
}

/** A gap has the lines of which nothing is shown on either side of it. */
function gapBetween(from: TextSize, to: TextSize): TextSize {
  return { bytes: to.bytes - from.bytes, chars: to.chars - from.chars, lines: Math.max(0, to.lines - from.lines) };
}

function add(first: TextSize, second: TextSize): TextSize {
  return {
    bytes: first.bytes + second.bytes,
    chars: first.chars + second.chars,
    lines: first.lines + second.lines,
  };
}

function atLeastNothing(room: Room): Room {
  return {
    bytes: Math.max(0, room.bytes),
    chars: Math.max(0, room.chars),
    lines: Math.max(0, room.lines),
    tokens: Math.max(0, room.tokens),
  };
}

/** Without a notice beside it, a marker that has the library's name could be anybody's. */
function markersBeside(notice: Wording, { notice: options }: RenderOptions) {
  // Where nobody writes notices, one marker could stand alone, but here are several.
  const isAlone = notice === SILENT && (options === false || options.style === undefined);
  return markerLadder(options).slice(isAlone ? -1 : 0);
}

type Kept = Pick<ReturnType<typeof cutSource>, "head" | "tail" | "limitedBy">;
const MOST_ROUNDS = 3;
/** Times that the sides are cut anew for lines that are no longer pinned. */
const MOST_STEPS = 8;
const NOTHING: Room = { bytes: 0, chars: 0, lines: 0, tokens: 0 };
const SILENT: Wording = () => "";
