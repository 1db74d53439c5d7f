/** The View of a JSON text that does not fit: cut as JSON, with the notice on a line of its own. */
import { cutLocated, type LocatedCut } from "../json/cut/cutLocated.js";
import { locateJson } from "../json/cut/locate.js";
import type { JsonElision } from "../json/cut/types.js";
import { measureText, type TextSize } from "../text/size.js";
import { type NoticeFacts, noticeLadder } from "./notice.js";
import { leavesHalf, type RenderOptions, type View, withNotice } from "./render.js";
import { minimum, minus, sum } from "./room.js";
import { neutralise, styleOf } from "./trust/neutralise.js";

export interface JsonView extends View {
  readonly elisions: readonly JsonElision[];
}

/**
 * The longest notice that leaves the JSON at least half of every limit.
 *
 * @returns `undefined` for what is not JSON after all
 */
export function renderJsonCut(
  text: string,
  total: TextSize,
  facts: NoticeFacts,
  options: RenderOptions,
): JsonView | undefined {
  const located = locateJson(text);
  if (located === undefined) return undefined;
  const { room, keep, countTokens, told } = options;
  const limitOf = (by: View["limitedBy"]) => told ?? (by === undefined ? undefined : { by, room });
  const roomInAll = sum(room, options.allowance);
  const headShare = keep === "head" ? 1 : keep === "tail" ? 0 : options.headShare;

  for (const notice of [...noticeLadder(facts, options.notice), NOTHING]) {
    const beside = {
      room: roomInAll,
      add: (json: string, shown: TextSize, by: View["limitedBy"]) =>
        withNotice(json, notice({ shown, total, limit: limitOf(by) }), options),
    };
    const cut = cutLocated(located, total, room, {
      headShare,
      // Without a notice beside it, a marker that has the library's name could be anybody's.
      marker: notice === NOTHING && options.notice !== false ? "bare" : true,
      countTokens,
      beside,
      clean: (stretch: string) => neutralise(stretch, false, styleOf(options)),
    });
    if (cut === undefined) return undefined;
    const words = notice({ shown: cut.shown, total, limit: limitOf(cut.limitedBy) });
    if (words === "") return viewOf(cut);
    const left = minus(roomInAll, {
      ...measureText(`${words}\n`),
      tokens: room.tokens === Infinity ? 0 : countTokens(words),
    });
    if (leavesHalf(minimum(room, left), room)) return viewOf(cut);
  }
  return undefined;
}

function viewOf({ cleaned, ...cut }: LocatedCut): JsonView {
  return { ...cut, truncated: true, neutralised: cleaned };
}

const NOTHING = () => "";
