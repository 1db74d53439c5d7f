/** The words that stand in a JSON text where members or characters are left out. */
import { amount, BARE_MARKER, digits, frame } from "../../text/words.js";
import type { JsonElision, ShrinkOptions } from "./types.js";

/** What the omitted things are called. */
export type Noun = "item" | "member" | "record" | "char";

/** What to say of an elision: nothing longer than of the one that it was chosen for. */
type Wording = (elision: JsonElision) => string;

/**
 * The longest wording that is small beside what else the value may take; `""` where even the shortest is not.
 *
 * @param longest - the elision that takes the most words: the one to be told of leaves out less
 * @param room - UTF-16 units that the value may take
 * @param marker - as in the options
 */
export function wordingFor(
  noun: Noun,
  longest: JsonElision,
  room: number,
  marker: ShrinkOptions["marker"] = true,
): Wording {
  if (marker === false) return () => "";
  const omitted: Wording = ({ kept, total }) => `${digits(total - kept)} of ${amount(total, noun)} omitted`;
  const brief: Wording = (elision) => frame(`… ${omitted(elision)} …`);
  const place = placeOf(longest);
  const full: Wording = (elision) => frame(`… ${omitted(elision)}, next ${place}from ${elision.next?.from} …`);
  const worded = place === undefined ? [brief] : [full, brief];
  const wordings = [...(marker === "bare" ? [] : worded), () => BARE_MARKER];
  return wordings.find((wording) => SMALL_PART * wording(longest).length <= room) ?? (() => "");
}

/** Where to read on. A key can be any text; one that needs quoting, or is long, would not help to read the marker. */
function placeOf({ next }: JsonElision): string | undefined {
  if (next === undefined || next.pointer.length > MOST_POINTER_UNITS) return undefined;
  if (!PLAIN_POINTER.test(next.pointer)) return undefined;
  return next.pointer === "" ? "" : `at ${next.pointer} `;
}

const PLAIN_POINTER = /^[\w./~-]*$/;
const MOST_POINTER_UNITS = 80;
/** A marker takes a fourth of its value at most. */
const SMALL_PART = 4;
