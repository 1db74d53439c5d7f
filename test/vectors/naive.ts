/** Slow and obvious versions of what test/text/reference.ts does not have: decoding, repair, joining of streams. */
import type { TokenCounter } from "../../src/text/limits.js";
import { naiveBytes } from "../text/reference.js";
import type { Chunk, CounterName, TextInput } from "./types.js";

export const COUNTERS: Readonly<Record<CounterName, TokenCounter>> = {
  "chars/4": (text) => Math.ceil(text.length / 4),
  bytes: naiveBytes,
};

export function textOf(input: TextInput): string {
  if ("text" in input) return input.text;
  if ("utf16" in input) return input.utf16.map((unit) => String.fromCharCode(unit)).join("");
  return input.repeat.map(({ text, times }) => text.repeat(times)).join("");
}

/** Each code point that is half of a pair becomes U+FFFD. */
export function naiveWellFormed(text: string): string {
  return Array.from(text, (codePoint) => (/^[\ud800-\udfff]$/.test(codePoint) ? "\ufffd" : codePoint)).join("");
}

/** The UTF-8 decoder of the WHATWG Encoding Standard, step by step, but that a byte order mark stays. */
class NaiveUtf8 {
  private codePoint = 0;
  private needed = 0;
  private seen = 0;
  private lower = 0x80;
  private upper = 0xbf;

  write(bytes: Uint8Array): string {
    return Array.from(bytes, (byte) => this.take(byte)).join("");
  }

  end(): string {
    const text = this.needed === 0 ? "" : "\ufffd";
    this.needed = 0;
    this.reset();
    return text;
  }

  private take(byte: number): string {
    if (this.needed === 0) return this.lead(byte);
    if (byte < this.lower || byte > this.upper) {
      this.needed = 0;
      this.reset();
      return `\ufffd${this.lead(byte)}`;
    }
    this.lower = 0x80;
    this.upper = 0xbf;
    this.codePoint = (this.codePoint << 6) | (byte & 0x3f);
    this.seen++;
    if (this.seen < this.needed) return "";
    const text = String.fromCodePoint(this.codePoint);
    this.needed = 0;
    this.reset();
    return text;
  }

  private lead(byte: number): string {
    if (byte <= 0x7f) return String.fromCodePoint(byte);
    if (byte >= 0xc2 && byte <= 0xdf) return this.expect(1, byte & 0x1f);
    if (byte >= 0xe0 && byte <= 0xef) {
      if (byte === 0xe0) this.lower = 0xa0;
      if (byte === 0xed) this.upper = 0x9f;
      return this.expect(2, byte & 0xf);
    }
    if (byte >= 0xf0 && byte <= 0xf4) {
      if (byte === 0xf0) this.lower = 0x90;
      if (byte === 0xf4) this.upper = 0x8f;
      return this.expect(3, byte & 0x7);
    }
    return "\ufffd";
  }

  private expect(needed: number, bits: number): string {
    this.needed = needed;
    this.codePoint = bits;
    return "";
  }

  private reset(): void {
    this.codePoint = 0;
    this.seen = 0;
    this.lower = 0x80;
    this.upper = 0xbf;
  }
}

export function naiveDecode(bytes: Uint8Array): string {
  const decoder = new NaiveUtf8();
  return decoder.write(bytes) + decoder.end();
}

/** The text of several streams: each holds back half a character until its own next chunk, or the end. */
export function naiveJoin(chunks: readonly Chunk[]): string {
  const streams = new Map<string | undefined, { decoder: NaiveUtf8; half: string }>();
  let joined = "";
  for (const chunk of chunks) {
    const state = streams.get(chunk.stream) ?? { decoder: new NaiveUtf8(), half: "" };
    streams.set(chunk.stream, state);
    const data = "base64" in chunk ? Buffer.from(chunk.base64, "base64") : textOf(chunk);
    if (data.length === 0) continue;
    if (typeof data !== "string") {
      joined += state.half + state.decoder.write(data);
      state.half = "";
      continue;
    }
    const text = state.half + data;
    state.half = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : "";
    joined += state.decoder.end() + text.slice(0, text.length - state.half.length);
  }
  for (const { decoder, half } of streams.values()) joined += half + decoder.end();
  return joined;
}
