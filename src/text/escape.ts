/** The extent of terminal escape sequences (ECMA-48; OSC 8 and its kin as xterm has them). */

/**
 * Where the escape sequence ends that starts with the ESC at `at`: the index behind it, or -1 if the text ends first. A
 * sequence that is broken off by a control character ends before that character.
 */
export function endOfEscape(text: string, at: number): number {
  const kind = text[at + 1];
  if (kind === undefined) return -1;
  if (kind === "[") return endOfControl(text, at + 2);
  if (STRING_OPENERS.includes(kind)) return endOfString(text, at + 2);
  return endOfShort(text, at + 1);
}

/**
 * Index of an escape sequence that the text's end cuts short, or -1. One that the next one breaks off is cut short too, once
 * that is gone.
 */
export function openEscapeAt(text: string): number {
  let first = -1;
  for (let end = text.length; end > 0; end = first) {
    const at = lastOpenEscape(text.slice(Math.max(0, end - MAX_ESCAPE_UNITS - 2), end));
    if (at === -1) break;
    first = Math.max(0, end - MAX_ESCAPE_UNITS - 2) + at;
  }
  return first;
}

/** The same in a text that may begin inside a sequence, for one that nothing breaks off. */
function lastOpenEscape(text: string): number {
  let at = text.indexOf(ESC);
  let chain = at; // where the sequences begin of which each breaks the one before it off
  while (at !== -1) {
    const end = endOfEscape(text, at);
    if (end === -1) return chain;
    const next = text.indexOf(ESC, end);
    if (next !== end || endOfEscape(text.slice(at, end), 0) !== -1) chain = next;
    at = next;
  }
  return -1;
}

/** CSI: parameters and intermediates, then one final byte. */
function endOfControl(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x40 && unit <= 0x7e) return at + 1;
    if (unit < 0x20 || unit > 0x7e || at - from >= MAX_ESCAPE_UNITS) return at;
  }
  return -1;
}

/** OSC, DCS, SOS, PM, APC: up to BEL or ESC `\`; an unterminated one takes no more than its line. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x07) return at + 1;
    if (unit === 0x0a || at - from >= MAX_ESCAPE_UNITS) return at;
    if (unit !== 0x1b) continue;
    if (at + 1 === text.length) return -1;
    return text[at + 1] === "\\" ? at + 2 : at;
  }
  return -1;
}

/** ESC, intermediates, one final byte. */
function endOfShort(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x7e) return at + 1;
    if (unit < 0x20 || unit > 0x7e || at - from >= MAX_ESCAPE_UNITS) return at;
  }
  return -1;
}

export const ESC = "\u001b";
export const STRING_OPENERS = ["]", "P", "X", "^", "_"];
/** UTF-16 units after which a sequence that does not end is taken for text. */
export const MAX_ESCAPE_UNITS = 4096;
