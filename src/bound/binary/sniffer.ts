/** Looks at the start of a result, as it comes in, until it is known whether it is text. */
import { binaryKind, SAMPLE_UNITS } from "../../text/binary/detect.js";
import { type BinaryKind, MAGIC_BYTES } from "../../text/binary/magic.js";
import { type Content, toText } from "../../text/reader.js";

/** A result that is no text. */
export interface Binary {
  readonly kind: BinaryKind;
  /** Its first bytes. */
  readonly head: Uint8Array;
}

export interface Sniffer {
  /** Takes a chunk and what it gave of text. */
  add(data: string | Uint8Array, contents: readonly Content[]): void;
  /** Whether what came is enough to decide on. */
  readonly isReady: boolean;
  /** What the result is by all that came; `undefined` for text. */
  decide(): Binary | undefined;
}

/** A chunk that is a string among the first makes a text of it: somebody has decoded it. */
export function createSniffer(): Sniffer {
  const head = new Uint8Array(HEAD_BYTES);
  let headLength = 0;
  let sample = "";
  let isText = false;

  return {
    add(data, contents) {
      if (typeof data === "string") {
        isText ||= data !== "";
        return;
      }
      const taken = data.subarray(0, HEAD_BYTES - headLength);
      head.set(taken, headLength);
      headLength += taken.length;
      for (const content of contents) {
        if (sample.length >= SAMPLE_UNITS) break;
        sample += toText(typeof content === "string" ? content : startOf(content, SAMPLE_UNITS - sample.length));
      }
    },
    get isReady() {
      return isText || (sample.length >= SAMPLE_UNITS && headLength === HEAD_BYTES);
    },
    decide() {
      if (isText || headLength === 0) return undefined;
      const bytes = head.subarray(0, headLength);
      const kind = binaryKind({ bytes: bytes.subarray(0, MAGIC_BYTES), text: sample.slice(0, SAMPLE_UNITS) });
      return kind === undefined ? undefined : { kind, head: bytes.subarray(0, HEX_BYTES) };
    },
  };
}

/** So much valid UTF-8 as gives `units` at least, and parts no sequence. */
function startOf(bytes: Uint8Array, units: number): Uint8Array {
  let end = Math.min(bytes.length, 3 * units);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

/** Bytes shown at most: sixteen rows say what there is to see. */
const HEX_BYTES = 256;
const HEAD_BYTES = Math.max(MAGIC_BYTES, HEX_BYTES);
