/** Bytes to text, piece by piece. */
import { decodeUtf8, isUtf8 } from "#platform";
import { unfinishedBytes } from "../platform/utf8.js";

/** Decodes one stream of bytes. Any chunking of the bytes gives the same text. @public */
export interface StreamDecoder {
  /** The text that can be told so far; a sequence split at the chunk's end waits for the next one. */
  write(bytes: Uint8Array): string;
  /** What is left: a sequence that never ended becomes one U+FFFD. */
  end(): string;
  /** Bytes of the last chunks that wait for the rest of their sequence. */
  readonly pendingBytes?: number;
  /** Whether any bytes so far were not valid, so that the text cannot give them back. */
  readonly malformed?: boolean;
}

/** The decoder of UTF-8, which need not decode what may be dropped. */
export interface Utf8Decoder extends StreamDecoder {
  /** As `write`, but valid bytes come back as they are: a view of `bytes`, or a copy with those that waited. */
  take(bytes: Uint8Array): string | Uint8Array;
  readonly pendingBytes: number;
  readonly malformed: boolean;
}

/**
 * A UTF-8 decoder after the WHATWG Encoding Standard, but that a byte order mark stays, so that valid text gives back its
 * bytes.
 */
export function createUtf8Decoder(): Utf8Decoder {
  let pending: Uint8Array = NO_BYTES;
  let malformed = false;

  const decode = (bytes: Uint8Array) => {
    const text = decodeUtf8(bytes);
    // The encoded U+FFFD decodes to itself; one more than that in the text stands for bytes that were not valid.
    malformed ||= countReplacements(text) > countEncodedReplacements(bytes);
    return text;
  };

  const take = (bytes: Uint8Array): string | Uint8Array => {
    const whole = pending.length === 0 ? bytes : concat(pending, bytes);
    const end = whole.length - unfinishedBytes(whole);
    pending = end === whole.length ? NO_BYTES : new Uint8Array(whole.subarray(end)); // a copy: the caller may use its buffer again
    const ready = whole.subarray(0, end);
    return isUtf8(ready) ? ready : decode(ready);
  };

  return {
    take,
    write(bytes) {
      const taken = take(bytes);
      return typeof taken === "string" ? taken : decodeUtf8(taken);
    },
    end() {
      const rest = pending;
      pending = NO_BYTES;
      return rest.length === 0 ? "" : decode(rest);
    },
    get pendingBytes() {
      return pending.length;
    },
    get malformed() {
      return malformed;
    },
  };
}

function countReplacements(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\ufffd"); at !== -1; at = text.indexOf("\ufffd", at + 1)) count++;
  return count;
}

function countEncodedReplacements(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0xef); at !== -1; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) count++;
  }
  return count;
}

export function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

const NO_BYTES = new Uint8Array(0);
