/** What of a result goes into its Spill: no more than what the result does not show. */
import { neutralise } from "../../../bound/trust/neutralise.js";
import { locateJson } from "../../../json/cut/locate.js";
import { toWellFormed } from "../../../text/wellFormed.js";
import type { CallToolResultLike } from "../types.js";
import { jsonText } from "./keep.js";
import type { Plan } from "./plan.js";

/** What goes into a Spill. */
export interface Whole {
  /** The one text, the structured content, or the result. */
  readonly kind: "text" | "structured" | "result";
  readonly text: string;
  readonly mediaType: string;
  /** Where in it that is of which a part is shown, as a JSON Pointer. */
  readonly pointer?: string;
}

/**
 * The text, if all that is lost is its middle; the structured content, if all else is shown; else the result as JSON, what
 * is repeated but once.
 */
export function wholeOf(result: CallToolResultLike, plan: Plan, maxBytes: number): Whole {
  const { texts, kept, structured, leftOut, fields, textsFit } = plan;
  const [first] = texts;
  const isPlain =
    kept.every(({ kind }) => kind === "text") && Object.keys(fields).every((name) => name === "resultType");
  // At small limits, what was to be kept may have to go after all.
  const showsRest = leftOut.length === 0 && (isPlain || maxBytes >= SMALL_BYTES);
  if (showsRest && structured === undefined && first !== undefined && texts.length === 1) {
    const isJson = locateJson(first.text)?.start === 0;
    const mediaType = first.resource?.mimeType ?? (isJson ? "application/json" : "text/plain");
    return { kind: "text", text: first.text, mediaType };
  }
  const showsTexts = textsFit && maxBytes >= SMALL_BYTES && texts.every(({ text }) => harmless(text) === text);
  if (showsRest && structured !== undefined && (texts.length === 0 || showsTexts)) {
    return { kind: "structured", text: structured, mediaType: "application/json" };
  }
  const { structuredContent, ...others } = result;
  const pointer =
    textsFit && structured !== undefined
      ? "/structuredContent"
      : texts.length === 1 && !textsFit
        ? first?.pointer
        : undefined;
  return {
    kind: "result",
    text: jsonText({ ...others, ...(structured === undefined ? {} : { structuredContent }) }),
    mediaType: "application/json",
    ...(pointer === undefined ? {} : { pointer }),
  };
}

/** What is shown of a text that is shown whole. */
export function harmless(text: string): string {
  return neutralise(toWellFormed(text));
}

const SMALL_BYTES = 512;
