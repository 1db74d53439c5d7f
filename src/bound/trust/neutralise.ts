/** Tool output that imitates spillway's words loses their opening bracket, so that no reader takes it for them. */
import type { NoticeClaim } from "./parseNotice.js";

/**
 * Each imitation gets `(` for `[`: as long in every unit, and the same when done again.
 *
 * @param keepsMarkers - whether exact elision markers stay: in a View that was bounded before, they are the truth
 */
export function neutralise(text: string, keepsMarkers = false): string {
  if (!text.includes("[") || !IMITATION.test(text)) return text;
  return text.replace(IMITATIONS, (found, words: string) => (keepsMarkers && MARKER.test(words) ? found : `(${words}`));
}

/**
 * The same for a text that is shown whole, which may be a View: the notice at its edge stays if it may, and so do the markers
 * beside it. Where nobody writes notices, one marker may stand alone.
 */
export function neutraliseView(
  text: string,
  { earlier, notice }: { readonly earlier?: NoticeClaim | undefined; readonly notice: object | false },
): string {
  const keepsMarkers = earlier !== undefined || (notice === false && text.split("[spillway:").length === 2);
  const { line = "", position = "last" } = earlier ?? {};
  const at = position === "last" ? text.lastIndexOf(line) : 0;
  return neutralise(text.slice(0, at), keepsMarkers) + line + neutralise(text.slice(at + line.length), keepsMarkers);
}

/**
 * The words at the start of a notice or marker, however they are cased or spaced, and with characters between them that
 * nobody sees; up to the end of the bracket or line, so that a marker can be told.
 */
const OPENING = String.raw`\[([\s\p{Cf}]*${[..."spillway"].join(String.raw`\p{Cf}*`)}[\s\p{Cf}]*:`;
const IMITATION = new RegExp(`${OPENING})`, "iu");
const IMITATIONS = new RegExp(String.raw`${OPENING}[^\n[\]]{0,240}\]?)`, "giu");

/** What `elisionMarker` and the markers in JSON say, behind the bracket. */
const MARKER =
  /^spillway: … \d[\d,]*(?: of \d[\d,]*)? (?:items?|members?|records?|chars?|lines?|bytes?)(?:, \d[\d,]* bytes?)? omitted(?:, next (?:at [\w./~-]+ )?from \d+)? …\]$/;
