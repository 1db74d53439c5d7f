/** Sizes of strings in JSON, in plain ECMAScript. */
import type { JsonStringSize } from "./types.js";

/** What a text takes inside a JSON string. */
export function measureJsonString(text: string): JsonStringSize {
  let bytes = 0;
  let escapedBytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      bytes += ASCII_BYTES[unit] as number;
      escapedBytes += ASCII_ESCAPED_BYTES[unit] as number;
      continue;
    }
    if ((unit & 0xf800) !== 0xd800) {
      const length = unit < 0x800 ? 2 : 3;
      bytes += length;
      escapedBytes += length;
    } else if (unit < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      bytes += 4;
      escapedBytes += 4;
      index++;
    } else {
      bytes += LONE_BYTES;
      escapedBytes += LONE_ESCAPED_BYTES;
    }
  }
  return { bytes, escapedBytes };
}

export function isPlainJson(text: string): boolean {
  return !WRITTEN_OTHERWISE.test(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is escaped
const WRITTEN_OTHERWISE = /["\\\0-\x1f]/;
/** `"` and `\` get a backslash, `\b \t \n \f \r` a letter, other controls four digits. */
export const ASCII_BYTES: Uint8Array = /* @__PURE__ */ tableOf({ quoted: 2, lettered: 2, numbered: 6 });
/** The same of what has been escaped once: each `"` and `\` of it gets a backslash. */
export const ASCII_ESCAPED_BYTES: Uint8Array = /* @__PURE__ */ tableOf({ quoted: 4, lettered: 3, numbered: 7 });
/** A lone surrogate is written as `\ud83d`. */
const LONE_BYTES = 6;
const LONE_ESCAPED_BYTES = 7;

function tableOf({ quoted, lettered, numbered }: { quoted: number; lettered: number; numbered: number }): Uint8Array {
  const table = new Uint8Array(0x80).fill(1).fill(numbered, 0, 0x20);
  for (const unit of [0x08, 0x09, 0x0a, 0x0c, 0x0d]) table[unit] = lettered;
  for (const unit of [0x22, 0x5c]) table[unit] = quoted;
  return table;
}
