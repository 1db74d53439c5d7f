/** What a tool result consists of: texts that can be cut, blocks that cannot, and structured content. */
import { type CallToolResultLike, isFields, type McpContentBlock } from "../types.js";

/** A block that has text. */
export interface TextPart {
  readonly kind: "text";
  readonly text: string;
  readonly block: McpContentBlock;
  /** Where the text is in the result, as a JSON Pointer. */
  readonly pointer: string;
  /** The resource that the text is of: what is cut of it cannot go under its address. */
  readonly resource?: { readonly uri: string; readonly mimeType?: string };
}

/** A block that stays whole or goes whole: base64 is never cut inside, and no link either. */
export interface WholePart {
  readonly kind: "whole";
  readonly block: McpContentBlock;
}

export type Part = TextPart | WholePart;

export function partsOf({ content = [] }: CallToolResultLike): readonly Part[] {
  return Array.isArray(content) ? content.map(partOf) : [];
}

function partOf(block: McpContentBlock, index: number): Part {
  if (!isFields(block)) return { kind: "whole", block };
  const { type, text, resource } = block as { type?: unknown; text?: unknown; resource?: unknown };
  if (type === "text" && typeof text === "string")
    return { kind: "text", text, block, pointer: `/content/${index}/text` };
  if (type === "resource" && isFields(resource) && typeof resource["text"] === "string" && !isApp(resource)) {
    const { uri, mimeType } = resource as { uri?: unknown; mimeType?: unknown };
    return {
      kind: "text",
      text: resource["text"],
      block,
      pointer: `/content/${index}/resource/text`,
      ...(typeof uri === "string" ? { resource: { uri, ...(typeof mimeType === "string" ? { mimeType } : {}) } } : {}),
    };
  }
  return { kind: "whole", block };
}

/** The page of an MCP app is a program: a part of it is none. */
function isApp(resource: Readonly<Record<string, unknown>>): boolean {
  const { uri, mimeType } = resource;
  return (
    (typeof uri === "string" && uri.startsWith("ui://")) ||
    (typeof mimeType === "string" && /;\s*profile\s*=\s*"?mcp-app/i.test(mimeType))
  );
}

/** In words for a notice: `2 images`. No more of the blocks' own words than that. */
export function describeBlocks(blocks: readonly McpContentBlock[]): string[] {
  const counts = new Map<string, number>();
  for (const block of blocks) {
    const type = isFields(block) ? block["type"] : undefined;
    const name = KINDS.get(type as string) ?? "block";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} ${name}${count === 1 ? "" : "s"}`);
}

const KINDS = new Map([
  ["text", "text"],
  ["image", "image"],
  ["audio", "recording"],
  ["resource", "resource"],
  ["resource_link", "link"],
]);
