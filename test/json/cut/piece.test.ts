import { describe, expect, it } from "vitest";
import { flatten, type Piece, piece, unitsOf } from "../../../src/json/cut/piece.js";

const elision = (pointer: string) => ({ pointer, kept: 0, total: 1 });

describe("piece", () => {
  it("counts the units of its parts", () => {
    const inner = piece(["ab", { start: 3, end: 10 }]);
    expect(inner.units).toBe(9);
    expect(piece([inner, "…", inner, { start: 5, end: 5 }]).units).toBe(19);
    expect(piece([]).units).toBe(0);
    expect([unitsOf("…"), unitsOf({ start: 1, end: 4 }), unitsOf(inner)]).toEqual([1, 3, 9]);
  });

  it("has an elision where one is given", () => {
    expect(piece(["a"])).not.toHaveProperty("elision");
    expect(piece(["a"], elision("/a")).elision).toEqual(elision("/a"));
  });
});

describe("flatten", () => {
  it("gives parts in order, and elisions from the outside in, in order", () => {
    const first = piece([{ start: 0, end: 1 }, "x"], elision("/0"));
    const second = piece(["y", piece(["z"], elision("/1/0"))], elision("/1"));
    expect(flatten(piece(["[", first, ",", second, "]"], elision("")))).toEqual({
      parts: ["[", { start: 0, end: 1 }, "x", ",", "y", "z", "]"],
      elisions: ["", "/0", "/1", "/1/0"].map(elision),
    });
  });

  it("takes any depth", () => {
    let nested: Piece = piece(["0"]);
    for (let level = 0; level < 300_000; level++) nested = piece(["[", nested, "]"]);
    const { parts } = flatten(nested);
    expect(parts).toHaveLength(600_001);
    expect(parts[300_000]).toBe("0");
  });
});
