import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createUtf8Decoder } from "../../src/text/decoder.js";
import { byteChunksOf, nearlyUtf8, splits } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";

const anyBytes = fc.oneof(nearlyUtf8(), fc.uint8Array({ maxLength: 40 }));

function decodeAll(chunks: readonly Uint8Array[]) {
  const decoder = createUtf8Decoder();
  const pieces = chunks.map((chunk) => decoder.write(chunk));
  return { text: pieces.join("") + decoder.end(), malformed: decoder.malformed, pendingBytes: decoder.pendingBytes };
}

describe("createUtf8Decoder", () => {
  it("holds back a sequence until it is whole", () => {
    const decoder = createUtf8Decoder();
    const [first, second, third, last] = Buffer.from("🟡");
    const write = (byte: number | undefined) => [decoder.write(Uint8Array.of(byte as number)), decoder.pendingBytes];
    expect(write(first)).toEqual(["", 1]);
    expect(write(second)).toEqual(["", 2]);
    expect(write(third)).toEqual(["", 3]);
    expect(write(last)).toEqual(["🟡", 0]);
    expect([decoder.end(), decoder.malformed]).toEqual(["", false]);
  });

  it("makes one U+FFFD of a sequence that never ends", () => {
    const decoder = createUtf8Decoder();
    expect(decoder.write(Uint8Array.of(0x61, 0xf0, 0x9f, 0x9f))).toBe("a");
    expect([decoder.malformed, decoder.pendingBytes]).toEqual([false, 3]);
    expect(decoder.end()).toBe("\ufffd");
    expect([decoder.malformed, decoder.pendingBytes]).toEqual([true, 0]);
  });

  it("keeps a byte order mark, wherever it stands and however it is split", () => {
    expect(decodeAll([Uint8Array.of(0xef), Uint8Array.of(0xbb), Uint8Array.of(0xbf, 0x61)]).text).toBe("\ufeffa");
    expect(decodeAll([Buffer.from("\ufeff\ufeffa\ufeff")])).toMatchObject({
      text: "\ufeff\ufeffa\ufeff",
      malformed: false,
    });
  });

  it("is not malformed for an encoded U+FFFD, and is for a surrogate in UTF-8 or an overlong form", () => {
    expect(decodeAll([Buffer.from("\ufffd\ufffd")]).malformed).toBe(false);
    expect(decodeAll([Uint8Array.of(0xed, 0xa0, 0xbd)])).toMatchObject({ text: "\ufffd\ufffd\ufffd", malformed: true });
    expect(decodeAll([Uint8Array.of(0xc0, 0x80)])).toMatchObject({ text: "\ufffd\ufffd", malformed: true });
  });

  it("does not look again at a chunk's buffer, which the caller may use again", () => {
    const decoder = createUtf8Decoder();
    const buffer = Uint8Array.from(Buffer.from("中").subarray(0, 2));
    decoder.write(buffer);
    buffer.fill(0x41);
    expect(decoder.write(Uint8Array.of(0xad))).toBe("中");
  });

  it("starts afresh after end, and goes on saying what was malformed", () => {
    const decoder = createUtf8Decoder();
    decoder.write(Uint8Array.of(0xe4));
    expect(decoder.end()).toBe("\ufffd");
    expect(decoder.end()).toBe("");
    expect(decoder.write(Buffer.from("中"))).toBe("中");
    expect(decoder.malformed).toBe(true);
  });

  it("always decodes as the platform's TextDecoder does, for any bytes and any chunking", () => {
    fc.assert(
      fc.property(anyBytes, splits(), (bytes, places) => {
        const expected = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
        expect(decodeAll(byteChunksOf(bytes, places)).text).toBe(expected);
      }),
      runs(3000),
    );
  });

  it("is malformed exactly when the text does not give the bytes back, which is when they are not valid UTF-8", () => {
    fc.assert(
      fc.property(anyBytes, splits(), (bytes, places) => {
        const { text, malformed, pendingBytes } = decodeAll(byteChunksOf(bytes, places));
        expect(malformed).toBe(!Buffer.from(text).equals(bytes));
        expect(malformed).toBe(!isValidUtf8(bytes));
        expect(pendingBytes).toBe(0);
      }),
      runs(2000),
    );
  });

  it("midway always has told all of the bytes but the pending ones, and is malformed only of those told", () => {
    fc.assert(
      fc.property(anyBytes, splits(), (bytes, places) => {
        const decoder = createUtf8Decoder();
        let text = "";
        let seen = 0;
        for (const chunk of byteChunksOf(bytes, places)) {
          text += decoder.write(chunk);
          seen += chunk.length;
          const told = bytes.subarray(0, seen - decoder.pendingBytes);
          expect(decoder.pendingBytes).toBeLessThan(4);
          expect(text).toBe(new TextDecoder("utf-8", { ignoreBOM: true }).decode(told));
          expect(decoder.malformed).toBe(!isValidUtf8(told));
        }
      }),
      runs(),
    );
  });
});

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
