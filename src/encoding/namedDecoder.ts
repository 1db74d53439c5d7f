/** The decoder of an encoding that is known. */
import { createUtf8Decoder, type StreamDecoder, type Utf8Decoder } from "../text/decoder.js";
import type { DetectedEncoding } from "./detectEncoding.js";
import { createSequenceDecoder, resolveEncoding } from "./sequenceDecoder.js";

/** A decoder of one stream that can say which encoding it decodes. @public */
export interface EncodingDecoder extends StreamDecoder {
  /** `undefined` until it is known: nothing but ASCII so far decides nothing. */
  readonly detected: DetectedEncoding | undefined;
  /** Bytes that wait: for the rest of their character, or until the encoding is known. */
  readonly pendingBytes: number;
  /** Whether any bytes were not valid, or the encoding is a guess that may be wrong. */
  readonly malformed: boolean;
  /** As `write`, but valid UTF-8 may come back as it is: what is dropped from the middle need not be decoded. */
  take(bytes: Uint8Array): string | Uint8Array;
}

/** @throws RangeError for an encoding that nobody knows */
export function createNamedDecoder(encoding: string, by: DetectedEncoding["by"], confidence = 1): EncodingDecoder {
  const { name, open } = openerOf(encoding);
  return withoutMark(open(), { encoding: name, confidence, by });
}

function openerOf(encoding: string): { readonly name: string; readonly open: () => StreamDecoder } {
  if (/^utf[-_ ]?8$/i.test(encoding) || /^(?:cp)?65001$/.test(encoding))
    return { name: "utf-8", open: createUtf8Decoder };
  const known = resolveEncoding(encoding);
  if (known !== undefined) return { name: known.name, open: () => createSequenceDecoder(known) };
  throw new RangeError(
    `encoding must be "auto" or the name of an encoding, got ${JSON.stringify(encoding.slice(0, 40))}`,
  );
}

/** A byte order mark says what the text is in; it is none of its characters. */
function withoutMark(decoder: StreamDecoder, detected: DetectedEncoding): EncodingDecoder {
  let isStart = true;
  const afterMark = (text: string): string => {
    if (!isStart || text === "") return text;
    isStart = false;
    return text.startsWith("\ufeff") ? text.slice(1) : text;
  };
  const write = (bytes: Uint8Array) => afterMark(decoder.write(bytes));
  return {
    detected,
    write,
    take: (bytes) => (!isStart && "take" in decoder ? (decoder as Utf8Decoder).take(bytes) : write(bytes)),
    end: () => afterMark(decoder.end()),
    get pendingBytes() {
      return decoder.pendingBytes ?? 0;
    },
    get malformed() {
      return decoder.malformed === true;
    },
  };
}
