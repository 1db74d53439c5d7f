/** Structured content in the room that is left for it. */
import { cutJson } from "../../json/cutJson.js";
import { limitsOf, type Room } from "../../text/limits.js";
import { measureText, type TextSize } from "../../text/size.js";
import { type NoticeFacts, noticeLadder } from "../notice.js";
import { leavesHalf, type RenderOptions } from "../render.js";
import { minus } from "../room.js";

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
 * @param cuts - whether records may be left out of it; else all of it is
 */
export function renderStructured(
  json: string,
  facts: NoticeFacts,
  options: RenderOptions,
  { says, cuts }: { readonly says: boolean; readonly cuts: boolean },
): StructuredView {
  const { room, notice, countTokens } = options;
  const total = measureText(json);
  for (const wording of [...(says ? noticeLadder(facts, notice) : []), NOTHING]) {
    const limit = { by: "bytes", room } as const;
    const longest = wording({ shown: total, total, limit });
    const left = minus(room, { ...measureText(longest), tokens: longest === "" ? 0 : countTokens(longest) });
    if (wording !== NOTHING && !leavesHalf(left, room)) continue;
    const shownJson = cuts ? cutTo(json, left, options) : undefined;
    const shown = shownJson?.shown ?? NONE;
    return { json: shownJson?.text, notice: wording({ shown, total, limit }), shown };
  }
  return { json: undefined, notice: "", shown: NONE };
}

/** @returns `undefined` where nothing of it is JSON any more */
function cutTo(json: string, room: Room, { keep, headShare, countTokens }: RenderOptions) {
  const cut = cutJson(json, limitsOf(room), { keep, headShare, countTokens });
  return cut.kind === "json" && cut.text !== "" ? cut : undefined;
}

const NOTHING = () => "";
const NONE: TextSize = { bytes: 0, chars: 0, lines: 0 };
