/** Regular expressions from strangers: the matches that ECMAScript finds, in linear time. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linearRegex } from "../../src/regex/linearRegex.js";
import { AT_MOST_LINEAR, timeExponent } from "../support/growth.js";
import { runs } from "../support/runs.js";

/** What ECMAScript finds: by code points, as RE2 goes. */
function native(pattern: string, line: string, flags = "u"): { start: number; end: number } | undefined {
  const match = new RegExp(pattern, flags).exec(line);
  return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
}

describe("linearRegex", () => {
  it("should give UTF-16 indices, also behind characters of two units", () => {
    expect(linearRegex("b+").find("🟡🟡bb🟡")).toEqual({ start: 4, end: 6 });
    expect(linearRegex("^..b").find("🟡中bb")).toEqual({ start: 0, end: 4 });
    expect(linearRegex("🟡$").find("a🟡")).toEqual({ start: 1, end: 3 });
    expect(linearRegex("b").find("\ud83db")).toEqual({ start: 1, end: 2 });
    expect(linearRegex("x").find("abc")).toBeUndefined();
    expect(linearRegex("x*").find("")).toEqual({ start: 0, end: 0 });
  });

  it("should ignore case where asked to, letters of other scripts too", () => {
    expect(linearRegex("ΣΊΣΥΦΟΣ", { ignoreCase: true }).find("a σίσυφος")).toEqual({ start: 2, end: 9 });
    expect(linearRegex("k", { ignoreCase: true }).find("\u212a")).toEqual({ start: 0, end: 1 });
    expect(linearRegex("error", { ignoreCase: false }).find("ERROR")).toBeUndefined();
    expect(linearRegex("(?i)error").find("an ERROR")).toEqual({ start: 3, end: 8 });
  });

  it("should begin where it is told, and know what stands before", () => {
    expect(linearRegex("a").find("aba", 1)).toEqual({ start: 2, end: 3 });
    expect(linearRegex("^b").find("ab", 1)).toBeUndefined();
    expect(linearRegex("\\bb").find("ab", 1)).toBeUndefined();
    expect(linearRegex("a").find("", 1)).toBeUndefined();
  });

  it.each([
    ["\\u00e9", "café"],
    ["\\u{1F7E1}", "a🟡"],
    ["a\\/b", "xa/b"],
    ["(?<year>\\d{4})-(?<month>\\d\\d)", "on 2026-11-30"],
    ["[\\u0041-\\u0043]+", "xABCD"],
    ["\\p{L}+?\\s", "1 é中 "],
    ["(a|ab)(c|bcd)(d*)", "abcd"],
    ["x{2,3}?", "xxxx"],
  ])("should understand %s as ECMAScript does", (pattern, line) => {
    expect(native(pattern, line)).toBeDefined();
    expect(linearRegex(pattern).find(line)).toEqual(native(pattern, line));
  });

  it("should always find what ECMAScript finds", () => {
    const atom = fc.constantFrom(
      "a",
      "b",
      ".",
      "[ab]",
      "[^a]",
      "中",
      "🟡",
      "\\d",
      "\\s",
      "\\bab",
      "^a",
      "b$",
      "(?:a|🟡b)",
    );
    const pattern = fc
      .array(fc.tuple(atom, fc.constantFrom("", "*", "+", "?", "{0,2}", "*?", "+?")), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.map(([one, times]) => `(?:${one})${times}`).join(""))
      // RE2 and ECMAScript differ in one thing: how often a repetition of what can be empty goes round.
      .filter((text) => !/\(\?:\(\?:/.test(text));
    const text = fc
      .array(fc.constantFrom("a", "b", "ab", "1", " ", "中", "🟡", "é"), { maxLength: 12 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(pattern, text, fc.boolean(), (pattern, line, ignoreCase) => {
        const expected = native(pattern, line, ignoreCase ? "iu" : "u");
        expect(linearRegex(pattern, { ignoreCase }).find(line)).toEqual(expected);
      }),
      runs(1000),
    );
  });
});

describe("linearRegex, asked for what it cannot do", () => {
  const HEAD = "pattern is not a regular expression that can be used here: ";
  it.each([
    ["(", `${HEAD}missing closing ): \`(\``],
    ["a{2,1}", `${HEAD}invalid repeat count: \`{2,1}\``],
    ["(a)\\1", `${HEAD}invalid escape sequence: \`\\1\``],
    ["a(?=b)", `${HEAD}invalid or unsupported Perl syntax: \`(?=\` (there is no lookaround)`],
    ["[z-a]", `${HEAD}invalid character class range: \`z-a\``],
    ["a{1001}", `${HEAD}invalid repeat count: \`{1001}\``],
    ["", "pattern must have 1 to 1000 UTF-16 units, got 0"],
    ["a".repeat(1001), "pattern must have 1 to 1000 UTF-16 units, got 1001"],
    ["\\d{1,999}", "pattern must make at most 1000 steps, got 1999: repeat less often"],
    ["((a{30}){30}){30}", `${HEAD}invalid repeat count: \`{30}\``],
  ])("%s", (pattern, message) => {
    expect(() => linearRegex(pattern)).toThrow(new RangeError(message));
  });

  it("should say so of lookbehind", () => {
    for (const pattern of ["(?<=a)b", "(?<!a)b", "(?!a)"]) {
      expect(() => linearRegex(pattern)).toThrow(/there is no lookaround/);
    }
  });

  it("should keep its message one short line, whatever is in the pattern", () => {
    for (const pattern of [
      `(${"x\n\u001b\ud83d".repeat(200)}`,
      `[${"é".repeat(900)}`,
      "(".repeat(1000),
      "a**".repeat(300),
    ]) {
      const failure = failureOf(pattern);
      expect(failure).toBeInstanceOf(RangeError);
      expect(failure.message.length).toBeLessThan(300);
      expect(failure.message).not.toMatch(/[\p{Cc}\p{Surrogate}]/u);
    }
  });

  it("should never throw anything but a RangeError, whatever the pattern", () => {
    const hostile = fc.array(fc.constantFrom(..."()[]{}?*+|^$.\\-,:=!<>Ppdwsxu0a9\n🟡", "(?", "\\p{", "\\Q"), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          hostile.map((parts) => parts.join("")),
          fc.string({ unit: "binary" }),
        ),
        (pattern) => {
          try {
            linearRegex(pattern).find("ab🟡 \ud83d 12");
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
          }
        },
      ),
      runs(1000),
    );
  });

  it.each([
    [() => linearRegex(/a/ as never), "pattern must be a string, got an object"],
    [() => linearRegex("a", "i" as never), 'flags must be an object, got "i"'],
    [() => linearRegex("a", { ignoreCase: 1 as never }), "flags.ignoreCase must be a boolean, got 1"],
  ])("should tell a wrong type", (call, message) => {
    expect(call).toThrow(new TypeError(message));
  });
});

describe("the time of linearRegex grows no faster than the line", { retry: 2 }, () => {
  const LINES: Readonly<Record<string, readonly [pattern: string, line: (units: number) => string]>> = {
    "nested repetition": ["(?:a*)*b", (units) => "a".repeat(units)],
    "nested repetition, with a match": ["(?:x+x+)+y", (units) => `${"x".repeat(units)}y`],
    alternatives: ["(?:a|a|aa)*$", (units) => `${"a".repeat(units)}b`],
    "a match at the end of a window": ["a.{20}$", (units) => `${"ab".repeat(units / 2)}x`],
    "many stars": [".*.*.*.*=.*", (units) => "x=".repeat(units / 2)],
    "characters of two units": ["(?:🟡*)*中", (units) => "🟡".repeat(units / 2)],
  };
  it.each(Object.entries(LINES))("%s", async (_name, [pattern, line]) => {
    const regex = linearRegex(pattern, { ignoreCase: true });
    const exponent = await timeExponent(
      (size) => {
        const text = line(size);
        return () => regex.find(text);
      },
      // Short lines go to an engine of their own: the step to the other one is no growth.
      { leastSize: 9 * 40_000, mostSize: 2 ** 21 },
    );
    expect(exponent).toBeLessThan(AT_MOST_LINEAR);
  });
});

function failureOf(pattern: string): Error {
  try {
    linearRegex(pattern);
  } catch (error) {
    return error as Error;
  }
  throw new Error("it compiled");
}
