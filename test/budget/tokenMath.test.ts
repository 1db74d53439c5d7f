import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesToTokens, tokensToBytes } from "../../src/budget/tokenMath.js";
import { NOT_NUMBERS } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";

const bytes = fc.nat(10_000_000);
const rate = fc.record(
  {
    inflation: fc.double({ min: 0.1, max: 10, noNaN: true }),
    bytesPerChar: fc.double({ min: 0.5, max: 8, noNaN: true }),
  },
  { requiredKeys: [] },
);

describe("bytesToTokens", () => {
  it("is two bytes a token by default, rounded up", () => {
    expect([0, 1, 2, 3, 8191, 8192, 8193].map((count) => bytesToTokens(count))).toEqual([0, 1, 1, 2, 4096, 4096, 4097]);
  });

  it("takes another rate, a part of one, and undefined for its default", () => {
    expect(bytesToTokens(100, { inflation: 1 })).toBe(25);
    expect(bytesToTokens(100, { bytesPerChar: 1 })).toBe(200);
    expect(bytesToTokens(100, { inflation: undefined, bytesPerChar: undefined })).toBe(50);
    expect(bytesToTokens(101, { inflation: 1, bytesPerChar: 4 })).toBe(26);
  });

  it("gives Infinity for Infinity", () => {
    expect(bytesToTokens(Infinity)).toBe(Infinity);
  });

  it.each([-1, 0.5, Number.NaN, -Infinity])("refuses %d bytes", (value) => {
    expect(() => bytesToTokens(value)).toThrow(RangeError);
    expect(() => bytesToTokens(value)).toThrow(new RegExp(`^bytes must be .*got ${value}$`));
  });

  it("always is the smallest whole number of tokens that pays for the bytes", () => {
    fc.assert(
      fc.property(bytes, rate, (count, options) => {
        const { inflation = 2, bytesPerChar = 4 } = options;
        expect(bytesToTokens(count, options)).toBe(Math.ceil((count * inflation) / bytesPerChar));
      }),
      runs(),
    );
  });
});

describe("tokensToBytes", () => {
  it("is two bytes a token by default, rounded down", () => {
    expect([0, 0.4, 0.5, 1, 4096, 4096.4].map((count) => tokensToBytes(count))).toEqual([0, 0, 1, 2, 8192, 8192]);
  });

  it("takes another rate", () => {
    expect(tokensToBytes(25, { inflation: 1 })).toBe(100);
    expect(tokensToBytes(25, { bytesPerChar: 1 })).toBe(12);
  });

  it("gives Infinity for Infinity", () => {
    expect(tokensToBytes(Infinity)).toBe(Infinity);
  });

  it.each([-1, Number.NaN, -Infinity])("refuses %d tokens", (value) => {
    expect(() => tokensToBytes(value)).toThrow(RangeError);
    expect(() => tokensToBytes(value)).toThrow(new RegExp(`^tokens must be .*got ${value}$`));
  });

  it("never promises more bytes than the tokens pay for", () => {
    fc.assert(
      fc.property(bytes, rate, (tokens, options) => {
        const fitting = tokensToBytes(tokens, options);
        // One ulp of rounding in the product may tip the ceiling by one.
        expect(bytesToTokens(fitting, options)).toBeLessThanOrEqual(tokens + 1);
        const { inflation = 2, bytesPerChar = 4 } = options;
        expect(fitting).toBe(Math.floor((tokens * bytesPerChar) / inflation));
      }),
      runs(),
    );
  });

  it("with the default rate, and bytes back from tokens, always comes to the even number below", () => {
    fc.assert(
      fc.property(bytes, (count) => {
        expect(tokensToBytes(bytesToTokens(count))).toBe(count + (count % 2));
        expect(bytesToTokens(tokensToBytes(count))).toBe(count);
      }),
      runs(),
    );
  });
});

describe.each([
  ["bytesToTokens", bytesToTokens],
  ["tokensToBytes", tokensToBytes],
])("%s", (name, convert) => {
  const call = convert as (count: unknown, rate?: unknown) => number;
  const first = name === "bytesToTokens" ? "bytes" : "tokens";

  it.each(NOT_NUMBERS)("refuses %s in place of a number, by name", (shown, value) => {
    expect(() => call(value)).toThrow(TypeError);
    expect(() => call(value)).toThrow(new RegExp(`^${first} must be .*got ${shown}$`));
    for (const option of value === undefined ? [] : ["inflation", "bytesPerChar"]) {
      expect(() => call(1, { [option]: value })).toThrow(TypeError);
      expect(() => call(1, { [option]: value })).toThrow(new RegExp(`^${option} must be .*got ${shown}$`));
    }
  });

  it.each([0, -1, Number.NaN, Infinity])("refuses a rate of %d, by name", (value) => {
    for (const option of ["inflation", "bytesPerChar"]) {
      expect(() => call(1, { [option]: value })).toThrow(RangeError);
      expect(() => call(1, { [option]: value })).toThrow(new RegExp(`^${option} must be .*got ${value}$`));
    }
  });

  it("refuses anything but an object as a rate", () => {
    for (const value of [null, 2, "2"])
      expect(() => call(1, value)).toThrow(new TypeError(`rate must be an object, got ${JSON.stringify(value)}`));
  });
});
