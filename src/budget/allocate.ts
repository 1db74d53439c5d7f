import { checkLimit, checkObject } from "../internal/check.js";

/**
 * Shares a budget among results whose sizes are known: max-min fair ("water filling"). What is smaller than an equal share
 * stays whole, and what it leaves goes to the others; the largest are cut, all to the same size. The order of the sizes does
 * not matter, but for the units of a remainder: those go to the first.
 *
 * @param sizes - each an integer ≥ 0, or `Infinity` for one that would take whatever it gets
 * @param budget - an integer ≥ 0 or `Infinity`, in the unit of the sizes
 * @param options - `floor`: nothing is cut below it, be the budget passed; an integer ≥ 0. 0 by default.
 * @returns what each may take, in the order of `sizes`: never more than its size, and together no more than the budget
 * unless the floors forbid it
 * @throws TypeError or RangeError that names the option, for a value outside its range
 * @example
 * ```ts
 * allocate([500, 90_000, 2_000, 40_000], 20_000); // [500, 8750, 2000, 8750]
 * ```
 * @public
 */
export function allocate(
  sizes: readonly number[],
  budget: number,
  options: { readonly floor?: number | undefined } = {},
): number[] {
  if (!Array.isArray(sizes)) throw new TypeError("sizes must be an array of numbers");
  for (const [index, size] of sizes.entries()) checkLimit(`sizes[${index}]`, size);
  checkLimit("budget", budget);
  const { floor = 0 } = checkObject("options", options) as typeof options;
  checkLimit("floor", floor);

  const { level, rest } = levelOf(Float64Array.from(sizes).sort(), budget);
  if (level < floor) return sizes.map((size) => Math.min(size, floor));
  let left = rest;
  return sizes.map((size) => (size <= level ? size : left-- > 0 ? level + 1 : level));
}

/**
 * The size down to which the largest are cut, and what is left over then: fewer units than there are sizes above it.
 *
 * @param ascending - the sizes, the smallest first
 */
function levelOf(ascending: Float64Array, budget: number): { level: number; rest: number } {
  let left = budget;
  for (const [index, size] of ascending.entries()) {
    const others = ascending.length - index;
    const share = left / others;
    if (size > share) return { level: Math.floor(share), rest: left % others };
    left -= size;
  }
  return { level: Number.POSITIVE_INFINITY, rest: 0 };
}
