/** Bytes of strings in JSON, quotes included. */
import { measureJsonString } from "#platform";
import { ASCII_BYTES, ASCII_ESCAPED_BYTES } from "../../platform/jsonString.js";
import type { Layers } from "../types.js";

/** What a string takes in one layer. */
export interface StringRules {
  readonly layers: Layers;
  /** Bytes of the two quotes. */
  readonly quotes: number;
  /** Bytes of each ASCII unit. */
  readonly ascii: Uint8Array;
}

export const STRING_RULES: Readonly<Record<Layers, StringRules>> = {
  1: { layers: 1, quotes: 2, ascii: ASCII_BYTES },
  2: { layers: 2, quotes: 4, ascii: ASCII_ESCAPED_BYTES },
};

/** The quickest way for each length: a look at each unit, a search for what is written otherwise, a count by the platform. */
export function stringBytes(text: string, { layers, quotes, ascii }: StringRules): number {
  const { length } = text;
  if (length <= LOOKED_AT_UNITS) {
    let bytes = quotes;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (unit >= 0x80) return quotes + counted(text, layers);
      bytes += ascii[unit] as number;
    }
    return bytes;
  }
  if (length <= SEARCHED_UNITS && !WRITTEN_OTHERWISE.test(text)) return quotes + length;
  return quotes + counted(text, layers);
}

function counted(text: string, layers: Layers): number {
  const { bytes, escapedBytes } = measureJsonString(text);
  return layers === 1 ? bytes : escapedBytes;
}

/** UTF-16 units. Measured on V8: a call costs as much as about so many looks. */
const LOOKED_AT_UNITS = 8;
/** UTF-16 units: from here on, counting is as quick as searching. */
const SEARCHED_UNITS = 56;
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is escaped
const WRITTEN_OTHERWISE = /["\\\0-\x1f\x80-\uffff]/;
