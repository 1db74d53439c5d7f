/** Reads a JSON text (RFC 8259) once, without building anything of it: whether it is JSON, and where its large values are. */
import { isPlainJson } from "#platform";
import { splitsPair } from "../../text/wellFormed.js";
import type { Skeleton } from "./skeleton.js";

/** Reads values of one text; what it reads of them goes to the skeleton. Depth is limited by memory alone. */
export class Scanner {
  private starts = new Int32Array(64);
  private counts = new Int32Array(64);
  private kinds = new Uint8Array(64);
  private readonly text: string;
  private readonly skeleton: Skeleton;

  constructor(text: string, skeleton: Skeleton) {
    this.text = text;
    this.skeleton = skeleton;
  }

  /**
   * Reads one value, white space before it skipped.
   *
   * @param depth - of the value, for one that stands inside another
   * @returns the position behind the value, or -1 if there is none or it is broken
   */
  scan(from: number, depth = 0): number {
    const { text, skeleton } = this;
    const { leastUnits } = skeleton;
    let { starts, counts, kinds } = this;
    let open = 0; // containers that are
    let isObject = false; // whether the innermost of them is an object
    let at = from;

    for (;;) {
      at = skipSpace(text, at);
      const unit = text.charCodeAt(at);
      if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
        isObject = unit === OPEN_BRACE;
        if (open === 8 * kinds.length) kinds = this.kinds = doubled(kinds, new Uint8Array(2 * kinds.length));
        setBit(kinds, open, isObject);
        // Of deeper ones only the kind is known: a write behind an array's end changes nothing, a read gives no number.
        if (open === starts.length && open < MOST_LEVELS) {
          starts = this.starts = doubled(starts, new Int32Array(2 * open));
          counts = this.counts = doubled(counts, new Int32Array(2 * open));
        }
        starts[open] = at;
        counts[open] = 0;
        open++;
        at = skipSpace(text, at + 1);
        if (text.charCodeAt(at) !== (isObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
          counts[open - 1] = 1;
          if (isObject) at = scanKey(text, at);
          if (at === -1) return -1;
          continue;
        }
      } else if (unit === QUOTE) {
        const start = at;
        at = scanString(text, at);
        if (at - start >= leastUnits) skeleton.add(start, at, at - start - 2 - escapeUnits, depth + open);
      } else {
        at = scanScalar(text, at, unit);
      }
      if (at === -1) return -1;

      // A value ended: close what ends with it, up to the next one.
      for (;;) {
        if (open === 0) return at;
        at = skipSpace(text, at);
        const next = text.charCodeAt(at);
        if (next === COMMA) {
          counts[open - 1] = (counts[open - 1] as number) + 1;
          at = isObject ? scanKey(text, skipSpace(text, at + 1)) : at + 1;
          if (at === -1) return -1;
          break;
        }
        if (next !== (isObject ? CLOSE_BRACE : CLOSE_BRACKET)) return -1;
        at++;
        open--;
        const start = starts[open] as number;
        if (at - start >= leastUnits) skeleton.add(start, at, counts[open] as number, depth + open);
        if (open > 0) isObject = hasBit(kinds, open - 1);
      }
    }
  }
}

/** @returns the position behind the white space that JSON allows */
export function skipSpace(text: string, from: number): number {
  let at = from;
  for (let unit = text.charCodeAt(at); unit <= SPACE; unit = text.charCodeAt(++at)) {
    if (unit !== SPACE && unit !== NEWLINE && unit !== RETURN && unit !== TAB) break;
  }
  return at;
}

/** @returns the position behind the colon of a member's key, or -1 */
function scanKey(text: string, from: number): number {
  if (text.charCodeAt(from) !== QUOTE) return -1;
  const end = scanString(text, from);
  if (end === -1) return -1;
  const colon = text.charCodeAt(end) === COLON ? end : skipSpace(text, end);
  return text.charCodeAt(colon) === COLON ? colon + 1 : -1;
}

/**
 * Leaves in `escapeUnits` how many units its escape sequences take beyond one each.
 *
 * @returns the position behind a string's closing quote, or -1
 */
function scanString(text: string, from: number): number {
  escapeUnits = 0;
  let at = from + 1;
  for (let jump = at + JUMP_UNITS; ; ) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at + 1;
    if (unit === BACKSLASH) {
      const end = scanEscape(text, at);
      if (end === -1) return -1;
      escapeUnits += end - at - 1;
      at = end;
      jump = at + JUMP_UNITS;
    } else if (!(unit >= SPACE)) {
      return -1; // a control, or NaN at the text's end
    } else if (++at === jump) {
      at = behindPlain(text, at);
    }
  }
}

/**
 * Goes on by ever larger stretches as long as the platform finds them plain, and then to where the last one is not: work in
 * proportion to what is passed.
 */
function behindPlain(text: string, from: number): number {
  let at = from;
  for (let units = LEAST_STRETCH_UNITS; at + units <= text.length; units = Math.min(2 * units, MOST_STRETCH_UNITS)) {
    const end = at + units;
    const stretch = text.slice(at, splitsPair(text, end) ? end - 1 : end);
    const quote = stretch.indexOf('"');
    if (!isPlainJson(quote === -1 ? stretch : stretch.slice(0, quote))) break;
    if (quote !== -1) return at + quote;
    at += stretch.length;
  }
  PLAIN_UNITS.lastIndex = at;
  PLAIN_UNITS.test(text);
  return PLAIN_UNITS.lastIndex;
}
/** A second result of `scanString`, which is called too often to return an object. */
let escapeUnits = 0;

/** @returns the position behind an escape sequence, or -1 */
function scanEscape(text: string, from: number): number {
  const escaped = text.charCodeAt(from + 1);
  if (escaped !== LOWER_U) return isEscapable(escaped) ? from + 2 : -1;
  for (let at = from + 2; at < from + 6; at++) if (!isHex(text.charCodeAt(at))) return -1;
  return from + 6;
}

/** @returns the position behind a number, `true`, `false` or `null`, or -1 */
function scanScalar(text: string, from: number, unit: number): number {
  if (unit === MINUS || isDigit(unit)) return scanNumber(text, from);
  const word = unit === 0x74 ? "true" : unit === 0x66 ? "false" : "null";
  return text.startsWith(word, from) ? from + word.length : -1;
}

function scanNumber(text: string, from: number): number {
  let at = text.charCodeAt(from) === MINUS ? from + 1 : from;
  const leadsWithZero = text.charCodeAt(at) === ZERO;
  let end = skipDigits(text, at);
  if (end === at || (leadsWithZero && end > at + 1)) return -1;
  if (text.charCodeAt(end) === POINT) {
    at = end + 1;
    end = skipDigits(text, at);
    if (end === at) return -1;
  }
  const unit = text.charCodeAt(end);
  if (unit !== 0x65 && unit !== 0x45) return end; // e, E
  const sign = text.charCodeAt(end + 1);
  at = end + (sign === MINUS || sign === PLUS ? 2 : 1);
  end = skipDigits(text, at);
  return end === at ? -1 : end;
}

function skipDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= 0x39;
}

function isHex(unit: number): boolean {
  return isDigit(unit) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x66);
}

/** `"` `\` `/` `b` `f` `n` `r` `t` */
function isEscapable(unit: number): boolean {
  return unit < 128 && ESCAPABLE[unit] === 1;
}

function doubled<T extends Int32Array | Uint8Array>(column: T, larger: T): T {
  larger.set(column);
  return larger;
}

function setBit(bits: Uint8Array, at: number, isSet: boolean): void {
  const byte = bits[at >>> 3] as number;
  bits[at >>> 3] = isSet ? byte | (1 << (at & 7)) : byte & ~(1 << (at & 7));
}

function hasBit(bits: Uint8Array, at: number): boolean {
  return (((bits[at >>> 3] as number) >>> (at & 7)) & 1) === 1;
}

/** Levels of which the skeleton can know where they begin: it would forget deeper ones. */
const MOST_LEVELS = 2 ** 18;

const ESCAPABLE = new Uint8Array(128);
for (const unit of '"\\/bfnrt') ESCAPABLE[unit.charCodeAt(0)] = 1;

/** Faster than a look at each unit, but for its start: what a string has up to its end or its next escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings
const PLAIN_UNITS = /[^"\\\0-\x1f]*/y;
/** Units of a string after which a jump pays. */
const JUMP_UNITS = 24;
/** Units of a stretch of a string. */
const LEAST_STRETCH_UNITS = 256;
const MOST_STRETCH_UNITS = 65_536;

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const LOWER_U = 0x75;
const SPACE = 0x20;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const TAB = 0x09;
const ZERO = 0x30;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
