/** Results of MCP tools, of scripts, and of any extension's tools; and what tools throw. Both ends are shown, of errors the end. */

import { mediaPrice } from "../../../bound/content/mediaPrice.js";
import { allocate } from "../../../budget/allocate.js";
import { utf8Length } from "../../../text/size.js";
import { once } from "../once.js";
import type { PiBlock, PiText, PiToolResult } from "../types.js";
import { completeOf } from "./complete.js";
import { cappedLine, linesOf, oneLine, pathLine } from "./compose.js";
import type { TakeContext } from "./context.js";
import { withPath } from "./details.js";
import { SIGNATURE, takePiece } from "./piece.js";
import { POINTER_BYTES } from "./shell.js";
import type { Allotment, Shown, Taken } from "./types.js";

export function takeOther(event: PiToolResult, context: TakeContext): Taken {
  const { limits, rule } = context;
  const { content, details, isError } = event;
  const published = content.reduce((sum, block) => sum + priceOf(block), 0);
  const textBytes = content.reduce((sum, block) => sum + (isText(block) ? utf8Length(block.text) : 0), 0);
  const lines = content.reduce((sum, block) => sum + (isText(block) ? linesOf(block.text) : 0), 0);
  const complete = completeOf(event, context);
  const bytes = published + (complete.isCutByPi ? POINTER_BYTES : 0);
  const keep = isError ? "tail" : rule.keep;

  const pieces = once(async () => {
    const blocks = await complete.blocks();
    return Promise.all(
      blocks.map(async (block) =>
        "source" in block
          ? takePiece(block.source, { keep, maxBytes: limits.ceilingBytes, asJson: keep === "ends" })
          : block,
      ),
    );
  });
  const asItIs = (state: Shown["state"]): Shown => ({ content, details, bytes: published, state });

  return {
    bytes,
    ceilingBytes: limits.ceilingBytes,
    keep: complete.keep,
    async show(allotment) {
      const fits = published <= allotment.maxBytes && lines <= limits.maxLines;
      if (fits && !complete.isCutByPi) return asItIs("whole");
      const kept = await complete.keep();
      const isSafe = kept.state === "kept" || published > limits.ceilingBytes;
      if (!isSafe) return asItIs(fits ? "whole" : "passed");

      const place = kept.state === "kept" ? `full output: ${oneLine(kept.path)}` : NOT_SAVED;
      const short = kept.state === "kept" ? pathLine(kept.path) : `${SIGNATURE}${NOT_SAVED}]`;
      // pi publishes no more of what it cut than this: the model asked for it.
      const mostBytes = complete.isCutByPi ? Math.min(allotment.maxBytes, bytes) : allotment.maxBytes;
      const line = fits ? short : lineThatFits(allotment, place, short);
      const mediaBytes = published - textBytes;
      const room = Math.max(0, mostBytes - mediaBytes - utf8Length(line) - 1);
      const view = await cutTogether(await pieces(), { bytes: room, lines: limits.contentLines("") });
      const shown = withLine(view, line);
      return {
        content: shown,
        details: kept.state === "kept" ? withPath(details, kept.path) : details,
        bytes: mediaBytes + shown.reduce((sum, block) => sum + (isText(block) ? utf8Length(block.text) : 0), 0),
        state: fits ? "pointed" : "capped",
        isLost: kept.state === "failed",
      };
    },
  };
}

type Shownable = Awaited<ReturnType<typeof takePiece>> | PiBlock;

/** Small texts stay whole, the largest are cut; the order stays, images too. */
async function cutTogether(pieces: readonly Shownable[], room: { bytes: number; lines: number }): Promise<PiBlock[]> {
  const sizes = pieces.map((piece) => ("part" in piece ? piece.bytes : 0));
  const given = allocate(sizes, room.bytes);
  let linesLeft = room.lines;
  const blocks: PiBlock[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (!("part" in piece)) {
      blocks.push(piece);
      continue;
    }
    const { text } = await piece.part({ bytes: given[index] ?? 0, lines: linesLeft });
    linesLeft = Math.max(0, linesLeft - linesOf(text));
    // Providers refuse a block of empty text.
    if (text !== "") blocks.push({ type: "text", text });
  }
  return blocks;
}

function withLine(blocks: readonly PiBlock[], line: string): PiBlock[] {
  const [first, ...rest] = blocks;
  if (line === "") return [...blocks];
  if (first === undefined || !isText(first)) return [{ type: "text", text: line }, ...blocks];
  return [{ type: "text", text: `${line}\n${first.text}` }, ...rest];
}

function lineThatFits(allotment: Allotment, place: string, short: string): string {
  const line = cappedLine(allotment, place);
  if (utf8Length(line) * 2 <= allotment.maxBytes) return line;
  return utf8Length(short) <= allotment.maxBytes ? short : "";
}

export function isText(block: PiBlock): block is PiText {
  return block.type === "text" && typeof block.text === "string";
}

/** Bytes that a block costs the context: an image's size in pixels, not the length of its base64. */
function priceOf(block: PiBlock): number {
  return isText(block) ? utf8Length(block.text) : PRICE(block);
}

const PRICE = mediaPrice();
const NOT_SAVED = "the full output could not be saved";
