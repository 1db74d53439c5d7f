/**
 * How the cost of a function grows with the size of its input: the exponent `e` of `cost ≈ c · sizeᵉ`, by least squares
 * over geometric sizes. 1 is linear, 2 quadratic; no absolute time decides anything.
 */

/** The exponent that fits best. */
export function growthExponent(sizes: readonly number[], costs: readonly number[]): number {
  const xs = sizes.map(Math.log);
  const ys = costs.map((cost) => Math.log(Math.max(cost, Number.MIN_VALUE)));
  const meanX = mean(xs);
  const meanY = mean(ys);
  let products = 0;
  let squares = 0;
  for (const [index, x] of xs.entries()) {
    products += (x - meanX) * ((ys[index] as number) - meanY);
    squares += (x - meanX) ** 2;
  }
  return products / squares;
}

/** `count` sizes, each twice the one before. */
export function doublings(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, power) => first * 2 ** power);
}

/**
 * The exponent of a function's time: processor time of this process, which other programs do not add to. `prepare` makes what is timed for one size, outside the clock. Each size is timed in
 * turn, round after round, and the fastest round counts: noise only ever adds time.
 */
export function timeExponent(sizes: readonly number[], prepare: (size: number) => () => unknown, rounds = 5): number {
  return growthExponent(sizes, fastestTimes(sizes, prepare, rounds));
}

/** Milliseconds of the fastest of several rounds, a size. */
export function fastestTimes(
  sizes: readonly number[],
  prepare: (size: number) => () => unknown,
  rounds = 5,
): readonly number[] {
  const timed = sizes.map(prepare);
  const fastest = sizes.map(() => Number.POSITIVE_INFINITY);
  timed[0]?.(); // warm
  for (let round = 0; round < rounds; round++) {
    for (const [index, run] of timed.entries()) {
      const start = processorTime();
      sink = run();
      fastest[index] = Math.min(fastest[index] as number, processorTime() - start);
    }
  }
  return fastest;
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Results end up here, so that no engine leaves out the work. */
export let sink: unknown;

/** Exponents up to this pass: `n log n` and noise, but nothing near quadratic. */
export const AT_MOST_LINEAR = 1.4;
