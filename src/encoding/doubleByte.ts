/** Encodings of one byte or two, by a table that iconv-lite fills: the same however the bytes are chunked. */
import { openIconv } from "./iconv.js";
import type { TextStream } from "./native.js";

/**
 * After the WHATWG Encoding Standard: two bytes that stand for nothing are one U+FFFD, but a second byte of ASCII is a
 * character by itself. Bytes come with their characters whole, but for the last ones.
 */
export function createDoubleByteStream(iconvName: string): TextStream {
  const table = tableOf(iconvName);
  let lead = 0; // of a character whose second byte has not come

  return {
    write(bytes) {
      const units: number[] = [];
      const pieces: string[] = [];
      for (const byte of bytes) {
        if (lead === 0) {
          if (byte < 0x80) units.push(byte);
          else if (byte === 0x80 || byte === 0xff) units.push(REPLACEMENT);
          else lead = byte;
        } else {
          const text = table[(lead << 8) | byte];
          lead = 0;
          if (text !== undefined) for (let at = 0; at < text.length; at++) units.push(text.charCodeAt(at));
          else units.push(REPLACEMENT, ...(byte < 0x80 ? [byte] : []));
        }
        if (units.length >= PIECE_UNITS) pieces.push(String.fromCharCode(...units.splice(0)));
      }
      return pieces.join("") + String.fromCharCode(...units);
    },
    end() {
      const text = lead === 0 ? "" : "\ufffd";
      lead = 0;
      return text;
    },
  };
}

const tables = new Map<string, readonly (string | undefined)[]>();

function tableOf(iconvName: string): readonly (string | undefined)[] {
  const known = tables.get(iconvName);
  if (known !== undefined) return known;
  const pairs: number[] = [];
  const bytes: number[] = [];
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      pairs.push((lead << 8) | trail);
      bytes.push(lead, trail, 0x0a);
    }
  }
  const decoder = openIconv(iconvName);
  const lines = (decoder.write(Uint8Array.from(bytes)) + decoder.end()).split("\n");
  const table: (string | undefined)[] = [];
  for (const [at, pair] of pairs.entries()) {
    const text = lines[at] as string;
    if (!text.includes("\ufffd")) table[pair] = text;
  }
  tables.set(iconvName, table);
  return table;
}

const REPLACEMENT = 0xfffd;
/** UTF-16 units joined at a time. */
const PIECE_UNITS = 4096;
