/** Windows of the lines that match. */
import { utf8Prefix } from "../platform/utf8.js";
import { splitsPair } from "../text/wellFormed.js";
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
  const { total } = spill;
  const { after = 0, context = 0, pattern } = request;
  const start = Math.min(after, total);
  const overlap = Math.max(LEAST_OVERLAP_BYTES, 4 * pattern.length);
  const page = createPage(spill.room, spill.countTokens);

  let before: SpillLine[] = []; // the last lines that were not shown, `context` at most
  let behind = 0; // lines of context still to show
  let lastShown = 0;
  let lastMatch = 0;
  let matches = 0;

  for await (const line of linesOf(spill, start, request.line ?? (await lineNumberAt(spill, start)), overlap)) {
    const match = matchIn(line, matcher, overlap);
    if (match === undefined) {
      if (behind > 0 && page.add([contextEntry(line)])) lastShown = line.number;
      else before = [...before, line].slice(before.length < context ? 0 : 1);
      behind = Math.max(0, behind - 1);
      continue;
    }

    const entry = matchEntry(line, match);
    const lead = before.filter(({ number }) => number > lastShown);
    const isApart = context > 0 && lastShown > 0 && (lead[0] ?? line).number > lastShown + 1;
    const withContext = [...(isApart ? ["--"] : []), ...lead.map(contextEntry), entry];
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

/** A match in the bytes that a piece shares with the next one is the next one's to find. */
function matchIn(line: SpillLine, matcher: LineMatcher, overlap: number): Match | undefined {
  const found = matcher.find(line.text);
  if (found === undefined) return undefined;
  const byte = utf8Prefix(line.raw, found.start);
  if (line.goesOn && byte >= line.raw.length - overlap) return undefined;
  return { ...found, byte: line.start + byte };
}

function matchEntry({ number, text, goesOn }: SpillLine, { start, end, byte }: Match): string {
  if (text.length <= LONGEST_SHOWN_UNITS && !goesOn) return `${number}:${text}`;
  const from = Math.max(0, start - EXCERPT_UNITS);
  const to = Math.min(text.length, end + EXCERPT_UNITS, start + 2 * EXCERPT_UNITS);
  const excerpt = text.slice(splitsPair(text, from) ? from + 1 : from, splitsPair(text, to) ? to - 1 : to);
  return `${number}@${byte}:${from > 0 ? "…" : ""}${excerpt}${to < text.length || goesOn ? "…" : ""}`;
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
