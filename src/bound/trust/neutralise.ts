/** Tool output that imitates spillway's words loses their opening bracket, so that no reader takes it for them. */
import type { NoticeOptions } from "../types.js";
import type { NoticeClaim } from "./parseNotice.js";

/**
 * Each imitation gets `(` for `[`: as long in every unit, and the same when done again.
 *
 * @param signature - how the notices of another style begin: with `[`
 * @param keepsMarkers - whether exact elision markers stay: in a View that was bounded before, they are the truth
 */
export function neutralise(text: string, keepsMarkers = false, signature?: string): string {
  const harmless = signature === undefined ? text : text.replaceAll(signature, `(${signature.slice(1)}`);
  if (!harmless.includes("[") || !IMITATION.test(harmless)) return harmless;
  return harmless.replace(IMITATIONS, (found, words: string) =>
    keepsMarkers && MARKER.test(words) ? found : `(${words}`,
  );
}

/** How the notices begin that another style writes. */
export function signatureOf({ notice }: { readonly notice: NoticeOptions | false }): string | undefined {
  return notice === false ? undefined : notice.style?.signature;
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
  const signature = signatureOf(options);
  const keepsMarkers = earlier !== undefined || (notice === false && text.split("[spillway:").length === 2);
  const { line = "", position = "last" } = earlier ?? {};
  const at = position === "last" ? text.lastIndexOf(line) : 0;
  const defuse = (part: string) => neutralise(part, keepsMarkers, signature);
  return defuse(text.slice(0, at)) + line + defuse(text.slice(at + line.length));
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
  /^spillway: … (?:binary data \([\w ().,+/-]{1,60}\), \d[\d,]* bytes?|\d[\d,]*(?: of \d[\d,]*)? (?:items?|members?|records?|chars?|lines?|bytes?)(?:, \d[\d,]* bytes?)? omitted(?:, next (?:at [\w./~-]+ )?from \d+)?|the (?:text|data) of \/content\/\d+, \d[\d,]* chars?, not repeated|media \([\w.+/-]{1,60}\), \d[\d,]* bytes?, omitted) …\]$/;
