import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOfClass, CLASSES, classOf, PLACES, placeOf, repeatPlaceOf } from "../../src/tokens/classes.js";
import { costsOf, letterFor } from "../../src/tokens/profile.js";
import { PROFILES } from "../../src/tokens/profiles.js";
import { CLASS_COUNT, START, unitClasses, weightsOf } from "../../src/tokens/weights.js";
import { runs } from "../support/runs.js";

describe("classOf", () => {
  it.each([
    ["a", "vowel"],
    ["t", "common"],
    ["d", "usual"],
    ["q", "rare"],
    ["E", "upperVowel"],
    ["Z", "upper"],
    ["0", "digit"],
    [" ", "space"],
    ["\t", "tab"],
    ["\r", "newline"],
    [".", "stop"],
    ["`", "quote"],
    ["<", "open"],
    ["}", "close"],
    ["\\", "slash"],
    ["~", "sign"],
    ["\0", "control"],
    ["\u007f", "control"],
    ["\u00a0", "latinSign"],
    ["é", "latin"],
    ["\u0301", "mark"],
    ["λ", "greek"],
    ["ж", "cyrillic"],
    ["א", "hebrew"],
    ["ع", "arabic"],
    ["ह", "devanagari"],
    ["ก", "thai"],
    ["ế", "vietnamese"],
    ["…", "dash"],
    ["→", "arrow"],
    ["─", "box"],
    ["、", "cjkSign"],
    ["あ", "hiragana"],
    ["ア", "katakana"],
    ["中", "han"],
    ["한", "hangul"],
    ["\ufffd", "replacement"],
    ["𠀀", "astral"],
    ["🟡", "emoji"],
    ["\u{10ffff}", "astral"],
  ])("of %j is %s", (character, name) => {
    expect(CLASSES[classOf(character.codePointAt(0) as number)]).toBe(name);
  });

  it("should give every code point a class of characters with as many bytes", () => {
    for (let code = 0; code < 0x10ffff; code += code < 0x3000 ? 1 : 37) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      expect(bytesOfClass(classOf(code))).toBe(Buffer.byteLength(String.fromCodePoint(code)));
    }
  });

  it("should agree with the table of units", () => {
    const table = unitClasses();
    for (let code = 0; code < 0x10000; code++) {
      if (table[code] !== classOf(code)) expect.unreachable(code.toString(16));
    }
  });
});

describe("places", () => {
  it("should give every pair of classes one of a profile's places, and use each place", () => {
    const used = new Set<number>();
    for (let current = 0; current < CLASS_COUNT; current++) {
      used.add(repeatPlaceOf(current));
      for (let before = 0; before < CLASS_COUNT; before++) used.add(placeOf(before, current));
    }
    expect([...used].sort((one, other) => one - other)).toEqual(Array.from({ length: PLACES }, (_, place) => place));
  });
});

describe("a profile's letters", () => {
  it("should stand for costs from 0.008 to 4 tokens, within 6 %, or not below", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 4, noNaN: true }), (tokens) => {
        const [nearest] = costsOf(letterFor(tokens, "nearest"));
        expect(Math.abs((nearest as number) / 1000 / tokens - 1)).toBeLessThanOrEqual(0.06);
        expect((costsOf(letterFor(tokens, "up"))[0] as number) / 1000).toBeGreaterThanOrEqual(tokens - 1e-9);
      }),
      runs(),
    );
  });
});

describe.each(Object.entries(PROFILES))("weights of %s", (_name, profile) => {
  it("should never be lower for safe than for expected, nor above a character's bytes", () => {
    const safe = weightsOf(profile, "safe");
    const expected = weightsOf(profile, "expected");
    for (const table of ["after", "repeated"] as const) {
      for (const [index, weight] of safe[table].entries()) {
        expect(weight).toBeGreaterThanOrEqual(expected[table][index] as number);
        expect(weight).toBeLessThanOrEqual(1000 * bytesOfClass(index % CLASS_COUNT));
      }
    }
  });

  it("should cost nothing more inside a text than at its start", () => {
    for (const bias of ["safe", "expected"] as const) {
      const { after, repeated } = weightsOf(profile, bias);
      for (let current = 0; current < CLASS_COUNT; current++) {
        const first = after[START * CLASS_COUNT + current];
        expect(repeated[current]).toBeLessThanOrEqual(first as number);
        for (let before = 0; before < CLASS_COUNT; before++) {
          expect(after[before * CLASS_COUNT + current]).toBeLessThanOrEqual(first as number);
        }
      }
    }
  });
});
