import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measureText } from "../../src/text/size.js";
import { isWellFormed, splitsPair, toWellFormed } from "../../src/text/wellFormed.js";
import { troubleText } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";
import { codePointPlaces } from "./reference.js";

const anyText = fc.oneof(troubleText(30), fc.string({ unit: "binary" }), fc.string());

/** Each code point that is a surrogate is a lone one. */
function naive(text: string): string {
  return Array.from(text, (codePoint) => (/^[\ud800-\udfff]$/.test(codePoint) ? "\ufffd" : codePoint)).join("");
}

describe("toWellFormed", () => {
  it.each([
    ["", ""],
    ["plain é 中 🟡", "plain é 中 🟡"],
    ["\ud83d", "\ufffd"],
    ["a\udfe1b", "a\ufffdb"],
    ["\udfe1\ud83d", "\ufffd\ufffd"],
    ["\ud83d\ud83d\udfe1\udfe1", "\ufffd🟡\ufffd"],
  ])("of %j is %j", (text, repaired) => {
    expect(toWellFormed(text)).toBe(repaired);
  });

  it("always repairs what is lone and nothing else", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const repaired = toWellFormed(text);
        expect(repaired).toBe(naive(text));
        expect(repaired).toBe(Buffer.from(text).toString());
        expect(isWellFormed(repaired)).toBe(true);
        expect(isWellFormed(text)).toBe(text === repaired);
        expect(toWellFormed(repaired)).toBe(repaired);
        expect(measureText(repaired)).toEqual(measureText(text));
      }),
      runs(),
    );
  });

  it("always gives the same without the engine's own isWellFormed", () => {
    const { isWellFormed: native } = String.prototype as { isWellFormed?: unknown };
    const texts = fc.sample(anyText, 300);
    const expected = texts.map((text) => [isWellFormed(text), toWellFormed(text)]);
    try {
      Object.assign(String.prototype, { isWellFormed: undefined });
      expect(texts.map((text) => [isWellFormed(text), toWellFormed(text)])).toEqual(expected);
    } finally {
      Object.assign(String.prototype, { isWellFormed: native });
    }
  });

  it("refuses anything but a string", () => {
    for (const value of [undefined, null, 1, {}]) expect(() => toWellFormed(value as never)).toThrow(TypeError);
  });
});

describe("splitsPair", () => {
  it("is true exactly at the indices inside a code point", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const places = codePointPlaces(text);
        for (let index = 0; index <= text.length; index++)
          expect(splitsPair(text, index)).toBe(!places.includes(index));
      }),
      runs(300),
    );
  });
});
