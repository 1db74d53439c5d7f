/** Matches and directories: their start is shown, and pi's own notices stay behind it. */
import { utf8Length } from "../../../text/size.js";
import { once } from "../once.js";
import type { PiText, PiToolResult } from "../types.js";
import { cappedLine, compose, type Frame, linesOf, oneLine, pathLine } from "./compose.js";
import type { TakeContext } from "./context.js";
import { withFigures, withoutText } from "./details.js";
import { splitRows } from "./notices.js";
import { type Part, takePiece } from "./piece.js";
import { PI_BYTES } from "./rules.js";
import type { Taken } from "./types.js";

export function takeRows(event: PiToolResult, { text }: PiText, { store, meta, limits }: TakeContext): Taken {
  const { body, notice } = splitRows(text, event.details);
  const bytes = utf8Length(text);
  const piece = once(() => takePiece(body, { keep: "head", maxBytes: PI_BYTES }));
  const keep = once(() => store.keep(text, meta));
  const whole = (state: "whole" | "passed") => ({
    content: event.content,
    details: withoutText(event.details),
    bytes,
    state,
  });

  return {
    bytes,
    ceilingBytes: limits.ceilingBytes,
    keep,
    async show(allotment) {
      const { maxBytes } = allotment;
      const isInside = bytes <= maxBytes || (maxBytes >= PI_BYTES && utf8Length(body) <= PI_BYTES);
      if (isInside && linesOf(body) <= limits.maxLines) return whole("whole");
      const kept = await keep();
      if (kept.state === "failed") return whole("passed");

      const { part: partOf, bytes: pieceBytes } = await piece();
      const { text: view, part } = await compose({
        frames: framesOf(kept.path, notice, cappedLine(allotment, `full output: ${oneLine(kept.path)}`)),
        status: "",
        maxBytes,
        maxLines: limits.contentLines(""),
        partOf: (room) => partOf({ ...room, bytes: Math.min(room.bytes, pieceBytes + 1) }),
      });
      const figures = { part, maxBytes, maxLines: limits.maxLines, path: kept.path };
      return {
        content: [{ type: "text", text: view }],
        details: withFigures(event.details, figures),
        bytes: utf8Length(view),
        state: "capped",
      };
    },
  };
}

function framesOf(path: string, notice: string, line: string): Frame[] {
  const extent = ({ shown, total }: Part) => `Showing lines 1-${shown.lines} of ${total.lines}`;
  const last = (part: Part) => `[${notice === "" ? extent(part) : `${extent(part)}. ${notice}`}]`;
  return [
    { first: () => line, last },
    { first: () => pathLine(path), last },
    { first: () => pathLine(path), last: () => "" },
  ];
}
