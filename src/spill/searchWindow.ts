/** Windows of the lines that match. */
import { detach } from "../text/detach.js";
import type { Room } from "../text/limits.js";
import { splitsPair } from "../text/wellFormed.js";
import type { Codec } from "./codec.js";
import { lineNumberAt, linesOf, type SpillLine } from "./lines.js";
import { createPage } from "./page.js";
import type { OpenSpill, SpillWindow } from "./readSpill.js";
import type { LineMatcher, SearchRequest } from "./request.js";

/**
 * The lines that match, as `NUMBER:line`, lines of context as `NUMBER-line`, `--` where lines are left out between them.
 * Of a long line an excerpt around its match is shown, as `NUMBER@BYTE:excerpt` with the byte offset of the match.
 */
export async function searchWindow(
  spill: OpenSpill,
  request: SearchRequest,
  matcher: LineMatcher,
): Promise<SpillWindow> {
  const { total, codec } = spill;
  const { after = 0, pattern } = request;
  const context = Math.min(request.context ?? 0, mostLines(spill.room));
  const start = Math.min(after, total) - (Math.min(after, total) % codec.width);
  const overlap = Math.max(LEAST_OVERLAP_BYTES, 4 * pattern.length);
  const page = createPage(spill.room, spill.countTokens);

  let before: ContextLine[] = []; // the last lines that were not shown: `context` of them, or up to twice as many
  let behind = 0; // lines of context still to show
  let lastShown = 0;
  let lastMatch = 0;
  let matches = 0;

  for await (const line of linesOf(spill, start, request.line ?? (await lineNumberAt(spill, start)), overlap)) {
    const match = matchIn(line, matcher, codec);
    if (match === undefined) {
      if (behind > 0 && page.add([contextEntry(line)])) lastShown = line.number;
      else if (context > 0) {
        before.push(toContext(line));
        if (before.length === 2 * context) before = before.slice(context);
      }
      behind = Math.max(0, behind - 1);
      continue;
    }

    const entry = matchEntry(line, match);
    const lead = before.slice(-context).filter(({ number }) => number > lastShown);
    const isApart = context > 0 && lastShown > 0 && (lead[0] ?? line).number > lastShown + 1;
    const withContext = [...(isApart ? ["--"] : []), ...lead.map(({ entry }) => entry), entry];
    if (!page.add(withContext)) {
      if (!page.isEmpty()) {
        const { start: end, number } = lead[0] ?? line; // its context comes with it
        const next = { search: { ...request, after: end, line: number } };
        return { text: page.text(), range: { start, end }, total, next, truncated: true, matches };
      }
      if (!page.add([entry])) page.addCut(entry);
    }
    if (line.number !== lastMatch) matches++;
    lastMatch = line.number;
    lastShown = line.number;
    behind = context;
    before = [];
  }
  return { text: page.text(), range: { start, end: total }, total, truncated: false, matches };
}

interface Match {
  /** UTF-16 indices into the line's text. */
  readonly start: number;
  readonly end: number;
  /** Byte offset in the Spill. */
  readonly byte: number;
}

/**
 * The first match in a line. In a piece of one, what the piece before has looked for is passed by, and what begins in the
 * characters that it shares with the next one is left to that.
 */
function matchIn(line: SpillLine, matcher: LineMatcher, codec: Codec): Match | undefined {
  const { text, raw, start, goesOn, isContinued, nextStart } = line;
  const from = isContinued ? ((text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1) : 0;
  const found = goesOn ? findInside(text, matcher, from) : matcher.find(text, from);
  if (found === undefined) return undefined;
  const byte = start + codec.locate(raw, start, found.start).bytes;
  return goesOn && byte > nextStart ? undefined : { ...found, byte };
}

/** What reaches the end of a piece need not reach the end of the line: it has to match also where the text goes on. */
function findInside(text: string, matcher: LineMatcher, from: number): ReturnType<LineMatcher["find"]> {
  const found = matcher.find(text, from);
  if (found === undefined || found.end < text.length) return found;
  const again = matcher.find(`${text}\0`, from);
  return again === undefined ? undefined : { start: again.start, end: Math.min(again.end, text.length) };
}

function matchEntry({ number, text, goesOn }: SpillLine, { start, end, byte }: Match): string {
  if (text.length <= LONGEST_SHOWN_UNITS && !goesOn) return `${number}:${text}`;
  const from = Math.max(0, start - EXCERPT_UNITS);
  const to = Math.min(text.length, end + EXCERPT_UNITS, start + 2 * EXCERPT_UNITS);
  const excerpt = text.slice(splitsPair(text, from) ? from + 1 : from, splitsPair(text, to) ? to - 1 : to);
  return `${number}@${byte}:${from > 0 ? "…" : ""}${excerpt}${to < text.length || goesOn ? "…" : ""}`;
}

/** A line as it is shown around a match: no more of it is held than that. */
interface ContextLine {
  readonly number: number;
  readonly start: number;
  readonly entry: string;
}

function toContext(line: SpillLine): ContextLine {
  return { number: line.number, start: line.start, entry: detach(contextEntry(line)) };
}

/** Lines that a window can have: each is shown with a number and what divides it from its text. */
function mostLines({ bytes, chars, lines }: Room): number {
  return Math.min(lines, bytes, chars);
}

function contextEntry({ number, text, goesOn }: SpillLine): string {
  if (text.length <= LONGEST_SHOWN_UNITS && !goesOn) return `${number}-${text}`;
  const to = splitsPair(text, LONGEST_SHOWN_UNITS) ? LONGEST_SHOWN_UNITS - 1 : LONGEST_SHOWN_UNITS;
  return `${number}-${text.slice(0, to)}…`;
}

/** UTF-16 units of a line that are shown whole. */
const LONGEST_SHOWN_UNITS = 500;
/** UTF-16 units shown on either side of a match in a longer line. */
const EXCERPT_UNITS = 200;
/** Bytes that two pieces of one huge line share: a match up to this long is found across their border. */
const LEAST_OVERLAP_BYTES = 4096;
