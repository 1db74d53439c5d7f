/** Structured content in the room that is left for it. */
import { cutLocated } from "../../json/cut/cutLocated.js";
import { locateJson } from "../../json/cut/locate.js";
import type { LimitedBy, Room } from "../../text/limits.js";
import { measureText, type TextSize } from "../../text/size.js";
import { wholeSource } from "../../text/source.js";
import { type NoticeFacts, noticeLadder } from "../notice.js";
import { costOf, leavesHalf, type RenderOptions } from "../render.js";
import { minus, UNITS } from "../room.js";

export interface StructuredView {
  /** The JSON text of what is left; `undefined` if nothing is. */
  readonly json: string | undefined;
  /** The notice that tells of it, where no other does; `""` for none. */
  readonly notice: string;
  readonly shown: TextSize;
}

/**
 * @param json - a JSON text that does not fit `room`, harmless
 * @param says - whether a notice is to be made: no text block has one
 * @param trusts - whether markers may have words without one: there is a notice all the same
 * @param cuts - whether records may be left out of it; else all of it is
 */
export function renderStructured(
  json: string,
  facts: NoticeFacts,
  options: RenderOptions,
  { says, trusts, cuts }: { readonly says: boolean; readonly trusts: boolean; readonly cuts: boolean },
): StructuredView {
  const { room, notice } = options;
  const source = wholeSource(json, measureText(json));
  const { total } = source;
  for (const wording of says ? noticeLadder(facts, notice) : []) {
    const left = minus(room, costOf(source, wording, NOTHING, options));
    if (!leavesHalf(left, room)) continue;
    const cut = cuts ? cutTo(json, left, options, true) : undefined;
    const { shown = NONE, limitedBy: by = passed(total, room) } = cut ?? {};
    return { json: cut?.text, notice: wording({ shown, total, limit: { by, room } }), shown };
  }
  const cut = cuts ? cutTo(json, room, options, trusts ? true : "bare") : undefined;
  return { json: cut?.text, notice: "", shown: cut?.shown ?? NONE };
}

/** @returns `undefined` where nothing of it is JSON any more */
function cutTo(json: string, room: Room, { keep, headShare, countTokens }: RenderOptions, marker: true | "bare") {
  const located = locateJson(json);
  if (located === undefined) return undefined;
  const cut = cutLocated(located, measureText(json), room, {
    headShare: keep === "head" ? 1 : keep === "tail" ? 0 : headShare,
    marker,
    countTokens,
    root: STRUCTURED,
  });
  return cut === undefined || cut.text === "" ? undefined : cut;
}

function passed(total: TextSize, room: Room): LimitedBy {
  return UNITS.find((unit) => unit !== "tokens" && total[unit] > room[unit]) ?? "tokens";
}

export const STRUCTURED = "/structuredContent";
const NOTHING = () => "";
const NONE: TextSize = { bytes: 0, chars: 0, lines: 0 };
