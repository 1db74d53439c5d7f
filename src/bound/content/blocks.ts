/** What a content block is: text that can be cut, media that cannot, or words about something else. */
import { measureJson } from "../../json/measure.js";
import type { ContentBlockLike, TextBlock } from "./types.js";

/** A block that text can be cut of. */
export interface TextPart<B> {
  readonly kind: "text";
  readonly index: number;
  readonly text: string;
  /** The pointer of the text within the block. */
  readonly pointer: string;
  /** The block with another text. */
  withText(text: string): B | TextBlock;
}

/** A block that stays whole: media, or what links to something. */
export interface WholePart<B> {
  readonly kind: "media" | "other";
  readonly index: number;
  readonly block: B;
  /** Its base64, if it has any. */
  readonly data: string | undefined;
}

export type Part<B> = TextPart<B> | WholePart<B>;

/** @throws TypeError for what is no block */
export function partOf<B extends ContentBlockLike>(block: B, index: number): Part<B> {
  if (typeof block !== "object" || block === null || typeof block.type !== "string") {
    throw new TypeError(`content[${index}] must be an object with a type`);
  }
  const { text, resource } = block as { text?: unknown; resource?: unknown };
  const pointer = `/content/${index}`;
  if (typeof text === "string") {
    return { kind: "text", index, text, pointer: `${pointer}/text`, withText: (text) => ({ ...block, text }) };
  }
  if (isObject(resource) && typeof resource["text"] === "string") {
    // A part of a resource under its own address would pass for the whole.
    const withText = (text: string): TextBlock => ({ type: "text", text });
    return { kind: "text", index, text: resource["text"], pointer: `${pointer}/resource/text`, withText };
  }
  const data = dataOf(block);
  return { kind: data === undefined ? "other" : "media", index, block, data };
}

/**
 * The base64 or data URL of a block, wherever its protocol has it: MCP `data` and `resource.blob`, Anthropic `source.data`,
 * OpenAI `image_url`, `input_audio` and `file`.
 */
export function dataOf(block: ContentBlockLike): string | undefined {
  const fields = block as unknown as Record<string, unknown>;
  for (const holder of [fields, ...HOLDERS.map((name) => fields[name])]) {
    if (typeof holder === "string" && holder.startsWith("data:")) return holder;
    if (!isObject(holder)) continue;
    for (const name of DATA_FIELDS) {
      const data = holder[name];
      if (typeof data === "string" && (name !== "url" || data.startsWith("data:"))) return data;
    }
  }
  return undefined;
}

/** What a block that is no media costs: the bytes of its JSON. */
export function priceOther(block: ContentBlockLike): number {
  const measure = measureJson(block);
  return measure.ok ? measure.bytes : measure.atLeast;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

const HOLDERS = ["resource", "source", "image_url", "input_audio", "file", "image", "audio"] as const;
const DATA_FIELDS = ["data", "blob", "file_data", "url", "base64"] as const;
