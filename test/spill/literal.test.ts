/** Literal searches: what native ones find, in linear time. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldCase } from "../../src/spill/foldCase.js";
import { literalMatcher } from "../../src/spill/literal.js";
import { runs } from "../support/runs.js";

const piece = fc.constantFrom("a", "A", "b", "ab", "é", "É", "ſ", "ß", "中", "🟡", "𐐀", "𐐨", "Σ", "ς", ".*", "\\");
/** Few different pieces, many times: what a search for one must begin again and again. */
const repetitive = (maxRuns: number) =>
  fc
    .array(fc.tuple(piece, fc.integer({ min: 1, max: 150 })), { minLength: 1, maxLength: maxRuns })
    .map((pieces) => pieces.map(([unit, count]) => unit.repeat(count)).join(""));

function escaped(pattern: string): string {
  return pattern.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

describe("literalMatcher", () => {
  it.each([1, 250, 251])("should find a pattern of %i units at every place, and nothing else", (units) => {
    const pattern = `${"x".repeat(units - 1)}y`;
    for (const ignoreCase of [false, true]) {
      const { find } = literalMatcher(pattern, ignoreCase);
      for (const before of ["", "x", "xx", "中", "é🟡"]) {
        expect(find(`${before}${pattern}x`)).toEqual({ start: before.length, end: before.length + units });
      }
      expect(find(pattern.slice(1))).toBeUndefined();
      expect(find("")).toBeUndefined();
    }
  });

  it("should always find what native searches find", () => {
    fc.assert(
      fc.property(repetitive(4), repetitive(12), fc.nat(), fc.boolean(), (pattern, line, at, has) => {
        const index = at % (line.length + 1);
        const text = has ? line.slice(0, index) + pattern + line.slice(index) : line;
        expect(literalMatcher(pattern, false).find(text)?.start ?? -1).toBe(text.indexOf(pattern));
        const native = text.search(new RegExp(escaped(pattern), "iu"));
        expect(literalMatcher(pattern, true).find(text)?.start ?? -1).toBe(native);
        const upper = [...pattern].map((letter) =>
          letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter,
        );
        expect(literalMatcher(upper.join(""), true).find(text)?.start ?? -1).toBe(native);
      }),
      runs(300),
    );
  });
});

describe("foldCase", () => {
  it("should hold equal what a regular expression holds equal: every letter against every other", () => {
    const letters = Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((letter) => /[\p{Cased}\p{Changes_When_Casefolded}\p{Changes_When_Casemapped}]/u.test(letter));
    const all = letters.join("");
    const byFolded = groupBy(letters, foldCase);
    expect(letters.length).toBeGreaterThan(4000);
    for (const letter of letters) {
      const equal = all.match(new RegExp(escaped(letter), "giu"));
      expect(byFolded.get(foldCase(letter))).toEqual(equal);
      expect(foldCase(letter)).toHaveLength(letter.length);
    }
  });
});

function groupBy(letters: readonly string[], keyOf: (letter: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const letter of letters) {
    const group = groups.get(keyOf(letter));
    if (group === undefined) groups.set(keyOf(letter), [letter]);
    else group.push(letter);
  }
  return groups;
}
