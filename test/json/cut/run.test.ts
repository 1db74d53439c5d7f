import { describe, expect, it } from "vitest";
import { shrunk } from "./support.js";

const DIGITS = "[0,1,2,3,4,5,6,7,8,9]";

describe("shrinkRun", () => {
  it.each([
    [1, undefined],
    [2, "[]"],
    [3, "[]"],
    [4, "[9]"],
    [5, "[0,9]"],
    [7, "[0,8,9]"],
    [9, "[0,1,8,9]"],
    [19, "[0,1,2,3,5,6,7,8,9]"],
    [20, "[0,1,2,3,5,6,7,8,9]"],
    [21, DIGITS],
  ])("keeps whole items from both ends in %i units", (room, text) => {
    expect(shrunk(DIGITS, room)?.text).toBe(text);
  });

  it("keeps the start, the end, or parts of both", () => {
    expect(shrunk(DIGITS, 11, { headShare: 1 })?.text).toBe("[0,1,2,3]");
    expect(shrunk(DIGITS, 11, { headShare: 0 })?.text).toBe("[6,7,8,9]");
    expect(shrunk(DIGITS, 11, { headShare: 0.75 })?.text).toBe("[0,1,2,8,9]");
    expect(shrunk(DIGITS, 11, { headShare: 0.25 })?.text).toBe("[0,6,7,8,9]");
  });

  it("gives what one side cannot use to the other", () => {
    const large = `"${"x".repeat(100)}"`;
    expect(shrunk(`[1,2,3,4,5,${large}]`, 22, { headShare: 0 })?.elisions).toEqual([
      { pointer: "", kept: 1, total: 6, next: { pointer: "", from: 0 } },
      { pointer: "/5", kept: 17, total: 100, next: { pointer: "/5", from: 0 } },
    ]);
    expect(shrunk(`[1,2,3,4,5,${large}]`, 16)?.text).toBe("[1,2,3,4,5]");
    expect(shrunk(`[${large},1,2,3,4,5]`, 16)?.text).toBe("[1,2,3,4,5]");
  });

  it("says in the place of the omission what is left out, and where to read on", () => {
    const text = `[${Array.from({ length: 300 }, (_, index) => index).join(",")}]`;
    const { text: kept, elisions } = shrunk(text, 300, { marker: true }) ?? { text: "", elisions: [] };
    expect(elisions).toEqual([{ pointer: "", kept: 73, total: 300, next: { pointer: "", from: 43 } }]);
    expect(kept).toContain('42,"[spillway: … 227 of 300 items omitted, next from 43 …]",270,');
  });

  it("puts a marker before or behind all that is kept, if only one side is", () => {
    const text = `[${"1,".repeat(100)}2]`;
    expect(shrunk(text, 30, { marker: true, headShare: 1 })?.text).toBe('[1,1,1,1,1,1,1,1,1,1,1,"[…]"]');
    expect(shrunk(text, 30, { marker: true, headShare: 0 })?.text).toBe('["[…]",1,1,1,1,1,1,1,1,1,1,2]');
  });

  it("keeps a part of the first and the last item, where neither fits", () => {
    const items = ["a", "b", "c"].map((letter) => letter.repeat(100));
    const { text, elisions } = shrunk(JSON.stringify(items), 64) ?? { text: "", elisions: [] };
    const [first = "", last = "", ...rest] = JSON.parse(text) as string[];
    expect(rest).toEqual([]);
    expect(first).toMatch(/^a{28}$/);
    expect(last).toMatch(/^c{29}$/);
    expect(elisions.map(({ pointer, kept }) => [pointer, kept])).toEqual([
      ["", 2],
      ["/0", 28],
      ["/2", 29],
    ]);
  });

  it("keeps a part of what lies between, where whole items leave most of the room empty", () => {
    const text = JSON.stringify([1, "x".repeat(1000), 2]);
    const { text: kept, elisions } = shrunk(text, 100) ?? { text: "", elisions: [] };
    expect(kept).toMatch(/^\[1,"x{92}",2\]$/);
    expect(elisions).toEqual([{ pointer: "/1", kept: 92, total: 1000, next: { pointer: "/1", from: 46 } }]);
  });

  it("never keeps part of a number or a word", () => {
    const digits = "1234567890".repeat(10);
    expect(shrunk(digits, 50)).toBeUndefined();
    expect(shrunk("false", 4)).toBeUndefined();
    expect(shrunk(`[${digits}]`, 50)?.text).toBe("[]");
    expect(shrunk(`[1,${digits},2]`, 50)?.text).toBe("[1,2]");
    expect(shrunk(`{"a":${digits},"b":false}`, 50)?.text).toBe('{"b":false}');
  });

  it("says that one of one or two members is left out, where that fits", () => {
    const digits = "1234567890".repeat(100);
    const marked = (text: string, room: number) => shrunk(text, room, { marker: true })?.text;
    expect(marked(`[${digits}]`, 300)).toBe('["[spillway: … 1 of 1 item omitted, next from 0 …]"]');
    expect(marked(`[1,${digits}]`, 150)).toBe('[1,"[spillway: … 1 of 2 items omitted …]"]');
    expect(marked(`{"a":${digits},"b":1}`, 200)).toBe('{"[…]":"[spillway: … 1 of 2 members omitted …]","b":1}');
    expect(marked(`{"a":${digits}}`, 40)).toBe('{"[…]":"[…]"}');
    expect(marked(`[${digits}]`, 6)).toBe("[]");
  });

  it("keeps the source's white space around what it keeps, and marks in its style", () => {
    const text = JSON.stringify([...Array(50).keys()], null, 2).replaceAll("\n", "\r\n");
    expect(shrunk(text, 100, { marker: true })?.text).toBe(
      [
        ...["[", "  0,", "  1,", "  2,", "  3,", "  4,", "  5,"],
        ...['  "[…]",', "  43,", "  44,", "  45,", "  46,", "  47,", "  48,", "  49", "]"],
      ].join("\r\n"),
    );
  });

  it("leaves out white space that takes more than a little", () => {
    const space = " ".repeat(1000);
    expect(shrunk(`[${space}1,2,3${space}]`, 8)?.text).toBe("[1,2,3]");
    expect(shrunk(`[1,${space}2,${space}3]`, 8)?.text).toBe("[1,3]");
    expect(shrunk(`[${space}]`, 8)).toEqual({ text: "[]", elisions: [] });
    expect(shrunk(`{"a"${space}:${space}1}`, 20)?.text).toBe("{}");
  });

  it("keeps a chain as far as it goes, brackets and all", () => {
    const chain = `${"[".repeat(500)}"deep"${"]".repeat(500)}`;
    const { text, elisions } = shrunk(chain, 100) ?? { text: "", elisions: [] };
    expect(text).toBe("[".repeat(50) + "]".repeat(50));
    const pointer = "/0".repeat(49);
    expect(elisions).toEqual([{ pointer, kept: 0, total: 1, next: { pointer, from: 0 } }]);
    expect(shrunk(chain, 1004)?.text).toBe(`${"[".repeat(500)}"${"de"}"${"]".repeat(500)}`.replace('"de"', '"dp"'));
  });
});

describe("the key of a marker", () => {
  const marked = (keys: readonly string[]) => {
    const members = keys.map((key) => `${key}:${"1".repeat(10)}`);
    const filler = Array.from({ length: 40 }, (_, index) => `"k${index}":${"2".repeat(10)}`);
    const text = `{${[...members, ...filler, ...members].join(",")}}`;
    return shrunk(text, 200, { marker: true })?.text ?? "";
  };

  it.each([
    ["plain keys", ['"a"'], "[…]"],
    ["the key itself", ['"[…]"'], "[[…]]"],
    ["the key, escaped", ['"\\u005b…]"'], "[[…]]"],
    ["the key, all of it escaped", ['"\\u005b\\u2026\\u005d"'], "[[…]]"],
    ["two such keys", ['"[[…]]"', '"[…]"'], "[[[…]]]"],
    ["only a longer one", ['"[[…]]"'], "[…]"],
    ["a key that says it is a marker", ['"[spillway: … 1 of 2 members omitted …]"'], "[…]"],
  ])("is none that is kept: %s", (_name, keys, expected) => {
    expect(marked(keys)).toContain(`"${expected}":"`);
    const parsed = JSON.parse(marked(keys)) as Record<string, unknown>;
    expect(parsed[expected]).toMatch(/^\[/);
    for (const key of keys) expect(parsed[JSON.parse(key) as string]).toBe(1_111_111_111);
  });
});
