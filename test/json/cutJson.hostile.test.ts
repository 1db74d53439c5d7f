/** Texts and values that break programs which cut JSON. */
import { describe, expect, it } from "vitest";
import { cutJson } from "../../src/json/cutJson.js";
import type { Limits } from "../../src/text/limits.js";
import { someOf } from "../support/runs.js";
import { KEEPS } from "../text/options.js";

const DEPTH = 1_000_000;
const MEGABYTE = 1024 * 1024;

/** Texts that are JSON. */
const JSON_TEXTS: Readonly<Record<string, () => string>> = {
  "a million arrays": () => "[".repeat(DEPTH) + "]".repeat(DEPTH),
  "a million arrays around a text": () => `${"[".repeat(DEPTH)}"${"deep ".repeat(1000)}"${"]".repeat(DEPTH)}`,
  "a million objects": () => `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`,
  "a million of both": () => `${'[{"a":'.repeat(DEPTH / 2)}null${"}]".repeat(DEPTH / 2)}`,
  "a chain with siblings before it": () => `${"[1,".repeat(DEPTH / 10)}0${"]".repeat(DEPTH / 10)}`,
  "a chain with siblings behind it": () => `${"[".repeat(DEPTH / 10)}0${",1]".repeat(DEPTH / 10)}`,
  "a chain of members with siblings": () => `${'{"b":1,"a":'.repeat(DEPTH / 10)}0${',"c":"x"}'.repeat(DEPTH / 10)}`,
  "a chain, indented": () => {
    const levels = Array.from({ length: 1000 }, (_, level) => " ".repeat(level));
    return `${levels.map((indent) => `${indent}[\n`).join("")}${levels
      .reverse()
      .map((indent) => `\n${indent}]`)
      .join("")}`;
  },
  "many keys": () => `{${Array.from({ length: 100_000 }, (_, index) => `"key ${index}":${index}`).join(",")}}`,
  "one key many times": () => `{${'"k":"value",'.repeat(100_000)}"k":0}`,
  "one key many times, large values": () => `{${`"k":"${"v".repeat(2000)}",`.repeat(500)}"k":0}`,
  "the marker's key many times": () => `{${'"[…]":1,'.repeat(50_000)}"[[…]]":0}`,
  "keys that count brackets": () =>
    `{${Array.from({ length: 500 }, (_, index) => `"${"[".repeat(index)}…${"]".repeat(index)}":${index}`).join(",")}}`,
  "keys of a megabyte": () => `{"${"k".repeat(MEGABYTE)}":1,"${"\\\\".repeat(MEGABYTE / 2)}":2,"z":[1,2]}`,
  "a large value under a key of a megabyte": () => `{"${"k".repeat(MEGABYTE)}":"${"v".repeat(MEGABYTE)}"}`,
  "a chain of long keys": () => `${`{"${"k".repeat(2000)}":`.repeat(300)}"${"x".repeat(5000)}"${"}".repeat(300)}`,
  "odd keys": () =>
    JSON.stringify(
      Object.fromEntries(
        ["/", "~", "~1", '"', "\\", "", " ", "\n", "\0", "constructor", "toString", "🟡", "\ud83d", "]", "0", "-1"].map(
          (key) => [key, [key, "x".repeat(3000)]],
        ),
      ),
    ),
  "a key that sets a prototype": () =>
    `{"__proto__":{"a":"${"x".repeat(30_000)}"},"a":["__proto__"],"__proto__":[${"1,".repeat(30_000)}2]}`,
  "empty keys": () => `{${'"":{"":[]},'.repeat(5000)}"":"${"x".repeat(5000)}"}`,
  "escaped backslashes": () => `["${"\\\\".repeat(MEGABYTE / 2)}"]`,
  "escaped quotes": () => `["${'\\"'.repeat(MEGABYTE / 2)}"]`,
  "escapes by number": () => `["${"\\u0041".repeat(200_000)}"]`,
  "escaped pairs": () => `["${"\\ud83d\\ude00".repeat(100_000)}"]`,
  "escaped halves, high": () => `["${"\\ud83d".repeat(200_000)}"]`,
  "escaped halves, low first": () => `["${"\\ude00\\ud83d".repeat(100_000)}"]`,
  pairs: () => `["${"🟡".repeat(500_000)}"]`,
  "lone halves": () => `["${"\ud83d".repeat(500_000)}",{"\ude00":"\ude00"}]`,
  "brackets in strings": () => `[${'"]}[{\\"",'.repeat(100_000)}"]"]`,
  "a number of a megabyte": () => "1".repeat(MEGABYTE),
  "huge numbers": () =>
    `[${"1".repeat(MEGABYTE / 8)},-0.${"0".repeat(MEGABYTE / 8)}1,{"a":1e${"0".repeat(MEGABYTE / 8)}}]`,
  "white space": () => `${" \n".repeat(200_000)}[${"\t\r\n ".repeat(200_000)}]${"\n".repeat(200_000)}`,
  "white space between members": () =>
    `[1${" ".repeat(MEGABYTE / 8)},${" ".repeat(MEGABYTE / 8)}2,3,"${"x".repeat(5000)}"]`,
  "white space about keys": () => `{ ${`"a"${" ".repeat(5000)}:${" ".repeat(5000)}[1,2,3],`.repeat(50)}"z":0}`,
  "empty containers": () => `[${"[],{},".repeat(100_000)}[]]`,
  "numbers of one digit": () => `[${"1,".repeat(500_000)}2]`,
  "empty strings": () => `[${'"",'.repeat(300_000)}""]`,
  "text that imitates markers": () => `[${'"[spillway: … 3 of 5 items omitted, next from 2 …]",'.repeat(20_000)}"[…]"]`,
};

/** Texts that are not, and some that only look like it. */
const OTHER_TEXTS: Readonly<Record<string, () => string>> = {
  "nothing but [": () => "[".repeat(DEPTH),
  'nothing but {"a":': () => '{"a":'.repeat(DEPTH / 10),
  "a } in the place of the last ]": () => `${"[".repeat(DEPTH / 4) + "]".repeat(DEPTH / 4 - 1)}}`,
  "one ] too many": () => "[".repeat(DEPTH / 4) + "]".repeat(DEPTH / 4 + 1),
  "nothing but ]": () => "]".repeat(DEPTH),
  "a string that does not end": () => `["${"x".repeat(MEGABYTE)}`,
  backslashes: () => "\\".repeat(MEGABYTE),
  quotes: () => '"'.repeat(MEGABYTE),
  backticks: () => "`".repeat(MEGABYTE),
  fences: () => "```json\n[".repeat(100_000),
  NUL: () => "\0".repeat(MEGABYTE),
  "white space alone": () => " \n\t\r".repeat(MEGABYTE / 4),
  "[INFO] lines": () => "[INFO] {a: 1}\n".repeat(50_000),
  "records and a broken one": () => `${'{"a":[1,2,3]}\n'.repeat(50_000)}{"a":`,
  "lone surrogates": () => "\ud83d".repeat(500_000),
};

const LIMITS: readonly Limits[] = [
  { maxBytes: 0 },
  { maxBytes: 2 },
  { maxBytes: 100 },
  { maxChars: 3000, maxLines: 50 },
  { maxBytes: 10_000 },
  { maxTokens: 500 },
];

/** Each of the limits with each of the options, in as many turns as the longest of them has. */
function turns() {
  return someOf(LIMITS, 4).map((limits, turn) => ({
    limits,
    options: { keep: KEEPS[turn % 3] as "ends", marker: turn % 2 === 0, headShare: [0.5, 0.2, 1][turn % 3] as number },
  }));
}

function expectInside(text: string, { maxBytes = Infinity, maxChars = Infinity, maxLines = Infinity }: Limits): void {
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
  expect(text.length).toBeLessThanOrEqual(maxChars);
  expect(text.split("\n").length - (/(^|\n)$/.test(text) ? 1 : 0)).toBeLessThanOrEqual(maxLines);
  expect(/\p{Surrogate}/u.test(text)).toBe(false);
}

describe("cutJson, of hostile JSON", () => {
  it.each(Object.entries(JSON_TEXTS))("%s: inside the limits, and JSON", (_name, make) => {
    const text = make();
    for (const { limits, options } of turns()) {
      const cut = cutJson(text, limits, options);
      expectInside(cut.text, limits);
      expect(cut.kind).toBe("json");
      expect(cut.truncated).toBe(true);
      if (cut.text !== "") JSON.parse(cut.text);
      expect(cut.elisions.every(({ kept, total }) => kept < total || total === 0)).toBe(true);
      const isEmpty = limits.maxBytes === 0 || /^\d/.test(text);
      expect(cut.text === "").toBe(isEmpty);
      if (/^"/.test(text) || isEmpty) expect(cut.elisions).toHaveLength(1);
    }
  });

  it.each(Object.entries(OTHER_TEXTS))("%s: inside the limits, as a text", (_name, make) => {
    const text = make();
    for (const { limits, options } of turns().slice(2)) {
      const cut = cutJson(text, limits, options);
      expectInside(cut.text, limits);
      expect(cut).toMatchObject({ kind: "text", truncated: true, elisions: [] });
    }
  });

  it("shows more levels than a skeleton can know", () => {
    const depth = 262_200;
    const text = `${"[".repeat(depth)}7${"]".repeat(depth)}`;
    const { text: kept, elisions } = cutJson(text, { maxChars: 280_000 });
    expect(kept === "[".repeat(140_000) + "]".repeat(140_000)).toBe(true);
    const pointer = "/0".repeat(139_999);
    expect(elisions).toHaveLength(1);
    expect(elisions[0]?.pointer === pointer).toBe(true);
  });

  it("reads a deep chain beside so many large values that the skeleton forgets all but the outermost", () => {
    const depth = 100_000;
    const wide = `[[[["${"x".repeat(1100)}"]]]],`.repeat(66_000);
    const text = `[${"[".repeat(depth)}7${"]".repeat(depth)},${wide}0]`;
    const { text: kept, elisions } = cutJson(text, { maxChars: 2000 }, { keep: "head", marker: false });
    expect(kept === "[".repeat(999) + "]".repeat(999)).toBe(true);
    expect(elisions.map(({ total }) => total)).toEqual([66_002, 1]);
  });
});

describe("cutJson, of hostile values", () => {
  it("takes any value, and runs none of its code", () => {
    const calls: string[] = [];
    const called = (name: string) => () => {
      calls.push(name);
      throw new Error("secret");
    };
    const nested: unknown[] = [];
    let inner = nested;
    for (let level = 0; level < 100_000; level++) {
      const next: unknown[] = [];
      inner.push(next);
      inner = next;
    }
    const cyclic: Record<string, unknown> = { a: "x".repeat(1000) };
    cyclic["self"] = cyclic;
    const values: readonly unknown[] = [
      ...[undefined, null, Number.NaN, Infinity, -0, 1n, Symbol("s"), called("function"), new Date(Number.NaN)],
      ...[new Map([[1, 2]]), new Set([1]), Object.create(null), new Error("secret"), /x/, new Uint8Array(1000)],
      new Proxy({}, { get: called("get"), ownKeys: called("ownKeys"), getOwnPropertyDescriptor: called("descriptor") }),
      Object.defineProperty({ rest: "x".repeat(500) }, "a", { get: called("getter"), enumerable: true }),
      { toJSON: called("toJSON"), rest: "x".repeat(500) },
      [new String("boxed"), Object(1n)],
      nested,
      cyclic,
      ["\ud83d".repeat(1000), { "\ude00": "\ude00" }],
      Array.from({ length: 10_000 }),
    ];
    for (const value of values) {
      for (const maxBytes of [0, 2, 60, 500]) {
        const cut = cutJson({ value }, { maxBytes });
        expectInside(cut.text, { maxBytes });
        if (cut.text !== "") JSON.parse(cut.text);
        expect(cut.kind).toBe("json");
        expect(cut.text).not.toContain("secret");
      }
    }
    expect(calls).toEqual([]);
  });
});
