/** What a content block is: text that can be cut, media that cannot, or words about something else. */
import { measureJson } from "../../json/measure.js";
import { renderJson } from "../../json/render.js";
import { type Media, mediaOf } from "./mediaOf.js";
import { inherits, isPlain, own, withFields } from "./own.js";
import type { TextBlock } from "./types.js";

/** A block that text can be cut of. */
export interface TextPart<B> {
  readonly kind: "text";
  readonly index: number;
  readonly text: string;
  /** Where in a Spill of all the text is. */
  readonly pointer: string;
  /** Whether it is words for a block that has no JSON. */
  readonly marked: boolean;
  /** The block with another text; `undefined` where a block of nothing but text stands for it. */
  readonly withText: ((text: string) => B) | undefined;
}

/** A block that stays whole or goes. */
export interface WholePart<B> {
  readonly kind: "media" | "other";
  readonly index: number;
  readonly block: B;
  readonly media: Media | undefined;
  /** For what is no media: the bytes of its JSON. */
  readonly jsonBytes: number;
}

export type Part<B> = TextPart<B> | WholePart<B>;

/** Of anything at all: what is no block, or has no JSON, is shown as the text of its JSON, with marks for what has none. */
export function partOf<B>(block: B, index: number): Part<B> {
  const pointer = `/content/${index}`;
  if (typeof block === "string") return textPart(block, pointer, index, (text) => text as B);
  try {
    return textOf(block, pointer, index) ?? wholePart(block, index) ?? asJson(block, pointer, index);
  } catch {
    return asJson(block, pointer, index);
  }
}

function textOf<B>(block: B, pointer: string, index: number): TextPart<B> | undefined {
  const text = own(block, "text");
  if (typeof text === "string") {
    return textPart(text, `${pointer}/text`, index, (text) => withFields(block, { text }));
  }
  const resourceText = own(own(block, "resource"), "text");
  // A part of a resource under its own address would pass for the whole.
  if (typeof resourceText === "string") return textPart(resourceText, `${pointer}/resource/text`, index, undefined);

  const source = own(block, "source");
  const data = own(source, "data");
  if (own(source, "type") !== "text" || typeof data !== "string") return undefined;
  return textPart(data, `${pointer}/source/data`, index, (data) =>
    withFields(block, { source: withFields(source, { data }) }),
  );
}

function wholePart<B>(block: B, index: number): WholePart<B> | undefined {
  if (!isPlain(block) || inherits(block, "text")) return undefined;
  const media = mediaOf(block);
  if (media !== undefined) return { kind: "media", index, block, media, jsonBytes: 0 };
  const measure = measureJson(block);
  return measure.ok ? { kind: "other", index, block, media, jsonBytes: measure.bytes } : undefined;
}

function asJson<B>(block: B, pointer: string, index: number): TextPart<B> {
  return { ...textPart<B>(renderJson(block).text, pointer, index, undefined), marked: true };
}

function textPart<B>(text: string, pointer: string, index: number, withText: TextPart<B>["withText"]): TextPart<B> {
  return { kind: "text", index, text, pointer, marked: false, withText };
}

/** How the blocks beside it have their text: each protocol calls them otherwise. */
export function textBlockLike(content: readonly unknown[]): (text: string) => TextBlock {
  const types = content.filter(isPlain).map((block) => own(block, "type"));
  const written = content.find((block) => typeof own(block, "text") === "string");
  const type = written === undefined ? (types.some(isInput) ? "input_text" : "text") : own(written, "type");
  const isGemini = written === undefined && types.length > 0 && types.every((one) => one === undefined);
  return (text) => (type === undefined || isGemini ? { text } : { type, text }) as TextBlock;
}

function isInput(type: unknown): boolean {
  return typeof type === "string" && type.startsWith("input_");
}
