/** Counting and finding extents: Node's ways against the plain ones, at every size at which the ways change. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCounter } from "../../src/platform/kernel.js";
import * as node from "../../src/platform/node.js";
import * as portable from "../../src/platform/portable.js";
import { longerText, nearlyUtf8, troubleText } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";

/** Units of the pieces that the kernel takes, and of those that are encoded at a time. */
const PIECES = [512, 16_384, 32_768, 65_536];
const KINDS = [
  "a",
  "é",
  "中",
  "🟡",
  "\n",
  "a\n",
  "é\n",
  "中\n",
  "🟡\n",
  "\ud83d",
  "\udfe1",
  "ab🟡\ud83dé\n",
  "\u07ff\u0800",
];

/** Texts whose length is about `units`, of one kind or with another in the middle or at an end. */
const bigText = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    units: fc.constantFrom(...PIECES).chain((piece) => fc.integer({ min: piece - 3, max: piece + 3 })),
    other: fc.constantFrom("", ...KINDS),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ kind, units, other, at }) => {
    const text = kind.repeat(Math.ceil(units / kind.length)).slice(0, units);
    const index = Math.floor(at * units);
    return text.slice(0, index) + other + text.slice(index);
  });
const anyText = fc.oneof(troubleText(), longerText(), bigText);

describe("measureUtf8", () => {
  const counter = createCounter();

  it("should have its kernel on this runtime", () => {
    expect(counter).toBeDefined();
  });

  it("should always count what plain counting counts", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const plain = portable.measureUtf8(text);
        expect(plain).toEqual({ bytes: Buffer.byteLength(text), newlines: text.split("\n").length - 1 });
        expect(node.measureUtf8(text)).toEqual(plain);
        expect(counter?.ofText(text)).toEqual(plain);
      }),
      runs(1000),
    );
  });

  it("should count whatever a text holds at any place of a vector", () => {
    for (const kind of KINDS) {
      for (let before = 0; before < 40; before++) {
        const text = "x".repeat(before) + kind + "中".repeat(before % 2) + "y".repeat(40 - before);
        expect(counter?.ofText(text), `${before} ${kind}`).toEqual(portable.measureUtf8(text));
      }
    }
  });

  it("should count nothing of what an earlier, longer text left behind", () => {
    for (let units = 0; units < 200; units++) {
      for (const before of ["\n".repeat(300), "é".repeat(300), "🟡".repeat(150), "\udfe1".repeat(300)]) {
        for (const text of ["x".repeat(units), "中".repeat(units), `中${"\ud83d".repeat(units)}`]) {
          counter?.ofText(before);
          counter?.ofUtf8(Buffer.from(before));
          expect(counter?.ofText(text)).toEqual(portable.measureUtf8(text));
          const bytes = Buffer.from(text);
          expect(counter?.ofUtf8(bytes)).toEqual(portable.measureBytes(bytes));
        }
      }
    }
  });

  it("should count long lines, and short ones that come behind them", () => {
    const line = fc.record({ kind: fc.constantFrom(...KINDS), units: fc.integer({ min: 400, max: 1200 }) });
    const shortLines = fc.record({ kind: fc.constantFrom(...KINDS), units: fc.constant(8) });
    const lines = fc.array(fc.oneof({ weight: 3, arbitrary: line }, shortLines), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(lines, (lines) => {
        const text = lines.map(({ kind, units }) => kind.repeat(units).slice(0, units)).join("\n");
        expect(node.measureUtf8(text)).toEqual(portable.measureUtf8(text));
      }),
      runs(500),
    );
  });

  it("should count the most that a piece can hold", () => {
    for (const text of [
      "\n".repeat(32_768),
      "é".repeat(32_768),
      "中".repeat(16_384),
      "🟡".repeat(8192),
      "\uffff\n".repeat(20_000),
    ]) {
      expect(counter?.ofText(text)).toEqual(portable.measureUtf8(text));
    }
  });
});

describe("utf8Head and utf8Tail", () => {
  it("should always agree with plain looking, at any limit", () => {
    fc.assert(
      fc.property(anyText, fc.double({ min: 0, max: 1.1, noNaN: true }), (text, share) => {
        const maxBytes = Math.floor(Buffer.byteLength(text) * share);
        expect(node.utf8Head(text, maxBytes)).toBe(portable.utf8Head(text, maxBytes));
        expect(node.utf8Tail(text, maxBytes)).toBe(portable.utf8Tail(text, maxBytes));
      }),
      runs(2000),
    );
  });

  it("should find the exact edge at every small limit", () => {
    const text = "aé中🟡\ud83d\n\udfe1b";
    const tried = Array.from({ length: Buffer.byteLength(text) + 2 }, (_, maxBytes) => maxBytes);
    expect(tried.map((maxBytes) => node.utf8Head(text, maxBytes))).toEqual([
      0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 5, 5, 5, 6, 7, 7, 7, 8, 9, 9,
    ]);
    expect(tried.map((maxBytes) => node.utf8Tail(text, maxBytes))).toEqual(
      tried.map((maxBytes) => portable.utf8Tail(text, maxBytes)),
    );
  });

  it("should take no limit for no limit", () => {
    expect(node.utf8Head("中".repeat(100_000), Infinity)).toBe(100_000);
    expect(node.utf8Tail("中".repeat(100_000), Infinity)).toBe(0);
  });
});

describe("isUtf8 and measureBytes", () => {
  it("should always know valid UTF-8 from other bytes", () => {
    fc.assert(
      fc.property(fc.oneof(nearlyUtf8(), fc.uint8Array({ maxLength: 50 })), (bytes) => {
        const isValid = Buffer.from(Buffer.from(bytes).toString("utf8")).equals(bytes);
        expect(portable.isUtf8(bytes)).toBe(isValid);
        expect(node.isUtf8(bytes)).toBe(isValid);
      }),
      runs(2000),
    );
  });

  it("should always count the units and newlines of the text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const bytes = Buffer.from(text);
        const decoded = bytes.toString();
        const expected = { chars: decoded.length, newlines: decoded.split("\n").length - 1 };
        expect(portable.measureBytes(bytes)).toEqual(expected);
        expect(node.measureBytes(bytes)).toEqual(expected);
        expect(createCounter()?.ofUtf8(bytes)).toEqual(expected);
      }),
      runs(1000),
    );
  });
});
