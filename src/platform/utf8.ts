/** UTF-8 in plain ECMAScript, for runtimes without a codec that we may reach. */
import type { Totals } from "./types.js";

/** UTF-8 bytes of a text; a lone surrogate counts 3. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (isPairAt(text, index, unit)) {
      bytes += 2; // two units, four bytes
      index++;
    } else bytes += 2;
  }
  return bytes;
}

/** UTF-8 bytes and newlines of a text. */
export function measureUtf8(text: string): Totals {
  let newlines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) newlines++;
  return { bytes: utf8Length(text), newlines };
}

/** Units of the longest prefix inside `maxBytes`, from `from` on, where `bytes` are taken already. */
export function utf8Head(text: string, maxBytes: number, from = 0, bytes = 0): number {
  let taken = bytes;
  for (let at = from; at < text.length; ) {
    const unit = text.charCodeAt(at);
    const isPair = isPairAt(text, at, unit);
    taken += isPair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    if (taken > maxBytes) return at;
    at += isPair ? 2 : 1;
  }
  return text.length;
}

/** Where the longest suffix inside `maxBytes` starts, of the text up to `end`. */
export function utf8Tail(text: string, maxBytes: number, end = text.length): number {
  let taken = 0;
  for (let at = end; at > 0; ) {
    const unit = text.charCodeAt(at - 1);
    const isPair = unit >= 0xdc00 && unit <= 0xdfff && at > 1 && isPairAt(text, at - 2, text.charCodeAt(at - 2));
    taken += isPair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    if (taken > maxBytes) return at;
    at -= isPair ? 2 : 1;
  }
  return 0;
}

/** UTF-8 of a text; a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(utf8Length(text));
  let at = 0;
  for (const character of text) {
    let code = character.codePointAt(0) as number;
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (code < 0x80) bytes[at++] = code;
    else if (code < 0x800) {
      bytes[at++] = 0xc0 | (code >> 6);
      bytes[at++] = 0x80 | (code & 0x3f);
    } else if (code < 0x10000) {
      bytes[at++] = 0xe0 | (code >> 12);
      bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[at++] = 0x80 | (code & 0x3f);
    } else {
      bytes[at++] = 0xf0 | (code >> 18);
      bytes[at++] = 0x80 | ((code >> 12) & 0x3f);
      bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[at++] = 0x80 | (code & 0x3f);
    }
  }
  return bytes;
}

/** Whether bytes are valid UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceAt(bytes, at);
    if (length < 0) return false;
    at += length;
  }
  return true;
}

/** UTF-16 units and newlines of valid UTF-8: a continuation makes no unit, a sequence of four makes two. */
export function measureBytes(bytes: Uint8Array): { chars: number; newlines: number } {
  let chars = 0;
  let newlines = 0;
  for (const byte of bytes) {
    if (byte < 0x80 || byte >= 0xc0) chars += byte >= 0xf0 ? 2 : 1;
    if (byte === 0x0a) newlines++;
  }
  return { chars, newlines };
}

/**
 * Text of UTF-8 bytes: the decoder of the WHATWG Encoding Standard (§ 8.1.1), in which each maximal prefix of a
 * well-formed sequence that is cut short becomes one U+FFFD. A byte order mark stays.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  const pieces: string[] = [];
  let units: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceAt(bytes, at);
    const code = length > 0 ? codePointOf(bytes, at, length) : 0xfffd;
    if (code >= 0x10000) units.push(0xd7c0 + (code >> 10), 0xdc00 | (code & 0x3ff));
    else units.push(code);
    at += Math.abs(length);
    if (units.length >= PIECE_UNITS) {
      pieces.push(String.fromCharCode(...units));
      units = [];
    }
  }
  pieces.push(String.fromCharCode(...units));
  return pieces.join("");
}

/**
 * The sequence that starts at `at`: its length if it is well formed, else minus the number of bytes that one U+FFFD
 * stands for.
 */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return 1;
  const length = utf8SequenceLength(lead);
  if (length === 0) return -1;
  for (let index = 1; index < length; index++) {
    const byte = bytes[at + index];
    if (byte === undefined || !continues(lead, index, byte)) return -index;
  }
  return length;
}

/** Bytes of the sequence that a lead byte announces; 0 if no well-formed sequence starts so. */
function utf8SequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

/** Whether `byte` may stand at `index` behind `lead` (Unicode Standard, table 3-7). */
function continues(lead: number, index: number, byte: number): boolean {
  if (index > 1) return byte >= 0x80 && byte <= 0xbf;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  return byte >= low && byte <= high;
}

function codePointOf(bytes: Uint8Array, at: number, length: number): number {
  const lead = bytes[at] as number;
  if (length === 1) return lead;
  let code = lead & (0x7f >> length);
  for (let index = 1; index < length; index++) code = (code << 6) | ((bytes[at + index] as number) & 0x3f);
  return code;
}

/** Bytes at the end that are the valid start of a sequence whose rest is still to come: 0 to 3. */
export function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const lead = bytes[bytes.length - back] as number;
    if (lead >= 0x80 && lead < 0xc0) continue; // a continuation: its lead stands before it
    if (utf8SequenceLength(lead) <= back) return 0;
    for (let index = 1; index < back; index++) {
      if (!continues(lead, index, bytes[bytes.length - back + index] as number)) return 0;
    }
    return back;
  }
  return 0;
}

/** Bytes that the first `units` UTF-16 units of the decoded text stand for. */
export function utf8Prefix(bytes: Uint8Array, units: number): number {
  let at = 0;
  for (let seen = 0; seen < units && at < bytes.length; ) {
    const length = sequenceAt(bytes, at);
    seen += length === 4 ? 2 : 1;
    at += Math.abs(length);
  }
  return at;
}

function isPairAt(text: string, index: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(index + 1); // NaN at the end compares false
  return next >= 0xdc00 && next <= 0xdfff;
}

/** UTF-16 units joined at a time: far below the argument limit of every engine. */
const PIECE_UNITS = 4096;
