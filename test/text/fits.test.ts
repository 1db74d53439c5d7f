import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fits } from "../../src/text/fits.js";
import type { Limits } from "../../src/text/limits.js";
import { estimateTokens } from "../../src/tokens/estimate.js";
import { limitsPlan, longerText, NOT_NUMBERS, planned, troubleText } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";
import { SOUND_COUNTERS, WEIRD_COUNTERS } from "./options.js";
import { naiveFits, naiveSize } from "./reference.js";

describe("fits", () => {
  it("is true at every limit and false one past it", () => {
    const text = "é\n🟡\n";
    expect(fits(text, { maxBytes: 8, maxChars: 5, maxLines: 2, maxTokens: estimateTokens(text) })).toBe(true);
    expect(fits(text, { maxBytes: 7 })).toBe(false);
    expect(fits(text, { maxChars: 4 })).toBe(false);
    expect(fits(text, { maxLines: 1 })).toBe(false);
    expect(fits(text, { maxTokens: estimateTokens(text) - 1 })).toBe(false);
  });

  it("fits an empty text into limits of 0, and anything into none", () => {
    expect(fits("", { maxBytes: 0, maxChars: 0, maxLines: 0, maxTokens: 0 })).toBe(true);
    expect(fits("x".repeat(1e6), {})).toBe(true);
    expect(fits("x".repeat(1e6), { maxBytes: Infinity, maxTokens: Infinity, maxLines: undefined })).toBe(true);
    expect(fits("a", { maxLines: 0 })).toBe(false);
  });

  it("counts a lone surrogate as three bytes", () => {
    expect(fits("\ud83d", { maxBytes: 3 })).toBe(true);
    expect(fits("\ud83d", { maxBytes: 2 })).toBe(false);
  });

  it("does not count tokens where another limit already decides, nor those of a whole far too large", () => {
    expect(fits("abc", { maxBytes: 2, maxTokens: 100 }, { countTokens: () => expect.unreachable() })).toBe(false);
    let counted = 0;
    const countTokens = (text: string) => {
      counted += text.length;
      return text.length;
    };
    expect(fits("x".repeat(10_000_000), { maxTokens: 1000 }, { countTokens })).toBe(false);
    expect(counted).toBeLessThan(5000);
  });

  it("always is what naive measures say", () => {
    const text = fc.oneof(troubleText(), longerText());
    fc.assert(
      fc.property(text, limitsPlan(), fc.constantFrom(...SOUND_COUNTERS), (text, plan, countTokens) => {
        const limits = planned(plan, { ...naiveSize(text), tokens: countTokens(text) });
        expect(fits(text, limits, { countTokens })).toBe(naiveFits(text, limits, countTokens));
      }),
      runs(),
    );
  });

  it.each(Object.entries(WEIRD_COUNTERS))(
    "never lets a text with too many tokens in, though its counter is weird: %s",
    (_name, countTokens) => {
      fc.assert(
        fc.property(longerText(), fc.nat(100), (text, maxTokens) => {
          if (fits(text, { maxTokens }, { countTokens }) && text !== "") {
            expect(countTokens(text)).toBeLessThanOrEqual(maxTokens);
          }
        }),
        runs(100),
      );
    },
  );

  it("refuses bad input by name, never repeating content", () => {
    expect(() => fits(5 as never, {})).toThrow(new TypeError("text must be a string, got 5"));
    expect(() => fits(["content"] as never, {})).toThrow(new TypeError("text must be a string, got an object"));
    expect(() => fits("a", null as never)).toThrow(new TypeError("limits must be an object, got null"));
    expect(() => fits("a", {}, { countTokens: 5 as never })).toThrow(TypeError);
    for (const limit of ["maxBytes", "maxChars", "maxLines", "maxTokens"]) {
      expect(() => fits("a", { [limit]: -1 })).toThrow(RangeError);
      expect(() => fits("a", { [limit]: 1.5 })).toThrow(`${limit} must be an integer ≥ 0 or Infinity, got 1.5`);
      for (const [shown, value] of NOT_NUMBERS) {
        expect(() => fits("a", { [limit]: value } as Limits)).toThrow(TypeError);
        expect(() => fits("a", { [limit]: value } as Limits)).toThrow(`got ${shown}`);
      }
    }
  });
});
