/** Puts a View together: our line first, the content, what pi says behind it. All of it inside the Bound. */
import { measureText, utf8Length } from "../../../text/size.js";
import { toWellFormed } from "../../../text/wellFormed.js";
import { counted, sizeText, tokensText } from "../words.js";
import { type Part, SIGNATURE } from "./piece.js";
import type { Allotment } from "./types.js";

/** The words around the content of a View; each may tell what is shown. */
export interface Frame {
  /** Our line; "" for none. */
  readonly first: (part: Part) => string;
  /** In brackets of pi's kind, behind the content; "" for none. */
  readonly last: (part: Part) => string;
}

export interface ComposeOptions {
  /** From the longest to the shortest: one that leaves the content less than half steps down. */
  readonly frames: readonly Frame[];
  /** What ends the View, such as the exit code; "" for none. */
  readonly status: string;
  readonly maxBytes: number;
  /** Lines of the content. */
  readonly maxLines: number;
  readonly partOf: (room: { readonly bytes: number; readonly lines: number }) => Promise<Part>;
}

export interface Composed {
  readonly text: string;
  readonly part: Part;
}

export async function compose(options: ComposeOptions): Promise<Composed> {
  const { frames, maxBytes } = options;
  for (const [index, frame] of frames.entries()) {
    const composed = await tryFrame(frame, options, index === frames.length - 1 ? 0 : maxBytes / 2);
    if (composed !== undefined) return composed;
  }
  return { text: "", part: await options.partOf({ bytes: 0, lines: 0 }) };
}

/** @param leastBytes - that the words must leave for the content */
async function tryFrame(frame: Frame, options: ComposeOptions, leastBytes: number): Promise<Composed | undefined> {
  const { maxBytes, maxLines, partOf, status } = options;
  // The words are longest where most is shown: tried with that first, they can only get shorter, but for a digit.
  let bytes = maxBytes - utf8Length(assemble(frame, await partOf({ bytes: maxBytes, lines: maxLines }), status, ""));
  for (let round = 0; round < MOST_ROUNDS && bytes >= Math.max(0, leastBytes); round++) {
    const part = await partOf({ bytes, lines: maxLines });
    const text = assemble(frame, part, status, part.text);
    const excess = utf8Length(text) - maxBytes;
    if (excess <= 0) return { text, part };
    bytes -= excess;
  }
  return undefined;
}

function assemble({ first, last }: Frame, part: Part, status: string, content: string): string {
  const above = first(part);
  const below = [last(part), status].filter((words) => words !== "");
  const body = below.length === 0 ? content : content.replace(/\n$/, "");
  return [...(above === "" ? [] : [`${above}\n`]), body, ...below.map((words) => `\n\n${words}`)].join("");
}

/** `[output-limits: capped to 8KB (4.1k tokens) of the 16k token headroom left for this message (3 calls); …]` */
export function cappedLine({ maxBytes, tokens, isCeiling, free, calls }: Allotment, rest: string): string {
  const of = free === undefined || isCeiling ? "" : ` of the ${tokensText(free.headroom)} token headroom`;
  const among = calls === undefined ? "" : ` (${counted(calls, "call")})`;
  const where = of === "" ? "" : `${of} left for this message${among}`;
  return `${SIGNATURE}capped to ${sizeText(maxBytes)} (${tokensText(tokens)} tokens)${where}; ${rest}]`;
}

/** Where all of it is, without more. */
export function pathLine(path: string): string {
  return `${SIGNATURE}full output: ${oneLine(path)}]`;
}

/** A folder can be called anything; a notice is one line of well-formed text. */
export function oneLine(path: string): string {
  return toWellFormed(path).replace(/\p{Cc}/gu, "\ufffd");
}

/** Lines as pi's limits count them. */
export function linesOf(text: string): number {
  return measureText(text).lines;
}

const MOST_ROUNDS = 6;
