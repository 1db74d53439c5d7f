/** Files: their start is shown, and the line to go on from is always said. The file itself is the complete result. */
import { utf8Length } from "../../../text/size.js";
import { once } from "../once.js";
import type { PiText, PiToolResult } from "../types.js";
import { sizeText } from "../words.js";
import { cappedLine, compose, type Frame, linesOf } from "./compose.js";
import type { TakeContext } from "./context.js";
import { withFigures, withoutText } from "./details.js";
import { quotedHint, shellQuote, splitRead } from "./notices.js";
import { type Part, takePiece } from "./piece.js";
import { PI_BYTES } from "./rules.js";
import type { Taken } from "./types.js";

export function takeRead(event: PiToolResult, { text }: PiText, { limits }: TakeContext): Taken {
  const { body, start, totalLines } = splitRead(text, event);
  const bytes = utf8Length(text);
  const piece = once(() => takePiece(body, { keep: "head", maxBytes: PI_BYTES }));
  const path = typeof event.input["path"] === "string" ? event.input["path"] : "FILE";

  return {
    bytes,
    ceilingBytes: limits.ceilingBytes,
    keep: async () => undefined,
    async show(allotment) {
      const { maxBytes } = allotment;
      if (utf8Length(body) <= maxBytes && linesOf(body) <= limits.maxLines) {
        const hint = body === "" ? quotedHint(text) : text;
        const content = hint === text ? event.content : [{ type: "text" as const, text: hint }];
        return { content, details: withoutText(event.details), bytes: utf8Length(hint), state: "whole" };
      }
      const { part: partOf, bytes: pieceBytes } = await piece();
      const composed = await compose({
        frames: framesOf({ start, totalLines, path }, (rest) => cappedLine(allotment, rest)),
        status: "",
        maxBytes,
        maxLines: limits.contentLines(""),
        partOf: async (room) => wholeLines(await partOf({ ...room, bytes: Math.min(room.bytes, pieceBytes + 1) })),
      });
      const figures = { part: composed.part, maxBytes, maxLines: limits.maxLines, path: undefined };
      return {
        content: [{ type: "text", text: composed.text }],
        details: withFigures(event.details, figures),
        bytes: utf8Length(composed.text),
        state: "capped",
      };
    },
  };
}

interface Place {
  readonly start: number;
  readonly totalLines: number | undefined;
  readonly path: string;
}

function framesOf(place: Place, line: (rest: string) => string): Frame[] {
  const last = (part: Part) => `[${pointerOf(part, place)}]`;
  return [
    { first: (part) => line(`use offset=${nextLine(part, place)} to continue`), last },
    { first: () => "", last },
  ];
}

/** Where to go on, in pi's words; inside of a line too, which `read` cannot do. */
function pointerOf(part: Part, place: Place): string {
  const { start, totalLines, path } = place;
  const next = nextLine(part, place);
  if (!endsInside(part)) {
    const of = totalLines === undefined ? "" : ` of ${totalLines}`;
    return `Showing lines ${start}-${next - 1}${of}. Use offset=${next} to continue.`;
  }
  const rest = `sed -n '${start}p' ${shellQuote(path)} | tail -c +${part.shown.bytes + 1}`;
  const beyond = totalLines !== undefined && start >= totalLines ? "" : `, or offset=${next} to continue behind it`;
  return `Showing the first ${sizeText(part.shown.bytes)} of line ${start}. Use bash: ${rest}${beyond}.`;
}

/** The number of the line behind the last one that is shown. */
function nextLine({ shown }: Part, { start }: Place): number {
  return start + Math.max(1, shown.lines);
}

/** Only the first line can be shown in part: the others are left out whole. */
function endsInside({ text, isWhole, shown }: Part): boolean {
  return !isWhole && shown.lines <= 1 && !text.endsWith("\n");
}

/** The part without a line that it has only the start of, unless that is all it has. */
function wholeLines(part: Part): Part {
  const end = part.text.lastIndexOf("\n") + 1;
  if (part.isWhole || end === 0 || end === part.text.length) return part;
  const text = part.text.slice(0, end);
  const rest = part.text.length - end;
  const bytes = part.shown.bytes - utf8Length(part.text.slice(end));
  return { ...part, text, shown: { bytes, chars: part.shown.chars - rest, lines: part.shown.lines - 1 } };
}
