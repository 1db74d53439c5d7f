/** Tool output that imitates spillway's words loses their opening bracket, so that no reader takes it for them. */

import type { NoticeStyle } from "../style.js";
import type { NoticeOptions } from "../types.js";
import type { NoticeClaim } from "./parseNotice.js";
import { isStyledMarker } from "./parseStyled.js";

/**
 * Each imitation gets `(` for `[`: as long in every unit, and the same when done again.
 *
 * @param keepsMarkers - whether exact elision markers stay: in a View that was bounded before, they are the truth
 * @param style - another style in use, whose notices and markers nobody may imitate either
 */
export function neutralise(text: string, keepsMarkers = false, style?: NoticeStyle): string {
  const harmless = style?.signature === undefined ? text : withoutSignature(text, style.signature, keepsMarkers, style);
  if (!harmless.includes("[") || !IMITATION.test(harmless)) return harmless;
  return harmless.replace(IMITATIONS, (found, words: string) =>
    keepsMarkers && MARKER.test(words) ? found : `(${words}`,
  );
}

function withoutSignature(text: string, signature: string, keepsMarkers: boolean, style: NoticeStyle): string {
  return text.replaceAll(signature, (found, at: number) =>
    keepsMarkers && isStyledMarker(text, at, style) ? found : `(${found.slice(1)}`,
  );
}

/** The style in use, if it is not the library's own. */
export function styleOf({ notice }: { readonly notice: NoticeOptions | false }): NoticeStyle | undefined {
  return notice === false ? undefined : notice.style;
}

/**
 * The same for a text that is shown whole, which may be a View: the notice at its edge stays if it may, and so do the markers
 * beside it. Where nobody writes notices, one marker may stand alone.
 */
export function neutraliseView(
  text: string,
  options: { readonly earlier?: NoticeClaim | undefined; readonly notice: NoticeOptions | false },
): string {
  const { earlier, notice } = options;
  const style = styleOf(options);
  const keepsMarkers = earlier !== undefined || hasOneMarker(text, notice);
  const { line = "", position = "last" } = earlier ?? {};
  const at = position === "last" ? text.lastIndexOf(line) : 0;
  const defuse = (part: string) => neutralise(part, keepsMarkers, style);
  return defuse(text.slice(0, at)) + line + defuse(text.slice(at + line.length));
}

/** Whether all there is of words is one marker, in a View that has no notice because nobody writes one. */
function hasOneMarker(text: string, notice: NoticeOptions | false): boolean {
  const { kept, failed = [], unkept = [], signature } = (notice === false ? undefined : notice.style) ?? NO_NOTICES;
  const isSilent =
    notice === false || (notice.style !== undefined && kept.length + failed.length + unkept.length === 0);
  return isSilent && text.split(signature ?? "[spillway:").length === 2;
}

/**
 * The words at the start of a notice or marker, however they are cased or spaced, and with characters between them that
 * nobody sees; up to the end of the bracket or line, so that a marker can be told.
 */
const OPENING = String.raw`\[([\s\p{Cf}]*${[..."spillway"].join(String.raw`\p{Cf}*`)}[\s\p{Cf}]*:`;
const IMITATION = new RegExp(`${OPENING})`, "iu");
const IMITATIONS = new RegExp(String.raw`${OPENING}[^\n[\]]{0,240}\]?)`, "giu");

/** What `elisionMarker`, `binaryMarker` and the markers in JSON and content say, behind the bracket. */
const MARKER =
  /^spillway: … (?:binary data \([\w ().,+/-]{1,60}\), \d[\d,]* bytes?|\d[\d,]*(?: of \d[\d,]*)? (?:items?|members?|records?|chars?|lines?|bytes?)(?:, \d[\d,]* bytes?)? omitted(?:, next (?:at [\w./~-]+ )?from \d+)?|the (?:text|data) of \/content\/\d+, \d[\d,]* chars?, not repeated|(?:media|block) \([\w.+/-]{1,60}\), \d[\d,]* bytes?, omitted) …\]$/;

const NO_NOTICES: NoticeStyle = { kept: [], marker: [] };
