/** What is known of a result that is a View itself: it was bounded before it came here. */
import type { SpillInfo, SpillRef, SpillSink } from "../../spill/types.js";
import { measureText, type TextSize } from "../../text/size.js";
import type { SourceText } from "../../text/source.js";
import { BARE_MARKER, elisionMarker } from "../../text/words.js";
import type { NoticeOptions } from "../types.js";
import { confirm, namesSpill } from "./confirm.js";
import { styleOf } from "./neutralise.js";
import { type NoticeClaim, parseNotice } from "./parseNotice.js";
import { parseStyled } from "./parseStyled.js";

/** A notice at an edge that may stay: it names no Spill, or one that the store has. */
export interface Earlier {
  readonly claim: NoticeClaim;
  readonly info?: SpillInfo;
}

export async function findEarlier(
  source: SourceText,
  sink: SpillSink | undefined,
  notice: NoticeOptions | false = {},
): Promise<Earlier | undefined> {
  const claim = claimAtEdge(source, notice);
  if (claim === undefined) return undefined;
  if (!namesSpill(claim)) return { claim };
  const info = await confirm(claim, sink);
  return info === undefined ? undefined : { claim, info };
}

/** The same without a store, which can confirm nothing. */
export function findHarmless(source: SourceText, notice: NoticeOptions | false): Earlier | undefined {
  const claim = claimAtEdge(source, notice);
  return claim === undefined || namesSpill(claim) ? undefined : { claim };
}

/** Whether a View has a notice at its edge. */
export function hasNotice(view: string, notice: NoticeOptions | false): boolean {
  return notice !== false && claimAtEdge({ prefix: view, suffix: view }, notice) !== undefined;
}

/** A notice of the style in use, or of the library's own. */
function claimAtEdge(
  { prefix, suffix }: Pick<SourceText, "prefix" | "suffix">,
  notice: NoticeOptions | false,
): NoticeClaim | undefined {
  const style = styleOf({ notice });
  const parse = (view: string) => (style && parseStyled(view, style)) ?? parseNotice(view);
  const last = parse(suffix);
  if (last?.position === "last") return last;
  const first = parse(prefix);
  return first?.position === "first" ? first : undefined;
}

/**
 * The result that an earlier View shows, as a source to be cut again: what was left out then is missing from its middle,
 * and its sizes are those that the View told.
 */
export function sourceOfView(view: SourceText, { claim, info }: Earlier): SourceText {
  const isLast = claim.position === "last";
  const withoutLast = (text: string) => (isLast ? text.slice(0, text.lastIndexOf(claim.line)) : text);
  const withoutFirst = (text: string) => (isLast ? text : text.slice(claim.line.length + 1));
  const { head, tail } = view.gap
    ? { head: withoutFirst(view.prefix), tail: withoutLast(view.suffix) }
    : partsOf(withoutFirst(withoutLast(view.prefix)), claim);
  return { prefix: head, suffix: tail, gap: true, total: totalOf(head, tail, claim, info) };
}

/** The two sides of the View's marker; without one, all of it is the side that the notice is not at. */
function partsOf(content: string, { shown, total, position }: NoticeClaim): { head: string; tail: string } {
  const markers = [BARE_MARKER];
  if (shown !== undefined && total !== undefined) {
    markers.unshift(
      elisionMarker({ lines: (total.lines ?? 0) - (shown.lines ?? 0), bytes: total.bytes - shown.bytes, chars: 0 }),
    );
  }
  for (const marker of markers) {
    const at = content.indexOf(marker);
    if (at !== -1) return { head: content.slice(0, at), tail: content.slice(at + marker.length).replace(/^\n/, "") };
  }
  // Pinned lines stand between several markers: they go with what was left out around them.
  const elisions = [...content.matchAll(ELISIONS)];
  const [first, last] = [elisions[0], elisions.at(-1)];
  if (first !== undefined && last !== undefined) {
    const tail = content.slice(last.index + last[0].length).replace(/^\n/, "");
    return { head: content.slice(0, first.index), tail };
  }
  return position === "last" ? { head: content, tail: "" } : { head: "", tail: content };
}

/** Characters are in no notice: they are what is here, at the least. */
function totalOf(head: string, tail: string, { total }: NoticeClaim, info: SpillInfo | undefined): TextSize {
  const [first, last] = [measureText(head), measureText(tail)];
  return {
    bytes: Math.max(total?.bytes ?? info?.totalBytes ?? 0, first.bytes + last.bytes),
    chars: first.chars + last.chars,
    // Both sides may have a part of one line.
    lines: Math.max(total?.lines ?? 0, first.lines + last.lines - (head !== "" && tail !== "" ? 1 : 0)),
  };
}

const ELISIONS = /\[spillway: … (?:\d[\d,]* lines?, )?\d[\d,]* bytes? omitted …\]/g;

/** What of a Spill's description names it. */
export function refOf({ meta, createdAt, readAt, ...ref }: SpillInfo): SpillRef {
  return ref;
}
