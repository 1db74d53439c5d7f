/** Composes a View: kept text, elision marker and notice, inside the limits at every size. */
import { fitsRoom } from "../text/fits.js";
import type { LimitedBy, Room, TokenCounter } from "../text/limits.js";
import type { SidesOptions } from "../text/sides.js";
import { measureText, type TextSize, utf8Length } from "../text/size.js";
import { type CutText, cutSource, type SourceText, sizeOfShown, subtract } from "../text/source.js";
import { toWellFormed } from "../text/wellFormed.js";
import { BARE_MARKER } from "../text/words.js";
import { trimEnd, trimStart } from "./edges.js";
import { markerLadder, type NoticeFacts, type NoticeSizes, noticeLadder, type Wording } from "./notice.js";
import { between, minimum, minus, sum, UNITS } from "./room.js";
import { neutralise, neutraliseView, styleOf } from "./trust/neutralise.js";
import type { NoticeClaim } from "./trust/parseNotice.js";
import type { NoticeOptions } from "./types.js";

export interface RenderOptions extends SidesOptions {
  readonly room: Room;
  /** By how much marker and notice may exceed `room`. */
  readonly allowance: Room;
  readonly notice: NoticeOptions | false;
  /** A notice that stands at the source's edge already, and may stay. */
  readonly earlier?: NoticeClaim | undefined;
  /** The limit that the notice names, where that is not the one by which `room` cuts. */
  readonly told?: NoticeSizes["limit"];
}

export interface View {
  readonly text: string;
  readonly truncated: boolean;
  readonly limitedBy?: LimitedBy;
  readonly shown: TextSize;
  readonly omitted: TextSize;
  /** Whether words that imitate spillway's own were made harmless. */
  readonly neutralised: boolean;
}

/**
 * The View of a source that does not fit: the longest notice that leaves the content at least half of every limit, then
 * the longest marker that does.
 */
export function renderCut(source: SourceText, facts: NoticeFacts, options: RenderOptions): View {
  for (const notice of [...noticeLadder(facts, options.notice), NOTHING]) {
    for (const marker of markersBeside(notice, options)) {
      const view = tryWording(source, notice, marker, options);
      if (view !== undefined) return view;
    }
  }
  // Only a counter that finds no text cheap enough leads here.
  return compose(source, { head: "", tail: "", limitedBy: "tokens" }, NOTHING, NOTHING, options);
}

/** The View of a source that fits. A source that broke has that said, where there is room. */
export function renderWhole(source: SourceText, facts: NoticeFacts, options: RenderOptions): View {
  const kept = trimEnd(source.prefix);
  const shown = sizeOfShown(source, kept, "");
  const wellFormed = toWellFormed(kept);
  const text = neutraliseView(wellFormed, options);
  const omitted = subtract(source.total, shown);
  const view = { text, truncated: false, shown, omitted, neutralised: text !== wellFormed };
  if (facts.sourceError === undefined || options.notice === false) return view;

  for (const notice of noticeLadder(facts, options.notice)) {
    const worded = withNotice(text, notice({ shown, total: source.total }), options);
    if (fitsRoom(worded, sum(options.room, options.allowance), options.countTokens)) return { ...view, text: worded };
  }
  return view;
}

/** Whether a text that fits still does once imitations are harmless: as long in all units, it can cost more tokens. */
export function staysInside(text: string, options: RenderOptions): boolean {
  if (options.room.tokens === Infinity) return true;
  const harmless = neutraliseView(text, options);
  return harmless === text || fitsRoom(toWellFormed(harmless), options.room, options.countTokens);
}

/** A marker stands where text was left out, but where the notice stands in that very place. */
function markersBeside(notice: Wording, { keep, notice: options }: RenderOptions): readonly MarkerWording[] {
  const saysIt = keep === "head" ? "last" : keep === "tail" ? "first" : undefined;
  if (notice !== NOTHING && options !== false && (options.position ?? "last") === saysIt) return [NOTHING];
  // Without a notice beside it, a marker that has the library's name could be anybody's.
  const isAlone = notice === NOTHING && options !== false && options.style === undefined;
  return isAlone ? [BARE, NOTHING] : [...markerLadder(options), NOTHING];
}

type Kept = Required<Pick<CutText, "head" | "tail" | "limitedBy">>;

/** The View with this notice and marker, or `undefined` if they leave too little. */
function tryWording(source: SourceText, notice: Wording, marker: MarkerWording, options: RenderOptions) {
  const { room, allowance, countTokens } = options;
  const roomInAll = sum(room, allowance);
  const sides = marker === NOTHING ? oneSided(options) : options;
  const viewOf = (content: Room) => compose(source, cutSource(source, content, sides), notice, marker, options);
  const isInside = ({ text }: View) => fitsRoom(text, roomInAll, countTokens);

  let content = minimum(room, minus(roomInAll, costOf(source, notice, marker, options)));
  while (leavesHalf(content, room)) {
    const view = viewOf(content);
    if (isInside(view)) return fill(view, content);
    // Only tokens end up here: what the parts cost apart need not be what they cost together.
    if (content.tokens === Infinity) return undefined;
    const excess = countTokens(view.text) - roomInAll.tokens;
    content = { ...content, tokens: content.tokens - Math.max(1, excess) };
  }
  return undefined;

  /** Gives what the words did not need back to the content, as long as that shows more. */
  function fill(first: View, firstContent: Room): View {
    let best = { view: first, content: firstContent };
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const used = { ...measureText(best.view.text), tokens: tokensOf(best.view.text, roomInAll, countTokens) };
      // What the words took, but for tokens: those of the content cannot be told apart from those of the words.
      const words = { ...minus(used, { ...best.view.shown, tokens: 0 }), tokens: used.tokens - best.content.tokens };
      const wider = minimum(room, minus(roomInAll, words));
      const better = [wider, minus(wider, DIGITS_TO_COME), between(best.content, wider)]
        .filter((content) => leavesHalf(content, room))
        .map((content) => ({ view: viewOf(content), content }))
        .find(({ view }) => view.shown.chars > best.view.shown.chars && isInside(view));
      if (better === undefined) break;
      best = better;
    }
    return best.view;
  }
}

function compose(source: SourceText, kept: Kept, notice: Wording, marker: MarkerWording, options: RenderOptions): View {
  const { limitedBy } = kept;
  const head = trimEnd(kept.head);
  const fromStart = trimStart(kept.tail, source);
  const tail = trimEnd(fromStart);
  const shown = sizeOfShown(source, head, tail);
  const omitted = subtract(source.total, shown);
  const limit = options.told ?? { by: limitedBy, room: options.room };
  const words = notice({ shown, total: source.total, limit });
  const mark = needsMarker(head, tail, words, options) ? marker(omitted) : "";
  const startsLine = source.suffix.charAt(source.suffix.length - fromStart.length - 1) === "\n";
  const isOwn = options.notice === false || options.notice.style === undefined;
  const lineEnd = isOwn && mark !== "" && tail !== "" && startsLine ? "\n" : "";
  const keepsMarkers = options.earlier !== undefined;
  const sides = [head, tail].map((side) => toWellFormed(side));
  const [first, last] = sides.map((side) => neutralise(side, keepsMarkers, styleOf(options))) as [string, string];
  const text = withNotice(first + mark + lineEnd + last, words, options);
  return { text, truncated: true, limitedBy, shown, omitted, neutralised: first !== sides[0] || last !== sides[1] };
}

/** As {@link markersBeside}, now that it is known what was left out. */
function needsMarker(head: string, tail: string, notice: string, { notice: options }: RenderOptions): boolean {
  if (head !== "" && tail !== "") return true;
  if (notice === "" || options === false) return true;
  const position = options.position ?? "last";
  return position === "last" ? tail !== "" : head !== "";
}

export function withNotice(content: string, notice: string, { notice: options }: RenderOptions): string {
  if (notice === "" || options === false) return content;
  if (content === "") return notice;
  if (options.position === "first") return `${notice}\n${content}`;
  return content.endsWith("\n") ? content + notice : `${content}\n${notice}`;
}

/**
 * What notice and marker take at most, line ends between them and the content included. The words are longest where most
 * is shown and all is omitted: digits only get fewer. A View that shows parts of all lines has a wording of its own.
 */
export function costOf(
  { total }: SourceText,
  notice: Wording,
  marker: MarkerWording,
  { room, countTokens, told }: RenderOptions,
): Room {
  const limits = told !== undefined ? [told] : UNITS.filter((by) => room[by] !== Infinity).map((by) => ({ by, room }));
  const wordings = [undefined, ...limits].flatMap((limit) =>
    [total.lines, total.lines - 1].map((lines) => notice({ shown: { ...total, lines }, total, limit })),
  );
  const longest = wordings.reduce((first, second) => (utf8Length(second) > utf8Length(first) ? second : first));
  const words = (longest === "" ? "" : `${longest}\n`) + (marker(total) === "" ? "" : `${marker(total)}\n`);
  return { ...measureText(words), tokens: countTokens(words) };
}

/** Without a marker between them, two sides would read as one text. */
function oneSided(options: RenderOptions): SidesOptions {
  if (options.keep !== "ends") return options;
  return { ...options, keep: options.headShare >= 0.5 ? "head" : "tail" };
}

export function leavesHalf(content: Room, room: Room): boolean {
  return UNITS.every((unit) => content[unit] * 2 >= room[unit]);
}

function tokensOf(text: string, room: Room, countTokens: TokenCounter): number {
  return room.tokens === Infinity ? 0 : countTokens(text);
}

/** Rounds of filling: the second already gains no more than a few bytes. */
const MOST_ROUNDS = 3;
/** By how much the words can grow when more is shown: a digit and a comma for lines and for bytes. */
const DIGITS_TO_COME: Room = { bytes: 4, chars: 4, lines: 0, tokens: 4 };

type MarkerWording = (omitted: TextSize) => string;
const BARE: MarkerWording = () => BARE_MARKER;
const NOTHING = () => "";
