/** What of a content stays, what is left out of it whole, and what room the rest has. */
import type { Room } from "../../text/limits.js";
import { measureText } from "../../text/size.js";
import type { RenderOptions } from "../render.js";
import { leavesHalf } from "../render.js";
import { minus } from "../room.js";
import { leftOutWords, markersFor, toDrop } from "./media.js";
import type { OpenContent } from "./open.js";
import { saysSame, withoutRepeats } from "./repeats.js";
import { fitsTogether, leftIn, mostBytes, roomBeside, sizeIn, sumOfRooms } from "./rooms.js";

export interface Arrangement {
  /** The structured content as a JSON text that may be shown; `undefined` where there is none to show. */
  readonly json: string | undefined;
  /** What stands in the place of blocks that are left out, by their index; `""` for nothing. */
  readonly markers: ReadonlyMap<number, string>;
  /** What all that is no text costs. */
  readonly wholeBytes: number;
  /** What is left for text and structured content. */
  readonly room: Room;
  /** What each text, and then the structured content, takes. */
  readonly sizes: readonly Room[];
  readonly fits: boolean;
  /** The structured content says no more than the one text. */
  readonly isRepeated: boolean;
  /** Strings of it that other parts say were replaced. */
  readonly hasRepeats: boolean;
  /** Whether a marker has the library's name, which a notice has to vouch for. */
  readonly isWorded: boolean;
  /** What was left out besides text. */
  readonly leftOut: readonly string[];
}

/** @param inWords - whether markers may have words; without a notice beside them, anybody could have written these */
export function arrange<B>(
  { parts, texts, priced, harmless }: OpenContent<B>,
  { room: limits, countTokens }: RenderOptions,
  dropsMedia: boolean,
  inWords: boolean,
): Arrangement {
  const sizesWith = (json: string | undefined) =>
    [...texts.map(({ harmless }) => harmless), ...(json === undefined ? [] : [json])].map((text) =>
      sizeIn(text, limits, countTokens),
    );
  const sizes = sizesWith(harmless);
  const { dropped, mediaBytes, jsonBytes } = choose();
  const beside = roomBeside(limits, mediaBytes, jsonBytes);
  const { markers, markersSize, isBare } = markersIn(beside);
  const room = leftIn(beside, markersSize);

  const isTooMuch = !fitsTogether(sizes, room);
  const isRepeated =
    isTooMuch && harmless !== undefined && texts.length === 1 && saysSame(texts[0]?.part.text ?? "", harmless);
  const shortened = isTooMuch && harmless !== undefined ? withoutRepeats(harmless, parts, inWords) : harmless;
  const json = isRepeated ? undefined : shortened;
  const hasRepeats = json !== undefined && json !== harmless;
  const sizesLeft = json === harmless ? sizes : sizesWith(json);
  return {
    ...{ json, markers, room, isRepeated, hasRepeats },
    wholeBytes: mediaBytes + jsonBytes,
    sizes: sizesLeft,
    fits: dropped.size === 0 && fitsTogether(sizesLeft, room),
    isWorded: inWords && (hasRepeats || (dropped.size > 0 && !isBare)),
    leftOut: [...leftOutWords(parts, dropped), ...(hasRepeats ? ["what is said twice"] : [])],
  };

  /** Media go only on request; other blocks where they take more than half, and text needs it. */
  function choose() {
    const media = priced.filter(({ part }) => part.kind === "media");
    const others = priced.filter(({ part }) => part.kind === "other");
    const droppedMedia = dropsMedia ? toDrop(media, mostBytes(limits)) : new Set<number>();
    const bytesOf = (some: typeof priced, gone: ReadonlySet<number>) =>
      some.reduce((sum, { part, bytes }) => sum + (gone.has(part.index) ? 0 : bytes), 0);
    const mediaBytes = bytesOf(media, droppedMedia);
    const needed = sumOfRooms(sizes);
    const left = Math.max(0, mostBytes(limits) - mediaBytes);
    const mostOthers = Math.min(atMost(left, needed.bytes), atMost(limits.chars, needed.chars));
    const droppedOthers = toDrop(others, mostOthers);
    const jsonBytes = bytesOf(others, droppedOthers);
    return { dropped: new Set([...droppedMedia, ...droppedOthers]), mediaBytes, jsonBytes };
  }

  function markersIn(room: Room) {
    const gone = priced.filter(({ part }) => dropped.has(part.index)).map(({ part }) => part);
    for (const rung of inWords ? [0, 1] : [1]) {
      const markers = new Map(gone.map((part) => [part.index, markersFor(part)[rung] ?? ""]));
      const markersSize = sumOfRooms([...markers.values()].map((text) => sizeIn(text, limits, countTokens)));
      if (leavesHalf(minus(room, markersSize), room)) return { markers, markersSize, isBare: rung === 1 };
    }
    const none = { ...measureText(""), tokens: 0 };
    return { markers: new Map(gone.map(({ index }) => [index, ""])), markersSize: none, isBare: true };
  }
}

function atMost(left: number, needed: number): number {
  return left === Number.POSITIVE_INFINITY ? left : Math.max(Math.floor(left / 2), left - needed);
}
