import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digitsOf, indexDigits, numberBytes } from "../../src/json/walk/number.js";
import { runs } from "../support/runs.js";
import { anyNumber } from "./values.js";

describe("numberBytes", () => {
  it("is right on both sides of every power of ten, and for each number of decimals", () => {
    for (let power = -25; power <= 25; power++) {
      for (const digits of [1, 2, 9, 1.1, 9.9, 1.00001, 9.99999, 1.0000001, 5.5555, 123.4567, 1 / 3, 0.1 + 0.2]) {
        for (const value of [digits * 10 ** power, -digits * 10 ** power, digits / 10 ** power]) {
          for (const near of [value, value + 1, value - 1, Math.round(value), Math.trunc(value * 100) / 100]) {
            if (numberBytes(near) !== JSON.stringify(near).length) expect.unreachable(String(near));
          }
        }
      }
    }
  });

  it("is right where a double has more digits than places that are looked for", () => {
    let state = 1;
    for (let turn = 0; turn < 100_000; turn++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const value = (state / 2 ** 32) * 10 ** (8 + (turn % 10));
      if (numberBytes(value) !== JSON.stringify(value).length) expect.unreachable(String(value));
    }
  });

  it("always is the length of the number's text", () => {
    fc.assert(
      fc.property(anyNumber, (value) => {
        expect(numberBytes(value)).toBe(JSON.stringify(value).length);
      }),
      runs(5000, 300_000),
    );
  });
});

describe("digitsOf and indexDigits", () => {
  it("count the digits of integers, and of all of them up to one", () => {
    let sum = 0;
    for (let index = 0; index < 20_000; index++) {
      if (indexDigits(index) !== sum) expect.unreachable(String(index));
      if (digitsOf(index) !== String(index).length) expect.unreachable(String(index));
      sum += String(index).length;
    }
    for (let power = 1; power < 15; power++) {
      expect([digitsOf(10 ** power - 1), digitsOf(10 ** power)]).toEqual([power, power + 1]);
    }
    expect(digitsOf(999_999_999_999_999)).toBe(15);
  });
});
