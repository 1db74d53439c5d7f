import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeJson } from "../../src/json/write.js";
import { runs } from "../support/runs.js";
import { anyString, plainValue } from "./values.js";

function written(value: unknown, gap?: string, compareKeys?: (one: string, other: string) => number): string {
  const pieces: string[] = [];
  writeJson(value, { gap, compareKeys }, (piece) => pieces.push(piece) > 0);
  return pieces.join("");
}

const byUnits = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The same value with the keys of every object in order, the slow way. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return new Map(
    Object.keys(value)
      .sort(byUnits)
      .map((key) => [key, sorted((value as Record<string, unknown>)[key])]),
  );
}

/** JSON of what `sorted` gives. An object would bring keys that look like indices to the front. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(",")}]`;
  if (!(value instanceof Map)) return JSON.stringify(value);
  return `{${[...value].map(([key, item]) => `${JSON.stringify(key)}:${textOf(item)}`).join(",")}}`;
}

describe("writeJson", () => {
  it("always writes what JSON.stringify writes", () => {
    fc.assert(
      fc.property(plainValue, fc.constantFrom(undefined, " ", "\t", "--", "🟡"), (build, gap) => {
        const value = build(() => () => expect.unreachable());
        const text = JSON.stringify(value, null, gap);
        fc.pre(text !== undefined);
        expect(written(value, gap)).toBe(text);
      }),
      runs(3000, 60_000),
    );
  });

  it("always writes keys in the order that is asked for", () => {
    const plain = fc.jsonValue({ stringUnit: "binary", maxDepth: 4 });
    fc.assert(
      fc.property(plain, (value) => {
        expect(written(value, undefined, byUnits)).toBe(textOf(sorted(value)));
        expect(JSON.parse(written(value, "  ", byUnits))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      runs(1000, 30_000),
    );
    expect(written({ b: 1, 10: 2, a: [{ d: 1, c: undefined, B: 2 }], 9: 3 }, undefined, byUnits)).toBe(
      '{"10":2,"9":3,"a":[{"B":2,"d":1}],"b":1}',
    );
  });

  it("writes a long string in slices that part no pair", () => {
    for (const before of [65_534, 65_535, 65_536, 65_537, 131_071]) {
      for (const piece of ["🟡", "\ud83d", "\udfe1", '"', "\ud83d\ud83d\udfe1", "\udfe1\udfe1"]) {
        const text = "x".repeat(before) + piece + "y".repeat(10) + piece;
        const pieces: string[] = [];
        writeJson([text], {}, (one) => pieces.push(one) > 0);
        if (pieces.join("") !== JSON.stringify([text])) expect.unreachable(`${before} ${JSON.stringify(piece)}`);
        expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(65_600);
      }
    }
    fc.assert(
      fc.property(anyString, (text) => {
        const long = text.repeat(Math.ceil(70_000 / (text.length + 1)));
        expect(written(long) === JSON.stringify(long)).toBe(true);
      }),
      runs(50, 1000),
    );
  });

  it("stops where no more is taken", () => {
    const value = [1, { a: "x".repeat(200_000), b: [2] }, 3];
    const whole: string[] = [];
    writeJson(value, { gap: " " }, (piece) => whole.push(piece) > 0);
    for (let count = 1; count <= whole.length; count++) {
      const pieces: string[] = [];
      writeJson(value, { gap: " " }, (piece) => pieces.push(piece) < count);
      expect(pieces).toEqual(whole.slice(0, count));
    }
  });

  it("takes any depth", () => {
    let value: unknown = 1;
    for (let level = 0; level < 200_000; level++) value = [value];
    expect(written(value)).toBe(`${"[".repeat(200_000)}1${"]".repeat(200_000)}`);
  });
});
