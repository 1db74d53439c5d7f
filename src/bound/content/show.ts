/** Puts a content that was cut together again. */
import type { LimitedBy, Room } from "../../text/limits.js";
import type { TextSize } from "../../text/size.js";
import { type NoticeFacts, noticeLadder } from "../notice.js";
import { NO_ALLOWANCE } from "../options.js";
import { pinnedLines } from "../pins/collector.js";
import type { PinTest } from "../pins/pin.js";
import { renderPinned } from "../pins/renderPinned.js";
import { type RenderOptions, renderCut, type View } from "../render.js";
import { sum } from "../room.js";
import { hasNotice, refOf, sourceOfView } from "../trust/earlier.js";
import type { Arrangement } from "./arrange.js";
import { textBlockLike } from "./blocks.js";
import { type OpenContent, sumOf } from "./open.js";
import { isWithin, leftIn, shareRoom, sizeIn, sumOfRooms } from "./rooms.js";
import { renderStructured, STRUCTURED } from "./structured.js";
import type { ShownText } from "./texts.js";
import type { ContentBlockLike, DroppedContent, TextBlock } from "./types.js";

export interface ShownContent<B> {
  readonly content: readonly (B | TextBlock)[];
  readonly json: string | undefined;
  readonly dropped: readonly DroppedContent[];
  readonly shown: TextSize;
  /** Whether a notice tells of what is not shown. */
  readonly noticed: boolean;
}

export interface ShowOptions {
  readonly render: RenderOptions;
  readonly facts: NoticeFacts;
  /** Whether the Spill has more than one text. */
  readonly hasPointers: boolean;
  readonly cutsStructured: boolean;
  /** Lines to keep out of the middle. */
  readonly pin: PinTest | undefined;
}

export function showContent<B extends ContentBlockLike>(
  content: readonly B[],
  open: OpenContent<B>,
  arrangement: Arrangement,
  { render, facts, hasPointers, cutsStructured, pin }: ShowOptions,
): ShownContent<B> {
  const { room: roomForAll, sizes: sizesOfAll, markers, isRepeated } = arrangement;
  const shares = shareRoom(sizesOfAll, roomForAll);
  const leftOut = new Set<string>();
  const dropped: DroppedContent[] = [...markers.keys()].map((index) => drop(`/content/${index}`, "room"));
  if (isRepeated) dropped.push(drop(STRUCTURED, "repeated"));
  const sizes: TextSize[] = [];
  const textOf = new Map<number, string>();
  let noticed = false;
  let { allowance } = render;
  let limitedBy: LimitedBy | undefined;

  for (const [at, text] of open.texts.entries()) {
    const { part, source, harmless } = text;
    const room = shares[at] ?? NO_ALLOWANCE;
    if (isWithin(sizesOfAll[at] ?? room, room)) {
      textOf.set(part.index, harmless);
      sizes.push(source.total);
      continue;
    }
    const about = hasPointers ? { ...facts, pointer: part.pointer } : facts;
    const view = cutOne(text, about, { ...render, room, allowance }, pin);
    allowance = NO_ALLOWANCE; // the first may have taken it
    noticed ||= hasNotice(view.text, render.notice);
    limitedBy ??= view.limitedBy;
    textOf.set(part.index, view.text);
    sizes.push(view.shown);
    if (view.text === "") dropped.push(drop(`/content/${part.index}`, "room"));
  }

  const structured = showStructured(shares.at(-1) ?? NO_ALLOWANCE);
  if (structured !== undefined) sizes.push(structured.shown);
  noticed ||= structured !== undefined && structured.notice !== "";
  const shown = sumOf(sizes);
  const ending = structured?.notice || lastNotice();
  noticed ||= ending !== "";
  return { content: blocks(ending), json: structured?.json, dropped, shown, noticed };

  function showStructured(room: Room) {
    if (arrangement.json === undefined) return undefined;
    const own = sizesOfAll.at(-1) ?? room;
    if (isWithin(own, room)) {
      const { bytes, chars, lines } = own;
      return { json: arrangement.json, notice: "", shown: { bytes, chars, lines } };
    }
    const about = { ...facts, pointer: STRUCTURED };
    const trusts = noticed || open.isView;
    const view = renderStructured(
      arrangement.json,
      about,
      { ...render, room },
      { says: !noticed, trusts, cuts: cutsStructured },
    );
    if (view.json === undefined) {
      dropped.push(drop(STRUCTURED, "room"));
      leftOut.add("structured content");
    }
    return view;
  }

  /** Where no cut text tells of what is left out, a block of its own does, if there is room. */
  function lastNotice(): string {
    const isMissing = markers.size > 0 || arrangement.hasRepeats || dropped.some(({ reason }) => reason === "room");
    if (noticed || !isMissing) return "";
    const { countTokens } = render;
    const size = (text: string) => sizeIn(text, render.room, countTokens);
    const taken = [...textOf.values(), structured?.json ?? ""].map(size);
    const left = leftIn(sum(roomForAll, render.allowance), sumOfRooms(taken));
    const words = [...arrangement.leftOut, ...leftOut];
    const about = words.length === 0 ? facts : { ...facts, leftOut: words };
    const limit = limitedBy === undefined ? undefined : { by: limitedBy, room: render.room };
    const notices = noticeLadder(about, render.notice).map((wording) =>
      wording({ shown, total: limit === undefined ? shown : open.total, limit }),
    );
    return notices.find((notice) => isWithin(size(notice), left)) ?? "";
  }

  function blocks(notice: string): (B | TextBlock)[] {
    const toBlock = textBlockLike(content);
    const parts = new Map(open.texts.map(({ part }) => [part.index, part]));
    const all = open.parts.flatMap((one): (B | TextBlock)[] => {
      const block = content[one.index] as B;
      const marker = markers.get(one.index);
      if (marker !== undefined) return marker === "" ? [] : [toBlock(marker)];
      const part = parts.get(one.index);
      if (part === undefined) return [block];
      const view = textOf.get(one.index) ?? "";
      if (view === part.text && !part.marked) return [block];
      // Providers refuse a block of empty text.
      return view === "" ? [] : [part.withText?.(view) ?? toBlock(view)];
    });
    if (notice === "") return all;
    const isFirst = render.notice !== false && render.notice.position === "first";
    return isFirst ? [toBlock(notice), ...all] : [...all, toBlock(notice)];
  }
}

function drop(pointer: string, reason: DroppedContent["reason"]): DroppedContent {
  return { pointer, reason };
}

/** A text that is a View already keeps the Spill and the totals that it told of. */
function cutOne<B>(
  { source, earlier }: ShownText<B>,
  facts: NoticeFacts,
  render: RenderOptions,
  pin: PinTest | undefined,
): View {
  if (earlier?.info === undefined) {
    const pins = pin === undefined ? [] : pinnedLines(source.prefix, pin, render.room);
    return renderPinned(source, pins, facts, render) ?? renderCut(source, facts, render);
  }
  const { pointer: _, ...before } = facts;
  const isLeast = earlier.claim.totalIsLowerBound === true;
  const about: NoticeFacts = { ...before, isLeast, spill: { state: "kept", ref: refOf(earlier.info) } };
  return renderCut(sourceOfView(source, earlier), about, { ...render, earlier: earlier.claim });
}
