/** The last resort, should anything of ours fail: a result may be cut short, but it may not fill the context. */
import { boundText } from "../../bound/boundText.js";
import { allocate } from "../../budget/allocate.js";
import { utf8Length } from "../../text/size.js";
import { SIGNATURE } from "./result/piece.js";
import { PI_BYTES } from "./result/rules.js";
import type { PiBlock, PiToolResult, PiToolResultChange } from "./types.js";

/** @returns `undefined` where pi's own limits hold already */
export function emergencyCut({ content, parentToolCallId }: PiToolResult): PiToolResultChange | undefined {
  if (parentToolCallId !== undefined || !Array.isArray(content)) return undefined;
  const sizes = content.map((block) => (hasText(block) ? utf8Length(block.text) : 0));
  const given = allocate(sizes, MOST_BYTES);
  if (given.every((bytes, index) => bytes === sizes[index])) return undefined;
  return { content: content.map((block, index) => cutBlock(block, given[index] ?? 0)) };
}

function cutBlock(block: PiBlock, maxBytes: number): PiBlock {
  if (!hasText(block)) return block;
  const notice = { style: { kept: [], unkept: [`${SIGNATURE}the full output was not saved]`], marker: ["\n[...]\n"] } };
  return { ...block, text: boundText(block.text, { maxBytes }, { notice }).text };
}

function hasText(block: PiBlock): block is Extract<PiBlock, { type: "text" }> {
  return block?.type === "text" && typeof block.text === "string";
}

/** What pi lets through, with a notice of some length. */
const MOST_BYTES = PI_BYTES + 1024;
