/** What cutting costs: time in proportion to the text, and memory in proportion to the limits. */
import { describe, expect, it } from "vitest";
import { sourceInside } from "../../src/json/cut/inside.js";
import { Scanner } from "../../src/json/cut/scan.js";
import { shrink } from "../../src/json/cut/shrink.js";
import { Skeleton } from "../../src/json/cut/skeleton.js";
import { cutJson, type JsonCut } from "../../src/json/cutJson.js";
import type { Limits } from "../../src/text/limits.js";
import { AT_MOST_LINEAR, timeExponent } from "../support/growth.js";
import { heapInUse, MEGABYTE } from "../support/heap.js";
import { someOf } from "../support/runs.js";

const repeat = (piece: string, units: number) => piece.repeat(Math.max(1, Math.floor(units / piece.length)));

/** JSON texts of about so many units, each of a kind that some way of cutting would read again and again. */
const TEXTS: Readonly<Record<string, (units: number) => string>> = {
  "a chain of arrays": (units) => "[".repeat(units / 2) + "]".repeat(units / 2),
  "a chain of arrays around a text": (units) =>
    `${"[".repeat(units / 4)}"${"x".repeat(units / 2)}"${"]".repeat(units / 4)}`,
  "a chain of objects": (units) => `${repeat('{"a":', (units * 5) / 6)}0${"}".repeat(Math.floor(units / 6))}`,
  "a chain with siblings at each level": (units) =>
    `${repeat('{"b":[1,2],"a":', units / 2)}0${repeat(',"c":{"d":"text"}}', units / 2)}`,
  "a chain with many siblings at each level": (units) => {
    const level = `"b":[${"1,".repeat(600)}2],`;
    const depth = Math.max(1, Math.floor(units / level.length));
    return `${`{${level}"a":`.repeat(depth)}0${"}".repeat(depth)}`;
  },
  "a wide array": (units) => `[${repeat("12345,", units)}0]`,
  "a wide object": (units) => `{${repeat('"a":1,', units)}"b":0}`,
  "an array of records": (units) => `[${repeat('{"id":12,"name":"a name"},', units)}0]`,
  "large values side by side": (units) => `[${repeat(`["${"x".repeat(1500)}"],`, units)}0]`,
  "large values with keys": (units) => `{${repeat(`"k":["${"x".repeat(1500)}"],`, units)}"z":0}`,
  "arrays in arrays": (units) => `[${repeat(`[${repeat("[1,2,3],", 2000)}0],`, units)}0]`,
  "escaped quotes": (units) => `["${repeat('\\"', units)}"]`,
  "escaped backslashes": (units) => `["${repeat("\\\\", units)}"]`,
  "strings of escaped quotes": (units) => `[${repeat('"\\"\\"\\"\\"",', units)}0]`,
  "escaped pairs": (units) => `["${repeat("\\ud83d\\ude00", units)}"]`,
  pairs: (units) => `["${"🟡".repeat(units / 2)}"]`,
  "a long key": (units) => `{"${"k".repeat(units / 2)}":"${"v".repeat(units / 2)}"}`,
  "long keys in a chain": (units) =>
    `${repeat(`{"${"k".repeat(1500)}":`, units)}0${"}".repeat(Math.max(1, Math.floor(units / 1505)))}`,
  "pretty white space": (units) => `[${repeat('\n    {\n        "id": 1\n    },', units)}\n    0\n]\n`,
  "white space": (units) => `[${" ".repeat(units / 2)}1,${"\n".repeat(units / 2)}2,3]`,
  "records of NDJSON": (units) => repeat('{"id":12,"name":"a name"}\n', units),
  "large records of NDJSON": (units) => repeat(`{"id":12,"name":"${"x".repeat(2000)}"}\n`, units),
  "a fence": (units) => `\`\`\`json\n[${repeat("12345,", units)}0]\n\`\`\`\n`,
  "one endless string": (units) => `"${"x".repeat(units)}"`,
};

const LIMITS: Readonly<Record<string, Limits>> = {
  bytes: { maxBytes: 2000 },
  "lines and tokens": { maxLines: 40, maxTokens: 800 },
};

describe.each(Object.entries(TEXTS))("of %s, the time grows no faster than the text", (_name, make) => {
  it.each(someOf(Object.entries(LIMITS), 1))("limited by %s", async (_limit, limits) => {
    let turn = 0;
    const exponent = await timeExponent(
      (size) => {
        const text = make(size);
        const keep = (["ends", "head", "tail"] as const)[turn++ % 3] as "ends";
        return () => cutJson(text, limits, { keep });
      },
      // Large enough that a ninth of it is cut as well.
      { leastSize: 36_864, mostSize: 2 ** 21 },
    );
    expect(exponent).toBeLessThan(AT_MOST_LINEAR);
  });
});

describe("with the limit, the time grows no faster than it", () => {
  it.each([
    "a chain of arrays",
    "a chain of objects",
    "a chain with siblings at each level",
    "a chain with many siblings at each level",
    "a wide object",
    "large values with keys",
    "strings of escaped quotes",
    "pretty white space",
    "records of NDJSON",
  ])("of %s, a half of it", async (name) => {
    const exponent = await timeExponent(
      (size) => {
        const text = TEXTS[name]?.(size) as string;
        return () => cutJson(text, { maxBytes: text.length >> 1 }, { keep: "head" });
      },
      { mostSize: 2 ** 18 },
    );
    expect(exponent).toBeLessThan(AT_MOST_LINEAR);
  });

  it("of a chain that the skeleton cannot know whole", async () => {
    const exponent = await timeExponent(
      (depth) => {
        const text = `${"[".repeat(depth)}7${"]".repeat(depth)}`;
        const skeleton = new Skeleton(text.length, { mostValues: 64 });
        new Scanner(text, skeleton).scan(0);
        const span = { start: 0, end: text.length };
        expect(sourceInside({ text, skeleton }, { start: 1, end: text.length - 1 }).text).toBe(text);
        return () =>
          shrink({ source: { text, skeleton }, span, room: depth, pointer: "" }, { headShare: 0.5, marker: true });
      },
      { mostSize: 2 ** 17 },
    );
    expect(exponent).toBeLessThan(AT_MOST_LINEAR);
  });
});

describe("memory", () => {
  const LARGE = 100 * MEGABYTE;
  /** One flat string, of one byte a unit. */
  const flat = (text: string) => Buffer.from(text).toString("latin1");
  const texts: Readonly<Record<string, () => string>> = {
    "an array of records": () => flat(`[${repeat('{"id":12,"name":"a name"},', LARGE)}0]`),
    "large values": () => flat(`[${repeat(`{"text":"${"x".repeat(3000)}"},`, LARGE)}0]`),
    "records of NDJSON": () => flat(repeat('{"id":12,"name":"a name"}\n', LARGE)),
    "one endless string": () => flat(`"${repeat("all of it ", LARGE)}"`),
    "one endless string under a long key": () => flat(`{"${"key ".repeat(50)}":"${repeat("all of it ", LARGE)}"}`),
  };

  it.each(Object.entries(texts))(
    "of a text of 100 MB: %s, the cut takes little, and its result holds none of it",
    (_name, make) => {
      expectLittle(make, 50_000);
    },
  );

  it("of a chain, the cut takes little for each level that it shows", () => {
    expectLittle(() => flat("[".repeat(LARGE / 10) + "]".repeat(LARGE / 10)), 5000);
  });

  function expectLittle(make: () => string, maxBytes: number): void {
    const before = heapInUse();
    let text: string | undefined = make();
    const withText = memoryInUse();
    let most = 0;
    const countTokens = (view: string) => {
      if (view.length > maxBytes / 2) most = Math.max(most, memoryInUse());
      return Math.ceil(view.length / 4);
    };
    const cuts: JsonCut[] = [];
    for (const keep of ["ends", "head"] as const) {
      cuts.push(cutJson(text, { maxBytes, maxTokens: maxBytes / 4 }, { keep, countTokens }));
    }
    text = undefined;
    /^/.test(""); // the engine holds the text that was matched last
    expect(most).toBeGreaterThan(0);
    expect(most - withText).toBeLessThan(8 * MEGABYTE);
    expect(cuts.map(({ kind, truncated }) => [kind, truncated])).toEqual(Array(2).fill(["json", true]));
    expect(heapInUse() - before).toBeLessThan(4 * MEGABYTE);
    expect(cuts.every(({ text: kept }) => kept.length > 0.8 * maxBytes && kept.length <= maxBytes)).toBe(true);
  }
});

/** Typed arrays included. */
function memoryInUse(): number {
  return heapInUse() + process.memoryUsage().arrayBuffers;
}
