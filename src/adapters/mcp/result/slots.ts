/** Where in the content of a bounded result its texts go, what stays whole in its place. */
import { encodedBytes } from "../encoded.js";
import type { McpContentBlock } from "../types.js";
import type { TextPart } from "./parts.js";
import type { Plan } from "./plan.js";
import { harmless } from "./whole.js";

/** Which text goes where in the content. */
export interface Slots {
  /** What stands behind the notice. */
  readonly main: string;
  /** Whether it is there in full. */
  readonly isWhole: boolean;
  /** Texts in blocks of their own, in full. */
  readonly others: readonly string[];
  /** Structured content beside text. */
  readonly side: string | undefined;
  content(main: string, side: string | undefined, links: readonly McpContentBlock[]): readonly McpContentBlock[];
}

export function slotsOf(
  { texts, kept, structured, textsFit }: Plan,
  { isLoosened, maxBytes }: { readonly isLoosened: boolean; readonly maxBytes: number },
): Slots {
  const whole = kept.filter(({ kind }) => kind === "whole").map(({ block }) => block);
  if (texts.length === 0) {
    const content: Slots["content"] = (main, _side, links) => [textBlock(main), ...whole, ...links];
    return {
      main: structured ?? "",
      isWhole: structured === undefined,
      others: [],
      side: undefined,
      content,
    };
  }
  const isWhole = textsFit && !(isLoosened && structured === undefined);
  if (!isWhole) {
    const [only] = texts;
    const make = texts.length === 1 && only !== undefined ? withText(only, maxBytes) : textBlock;
    const content: Slots["content"] = (main, side, links) => [make(main), ...sideBlocks(side), ...whole, ...links];
    return {
      main: texts.map(({ text }) => text).join("\n"),
      isWhole,
      others: [],
      side: structured,
      content,
    };
  }
  const first = texts.find(({ resource }) => resource === undefined);
  const content: Slots["content"] = (main, side, links) => {
    const blocks = kept.map((part) => {
      if (part === first) return { ...part.block, text: main };
      return part.kind === "text" && part.resource === undefined
        ? { ...part.block, text: harmless(part.text) }
        : part.block;
    });
    // The notice must be in the first block, and a resource is no place for it.
    const isFirst = kept[0] !== undefined && kept[0] === first;
    const ordered = isFirst
      ? blocks
      : first === undefined
        ? [textBlock(main), ...blocks]
        : moved(blocks, kept.indexOf(first));
    return [...ordered, ...sideBlocks(side), ...links];
  };
  const others = texts.filter((part) => part !== first).map(({ text }) => text);
  return { main: first?.text ?? "", isWhole, others, side: structured, content };
}

/** The block at `index` first. */
function moved(blocks: readonly McpContentBlock[], index: number): readonly McpContentBlock[] {
  const first = blocks[index];
  return first === undefined ? blocks : [first, ...blocks.slice(0, index), ...blocks.slice(index + 1)];
}

function sideBlocks(side: string | undefined): McpContentBlock[] {
  return side === undefined ? [] : [textBlock(side)];
}

function textBlock(text: string): McpContentBlock {
  return { type: "text", text };
}

/** A text block keeps what else it has, such as annotations, while that is small. */
function withText({ block, resource }: TextPart, maxBytes: number): (text: string) => McpContentBlock {
  const isSmall = resource === undefined && encodedBytes({ ...block, text: "" }) <= maxBytes / 16;
  return (text) => (isSmall ? { ...block, text } : textBlock(text));
}
