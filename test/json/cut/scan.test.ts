import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Scanner, skipSpace } from "../../../src/json/cut/scan.js";
import { Skeleton } from "../../../src/json/cut/skeleton.js";
import { runs } from "../../support/runs.js";
import { jsonText } from "../arbitraries.js";
import { type Node, readNode } from "../reference.js";

/** Whether the whole text is one value, as the scanner sees it. */
function isJson(text: string): boolean {
  const end = new Scanner(text, new Skeleton(text.length)).scan(0);
  return end !== -1 && skipSpace(text, end) === text.length;
}

/** Whether the language's own parser takes it. */
function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Where a value can stand. */
const PLACES: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => ` \n\r\t${value}\t\r\n `,
  (value) => `[${value}]`,
  (value) => `[1,${value},2]`,
  (value) => `{"a":${value}}`,
  (value) => `{"a" : ${value} , "b":[]}`,
  (value) => `[[{"a":[${value}]}]]`,
];

describe("Scanner", () => {
  it.each([
    ["words", ["true", "false", "null", "True", "nul", "nulll", "truefalse", "undefined", "NaN", "Infinity", "tru e"]],
    ["numbers", ["0", "-0", "10", "-1", "1.5", "1.50", "0.0", "1e5", "1E5", "1e+5", "1e-5", "1.5e05", "1e400"]],
    [
      "what is no number",
      ["00", "01", "-01", "-", "+1", ".5", "5.", "1.e5", "1e", "1e+", "1e5.5", "0x1", "1_0", "--1"],
    ],
    ["more that is no number", ["1.2.3", "1ee5", "1-2", "١", "1n", "-Infinity", "1 2", "0e", "-e5", "0.", "1,", "²"]],
    ["strings", ['""', '"a"', '"é中🟡"', '"\ud83d"', '"\u007f\u0080\u2028\u2029\ufeff"', '"/"', '"\'"']],
    ["what is no string", ['"', '"a', "'a'", '"a""b"', '"\\"', '"\\', "a", '"a\nb"', '"\t"', '"\0"', '"a" "b"']],
    ["containers", ["[]", "{}", "[ ]", "{\n}", "[[]]", "[{}]", "[1, 2]", '{"a":1,"b":2}', '{"a":1,"a":2}', '{"":0}']],
    [
      "what is no array",
      ["[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1 2]", "[1}", "[}", "[1,,2]", "[1:2]", "[]]"],
    ],
    ["what is no object", ["{", "}", "{1:2}", '{"a"}', '{"a":}', '{"a":1,}', '{,"a":1}', "{a:1}", '{"a":1]', "{]"]],
    [
      "more that is no object",
      ['{"a":1 "b":2}', '{"a",1}', '{"a"::1}', "{:1}", '{"a":1,,"b":2}', '{"a":1:2}', '{"a" 1}'],
    ],
    [
      "nothing, and marks",
      ["", " ", "\n", ",", ":", "\ufeff1", "\ufeff{}", "1\ufeff", "\u00a01", "\v1", "\f1", "/**/1", "1//"],
    ],
  ])("%s: takes what JSON.parse takes", (_name, values) => {
    for (const value of values) {
      for (const place of PLACES)
        expect([place(value), isJson(place(value))]).toEqual([place(value), parses(place(value))]);
    }
  });

  it("takes the escapes that JSON has, and no other", () => {
    for (let unit = 0; unit < 0x180; unit++) {
      const text = `["\\${String.fromCharCode(unit)}"]`;
      expect([unit, isJson(text)]).toEqual([unit, parses(text)]);
      for (const hex of ["004", "00", "0041", "00g1", "D83D", "d83d\\uDE00"]) {
        const spelled = `"\\u${String.fromCharCode(unit)}${hex}"`;
        expect([spelled, isJson(spelled)]).toEqual([spelled, parses(spelled)]);
      }
    }
  });

  it("takes every unit in a string, a key, and between values as JSON.parse does", () => {
    const odd = [0x2028, 0x2029, 0xfeff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xfffe, 0xffff, 0x3000, 0x2003];
    for (const unit of [...Array.from({ length: 0x180 }, (_, index) => index), ...odd]) {
      const character = String.fromCharCode(unit);
      // Near the start of a string, and far behind it, it is read in different ways.
      for (const before of ["", "x".repeat(23), "x".repeat(24), "x".repeat(25), "x".repeat(60)]) {
        for (const text of [`"${before}${character}y"`, `{"${before}${character}":"y"}`]) {
          expect([text, isJson(text)]).toEqual([text, parses(text)]);
        }
      }
      for (const text of [
        `[1${character},2]`,
        `[${character}1]`,
        `{"a"${character}:1}`,
        `{${character}"a":1}`,
        `1${character}`,
      ]) {
        expect([text, isJson(text)]).toEqual([text, parses(text)]);
      }
    }
  });

  it("takes any text that JSON.parse takes, and no other", () => {
    const mutated = fc
      .tuple(
        jsonText(),
        fc.nat(),
        fc.constantFrom(...'"\\[]{}:,0-.eEtu \n\t\0\u00a0\ufeff', "", "\\u12", "null"),
        fc.nat(2),
      )
      .map(([text, at, odd, removed]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + odd + text.slice(place + removed);
      });
    const truncated = fc.tuple(jsonText(), fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)));
    const soup = fc
      .array(fc.constantFrom("[", "]", "{", "}", ",", ":", '"', "\\", "1", "-", "e", ".", " ", "true", '"a"'))
      .map((pieces) => pieces.join(""));
    const check = (text: string) => {
      expect(isJson(text)).toBe(parses(text));
    };
    for (const texts of [jsonText(), mutated, truncated, soup]) fc.assert(fc.property(texts, check), runs());
  });

  it("reads one value, and tells where it ends whatever stands behind it", () => {
    const check = (text: string, behind: string) => {
      const value = text.trim();
      const whole = value + (/[-+.\w]$/.test(value) ? " " : "") + behind;
      const { end } = readNode(value) as Node;
      expect(new Scanner(whole, new Skeleton(whole.length)).scan(0)).toBe(end);
      expect(new Scanner(`xy${whole}`, new Skeleton(whole.length)).scan(2)).toBe(end + 2);
    };
    fc.assert(
      fc.property(jsonText(), fc.constantFrom("", ",", "]", "}", '"', "\n{}", "x", "\ud83d", "\0"), check),
      runs(),
    );
  });

  it("gives the skeleton every large value, with its members or the chars that it stands for", () => {
    const check = (text: string, leastUnits: number, depth: number) => {
      const skeleton = new Skeleton(text.length, { leastUnits });
      expect(new Scanner(text, skeleton).scan(0, depth)).not.toBe(-1);
      for (const node of nodesOf(readNode(text) as Node)) {
        const { start, end } = node;
        const isLarge = end - start >= leastUnits && node.kind !== "scalar";
        const count = "members" in node ? node.members.length : node.kind === "string" ? node.value.length : 0;
        const large = isLarge ? { start, end, count } : undefined;
        expect(skeleton.startingAt(start)).toEqual(large);
        expect(skeleton.endingAt(end)).toEqual(large);
      }
    };
    fc.assert(fc.property(jsonText(), fc.integer({ min: 1, max: 60 }), fc.nat(3), check), runs());
  });

  it("reads any depth, balanced or not", () => {
    const depth = 1_000_000;
    expect(isJson("[".repeat(depth) + "]".repeat(depth))).toBe(true);
    expect(isJson(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`)).toBe(true);
    expect(isJson(`${'[{"a":'.repeat(depth)}1${"}]".repeat(depth)}`)).toBe(true);
    expect(isJson(`${'[{"a":'.repeat(depth)}1${"]}".repeat(depth)}`)).toBe(false);
    expect(isJson("[".repeat(depth) + "]".repeat(depth - 1))).toBe(false);
    expect(isJson("[".repeat(depth) + "]".repeat(depth + 1))).toBe(false);
    expect(isJson("[".repeat(depth) + "}".repeat(depth))).toBe(false);
  });

  it("tells an array from an object at every one of many levels", () => {
    const closing = { "[": "]", '{"k":': "}" } as const;
    const check = (kinds: readonly ("[" | '{"k":')[], turn: number) => {
      const opened = Array.from({ length: 3000 }, (_, level) => kinds[level % kinds.length] as "[");
      const closed = opened.map((open) => closing[open]).reverse();
      expect(isJson(`${opened.join("")}0${closed.join("")}`)).toBe(true);
      const wrong = closed.with(turn, (closed[turn] as string) === "]" ? ("}" as never) : "]");
      expect(isJson(`${opened.join("")}0${wrong.join("")}`)).toBe(false);
    };
    const kinds = fc.array(fc.constantFrom("[" as const, '{"k":' as const), { minLength: 1, maxLength: 17 });
    fc.assert(fc.property(kinds, fc.nat(2999), check), runs(50));
  });

  it("knows the outer levels of a text that is nested more deeply than it keeps count of", () => {
    const depth = 2 ** 18 + 1000;
    const text = `${"[7,".repeat(depth)}0${"]".repeat(depth)}`;
    const skeleton = new Skeleton(text.length);
    expect(new Scanner(text, skeleton).scan(0)).toBe(text.length);
    for (const level of [0, 1, 1000, 50_000]) {
      const large = { start: 3 * level, end: text.length - level, count: 2 };
      expect(skeleton.startingAt(large.start)).toEqual(large);
      expect(skeleton.endingAt(large.end)).toEqual(large);
    }
  });

  it("takes long strings up to what ends or breaks them, wherever that stands", () => {
    const plain = fc.constantFrom("a", "é", "中", "🟡");
    const special = fc.constantFrom('"', "\\n", '\\"', "\\u00e9", "\n", "\0", "\ud83d", "\\x");
    const part = fc.tuple(plain, fc.oneof(fc.nat(80), fc.integer({ min: 200, max: 1200 })), special);
    const check = (parts: [string, number, string][]) => {
      const inner = parts.map(([unit, count, end]) => unit.repeat(count) + end).join("");
      for (const text of [`"${inner}"`, `["${inner}",1]`]) expect(isJson(text)).toBe(parses(text));
    };
    fc.assert(fc.property(fc.array(part, { maxLength: 4 }), check), runs());
  });
});

describe("skipSpace", () => {
  it("passes over the four characters that JSON calls white space, and no other", () => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => unit);
    const skipped = units.filter((unit) => skipSpace(` ${String.fromCharCode(unit)} x`, 0) === 3);
    expect(skipped).toEqual([0x09, 0x0a, 0x0d, 0x20]);
    expect(skipSpace(" x x", 0)).toBe(1);
    expect(skipSpace("  ", 0)).toBe(2);
    expect(skipSpace("", 0)).toBe(0);
  });
});

function nodesOf(node: Node): Node[] {
  return "members" in node ? [node, ...node.members.flatMap(({ value }) => nodesOf(value))] : [node];
}
