import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headroom, type Usage } from "../../src/budget/headroom.js";
import { NOT_NUMBERS } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";

const amount = fc.oneof(fc.nat(2_000_000), fc.double({ min: 0, max: 2_000_000, noNaN: true }));

describe("headroom", () => {
  it("is the context window less the reserve and what is in use", () => {
    expect(headroom({ contextWindow: 200_000, reserveTokens: 16_384, usedTokens: 150_000 })).toBe(33_616);
  });

  it("takes a missing reserve for none", () => {
    expect(headroom({ contextWindow: 100, usedTokens: 40 })).toBe(60);
    expect(headroom({ contextWindow: 100, reserveTokens: undefined, usedTokens: 40 })).toBe(60);
  });

  it("is exact at the edge and 0 past it", () => {
    const left = (usedTokens: number) => headroom({ contextWindow: 1000, reserveTokens: 100, usedTokens });
    expect([899, 900, 901, 5000].map(left)).toEqual([1, 0, 0, 0]);
  });

  it("is blind where the window or the usage is unknown, as after a compaction", () => {
    expect(headroom({})).toBeUndefined();
    expect(headroom({ usedTokens: 5 })).toBeUndefined();
    expect(headroom({ contextWindow: 100 })).toBeUndefined();
    expect(headroom({ contextWindow: 100, usedTokens: null })).toBeUndefined();
    expect(headroom({ contextWindow: undefined, usedTokens: 0 })).toBeUndefined();
  });

  it("is endless in an endless window, and 0 in one of nothing", () => {
    expect(headroom({ contextWindow: Infinity, usedTokens: 1e9 })).toBe(Infinity);
    expect(headroom({ contextWindow: 0, usedTokens: 0 })).toBe(0);
  });

  it("rounds an estimated usage down to whole tokens", () => {
    expect(headroom({ contextWindow: 100, usedTokens: 40.2 })).toBe(59);
  });

  it.each([-1, Number.NaN, -Infinity])("refuses %d in any field, by name, also where the answer is blind", (value) => {
    for (const field of ["contextWindow", "reserveTokens", "usedTokens"]) {
      expect(() => headroom({ [field]: value })).toThrow(RangeError);
      expect(() => headroom({ [field]: value })).toThrow(new RegExp(`^${field} must be .*got ${value}$`));
    }
  });

  it("refuses an endless reserve or usage", () => {
    expect(() => headroom({ reserveTokens: Infinity })).toThrow(RangeError);
    expect(() => headroom({ usedTokens: Infinity })).toThrow(RangeError);
  });

  it.each(NOT_NUMBERS)("refuses %s in any field, by name", (shown, value) => {
    for (const field of ["contextWindow", "reserveTokens", "usedTokens"]) {
      if (field === "usedTokens" && value === null) continue; // null is how a harness says "unknown"
      expect(() => headroom({ [field]: value } as Usage)).toThrow(TypeError);
      expect(() => headroom({ [field]: value } as Usage)).toThrow(new RegExp(`^${field} must be .*got ${shown}$`));
    }
  });

  it("refuses anything but an object", () => {
    for (const value of [undefined, null, 5]) expect(() => headroom(value as never)).toThrow("usage must be an object");
  });

  it("always is a whole number from 0 to the window, and adds up", () => {
    fc.assert(
      fc.property(amount, amount, amount, (contextWindow, reserveTokens, usedTokens) => {
        const left = headroom({ contextWindow, reserveTokens, usedTokens }) as number;
        expect(Number.isInteger(left)).toBe(true);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(contextWindow);
        expect(left).toBe(Math.max(0, Math.floor(contextWindow - reserveTokens - usedTokens)));
      }),
      runs(),
    );
  });

  it("never grows when more is used or reserved", () => {
    fc.assert(
      fc.property(amount, amount, amount, fc.nat(1000), (contextWindow, reserveTokens, usedTokens, more) => {
        const left = headroom({ contextWindow, reserveTokens, usedTokens }) as number;
        expect(headroom({ contextWindow, reserveTokens, usedTokens: usedTokens + more })).toBeLessThanOrEqual(left);
        expect(headroom({ contextWindow, reserveTokens: reserveTokens + more, usedTokens })).toBeLessThanOrEqual(left);
      }),
      runs(),
    );
  });
});
