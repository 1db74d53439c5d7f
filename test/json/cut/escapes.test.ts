import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutBefore, cutBehind, decodedUnits, unitsOfString } from "../../../src/json/cut/escapes.js";
import { Scanner } from "../../../src/json/cut/scan.js";
import { Skeleton } from "../../../src/json/cut/skeleton.js";
import { runs } from "../../support/runs.js";
import { spelledString } from "../arbitraries.js";
import { spelledUnits } from "../reference.js";

/** Every position inside the quotes at which no escape sequence and no pair, escaped or not, is parted. */
function cutPositions(json: string): number[] {
  const positions: number[] = [];
  const units = spelledUnits(json);
  let at = 1;
  for (let index = 0; index <= units.length; index++) {
    const [before = "", behind = ""] = [units[index - 1], units[index]];
    if (!isPair(before, behind)) positions.push(at);
    at += behind.length;
  }
  return positions;
}

/** A pair is two surrogates in a row, both escaped or neither: half a pair that is not escaped is U+FFFD in JSON. */
function isPair(high: string, low: string): boolean {
  if (high.length !== low.length) return false;
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(JSON.parse(`"${high}${low}"`) as string);
}

/** A string, with others before and behind it that would mislead who looks too far. */
function placed(): fc.Arbitrary<{ text: string; start: number; json: string }> {
  const neighbour = fc.constantFrom(
    "",
    '"\\ud83d",',
    '"\\\\",',
    '"\\n":',
    '{"\\ud83d":',
    '"\\u00e9" : ',
    "\\ud83d",
    "\\",
  );
  return fc.tuple(neighbour, spelledString(), neighbour).map(([before, json, behind]) => ({
    text: before + json + behind,
    start: before.length,
    json,
  }));
}

describe("cutBefore and cutBehind", () => {
  it("find the nearest position that parts nothing", () => {
    const check = ({ text, start, json }: { text: string; start: number; json: string }) => {
      fc.pre(!text.slice(0, start).endsWith("\\"));
      const positions = cutPositions(json).map((at) => at + start);
      const inside = Array.from({ length: json.length - 1 }, (_, index) => start + 1 + index);
      expect(inside.map((at) => cutBefore(text, at))).toEqual(
        inside.map((at) => positions.findLast((position) => position <= at)),
      );
      expect(inside.map((at) => cutBehind(text, at))).toEqual(
        inside.map((at) => positions.find((position) => position >= at)),
      );
    };
    fc.assert(fc.property(placed(), check), runs());
  });

  it.each([
    ["a pair of escapes", "\\ud83d\\ude00", [1, 13]],
    ["a pair of escapes in upper case", "\\uD83D\\uDE00", [1, 13]],
    ["a pair", "🟡", [1, 3]],
    ["two halves in the wrong order", "\\ude00\\ud83d", [1, 7, 13]],
    ["a high half twice, then a low one", "\\ud83d\\ud83d\\ude00", [1, 7, 19]],
    ["a high half, then two low ones", "\\ud83d\\ude00\\ude00", [1, 13, 19]],
    ["a backslash, then what looks like an escape", "\\\\ud83d\\ude00", [1, 3, 4, 5, 6, 7, 8, 14]],
    ["two backslashes and a quote", '\\\\\\"a', [1, 3, 5, 6]],
    ["escapes of two units", '\\n\\"\\/', [1, 3, 5, 7]],
    ["an escaped backslash by its number", "\\u005cn", [1, 7, 8]],
    ["nothing", "", [1]],
  ])("%s", (_name, inside, positions) => {
    const text = `"${inside}"`;
    expect(cutPositions(text)).toEqual(positions);
    for (let at = 1; at < text.length; at++) {
      expect(cutBefore(text, at)).toBe(positions.findLast((position) => position <= at));
      expect(cutBehind(text, at)).toBe(positions.find((position) => position >= at));
    }
  });

  it("look no further than an escape is long, but for the backslashes before it", () => {
    for (const backslashes of [1000, 1001]) {
      const text = `"${"\\".repeat(backslashes)}${backslashes % 2 ? "n" : "a"}"`;
      const last = text.length - 2;
      expect(cutBefore(text, last)).toBe(backslashes % 2 ? last - 1 : last);
      expect(cutBehind(text, last)).toBe(backslashes % 2 ? last + 1 : last);
    }
  });
});

describe("decodedUnits", () => {
  it("is the length of what the stretch stands for", () => {
    const check = (json: string, from: number, to: number) => {
      const positions = cutPositions(json);
      const [start, end] = [from, to]
        .map((place) => positions[place % positions.length] as number)
        .sort((a, b) => a - b) as [number, number];
      const stretch = json.slice(start, end);
      expect(decodedUnits(json, start, end)).toBe((JSON.parse(`"${stretch}"`) as string).length);
    };
    fc.assert(fc.property(spelledString(), fc.nat(), fc.nat(), check), runs());
  });
});

describe("unitsOfString", () => {
  it("is the length of the string, known or not", () => {
    const check = (json: string, leastUnits: number) => {
      const text = `["",${json}]`;
      const source = { text, skeleton: new Skeleton(text.length, { leastUnits }) };
      const { length } = JSON.parse(json) as string;
      expect(unitsOfString(source, { start: 4, end: text.length - 1 })).toBe(length);
      expect(new Scanner(text, source.skeleton).scan(0)).toBe(text.length);
      expect(unitsOfString(source, { start: 4, end: text.length - 1 })).toBe(length);
    };
    fc.assert(fc.property(spelledString(), fc.integer({ min: 1, max: 100 }), check), runs());
  });
});
