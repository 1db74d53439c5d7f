import { describe, expect, it } from "vitest";
import { type CutJsonOptions, cutJson } from "../../src/json/cutJson.js";
import { readSpill } from "../../src/spill/readSpill.js";
import type { Limits } from "../../src/text/limits.js";
import { keep } from "../spill/pointer/support.js";
import { NOT_NUMBERS } from "../support/arbitraries.js";

const RECORDS = Array.from({ length: 200 }, (_, id) => ({ id, name: `name ${id}`, ok: id % 2 === 0 }));

describe("cutJson", () => {
  it("returns a text that fits as it is, whatever it is", () => {
    for (const [text, kind] of [
      ['{"a":1}', "json"],
      [" [1, 2]\n", "json"],
      ["null", "json"],
      ["{}\n{}\n", "json"],
      ["```json\n{}\n```", "json"],
      ['the answer: {"a":1}', "json"],
      ["{broken", "text"],
      ["", "text"],
      [" \n", "text"],
    ] as const) {
      const cut = cutJson(text, { maxBytes: 100, maxLines: 10 });
      expect(cut).toMatchObject({ text, truncated: false, kind, elisions: [] });
      expect(cut.shown).toEqual(cut.total);
      expect(cut).not.toHaveProperty("limitedBy");
    }
    expect(cutJson("[1,2,3]", {})).toMatchObject({ text: "[1,2,3]", truncated: false });
  });

  it("keeps whole records of an array from both ends", () => {
    const cut = cutJson(JSON.stringify(RECORDS), { maxBytes: 400 });
    expect(cut).toMatchObject({ truncated: true, kind: "json", limitedBy: "bytes", altered: false });
    const items = JSON.parse(cut.text) as unknown[];
    expect(items[5]).toBe("[spillway: … 191 of 200 items omitted, next from 5 …]");
    expect(items.filter((item) => typeof item !== "string")).toEqual([...RECORDS.slice(0, 5), ...RECORDS.slice(-4)]);
    expect(cut.elisions).toEqual([{ pointer: "", kept: 9, total: 200, next: { pointer: "", from: 5 } }]);
  });

  it("keeps the members of an object, and shrinks the largest", () => {
    const value = { status: 200, headers: { "content-type": "text/html" }, body: "<p>all of it</p>".repeat(500) };
    const cut = cutJson({ value }, { maxBytes: 600 });
    expect(JSON.parse(cut.text)).toMatchObject({ status: 200, headers: value.headers });
    expect((JSON.parse(cut.text) as typeof value).body).toMatch(
      /^<p>all of it<\/p>.*\[spillway: … [\d,]+ of 8,000 chars omitted, next at \/body from \d+ …\].*<\/p>$/,
    );
    expect(cut.elisions).toHaveLength(1);
  });

  it("keeps records of NDJSON, with a record that says what is left out", () => {
    const text = RECORDS.map((record) => `${JSON.stringify(record)}\n`).join("");
    const cut = cutJson(text, { maxLines: 7 });
    const lines = cut.text.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      ...RECORDS.slice(0, 3),
      "[spillway: … 194 of 200 records omitted, next from 3 …]",
      ...RECORDS.slice(-3),
    ]);
    expect(cut).toMatchObject({ kind: "json", limitedBy: "lines", shown: { lines: 6 }, omitted: { lines: 194 } });
  });

  it("keeps words before JSON, and a fence around it", () => {
    const json = JSON.stringify(RECORDS);
    const behind = cutJson(`200 rows in 3 ms:\n${json}\n`, { maxBytes: 300 });
    expect(behind.text).toMatch(/^200 rows in 3 ms:\n\[\{"id":0,.*"id":199,.*\}\]\n$/);
    const fenced = cutJson(`Here:\n\n\`\`\`json\n${json}\n\`\`\`\n\nThat is all.`, { maxBytes: 300 });
    expect(fenced.text).toMatch(/^Here:\n\n```json\n\[\{"id":0,.*"id":199,.*\}\]\n```\n\nThat is all\.$/);
    expect([behind.kind, fenced.kind]).toEqual(["json", "json"]);
  });

  it("cuts as a text what is not JSON, and where words take more than half", () => {
    const broken = `${JSON.stringify(RECORDS).slice(0, -1)},`;
    expect(cutJson(broken, { maxBytes: 300 })).toMatchObject({ kind: "text", truncated: true, elisions: [] });
    const wordy = cutJson(`${"words ".repeat(30)}\n${JSON.stringify(RECORDS)}`, { maxBytes: 300 });
    expect(wordy).toMatchObject({ kind: "text", limitedBy: "bytes" });
    expect(wordy.text).toContain("[spillway: …");
  });

  it("never lets white space around JSON stand in its way", () => {
    for (const limits of [{ maxBytes: 3 }, { maxBytes: 6 }, { maxBytes: 40 }, { maxLines: 1 }, { maxChars: 15 }]) {
      for (const text of ["[1,2,3,4,5,6,7,8,9]\n", `${"\n".repeat(200)}[1,2,3,4,5,6,7,8,9]${" ".repeat(200)}`]) {
        const cut = cutJson(text, limits as Limits, { marker: false });
        expect(cut.kind).toBe("json");
        expect(JSON.parse(cut.text)).toEqual(expect.any(Array));
      }
    }
    const spaced = `${" ".repeat(100)}[1,2,3]`;
    expect(cutJson(spaced, { maxBytes: 20 })).toMatchObject({
      text: "[1,2,3]",
      truncated: true,
      elisions: [],
      shown: { chars: 7 },
      omitted: { chars: 100 },
    });
  });

  it("gives nothing where not even brackets fit, and says what that is", () => {
    const nothing = (total: number) => ({
      text: "",
      truncated: true,
      kind: "json",
      elisions: [{ pointer: "", kept: 0, total, next: { pointer: "", from: 0 } }],
      shown: { bytes: 0, chars: 0, lines: 0 },
    });
    for (const limits of [{ maxBytes: 0 }, { maxBytes: 1 }, { maxChars: 1 }, { maxLines: 0 }, { maxTokens: 0 }]) {
      expect(cutJson("[1,2,3]", limits as Limits)).toMatchObject(nothing(3));
      expect(cutJson('{"a":1}\n', limits as Limits)).toMatchObject(nothing(1));
      expect(cutJson('"h\\u00e9llo"', limits as Limits)).toMatchObject(nothing(5));
    }
    expect(cutJson("123456", { maxBytes: 5 })).toMatchObject(nothing(1));
    expect(cutJson("false", { maxBytes: 4 })).toMatchObject(nothing(1));
    expect(cutJson("{}\n{}\n", { maxBytes: 1 })).toMatchObject(nothing(2));
    expect(cutJson("[1,2,3]", { maxBytes: 2 }).text).toBe("[]");
    expect(cutJson('{"a":1}', { maxBytes: 2 }).text).toBe("{}");
    expect(cutJson('"abc"', { maxBytes: 2 }).text).toBe('""');
  });

  it("never changes how a value is spelled", () => {
    const spellings = [
      ...["1.0", "1.50", "-0", "0e0", "1E400", "-1e-400", "123456789012345678901234567890", "9007199254740993"],
      ...['"\\u0041\\/"', '"\\ud83d\\ude00"', '"\\ud83d"', '"é\\n"', "[ ]", "{ }", "[1 ,2]", '{"a" :1,"a": 2}'],
    ];
    const filler = JSON.stringify("x".repeat(1000));
    for (const spelled of spellings) {
      for (const text of [`[${spelled},${filler},${spelled}]`, `{"k":${spelled},"long":${filler},"l":${spelled}}`]) {
        const cut = cutJson(text, { maxBytes: 200 });
        expect(cut.text.split(spelled)).toHaveLength(3);
        expect(cut.text).not.toContain(filler);
        expect(JSON.parse(cut.text)).toBeDefined();
      }
    }
  });

  it("keeps equal keys, each with its value, in order", () => {
    const text = `{"a":1,"b":"${"x".repeat(500)}","a":2,"a":[3],"b":"${"y".repeat(500)}"}`;
    expect(cutJson(text, { maxBytes: 150 }).text).toMatch(
      /^\{"a":1,"b":"x+\[…\]x+","a":2,"a":\[3\],"b":"y+\[…\]y+"\}$/,
    );
  });

  it("tells own words from those of a text that imitates them", () => {
    const fake = "[spillway: … 3 of 5 items omitted …]";
    const items = [fake, "[…]", { "[…]": fake }, ...RECORDS, { "[…]": fake }, "[…]", fake];
    const cut = cutJson(JSON.stringify(items), { maxBytes: 600 });
    const [elision] = cut.elisions;
    expect(elision).toMatchObject({ pointer: "", total: items.length });
    const from = elision?.next?.from ?? 0;
    const kept = elision?.kept ?? 0;
    const shown = JSON.parse(cut.text) as unknown[];
    expect(shown).toHaveLength(kept + 1);
    expect(shown.slice(0, from)).toEqual(items.slice(0, from));
    expect(shown[from]).toBe(
      `[spillway: … ${items.length - kept} of ${items.length} items omitted, next from ${from} …]`,
    );
    expect(shown.slice(from + 1)).toEqual(items.slice(items.length - kept + from));
  });

  it("repairs lone surrogates, and makes no pair of two halves that were apart", () => {
    const text = `["\ud83d${"x".repeat(100)}\ude00","\ud83d"]`;
    for (let maxChars = 2; maxChars < 120; maxChars++) {
      for (const marker of [true, false]) {
        const cut = cutJson(text, { maxChars }, { marker });
        expect(cut.text).toBe(cut.text.replace(/\p{Surrogate}/gu, "\ufffd"));
        expect(cut.text).not.toContain("\u{1f600}");
      }
    }
    expect(cutJson(text, {}).text).toBe(`["\ufffd${"x".repeat(100)}\ufffd","\ufffd"]`);
  });

  it("marks what has no JSON in a value, and says so", () => {
    expect(cutJson({ value: { a: 1n, b: [undefined], c: () => 1 } }, {})).toMatchObject({
      text: '{"a":"[bigint 1]","b":[null]}',
      altered: true,
      kind: "json",
    });
    expect(cutJson({ value: undefined }, {})).toMatchObject({ text: '"[undefined]"', altered: true });
    expect(cutJson({ value: [1, "a", null, true] }, {})).toMatchObject({ text: '[1,"a",null,true]', altered: false });
    const cyclic: Record<string, unknown> = { name: "x".repeat(500) };
    cyclic["self"] = cyclic;
    const cut = cutJson({ value: cyclic }, { maxBytes: 100 });
    expect(JSON.parse(cut.text)).toMatchObject({ self: "[cycle]" });
  });

  it("writes a value with the space that is asked for", () => {
    const value = { a: [1, { b: 2 }], c: "d" };
    for (const space of [2, 4, "\t", 0, ""]) {
      const text = JSON.stringify(value, null, space);
      expect(cutJson({ value }, {}, { space })).toMatchObject({ text, kind: "json" });
    }
  });

  it("gives the parts of `next` to readSpill, which reads on from there", async () => {
    const value = { rows: RECORDS, log: "a line of a log\n".repeat(300), nested: [[["deep ".repeat(100)]]] };
    const text = JSON.stringify(value);
    const { sink, id } = await keep(text);
    const { elisions } = cutJson(text, { maxBytes: 1000 });
    expect(elisions.map(({ pointer }) => pointer)).toEqual(["/rows", "/log", "/nested/0/0/0"]);
    for (const { pointer, next } of elisions) {
      const window = await readSpill(sink, id, next as NonNullable<typeof next>, { maxBytes: 200 });
      const whole = pointer
        .split("/")
        .slice(1)
        .reduce((node: unknown, token) => (node as never)[token], value);
      expect("gone" in window).toBe(false);
      const shown = JSON.parse((window as { text: string }).text) as string | unknown[];
      expect(shown).toEqual((whole as string).slice(next?.from, (next?.from ?? 0) + shown.length));
      expect(shown.length).toBeGreaterThan(0);
    }
  });
});

describe("cutJson, of a caller's mistakes", () => {
  const bad = (input: unknown, limits: unknown, options?: unknown) => () =>
    cutJson(input as string, limits as Limits, options as CutJsonOptions);

  it.each(["maxBytes", "maxChars", "maxLines", "maxTokens"])("names the limit: %s", (name) => {
    for (const value of [-1, 0.5, Number.NaN, -Infinity, 2 ** 53]) {
      expect(bad("[1]", { [name]: value })).toThrow(RangeError);
      expect(bad("[1]", { [name]: value })).toThrow(name);
    }
    for (const [, value] of NOT_NUMBERS) {
      expect(bad("[1]", { [name]: value })).toThrow(TypeError);
      expect(bad("[1]", { [name]: value })).toThrow(name);
    }
  });

  it.each([
    ["keep", "middle", RangeError],
    ["keep", 1, TypeError],
    ["headShare", -0.1, RangeError],
    ["headShare", 1.1, RangeError],
    ["headShare", Number.NaN, RangeError],
    ["headShare", "0.5", TypeError],
    ["marker", "yes", TypeError],
    ["marker", 1, TypeError],
    ["marker", null, TypeError],
    ["countTokens", "chars", TypeError],
    ["countTokens", null, TypeError],
    ["space", {}, TypeError],
    ["space", true, TypeError],
    ["space", null, TypeError],
  ])("names the option: %s, %j", (name, value, error) => {
    // Also where nothing is cut, and where the option would not matter.
    for (const input of ["[1,2,3]", { value: [1, 2, 3] }]) {
      for (const limits of [{}, { maxBytes: 4 }]) {
        expect(bad(input, limits, { [name]: value })).toThrow(error);
        expect(bad(input, limits, { [name]: value })).toThrow(name);
      }
    }
  });

  it.each([
    ["limits", "[1]", undefined, {}],
    ["limits", "[1]", null, {}],
    ["limits", "[1]", 100, {}],
    ["options", "[1]", {}, null],
    ["options", "[1]", {}, 5],
    ["input", 5, {}, {}],
    ["input", null, {}, {}],
    ["input", undefined, {}, {}],
    ["input", () => "[1]", {}, {}],
  ])("names the argument: %s", (name, input, limits, options) => {
    expect(bad(input, limits, options)).toThrow(TypeError);
    expect(bad(input, limits, options)).toThrow(name);
  });

  it("never repeats content", () => {
    const secret = "s3cr3t".repeat(20);
    for (const call of [bad("[1]", { maxBytes: secret }), bad("[1]", {}, { keep: secret }), bad(Symbol(secret), {})]) {
      expect(call).toThrow();
      expect(call).not.toThrow(secret);
    }
  });
});
