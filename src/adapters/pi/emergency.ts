/** The last resort, should anything of ours fail: a result may be cut short, but it may not fill the context. */
import { boundText } from "../../bound/boundText.js";
import { SIGNATURE } from "./result/piece.js";
import { PI_BYTES } from "./result/rules.js";
import type { PiBlock, PiToolResult, PiToolResultChange } from "./types.js";

/** @returns `undefined` where pi's own limits hold already */
export function emergencyCut({ content, parentToolCallId }: PiToolResult): PiToolResultChange | undefined {
  if (parentToolCallId !== undefined || !Array.isArray(content)) return undefined;
  const isLong = content.some((block) => block?.type === "text" && block.text.length > MOST_CHARS);
  return isLong ? { content: content.map(cutBlock) } : undefined;
}

function cutBlock(block: PiBlock): PiBlock {
  if (block?.type !== "text" || block.text.length <= MOST_CHARS) return block;
  const notice = { style: { kept: [], unkept: [`${SIGNATURE}the full output was not saved]`], marker: ["\n[...]\n"] } };
  return { type: "text", text: boundText(block.text, { maxBytes: PI_BYTES }, { notice }).text };
}

/** A text of this many UTF-16 units can be of more bytes than pi lets through. */
const MOST_CHARS = PI_BYTES + 1024;
