/** A content, looked at: what of it is text, what the rest costs, and what it says twice. */
import { admitJson } from "../../json/admit.js";
import { renderJson } from "../../json/render.js";
import type { Room } from "../../text/limits.js";
import { measureText, type TextSize } from "../../text/size.js";
import type { ResolvedView } from "../options.js";
import type { RenderOptions } from "../render.js";
import { neutralise, styleOf } from "../trust/neutralise.js";
import type { Part } from "./blocks.js";
import { droppedMedia, mediaToDrop } from "./media.js";
import { saysSame, withoutRepeats } from "./repeats.js";
import type { ResolvedContent } from "./resolve.js";
import { fitsTogether, roomBeside, sizeIn } from "./rooms.js";
import { readTexts, type ShownText } from "./texts.js";
import type { ContentBlockLike, ContentOptions, DroppedContent } from "./types.js";

export interface OpenContent<B> {
  readonly parts: readonly Part<B>[];
  readonly texts: readonly ShownText<B>[];
  /** The structured content as a JSON text that may be shown; `undefined` where there is none to show. */
  readonly json: string | undefined;
  /** The structured content as it came. */
  readonly came: string | undefined;
  /** What stands in the place of media that are left out, by their index. */
  readonly mediaMarkers: ReadonlyMap<number, string>;
  /** What all that is no text costs. */
  readonly mediaBytes: number;
  /** What is left for text and structured content. */
  readonly room: Room;
  /** What each text, and then the structured content, takes. */
  readonly sizes: readonly Room[];
  readonly fits: boolean;
  readonly altered: boolean;
  readonly dropped: readonly DroppedContent[];
  /** Of all text and structured content that came. */
  readonly total: TextSize;
}

export async function openContent<B extends ContentBlockLike>(
  { parts, priceOf, dropMedia }: ResolvedContent<B>,
  options: ContentOptions<B>,
  { clean }: ResolvedView,
  render: RenderOptions,
): Promise<OpenContent<B>> {
  const { mediaMarkers, mediaBytes } = priceMedia(parts, parts.map(priceOf), dropMedia ? render.room.bytes : Infinity);
  const room = roomBeside(render.room, mediaBytes);
  const texts = await readTexts(parts, options.spill, { clean, render });
  const came = options.structuredContent === undefined ? undefined : jsonOf(options.structuredContent, options);
  // The markers of a View are told of in the notice of one of its blocks.
  const isView = texts.some(({ earlier }) => earlier !== undefined);
  const harmless = came && neutralise(came.text, isView, styleOf(render));
  const sizesWith = (json: string | undefined) =>
    [...texts.map(({ harmless }) => harmless), ...(json === undefined ? [] : [json])].map((text) =>
      sizeIn(text, room, render.countTokens),
    );

  const sizes = sizesWith(harmless);
  const isTooMuch = !fitsTogether(sizes, room);
  const isRepeated = isTooMuch && harmless !== undefined && texts.length === 1 && saysSame(textOf(texts), harmless);
  const json =
    isRepeated || harmless === undefined ? undefined : isTooMuch ? withoutRepeats(harmless, parts) : harmless;
  const sizesLeft = json === harmless ? sizes : sizesWith(json);
  const droppedMediaOnes = [...mediaMarkers.keys()].map(
    (index) => ({ pointer: `/content/${index}`, reason: "room" }) as const,
  );
  return {
    ...{ parts, texts, json, came: came?.text, mediaMarkers, mediaBytes, room, sizes: sizesLeft },
    fits: mediaMarkers.size === 0 && fitsTogether(sizesLeft, room),
    altered: texts.some(({ altered }) => altered) || came?.altered === true || (!isRepeated && json !== came?.text),
    dropped: isRepeated
      ? [...droppedMediaOnes, { pointer: "/structuredContent", reason: "repeated" }]
      : droppedMediaOnes,
    total: sumOf([...texts.map(({ source }) => source.total), ...(came === undefined ? [] : [measureText(came.text)])]),
  };
}

export function sumOf(sizes: readonly TextSize[]): TextSize {
  return sizes.reduce(
    (sum, { bytes, chars, lines }) => ({
      bytes: sum.bytes + bytes,
      chars: sum.chars + chars,
      lines: sum.lines + lines,
    }),
    { bytes: 0, chars: 0, lines: 0 },
  );
}

function priceMedia<B extends ContentBlockLike>(parts: readonly Part<B>[], prices: number[], maxBytes: number) {
  const dropped = mediaToDrop(parts, prices, maxBytes);
  const mediaMarkers = new Map<number, string>();
  for (const part of parts) {
    if (part.kind === "text" || !dropped.has(part.index)) continue;
    const marker = droppedMedia(part);
    mediaMarkers.set(part.index, marker);
    prices[part.index] = measureText(marker).bytes;
  }
  return { mediaMarkers, mediaBytes: prices.reduce((sum, price) => sum + price, 0) };
}

/** What has no JSON is rendered with marked strings in its place. */
export function jsonOf(value: unknown, { encodeJson = admitJson }: Pick<ContentOptions, "encodeJson">) {
  try {
    const admitted = encodeJson(value);
    if (admitted.ok) return { text: admitted.text, altered: false };
  } catch {
    // The caller's encoder; content makes nothing throw.
  }
  return renderJson(value);
}

function textOf<B>([first]: readonly ShownText<B>[]): string {
  return first?.part.text ?? "";
}
