import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unfinishedBytes, utf8Prefix } from "../../src/platform/utf8.js";
import { byteChunksOf, nearlyUtf8, splits } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";

const anyBytes = fc.oneof(nearlyUtf8(), fc.uint8Array({ maxLength: 40 }));

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

describe("unfinishedBytes", () => {
  it.each([
    [[], 0],
    [[0x61], 0],
    [[0xc3], 1],
    [[0xc3, 0xa9], 0],
    [[0xe4], 1],
    [[0x61, 0xe4, 0xb8], 2],
    [[0xe4, 0xb8, 0xad], 0],
    [[0xf0, 0x9f, 0x9f], 3],
    [[0xf0, 0x9f, 0x9f, 0xa1], 0],
    [[0xc1], 0],
    [[0xe0, 0x9f], 0],
    [[0xed, 0xa0], 0],
    [[0xf4, 0x90], 0],
    [[0xf5], 0],
    [[0x80, 0x80, 0x80], 0],
    [[0xf0, 0x80, 0x80], 0],
  ])("of %j is %d", (bytes, count) => {
    expect(unfinishedBytes(Uint8Array.from(bytes))).toBe(count);
  });

  it("always is the longest end that more bytes would turn into one valid character", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const counts = [3, 2, 1].filter((count) => count <= bytes.length && isStart(bytes.slice(-count)));
        expect(unfinishedBytes(bytes)).toBe(counts[0] ?? 0);
      }),
      runs(2000),
    );
  });

  it("always splits bytes where decoding the parts gives the text of the whole", () => {
    fc.assert(
      fc.property(anyBytes, splits(), (bytes, places) => {
        let text = "";
        let rest: Uint8Array = new Uint8Array(0);
        for (const chunk of byteChunksOf(bytes, places)) {
          const joined = Uint8Array.from([...rest, ...chunk]);
          const end = joined.length - unfinishedBytes(joined);
          text += decode(joined.slice(0, end));
          rest = joined.slice(end);
        }
        expect(text + decode(rest)).toBe(decode(bytes));
      }),
      runs(),
    );
  });
});

describe("utf8Prefix", () => {
  it.each([
    ["a é 中 🟡", 0, 0],
    ["a é 中 🟡", 1, 1],
    ["a é 中 🟡", 3, 4],
    ["a é 中 🟡", 5, 8],
    ["a é 中 🟡", 7, 13],
    ["a é 中 🟡", 8, 13],
    ["a é 中 🟡", 99, 13],
    ["", 5, 0],
  ])("of %j, %d units, is %d bytes", (text, units, bytes) => {
    expect(utf8Prefix(Buffer.from(text), units)).toBe(bytes);
  });

  it("counts bytes that are not valid as the U+FFFD that stands for them", () => {
    const bytes = Uint8Array.of(0xe4, 0xb8, 0x61, 0xff, 0xff);
    expect(decode(bytes)).toBe("\ufffda\ufffd\ufffd");
    expect([1, 2, 3, 4].map((units) => utf8Prefix(bytes, units))).toEqual([2, 3, 4, 5]);
  });

  it("always is the shortest whole number of characters that has the units", () => {
    fc.assert(
      fc.property(anyBytes, fc.nat(30), (bytes, units) => {
        const whole = decode(bytes);
        // Between two characters, and nowhere else, the parts decode to what the whole does.
        const places = Array.from({ length: bytes.length + 1 }, (_, place) => place).filter(
          (place) => decode(bytes.slice(0, place)) + decode(bytes.slice(place)) === whole,
        );
        const enough = places.find((place) => decode(bytes.slice(0, place)).length >= units);
        expect(utf8Prefix(bytes, units)).toBe(enough ?? bytes.length);
      }),
      runs(2000),
    );
  });
});

/** Whether some bytes behind these would make exactly one character of them, and these alone do not. */
function isStart(bytes: Uint8Array): boolean {
  const edges = [0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf];
  const endings = edges.flatMap((first) => [[first], [first, 0x80], [first, 0x80, 0x80]]);
  return endings.some((ending) => {
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        Uint8Array.from([...bytes, ...ending]),
      );
      return Array.from(text).length === 1;
    } catch {
      return false;
    }
  });
}
