import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { weighPairs as native } from "../../src/platform/nodePairs.js";
import { weighPairs as portable } from "../../src/platform/pairs.js";
import { runs } from "../support/runs.js";

const table = Uint16Array.from({ length: 0x10000 }, (_, index) => (index * 40_503) % 4001);

describe.each([
  ["on Node", native],
  ["anywhere", portable],
])("weighPairs %s", (_name, weighPairs) => {
  it("should be the sum over neighbours, at any length and place", () => {
    const latin = fc.string({
      unit: fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCharCode(code)),
      maxLength: 300,
    });
    fc.assert(
      fc.property(latin, fc.nat(300), fc.nat(300), (text, one, other) => {
        const from = Math.min(one, other, text.length - 1);
        const to = Math.min(Math.max(one, other, from + 1), text.length);
        if (from < 0 || to <= from) return;
        let sum = 0;
        for (let at = from + 1; at < to; at++)
          sum += table[text.charCodeAt(at - 1) | (text.charCodeAt(at) << 8)] as number;
        expect(weighPairs(text, from, to, table)).toBe(sum);
      }),
      runs(),
    );
  });

  it("should say so where a unit is above 0xFF, and only there", () => {
    const text = `${"a".repeat(500)}中${"b".repeat(500)}`;
    expect(weighPairs(text, 0, 1001, table)).toBeUndefined();
    expect(weighPairs(text, 500, 501, table)).toBeUndefined();
    expect(weighPairs(text, 0, 500, table)).toBe(499 * (table[97 | (97 << 8)] as number));
    expect(weighPairs(text, 501, 1001, table)).toBe(499 * (table[98 | (98 << 8)] as number));
  });

  it("should agree on pieces of every length up to more than fits at once", () => {
    for (const length of [1, 2, 63, 64, 65, 4096, 16_383, 16_384, 16_385, 40_000]) {
      const text = Array.from({ length }, (_, at) => String.fromCharCode((at * 31) % 256)).join("");
      expect(weighPairs(text, 0, length, table)).toBe(portable(text, 0, length, table));
    }
  });
});
