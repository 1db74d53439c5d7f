import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocate } from "../../src/budget/allocate.js";
import { NOT_NUMBERS } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";

/** Fills all glasses by a unit in turn, the first first, until the budget or every size is used up. */
function pour(sizes: readonly number[], budget: number, floor: number): number[] {
  const given = sizes.map((size) => Math.min(size, floor));
  let left = budget - given.reduce((sum, one) => sum + one, 0);
  if (left < 0) return given;
  for (let level = floor; left > 0 && given.some((one, index) => one < (sizes[index] ?? 0)); level++) {
    for (const [index, size] of sizes.entries()) {
      if (left > 0 && size > level && given[index] === level) {
        given[index] = level + 1;
        left--;
      }
    }
  }
  return given;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const sizes = fc.array(fc.oneof(fc.nat(30), fc.constantFrom(0, 1, 7, 300)), { maxLength: 12 });

describe("allocate", () => {
  it("leaves small results whole and cuts the largest to one size", () => {
    expect(allocate([500, 90_000, 2000, 40_000], 20_000)).toEqual([500, 8750, 2000, 8750]);
  });

  it("cuts nothing at the budget exactly, and one unit below it one unit of the largest", () => {
    expect(allocate([3, 9, 5], 17)).toEqual([3, 9, 5]);
    expect(allocate([3, 9, 5], 16)).toEqual([3, 8, 5]);
    expect(allocate([3, 9, 5], 18)).toEqual([3, 9, 5]);
  });

  it("gives a remainder to the first", () => {
    expect(allocate([10, 10, 10], 20)).toEqual([7, 7, 6]);
  });

  it("keeps floors where the budget does not", () => {
    expect(allocate([100, 100, 2], 50, { floor: 40 })).toEqual([40, 40, 2]);
    expect(allocate([100, 100, 2], 82, { floor: 40 })).toEqual([40, 40, 2]);
    expect(allocate([100, 100, 2], 83, { floor: 40 })).toEqual([41, 40, 2]);
  });

  it("takes limits of nothing and of everything", () => {
    expect(allocate([], 5)).toEqual([]);
    expect(allocate([0, 0], 0)).toEqual([0, 0]);
    expect(allocate([4, 0, 9], 0)).toEqual([0, 0, 0]);
    expect(allocate([4, Infinity], Infinity)).toEqual([4, Infinity]);
    expect(allocate([4, Infinity, Infinity], 11)).toEqual([4, 4, 3]);
    expect(allocate([4, 9], 0, { floor: Infinity })).toEqual([4, 9]);
  });

  it("always gives what filling by single units gives", () => {
    fc.assert(
      fc.property(sizes, fc.nat(200), fc.nat(12), (sizes, budget, floor) => {
        expect(allocate(sizes, budget, { floor })).toEqual(pour(sizes, budget, floor));
      }),
      runs(),
    );
  });

  it("never passes the budget unless the floors forbid it, and never leaves room that somebody needs", () => {
    const any = fc.array(fc.nat(1_000_000), { maxLength: 40 });
    fc.assert(
      fc.property(any, fc.nat(5_000_000), fc.nat(10_000), (sizes, budget, floor) => {
        const given = allocate(sizes, budget, { floor });
        const floors = sum(sizes.map((size) => Math.min(size, floor)));
        expect(sum(given)).toBe(Math.max(floors, Math.min(budget, sum(sizes))));
        expect(given.every((one, index) => one <= (sizes[index] ?? 0))).toBe(true);
      }),
      runs(),
    );
  });

  it("never depends on the order by more than a unit", () => {
    fc.assert(
      fc.property(
        sizes.chain((sizes) =>
          fc.tuple(fc.constant(sizes), fc.shuffledSubarray([...sizes.keys()], { minLength: sizes.length })),
        ),
        fc.nat(200),
        ([sizes, order], budget) => {
          const straight = allocate(sizes, budget);
          const shuffled = allocate(
            order.map((index) => sizes[index] ?? 0),
            budget,
          );
          for (const [place, index] of order.entries()) {
            expect(Math.abs((shuffled[place] ?? 0) - (straight[index] ?? 0))).toBeLessThanOrEqual(1);
          }
        },
      ),
      runs(),
    );
  });

  it("shares a budget among a million", () => {
    const many = Array.from({ length: 1_000_000 }, (_, index) => (index * 7919) % 100_003);
    const given = allocate(many, 1_000_000_000);
    expect(sum(given)).toBe(1_000_000_000);
  });

  it.each(NOT_NUMBERS)("refuses %s", (wrong) => {
    expect(() => allocate([1, wrong as never], 1)).toThrow(/^sizes\[1\] must be an integer ≥ 0 or Infinity/);
    expect(() => allocate([1], wrong as never)).toThrow(/^budget must be/);
    if (wrong !== undefined) expect(() => allocate([1], 1, { floor: wrong as never })).toThrow(/^floor must be/);
    expect(() => allocate(wrong as never, 1)).toThrow(TypeError);
  });

  it.each([-1, 0.5, Number.NaN])("refuses a size of %s", (wrong) => {
    expect(() => allocate([wrong], 1)).toThrow(RangeError);
    expect(() => allocate([1], wrong)).toThrow(RangeError);
  });
});
