/** Chunks to text, one decoder a stream, and the raw bytes in the same order as the text. */
import { decodeUtf8, encodeUtf8 } from "#platform";
import { concat, createUtf8Decoder, type StreamDecoder, type Utf8Decoder } from "./decoder.js";
import { utf8Length } from "./size.js";
import { isHighSurrogate } from "./wellFormed.js";

/** Makes the decoder of a stream; `stream` is its name, where the chunks carry one. @public */
export type DecoderFactory = (stream?: string) => StreamDecoder;

/** Text, or valid UTF-8 that is not decoded yet. */
export type Content = string | Uint8Array;

export function toText(content: Content): string {
  return typeof content === "string" ? content : decodeUtf8(content);
}

/** What a chunk added. */
export interface Reading {
  readonly contents: readonly Content[];
  /** The bytes that stand for this text, if raw bytes were asked for. */
  readonly raw: readonly Uint8Array[];
  readonly rawBytes: number;
}

export interface Reader {
  write(chunk: string | Uint8Array, stream?: string): Reading;
  /** What every stream still holds. */
  end(): readonly Reading[];
  /** Whether any stream had bytes that were not valid in its encoding. */
  readonly malformed: boolean;
}

/**
 * A character split between chunks waits for its other half, in the text and in the raw bytes alike: where two streams
 * meet in mid-character, both stay whole.
 */
export function createReader(decode: DecoderFactory = createUtf8Decoder, wantRaw = false): Reader {
  const streams = new Map<string | undefined, StreamReader>();
  return {
    write(chunk, stream) {
      let reader = streams.get(stream);
      if (reader === undefined) {
        reader = new StreamReader(decode(stream), wantRaw);
        streams.set(stream, reader);
      }
      return reader.write(chunk);
    },
    end: () => [...streams.values()].map((reader) => reader.end()),
    get malformed() {
      return [...streams.values()].some((reader) => reader.malformed);
    },
  };
}

class StreamReader {
  /** The last unit of a string chunk, where it may be half of a pair. */
  private heldUnit = "";
  /** The raw bytes that the decoder holds back. */
  private heldBytes: Uint8Array = NO_BYTES;
  private readonly decoder: StreamDecoder | Utf8Decoder;
  private readonly wantRaw: boolean;

  constructor(decoder: StreamDecoder, wantRaw: boolean) {
    this.decoder = decoder;
    this.wantRaw = wantRaw;
  }

  write(chunk: string | Uint8Array): Reading {
    if (chunk.length === 0) return NOTHING; // it ends nothing that waits for its other half
    return typeof chunk === "string" ? this.writeString(chunk) : this.writeBytes(chunk);
  }

  end(): Reading {
    const text = this.takeHeldUnit();
    return join(this.fromString(text), this.endBytes());
  }

  get malformed(): boolean {
    return this.decoder.malformed === true;
  }

  private writeString(chunk: string): Reading {
    // Bytes that wait for their sequence's end will not get it from a string.
    const before = this.heldBytes.length > 0 ? this.endBytes() : NOTHING;
    let text = this.takeHeldUnit() + chunk;
    if (isHighSurrogate(text.charCodeAt(text.length - 1))) {
      this.heldUnit = text.slice(-1);
      text = text.slice(0, -1);
    }
    return join(before, this.fromString(text));
  }

  private writeBytes(chunk: Uint8Array): Reading {
    const before = this.fromString(this.takeHeldUnit());
    const content = "take" in this.decoder ? this.decoder.take(chunk) : this.decoder.write(chunk);
    const all = this.heldBytes.length === 0 ? chunk : concat(this.heldBytes, chunk);
    const end = all.length - Math.min(this.decoder.pendingBytes ?? 0, all.length);
    this.heldBytes = end === all.length ? NO_BYTES : new Uint8Array(all.subarray(end)); // a copy, also of a Buffer, whose `slice` is a view
    return join(before, this.fromBytes(content, all.subarray(0, end)));
  }

  private endBytes(): Reading {
    const bytes = this.heldBytes;
    this.heldBytes = NO_BYTES;
    return this.fromBytes(this.decoder.end(), bytes);
  }

  private takeHeldUnit(): string {
    const unit = this.heldUnit;
    this.heldUnit = "";
    return unit;
  }

  private fromString(text: string): Reading {
    if (text === "") return NOTHING;
    return { contents: [text], raw: this.wantRaw ? [encodeUtf8(text)] : [], rawBytes: utf8Length(text) };
  }

  private fromBytes(content: Content, bytes: Uint8Array): Reading {
    const raw = this.wantRaw && bytes.length > 0 ? [bytes] : [];
    return { contents: content.length === 0 ? [] : [content], raw, rawBytes: bytes.length };
  }
}

function join(first: Reading, second: Reading): Reading {
  if (first === NOTHING) return second;
  if (second === NOTHING) return first;
  return {
    contents: [...first.contents, ...second.contents],
    raw: [...first.raw, ...second.raw],
    rawBytes: first.rawBytes + second.rawBytes,
  };
}

const NO_BYTES = new Uint8Array(0);
const NOTHING: Reading = { contents: [], raw: [], rawBytes: 0 };
