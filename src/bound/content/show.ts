/** Puts a content that was cut together again. */
import type { Room } from "../../text/limits.js";
import type { TextSize } from "../../text/size.js";
import type { NoticeFacts } from "../notice.js";
import { NO_ALLOWANCE } from "../options.js";
import { type RenderOptions, renderCut, type View } from "../render.js";
import { UNITS } from "../room.js";
import { refOf, sourceOfView } from "../trust/earlier.js";
import type { OpenContent } from "./open.js";
import { sumOf } from "./open.js";
import { shareRoom } from "./rooms.js";
import { renderStructured } from "./structured.js";
import type { ShownText } from "./texts.js";
import type { ContentBlockLike, DroppedContent, TextBlock } from "./types.js";

export interface ShownContent<B> {
  readonly content: readonly (B | TextBlock)[];
  readonly json: string | undefined;
  readonly dropped: readonly DroppedContent[];
  readonly shown: TextSize;
}

export interface ShowOptions {
  readonly render: RenderOptions;
  readonly facts: NoticeFacts;
  /** Whether the Spill has more than one text. */
  readonly hasPointers: boolean;
  readonly cutsStructured: boolean;
}

export function showContent<B extends ContentBlockLike>(
  content: readonly B[],
  open: OpenContent<B>,
  { render, facts, hasPointers, cutsStructured }: ShowOptions,
): ShownContent<B> {
  const shares = shareRoom(open.sizes, open.room);
  const dropped = [...open.dropped];
  const sizes: TextSize[] = [];
  const textOf = new Map<number, string>();
  let hasNotice = false;

  for (const [at, text] of open.texts.entries()) {
    const { part, source, harmless } = text;
    const room = shares[at] ?? NO_ALLOWANCE;
    if (isWithin(open.sizes[at] ?? room, room)) {
      textOf.set(part.index, harmless);
      sizes.push(source.total);
      continue;
    }
    const about = hasPointers ? { ...facts, pointer: part.pointer } : facts;
    const view: View = cutOne(text, about, { ...render, room, allowance: hasNotice ? NO_ALLOWANCE : render.allowance });
    hasNotice ||= view.text !== "";
    textOf.set(part.index, view.text);
    sizes.push(view.shown);
    if (view.text === "") dropped.push({ pointer: `/content/${part.index}`, reason: "room" });
  }

  const structured = showStructured(shares.at(-1) ?? NO_ALLOWANCE);
  if (structured !== undefined) sizes.push(structured.shown);
  return { content: blocks(), json: structured?.json, dropped, shown: sumOf(sizes) };

  function showStructured(room: Room) {
    if (open.json === undefined) return undefined;
    const own = open.sizes.at(-1) ?? room;
    if (isWithin(own, room)) {
      const { bytes, chars, lines } = own;
      return { json: open.json, notice: "", shown: { bytes, chars, lines } };
    }
    const about = { ...facts, pointer: "/structuredContent" };
    const view = renderStructured(open.json, about, { ...render, room }, { says: !hasNotice, cuts: cutsStructured });
    if (view.json === undefined) dropped.push({ pointer: "/structuredContent", reason: "room" });
    return view;
  }

  function blocks(): (B | TextBlock)[] {
    const shown = content.flatMap((block, index): (B | TextBlock)[] => {
      const marker = open.mediaMarkers.get(index);
      if (marker !== undefined) return [{ type: "text", text: marker }];
      const text = open.texts.find(({ part }) => part.index === index);
      if (text === undefined) return [block];
      const view = textOf.get(index) ?? "";
      if (view === text.part.text) return [block];
      // Providers refuse a block of empty text.
      return view === "" ? [] : [text.part.withText(view)];
    });
    const notice = structured?.notice ?? "";
    if (notice === "") return shown;
    const said: TextBlock = { type: "text", text: notice };
    const isFirst = render.notice !== false && render.notice.position === "first";
    return isFirst ? [said, ...shown] : [...shown, said];
  }
}

/** A text that is a View already keeps the Spill and the totals that it told of. */
function cutOne<B>({ source, earlier }: ShownText<B>, facts: NoticeFacts, render: RenderOptions): View {
  if (earlier?.info === undefined) return renderCut(source, facts, render);
  const { pointer: _, ...before } = facts;
  const isLeast = earlier.claim.totalIsLowerBound === true;
  const about: NoticeFacts = { ...before, isLeast, spill: { state: "kept", ref: refOf(earlier.info) } };
  return renderCut(sourceOfView(source, earlier), about, { ...render, earlier: earlier.claim });
}

function isWithin(size: Room, room: Room): boolean {
  return UNITS.every((unit) => size[unit] <= room[unit]);
}
