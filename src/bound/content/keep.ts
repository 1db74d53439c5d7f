/** Keeps a content whole, where not all of it will be shown. */
import { boundResult } from "../boundResult.js";
import type { BoundOptions, SpillState, ToolResult } from "../types.js";
import type { Part } from "./blocks.js";
import type { ShownText } from "./texts.js";
import type { ContentBlockLike, ContentOptions } from "./types.js";

export interface KeptContent {
  readonly spill: SpillState;
  /** Whether the Spill is the JSON of all, in which a text has a pointer; else it is the one text. */
  readonly isJson: boolean;
}

/** What decides how it is kept. */
export interface KeepContent<B> {
  readonly parts: readonly Part<B>[];
  readonly texts: readonly ShownText<B>[];
  /** The structured content that is shown. */
  readonly json: string | undefined;
}

/** @throws SpillError with `onSpillFailure: "throw"` */
export async function keepContent<B extends ContentBlockLike>(
  content: readonly B[],
  { parts, texts, json }: KeepContent<B>,
  options: ContentOptions<B>,
): Promise<KeptContent> {
  const { structuredContent, _meta, spill, meta, encodeJson, upstream, onSpillFailure = "cut" } = options;
  const isAlone = parts.length === 1 && json === undefined && texts[0]?.part.pointer === "/content/0/text";
  const only = isAlone ? texts[0]?.part.text : undefined;
  const all = {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(_meta === undefined ? {} : { _meta }),
  };
  const result: ToolResult = only ?? { json: all };
  // No room at all: whatever it is, it is kept.
  const keep: BoundOptions = { limits: { maxBytes: 0 }, spill, meta, encodeJson, upstream, notice: false };
  const kept = await boundResult(result, { ...keep, onSpillFailure: onSpillFailure === "throw" ? "throw" : "cut" });
  return { spill: kept.spill, isJson: only === undefined };
}
