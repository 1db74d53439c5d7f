/** All of a result of which pi shows only a part, and where it is kept. */

import type { ToolResult } from "../../../bound/types.js";
import { admitJson } from "../../../json/admit.js";
import { once } from "../once.js";
import { isRecord } from "../settings/resolve.js";
import type { Kept } from "../store.js";
import type { PiBlock, PiImage, PiText, PiToolResult } from "../types.js";
import type { TakeContext } from "./context.js";
import { outputPathOf } from "./notices.js";
import { isMcp } from "./rules.js";

/** A text that is still to be cut, or a block that stays. */
export type CompleteBlock = { readonly source: ToolResult } | PiImage;

export interface Complete {
  readonly isCutByPi: boolean;
  /** Never rejects. */
  keep(): Promise<Kept>;
  blocks(): Promise<CompleteBlock[]>;
}

export function completeOf(event: PiToolResult, { store, meta }: TakeContext): Complete {
  const { content, details, structuredContent } = event;
  const file = isFromPi(event) ? outputPathOf(details) : undefined;
  const texts = content.filter((block): block is PiText => block.type === "text");
  const called = callToolResult(structuredContent);

  const keep = once(async (): Promise<Kept> => {
    const json = called !== undefined && saysMore(called) ? jsonOf(called) : undefined;
    if (json !== undefined) return store.keep(json, { ...meta, mediaType: "application/json" });
    const text = texts.map(({ text }) => text).join("\n");
    return file === undefined ? store.keep(text, meta) : store.adopt(file, text, meta);
  });

  return {
    isCutByPi: file !== undefined,
    keep,
    async blocks() {
      if (file === undefined) return content.map(asSource);
      const sent = called === undefined ? undefined : blocksOf(called, content);
      if (sent !== undefined) return sent;
      const kept = await keep();
      // What stands before the output, and images, are as pi has them; the output itself is read from the file.
      if (called !== undefined || kept.state === "failed" || kept.id === undefined) return content.map(asSource);
      const whole = { source: store.read(kept.id, kept.bytes) };
      return content.flatMap((block) => {
        const rest = block.type === "text" ? behindNotice(block.text, file) : undefined;
        if (rest === undefined) return [asSource(block)];
        return rest === "" ? [whole] : [whole, { source: rest }];
      });
    },
  };
}

/** Other tools may put a path of their own among the details, which is none of ours to take. */
function isFromPi({ toolName }: PiToolResult): boolean {
  return toolName === "codemode" || isMcp(toolName);
}

interface CallToolResult {
  readonly content: readonly unknown[];
  readonly structuredContent?: unknown;
}

function callToolResult(value: unknown): CallToolResult | undefined {
  return isRecord(value) && Array.isArray(value["content"]) ? (value as unknown as CallToolResult) : undefined;
}

/** Whether there is more to keep than one text: pi's model sees nothing of structured content that stands beside text. */
function saysMore({ content, structuredContent }: CallToolResult): boolean {
  const [only] = content;
  if (content.length !== 1 || !isRecord(only) || typeof only["text"] !== "string") return true;
  if (structuredContent === undefined) return false;
  const said = admitJson(structuredContent, { trusted: true });
  return !said.ok || said.text !== withoutBlanks(only["text"]);
}

/** A JSON text as `JSON.stringify` writes it; any other text as it is. */
function withoutBlanks(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** In lines, so that pi's `read` can go through it. */
function jsonOf(value: CallToolResult): string | undefined {
  const admitted = admitJson(value, { space: 1, trusted: true });
  return admitted.ok ? admitted.text : undefined;
}

/** The blocks as the server sent them, if pi shows each as it is; images as pi made them fit. */
function blocksOf({ content }: CallToolResult, shown: readonly PiBlock[]): CompleteBlock[] | undefined {
  const images = shown.filter((block): block is PiImage => block.type === "image");
  const blocks: CompleteBlock[] = [];
  for (const block of content) {
    if (!isRecord(block)) return undefined;
    if (block["type"] === "text" && typeof block["text"] === "string") blocks.push({ source: block["text"] });
    else if (block["type"] === "image" && images.length > 0) blocks.push(images.shift() as PiImage);
    else return undefined;
  }
  return images.length === 0 && blocks.length > 0 ? blocks : undefined;
}

function asSource(block: PiBlock): CompleteBlock {
  return block.type === "text" && typeof block.text === "string" ? { source: block.text } : (block as PiImage);
}

/** What stands behind pi's words about the file; `undefined` where they are not in the text. */
function behindNotice(text: string, file: string): string | undefined {
  const at = text.lastIndexOf(`[Full output: ${file} `);
  const end = at === -1 ? -1 : text.indexOf("]", at + file.length);
  return end === -1 ? undefined : text.slice(end + 1).trimStart();
}
