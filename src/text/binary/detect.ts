/** Whether a result is text at all. */
import { type BinaryKind, MAGICS, matches, UNKNOWN_BINARY } from "./magic.js";

/** The start of a result: by it alone it is decided what it is. */
export interface Start {
  /** Its first bytes, `MAGIC_BYTES` of them or all. */
  readonly bytes: Uint8Array;
  /** Its first characters as they were decoded, `SAMPLE_UNITS` of them or all. */
  readonly text: string;
}

/**
 * The format of what is no text; `undefined` for text, in whichever encoding. Told by the first bytes where they prove it,
 * else by how many of the decoded characters are controls that no text has. A stray one is none of its concern.
 */
export function binaryKind({ bytes, text }: Start): BinaryKind | undefined {
  const controls = countControls(text);
  const isGarbled = GARBLED.test(text);
  const isDense =
    controls >= LEAST_CONTROLS && controls > text.length * (isGarbled ? GARBLED_SHARE : WELL_FORMED_SHARE);
  const magic = MAGICS.find((one) => matches(one, bytes));
  if (magic !== undefined) {
    const isProved = magic.proves === "all" || (magic.proves === "some" && (isGarbled || controls > 0));
    if (isProved || isDense) return { name: magic.name, mediaType: magic.mediaType };
  }
  return isDense ? UNKNOWN_BINARY : undefined;
}

function countControls(text: string): number {
  return text.match(CONTROLS)?.length ?? 0;
}

/** Controls that text of any kind has no use for: not BEL to CR, not SO, SI and ESC, which terminals know; not NEL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\0-\x06\x10-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]/g;
/** What bytes become that are no text in the encoding, or in none: some code pages have a character for every byte. */
const GARBLED = /[\ufffd\x80-\x84\x86-\x9f]/;
/** Fewer than these prove nothing. */
const LEAST_CONTROLS = 16;
/** Of what did not decode, since bytes of any value are a tenth controls; text in another encoding has none. */
const GARBLED_SHARE = 1 / 32;
/** Of what decoded: lists with NUL between their items are text. */
const WELL_FORMED_SHARE = 0.3;
/** UTF-16 units that are looked at. */
export const SAMPLE_UNITS = 4096;
