import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CLASSES, classOf, PROFILES } from "../../src/tokens/profile.js";
import { runs } from "../support/runs.js";

describe("classOf", () => {
  it.each([
    ["a", "lower"],
    ["z", "lower"],
    ["A", "upper"],
    ["Z", "upper"],
    ["0", "digit"],
    ["9", "digit"],
    [" ", "space"],
    ["\t", "space"],
    ["\n", "newline"],
    ["\r", "newline"],
    ["{", "punctuation"],
    ["~", "punctuation"],
    ["@", "punctuation"],
    ["\0", "control"],
    ["\u001b", "control"],
    ["\u007f", "control"],
    ["é", "latin"],
    ["\u0080", "latin"],
    ["ế", "vietnamese"],
    ["λ", "greek"],
    ["ж", "cyrillic"],
    ["א", "semitic"],
    ["ع", "semitic"],
    ["あ", "kana"],
    ["ア", "kana"],
    ["中", "han"],
    ["、", "han"],
    ["，", "han"],
    ["한", "hangul"],
    ["\u1100", "hangul"],
    ["─", "symbol"],
    ["…", "symbol"],
    ["ก", "other"],
    ["ह", "other"],
    ["\u0301", "other"],
    ["\ufffd", "other"],
    ["🟡", "emoji"],
    ["🇩", "emoji"],
    ["𠀀", "astral"],
    ["\u{10ffff}", "astral"],
  ])("of %j is %s", (character, name) => {
    expect(CLASSES[classOf(character.codePointAt(0) as number)]).toBe(name);
  });

  it("always gives a class, for every code point", () => {
    fc.assert(
      fc.property(fc.nat(0x10ffff), (code) => {
        expect(CLASSES[classOf(code)]).toBeDefined();
      }),
      runs(),
    );
    for (let code = 0; code < 0x10000; code++) if (CLASSES[classOf(code)] === undefined) expect.unreachable();
  });
});

describe("PROFILES", () => {
  it.each(Object.entries(PROFILES))(
    "%s has a weight for each class, and expected is never above safe",
    (_name, profile) => {
      expect(profile.safe).toHaveLength(CLASSES.length);
      expect(profile.expected).toHaveLength(CLASSES.length);
      for (const [index, weight] of profile.expected.entries()) {
        expect(weight).toBeGreaterThan(0);
        expect(weight).toBeLessThanOrEqual(profile.safe[index] as number);
      }
    },
  );
});
