/** A text cut to what it may take once it is encoded, with the notice on its first line. */
import type { NoticeFacts } from "../../../bound/notice.js";
import { noticeLadder } from "../../../bound/notice.js";
import { NO_ALLOWANCE } from "../../../bound/options.js";
import { type RenderOptions, renderCut } from "../../../bound/render.js";
import { renderJsonCut } from "../../../bound/renderJson.js";
import { type Earlier, sourceOfView } from "../../../bound/trust/earlier.js";
import { neutralise } from "../../../bound/trust/neutralise.js";
import type { NoticeOptions } from "../../../bound/types.js";
import type { Room } from "../../../text/limits.js";
import { measureText } from "../../../text/size.js";
import { wholeSource } from "../../../text/source.js";
import { toWellFormed } from "../../../text/wellFormed.js";
import { encodedLength } from "../encoded.js";

export interface Wording {
  /** Clients cut again, most of them the end or the middle: the notice stands first. */
  readonly notice: NoticeOptions | false;
  readonly facts: NoticeFacts;
  /** The limit of the whole result, which the notice names. */
  readonly limitBytes: number;
}

/**
 * The View of a text: JSON record by record, anything else by lines.
 *
 * @param room - bytes that it may take as part of a JSON string
 * @param earlier - the notice of the View that the text is, where the store has confirmed it
 */
export function cutTextTo(text: string, room: number, wording: Wording, earlier?: Earlier): string {
  const options = optionsOf(room, wording);
  const source = toWellFormed(text);
  const total = measureText(source);
  if (earlier !== undefined) {
    const view = wholeSource(source, total);
    return renderCut(sourceOfView(view, earlier), wording.facts, { ...options, earlier: earlier.claim }).text;
  }
  const json = renderJsonCut(source, total, wording.facts, options);
  return (json ?? renderCut(wholeSource(source, total), wording.facts, options)).text;
}

/**
 * A text that is shown whole, behind a notice of what else was left out; the longest that fits.
 *
 * @param others - texts that are shown whole as well
 */
export function besideWhole(
  text: string,
  room: number,
  { notice, facts }: Wording,
  others: readonly string[] = [],
): string {
  const shown = neutralise(toWellFormed(text));
  const total = measureText(shown + others.join(""));
  for (const wording of noticeLadder(facts, notice)) {
    const words = wording({ shown: total, total });
    const view = shown === "" ? words : `${words}\n${shown}`;
    if (encodedLength(view) <= room) return view;
  }
  return shown;
}

function optionsOf(room: number, { notice, facts, limitBytes }: Wording): RenderOptions {
  return {
    keep: "ends",
    // In an error, what matters stands at the end.
    headShare: facts.isError === true ? 0.2 : 0.5,
    boundary: "line",
    countTokens: encodedLength,
    room: { ...NO_LIMITS, tokens: room },
    allowance: NO_ALLOWANCE,
    notice,
    told: { by: "bytes", room: { ...NO_LIMITS, bytes: limitBytes } },
  };
}

const NO_LIMITS: Room = {
  bytes: Number.POSITIVE_INFINITY,
  chars: Number.POSITIVE_INFINITY,
  lines: Number.POSITIVE_INFINITY,
  tokens: Number.POSITIVE_INFINITY,
};
