/** Commands: their end is shown, and cut anew from all that they printed, not from what pi left of it. */
import { utf8Length } from "../../../text/size.js";
import { once } from "../once.js";
import { isRecord } from "../settings/resolve.js";
import { endsWith, isOutputFile, type Kept } from "../store.js";
import type { PiText, PiToolResult } from "../types.js";
import { sizeText } from "../words.js";
import { cappedLine, compose, type Frame, linesOf, oneLine, pathLine } from "./compose.js";
import type { TakeContext } from "./context.js";
import { withFigures, withoutText } from "./details.js";
import { outputPathOf, splitShell, splitStatus, truncationOf } from "./notices.js";
import { type Part, type Piece, takePiece } from "./piece.js";
import { PI_BYTES } from "./rules.js";
import type { Shown, Taken } from "./types.js";

export async function takeShell(event: PiToolResult, { text }: PiText, context: TakeContext): Promise<Taken> {
  const { store, meta, limits } = context;
  const { details, isError, structuredContent } = event;
  const { output, status } = splitStatus(text, isError);
  const log = await logOf(event, output);
  // What pi cut gets a line of ours, which says where all is.
  const bytes = utf8Length(text) + (log === undefined ? 0 : POINTER_BYTES);
  const all = completeOutput(structuredContent);

  const keep = once(() =>
    log === undefined ? store.keep(all ?? output, meta) : store.adopt(log, all ?? output, meta),
  );
  const piece = once(async (): Promise<Piece> => {
    const kept = log === undefined ? undefined : await keep();
    // The bytes rather than pi's text of them: what is no text can be told by them alone.
    const bytes = kept?.state === "kept" && kept.id !== undefined ? store.read(kept.id, kept.bytes) : undefined;
    return takePiece(bytes ?? all ?? output, { keep: "tail", maxBytes: MOST_BYTES, clean: true });
  });
  const whole = (state: Shown["state"]): Shown => ({
    content: event.content,
    details: withoutText(details),
    bytes: utf8Length(text),
    state,
  });

  return {
    bytes,
    ceilingBytes: limits.ceilingBytes,
    keep,
    async show(allotment) {
      const { maxBytes } = allotment;
      const body = splitShell(output)?.body ?? output;
      const isInside = utf8Length(text) <= maxBytes || (maxBytes >= PI_BYTES && utf8Length(body) <= PI_BYTES);
      const fits = isInside && linesOf(body) <= limits.maxLines;
      if (fits && log === undefined) return whole("whole");
      const kept = await keep();
      // Where the log cannot be moved, pi's words about it are still true.
      if (kept.state === "failed") return whole(fits ? "whole" : "passed");

      const { part: partOf, bytes: pieceBytes } = await piece();
      const { text: view, part } = await compose({
        frames: framesOf(kept, fits ? undefined : cappedLine(allotment, `full output: ${oneLine(kept.path)}`)),
        status,
        maxBytes,
        maxLines: limits.contentLines(status),
        partOf: (room) => partOf({ ...room, bytes: Math.min(room.bytes, MOST_BYTES, pieceBytes + 1) }),
      });
      const figures = { part, maxBytes, maxLines: limits.maxLines, path: kept.path };
      return {
        content: [{ type: "text", text: view }],
        details: withFigures(details, figures),
        bytes: utf8Length(view),
        state: fits || part.isWhole ? "pointed" : "capped",
      };
    },
  };
}

/** @param line - what we say of the cut, where it is ours */
function framesOf({ path }: Extract<Kept, { state: "kept" }>, line: string | undefined): Frame[] {
  const short = pathLine(path);
  const last = (part: Part) => (part.isWhole ? "" : `[${extentOf(part)} Full output: ${oneLine(path)}]`);
  return [
    // pi counts a final line break as one byte too many: nothing is missing then, and nothing need be said.
    { first: (part) => (part.isWhole ? (part.isAltered ? short : "") : (line ?? short)), last },
    { first: () => short, last },
    { first: () => short, last: () => "" },
  ];
}

/** What of all is shown, in pi's words. */
function extentOf({ shown, total, text }: Part): string {
  if (total.lines === 0) return `Showing ${sizeText(shown.bytes)} of ${sizeText(total.bytes)}.`;
  const isPartOfOne = shown.lines === 1 && !text.trimEnd().includes("\n") && shown.bytes > 0 && total.lines === 1;
  if (isPartOfOne) return `Showing last ${sizeText(shown.bytes)} of line 1 (line is ${sizeText(total.bytes)}).`;
  return `Showing lines ${total.lines - shown.lines + 1}-${total.lines} of ${total.lines}.`;
}

/** All that the command printed, as far as pi hands it over: up to 1 MiB. */
function completeOutput(structured: unknown): string | undefined {
  if (!isRecord(structured) || structured["truncated"] !== false) return undefined;
  const { output } = structured;
  return typeof output === "string" ? output : undefined;
}

/**
 * pi's log of a command whose output it cut. Where a command was ended, only its text names it, and a command can print
 * anything: the file must end with what is shown of it.
 */
async function logOf(event: PiToolResult, output: string): Promise<string | undefined> {
  const named = outputPathOf(event.details);
  const isCut = truncationOf(event.details) !== undefined;
  // A shell of another extension may name a file of its own, or one of another machine.
  if (named !== undefined) return isCut && isOutputFile(named) ? named : undefined;
  if (!event.isError || event.structuredContent !== undefined) return undefined;
  const claim = splitShell(output);
  if (claim === undefined || !isOutputFile(claim.path)) return undefined;
  return (await endsWith(claim.path, claim.body)) ? claim.path : undefined;
}

/** What a line takes that says where all is, with a path of some length. */
export const POINTER_BYTES = 256;
/** pi's bytes of content, and a line break behind it. */
const MOST_BYTES = PI_BYTES + 1;
