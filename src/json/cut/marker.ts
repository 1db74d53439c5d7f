/** The words that stand in a JSON text where members or characters are left out. */
import { amount, BARE_MARKER, digits, frame } from "../../text/words.js";
import type { JsonElision } from "./types.js";

/** What the omitted things are called. */
export type Noun = "item" | "member" | "record" | "char";

/**
 * The longest wording that is small beside what else the value may take; none at all where even the shortest is not.
 *
 * @param room - UTF-16 units that the value may take
 * @returns `""` for none
 */
export function markerFor(noun: Noun, elision: JsonElision, room: number): string {
  const full = fullMarker(noun, elision);
  if (SMALL_PART * full.length <= room) return full;
  const brief = frame(`… ${omittedWords(noun, elision)} …`);
  if (SMALL_PART * brief.length <= room) return brief;
  return SMALL_PART * BARE_MARKER.length <= room ? BARE_MARKER : "";
}

function fullMarker(noun: Noun, elision: JsonElision): string {
  const { next } = elision;
  if (next === undefined || !PLAIN_POINTER.test(next.pointer)) return frame(`… ${omittedWords(noun, elision)} …`);
  const place = next.pointer === "" ? "" : `at ${next.pointer} `;
  return frame(`… ${omittedWords(noun, elision)}, next ${place}from ${next.from} …`);
}

function omittedWords(noun: Noun, { kept, total }: JsonElision): string {
  return `${digits(total - kept)} of ${amount(total, noun)} omitted`;
}

/** A key can be any text; one that needs quoting, or is long, would not help to read the marker. */
const PLAIN_POINTER = /^[\w./~-]{0,80}$/;
/** A marker takes a fourth of its value at most. */
const SMALL_PART = 4;
