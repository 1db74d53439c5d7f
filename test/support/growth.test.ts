import { describe, expect, it } from "vitest";
import { AT_MOST_LINEAR, doublings, growthExponent, timeExponent } from "./growth.js";

describe("growthExponent", () => {
  const sizes = doublings(100, 8);

  it("finds the exponent of a power exactly", () => {
    for (const exponent of [0, 0.5, 1, 1.5, 2, 3]) {
      const costs = sizes.map((size) => 7 * size ** exponent);
      expect(growthExponent(sizes, costs)).toBeCloseTo(exponent, 10);
    }
  });

  it("takes n log n for linear, and n² for what it is, a constant cost and noise on top", () => {
    const noisy = (cost: number, index: number) => cost * (index % 2 === 0 ? 0.8 : 1.25) + 50;
    const logarithmic = sizes.map((size, index) => noisy(size * Math.log2(size), index));
    const quadratic = sizes.map((size, index) => noisy(size ** 2, index));
    expect(growthExponent(sizes, logarithmic)).toBeLessThan(AT_MOST_LINEAR);
    expect(growthExponent(sizes, quadratic)).toBeGreaterThan(AT_MOST_LINEAR);
  });
});

describe("timeExponent", () => {
  it("tells a linear from a quadratic function by the clock", { retry: 3 }, () => {
    const linear = (size: number) => () => spin(size * 500);
    const quadratic = (size: number) => () => spin(size * size);
    expect(timeExponent(doublings(250, 5), linear)).toBeLessThan(AT_MOST_LINEAR);
    expect(timeExponent(doublings(250, 5), quadratic)).toBeGreaterThan(AT_MOST_LINEAR);
  });
});

function spin(turns: number): number {
  let state = 1;
  for (let turn = 0; turn < turns; turn++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state;
}
