/** A decoder that finds out what it decodes. */
import { concat } from "../text/decoder.js";
import {
  CONTEXT_BYTES,
  type DetectedEncoding,
  detectBeyondAscii,
  detectByStart,
  firstBeyondAscii,
  SAMPLE_BYTES,
  UTF16_BYTES,
} from "./detectEncoding.js";
import { createNamedDecoder, type EncodingDecoder } from "./namedDecoder.js";

export function createAutoDecoder(): EncodingDecoder {
  let phase: "start" | "ascii" | "sample" | "decided" = "start";
  let held: Uint8Array = NO_BYTES;
  let context: Uint8Array = NO_BYTES; // the last ASCII that went through
  let decoder: EncodingDecoder | undefined;
  let detected: DetectedEncoding | undefined;

  const decide = (found: DetectedEncoding): string => {
    phase = "decided";
    detected = found;
    decoder = createNamedDecoder(found.encoding, found.by, found.confidence);
    return flush();
  };

  const flush = (): string => {
    const bytes = held;
    held = NO_BYTES;
    return decoder === undefined ? "" : decoder.write(bytes);
  };

  /** Passes ASCII on, up to the first other byte. */
  const passAscii = (): string => {
    const end = firstBeyondAscii(held, 0);
    const ascii = held.subarray(0, end);
    context = contextOf(context, ascii);
    held = held.subarray(end);
    if (held.length > 0) phase = "sample";
    return textOf(ascii);
  };

  const advance = (isEnd: boolean): string => {
    let text = "";
    if (phase === "start" && (isEnd || isStartKnown(held))) {
      const found = detectByStart(held);
      if (found !== undefined) return decide(found);
      phase = "ascii";
    }
    if (phase === "ascii") text = passAscii();
    if (phase === "sample" && (isEnd || held.length >= SAMPLE_BYTES)) {
      text += decide(detectBeyondAscii(concat(context, held)));
    }
    return text;
  };

  const write = (bytes: Uint8Array): string => {
    held = held.length === 0 ? bytes : concat(held, bytes);
    const text = decoder === undefined ? advance(false) : flush();
    if (held.length > 0) held = new Uint8Array(held); // a copy: the caller may use its buffer again
    return text;
  };

  return {
    write,
    take(bytes) {
      if (decoder !== undefined && held.length === 0) return decoder.take(bytes);
      if (phase !== "ascii" || held.length > 0 || firstBeyondAscii(bytes, 0) < bytes.length) return write(bytes);
      context = contextOf(context, bytes);
      return bytes;
    },
    end() {
      const text = decoder === undefined ? advance(true) : "";
      if (decoder === undefined) detected = { encoding: "utf-8", confidence: 1, by: "ascii" };
      return text + (decoder?.end() ?? "");
    },
    get detected() {
      return detected;
    },
    get pendingBytes() {
      return held.length + (decoder?.pendingBytes ?? 0);
    },
    get malformed() {
      // A guess may be wrong: only the bytes are sure.
      return decoder?.malformed === true || (detected !== undefined && detected.confidence < SURE);
    },
  };
}

function contextOf(before: Uint8Array, ascii: Uint8Array): Uint8Array {
  return new Uint8Array(concat(before, ascii.subarray(-CONTEXT_BYTES)).subarray(-CONTEXT_BYTES));
}

/** Marks have four bytes at most; a NUL among them may be half of a character. */
function isStartKnown(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const start = bytes.subarray(0, 4);
  return !start.includes(0) || bytes.length >= UTF16_BYTES;
}

function textOf(ascii: Uint8Array): string {
  let text = "";
  for (let from = 0; from < ascii.length; from += PIECE_BYTES) {
    text += String.fromCharCode(...ascii.subarray(from, from + PIECE_BYTES));
  }
  return text;
}

const NO_BYTES = new Uint8Array(0);
/** Arguments of one call. */
const PIECE_BYTES = 4096;
const SURE = 0.9;
