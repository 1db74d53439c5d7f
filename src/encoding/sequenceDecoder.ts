/** A stream decoder that knows how many bytes it holds back. */
import { concat, type StreamDecoder } from "../text/decoder.js";
import { createDoubleByteStream } from "./doubleByte.js";
import { hasIconv, openIconv } from "./iconv.js";
import { type Encoding, findEncoding } from "./names.js";
import { openNative, type TextStream } from "./native.js";
import { unfinishedOf } from "./unfinished.js";

/** An encoding that can be decoded here; `undefined` for one that nobody knows. */
export function resolveEncoding(name: string): Encoding | undefined {
  const known = findEncoding(name);
  if (known !== undefined) return known;
  return hasIconv(name) && !NO_TEXT.test(name) ? { name: name.toLowerCase(), iconv: name } : undefined;
}

export function createSequenceDecoder(encoding: Encoding): StreamDecoder {
  const stream = openStream(encoding);
  const unfinished = unfinishedOf(encoding.name);
  let held: Uint8Array = NO_BYTES;
  let malformed = false;

  const watched = (text: string): string => {
    malformed ||= text.includes("\ufffd");
    return text;
  };

  return {
    write(bytes) {
      const all = held.length === 0 ? bytes : concat(held, bytes);
      const end = all.length - unfinished(all);
      held = end === all.length ? NO_BYTES : new Uint8Array(all.subarray(end)); // a copy: the caller may use its buffer again
      return end === 0 ? "" : watched(stream.write(all.subarray(0, end)));
    },
    end() {
      const rest = held;
      held = NO_BYTES;
      return watched((rest.length === 0 ? "" : stream.write(rest)) + stream.end());
    },
    get pendingBytes() {
      return held.length;
    },
    get malformed() {
      return malformed;
    },
  };
}

function openStream({ label, iconv, probe, isDoubleByte }: Encoding): TextStream {
  const native = label === undefined || !isRight(label, probe) ? undefined : openNative(label);
  return native ?? (isDoubleByte ? createDoubleByteStream(iconv) : openIconv(iconv));
}

function isRight(label: string, probe: Encoding["probe"]): boolean {
  if (probe === undefined) return true;
  const [bytes, text] = probe;
  return openNative(label)?.write(Uint8Array.from(bytes)) === text;
}

/** What iconv-lite has beside encodings of text. */
const NO_TEXT = /^(?:base64|hex|binary|internal|_)/i;
const NO_BYTES = new Uint8Array(0);
