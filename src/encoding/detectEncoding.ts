import { isUtf8 } from "#platform";
import { unfinishedBytes } from "../platform/utf8.js";
import { guessEncoding } from "./guess.js";

/** Which encoding bytes are in. @public */
export interface DetectedEncoding {
  /** Its name, as `createDecoder` takes it. */
  readonly encoding: string;
  /** How sure that is: 0 to 1. */
  readonly confidence: number;
  /**
   * By what it was told: the caller; a byte order mark; nothing but ASCII; bytes that are valid UTF-8 as only UTF-8 is; the NULs of UTF-16;
   * the frequent characters of a language; or by none of these.
   */
  readonly by: "name" | "mark" | "ascii" | "utf-8" | "utf-16" | "language" | "none";
}

/**
 * Tells the encoding of bytes. Cautious: what is not at least 0.6 sure is called Windows-1252, with the confidence 0.
 *
 * @param bytes - from the start of the text; the end may part a character. A few hundred bytes beyond ASCII are enough
 * @throws TypeError for anything but a `Uint8Array`
 * @public
 */
export function detectEncoding(bytes: Uint8Array): DetectedEncoding {
  if (!ArrayBuffer.isView(bytes)) throw new TypeError("bytes must be a Uint8Array");
  const start = firstBeyondAscii(bytes, 0);
  return detectByStart(bytes) ?? detectBeyondAscii(bytes.subarray(Math.max(0, start - CONTEXT_BYTES)));
}

/** By a byte order mark, or the NULs of UTF-16. */
export function detectByStart(bytes: Uint8Array): DetectedEncoding | undefined {
  const marked = MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return { encoding: marked.encoding, confidence: 1, by: "mark" };
  const wide = utf16In(bytes);
  return wide === undefined ? undefined : { encoding: wide, confidence: 0.9, by: "utf-16" };
}

/** @param bytes - some ASCII before the first other byte says whether that is inside a word */
export function detectBeyondAscii(bytes: Uint8Array): DetectedEncoding {
  const start = firstBeyondAscii(bytes, 0);
  if (start === bytes.length) return { encoding: "utf-8", confidence: 1, by: "ascii" };
  const sample = bytes.subarray(start, start + SAMPLE_BYTES);
  const utf8 = confidenceOfUtf8(sample);
  if (utf8 >= LEAST_CONFIDENCE) return { encoding: "utf-8", confidence: utf8, by: "utf-8" };
  const guess = guessEncoding(bytes.subarray(0, start + SAMPLE_BYTES));
  if (guess !== undefined && guess.confidence >= LEAST_CONFIDENCE) return { ...guess, by: "language" };
  return { encoding: "windows-1252", confidence: 0, by: "none" };
}

export function firstBeyondAscii(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] as number) < 0x80) at++;
  return at;
}

/** Valid but for an end that is cut off: the longer, the surer. Of more than that, some bytes may be wrong. */
function confidenceOfUtf8(sample: Uint8Array): number {
  if (isUtf8(sample.subarray(0, sample.length - unfinishedBytes(sample)))) {
    const unfinished = unfinishedBytes(sample);
    if (unfinished !== firstRun(sample)) return 1;
    // One byte, the start of a character or a letter of another encoding, could be anything; two that go on as UTF-8 does not.
    return unfinished > 1 ? 0.7 : 0;
  }
  const { valid, invalid } = countSequences(sample);
  return valid >= 4 * invalid ? 0.8 * (valid / (valid + invalid)) : 0;
}

/** Bytes beyond ASCII that the sample begins with. */
function firstRun(sample: Uint8Array): number {
  let at = 0;
  while (at < sample.length && (sample[at] as number) >= 0x80) at++;
  return at === sample.length ? at : -1;
}

function countSequences(sample: Uint8Array): { valid: number; invalid: number } {
  let [valid, invalid] = [0, 0];
  for (let at = firstBeyondAscii(sample, 0); at < sample.length; at = firstBeyondAscii(sample, at)) {
    const lead = sample[at] as number;
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    const isValid = at + length <= sample.length && isUtf8(sample.subarray(at, at + length));
    if (isValid) valid++;
    else if (at + length <= sample.length) invalid++;
    at += isValid ? length : 1;
  }
  return { valid, invalid };
}

/** ASCII in UTF-16 has a NUL in every other byte, and so one among the first four. */
function utf16In(bytes: Uint8Array): string | undefined {
  const pairs = Math.floor(Math.min(bytes.length, UTF16_BYTES) / 2);
  if (pairs < 2 || !bytes.subarray(0, 4).includes(0)) return undefined;
  const nuls = [0, 0];
  for (let at = 0; at < 2 * pairs; at++) if (bytes[at] === 0) nuls[at % 2] = (nuls[at % 2] as number) + 1;
  const [even = 0, odd = 0] = nuls;
  const most = Math.max(2, 0.5 * pairs);
  if (odd >= most && even === 0) return "utf-16le";
  return even >= most && odd === 0 ? "utf-16be" : undefined;
}

const MARKS: readonly { readonly encoding: string; readonly mark: readonly number[] }[] = [
  { encoding: "utf-8", mark: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-32le", mark: [0xff, 0xfe, 0, 0] },
  { encoding: "utf-32be", mark: [0, 0, 0xfe, 0xff] },
  { encoding: "utf-16le", mark: [0xff, 0xfe] },
  { encoding: "utf-16be", mark: [0xfe, 0xff] },
];
/** Below it, no guess is made. */
const LEAST_CONFIDENCE = 0.6;
/** Bytes from the first character beyond ASCII on by which an encoding is told. */
export const SAMPLE_BYTES = 2048;
/** Bytes of ASCII before that. */
export const CONTEXT_BYTES = 16;
/** Bytes in which UTF-16 is looked for. */
export const UTF16_BYTES = 64;
