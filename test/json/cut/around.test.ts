import { describe, expect, it } from "vitest";
import { aroundToShow, hasWordsAround } from "../../../src/json/cut/around.js";
import { locateJson } from "../../../src/json/cut/locate.js";
import type { Room } from "../../../src/text/limits.js";

const NO_LIMIT: Room = { bytes: Infinity, chars: Infinity, lines: Infinity, tokens: Infinity };

/** What is shown before and behind the JSON of a text. */
function shown(text: string, limits: Partial<Room>): readonly [string, string] | undefined {
  const located = locateJson(text);
  if (located === undefined) throw new Error("no JSON");
  const around = aroundToShow(located, { ...NO_LIMIT, ...limits }, (words) => words.length);
  if (around === undefined) return undefined;
  const [before, behind] = around;
  return [text.slice(before.start, before.end), text.slice(behind.start, behind.end)];
}

describe("aroundToShow", () => {
  it("shows words that take half of every limit at most", () => {
    const text = "é words: [1]";
    expect(shown(text, {})).toEqual(["é words: ", ""]);
    expect(shown(text, { bytes: 20, chars: 18, tokens: 18, lines: 0 })).toEqual(["é words: ", ""]);
    expect(shown(text, { bytes: 19 })).toBeUndefined();
    expect(shown(text, { chars: 17 })).toBeUndefined();
    expect(shown(text, { tokens: 17 })).toBeUndefined();
  });

  it("counts of lines those on which no JSON stands", () => {
    const fence = "```\n[1]\n```\n";
    expect(shown(fence, { lines: 4 })).toEqual(["```\n", "\n```\n"]);
    expect(shown(fence, { lines: 3 })).toBeUndefined();
    expect(shown("a: [1]\n", { lines: 1 })).toEqual(["a: ", "\n"]);
    expect(shown("a\nb: [1]", { lines: 2 })).toEqual(["a\nb: ", ""]);
    expect(shown("a\nb: [1]", { lines: 1 })).toBeUndefined();
  });

  it("shows white space that takes a sixteenth of every limit at most, and leaves it out where it takes more", () => {
    expect(shown(" [1]\n", { bytes: 32, chars: 32, tokens: 32, lines: 1 })).toEqual([" ", "\n"]);
    for (const limits of [{ bytes: 31 }, { chars: 31 }, { tokens: 31 }])
      expect(shown(" [1]\n", limits)).toEqual(["", ""]);
    expect(shown("\n[1]", { lines: 16 })).toEqual(["\n", ""]);
    expect(shown("\n[1]", { lines: 15 })).toEqual(["", ""]);
    expect(shown("[1]", { bytes: 0, chars: 0, lines: 0, tokens: 0 })).toEqual(["", ""]);
  });
});

describe("hasWordsAround", () => {
  it.each([
    ["[1]", false],
    [" \r\n\t[1]\n\n", false],
    ["{}\n{}\n", false],
    ["\ufeff[1]", true],
    ["a [1]", true],
    ["```\n[1]\n```", true],
  ])("%j: %s", (text, expected) => {
    const located = locateJson(text);
    expect(located && hasWordsAround(located)).toBe(expected);
  });
});
