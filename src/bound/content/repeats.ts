/** Strings of structured content that other parts of the same result say already. */
import { isSame } from "../../json/same.js";
import { amount, BARE_MARKER, frame } from "../../text/words.js";
import type { Part } from "./blocks.js";

/**
 * The JSON text with such values replaced by where they stand: the text of a block, or its base64.
 *
 * @param inWords - whether to say where; else a bare marker is all
 * @returns the same text if there are none
 */
export function withoutRepeats<B>(json: string, parts: readonly Part<B>[], inWords: boolean): string {
  const wordsFor = new Map<string, string>();
  for (const part of parts) {
    const said = part.kind === "text" ? part.text : part.media?.data;
    if (typeof said !== "string" || said.length < LEAST_UNITS) continue;
    const what = `the ${part.kind === "text" ? "text" : "data"} of /content/${part.index}`;
    const words = inWords ? frame(`… ${what}, ${amount(said.length, "char")}, not repeated …`) : BARE_MARKER;
    wordsFor.set(JSON.stringify(said), `"${words}"`);
  }
  const lengths = new Set([...wordsFor.keys()].map((spelled) => spelled.length));
  let text = "";
  let copied = 0;
  for (let start = json.indexOf('"'); start !== -1; ) {
    const end = endOfString(json, start);
    const words = lengths.has(end - start) ? wordsFor.get(json.slice(start, end)) : undefined;
    // A key stays: two that are replaced alike would become one.
    if (words !== undefined && !isKey(json, end)) {
      text += json.slice(copied, start) + words;
      copied = end;
    }
    start = json.indexOf('"', end);
  }
  return copied === 0 ? json : text + json.slice(copied);
}

function isKey(json: string, end: number): boolean {
  let at = end;
  while (/\s/.test(json.charAt(at))) at++;
  return json.charAt(at) === ":";
}

/** Behind the quote that ends it: one with an even number of backslashes before it. */
function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); ; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
}

/** Whether a text is the JSON of the same value, however it is spelled: then one of the two says nothing new. */
export function saysSame(text: string, json: string): boolean {
  if (text === json) return true;
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    return isSame(JSON.parse(text), JSON.parse(json));
  } catch {
    return false;
  }
}

const BACKSLASH = 0x5c;
/** A short string is no longer than what would stand in its place. */
const LEAST_UNITS = 100;
