import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cut } from "../../src/text/cut.js";
import { estimateTokens } from "../../src/tokens/estimate.js";
import {
  createGenericScale,
  estimateGeneric,
  fitsGeneric,
  genericHead,
  genericTail,
} from "../../src/tokens/generic.js";
import { longerText, troubleText } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";

const anyText = fc.oneof(troubleText(), longerText(), fc.string({ unit: "binary" }));
const splits = (text: string, at: number) =>
  /[\ud800-\udbff]/.test(text[at - 1] ?? "") && /[\udc00-\udfff]/.test(text[at] ?? "");

describe("the counter that is used where none is passed", () => {
  it("should be estimateTokens with its defaults", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(estimateGeneric(text)).toBe(estimateTokens(text));
      }),
      runs(),
    );
  });

  it("should find the longest head and tail, as trying every length does", () => {
    fc.assert(
      fc.property(troubleText(), fc.nat(30), (text, maxTokens) => {
        const whole = Array.from({ length: text.length + 1 }, (_, at) => at).filter((at) => !splits(text, at));
        const heads = whole.filter((at) => estimateTokens(text.slice(0, at)) <= maxTokens);
        const tails = whole.filter((at) => estimateTokens(text.slice(at)) <= maxTokens);
        expect(genericHead(text, maxTokens)).toBe(heads.at(-1));
        expect(genericTail(text, maxTokens)).toBe(tails[0]);
        expect(fitsGeneric(text, maxTokens)).toBe(estimateTokens(text) <= maxTokens);
      }),
      runs(),
    );
  });

  it("should cut as a counter does that is asked again and again", () => {
    const asked = (text: string) => estimateTokens(text);
    fc.assert(
      fc.property(longerText(), fc.nat(400), fc.constantFrom("head", "tail", "ends"), (text, maxTokens, keep) => {
        const options = { keep, boundary: "line" } as const;
        expect(cut(text, { maxTokens }, options)).toEqual(cut(text, { maxTokens }, { ...options, countTokens: asked }));
      }),
      runs(),
    );
  });

  it("should not read a text far beyond what decides", () => {
    const scale = createGenericScale();
    scale.add("中".repeat(1_000_000), 5000);
    expect(scale.tokens).toBeGreaterThan(5);
    expect(scale.tokens).toBeLessThan(20_000); // a piece of it, not the million
  });
});

describe("cut with an exact counter", () => {
  it.each(["head", "tail", "ends"] as const)("should call it O(log n) times, on O(Bound) text, keep %s", (keep) => {
    for (const units of [10_000, 1_000_000, 20_000_000]) {
      const lengths: number[] = [];
      const countTokens = (text: string) => {
        lengths.push(text.length);
        return Math.ceil(text.length / 4);
      };
      cut("abcdefg\n".repeat(units / 8), { maxTokens: 1000 }, { keep, countTokens, counts: false, boundary: "line" });
      expect(lengths.length).toBeLessThanOrEqual(60);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(4 * 4000);
    }
  });
});
