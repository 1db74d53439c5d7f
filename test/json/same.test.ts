import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSame } from "../../src/json/same.js";
import { runs } from "../support/runs.js";

const value = fc.jsonValue({ maxDepth: 3 });

describe("isSame", () => {
  it("takes any order of keys for the same, and no order of items", () => {
    expect(isSame({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
    expect(isSame([1, 2], [2, 1])).toBe(false);
  });

  it.each([
    [{}, []],
    [{ a: undefined }, {}],
    [{ a: 1 }, { b: 1 }],
    [null, {}],
    [0, "0"],
    [JSON.parse('{"__proto__":1}'), {}],
  ])("tells %j from %j", (a, b) => {
    expect([isSame(a, b), isSame(b, a)]).toEqual([false, false]);
  });

  it("always finds what sorted keys would show", () => {
    const sorted = (one: unknown): string =>
      JSON.stringify(one, (_, inner: unknown) =>
        typeof inner === "object" && inner !== null && !Array.isArray(inner)
          ? { members: Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)) }
          : inner,
      );
    const parsed = value.map((one) => JSON.parse(JSON.stringify(one)) as unknown); // no -0
    const copied = parsed.map((one): [unknown, unknown] => [one, JSON.parse(JSON.stringify(one))]);
    const check = ([a, b]: [unknown, unknown]) => {
      expect(isSame(a, b)).toBe(sorted(a) === sorted(b));
    };
    fc.assert(fc.property(fc.oneof(fc.tuple(parsed, parsed), copied), check), runs());
  });

  it("takes any depth", () => {
    const deep = () => JSON.parse(`${"[".repeat(5000)}1${"]".repeat(5000)}`) as unknown;
    expect(isSame(deep(), deep())).toBe(true);
  });
});
