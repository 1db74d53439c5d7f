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

/** Makes what is timed for one size, outside the clock. */
export type Prepare = (size: number) => (() => unknown) | Promise<() => unknown>;

/**
 * The exponent of a function's time, be it synchronous or not, over the last factor of nine up to a size that takes long
 * enough to be timed. What takes less than that at the largest size there is counts as constant: a quadratic function
 * would take hours there.
 *
 * What looks bad is looked at again, and longer: a garbage collection, a compiler at work, or the step from the cache to
 * memory can make a short look bad. That does not let a quadratic function pass: the larger its input, the worse it looks.
 */
export async function timeExponent(prepare: Prepare, options: TimeOptions = {}): Promise<number> {
  const first = await measureExponent(prepare, options);
  if (first < AT_MOST_LINEAR) return first;
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < LONG_LOOKS && least > AT_MOST_LINEAR; look++) {
    least = Math.min(least, await measureExponent(prepare, { ...options, look: "long" }));
  }
  return least;
}

export interface TimeOptions {
  /** Where to begin: nine times what shows its growth. @defaultValue 576 */
  readonly leastSize?: number;
  /** The largest size to try. @defaultValue 2 ** 22 */
  readonly mostSize?: number;
  /**
   * How long the largest size is to take, at the least: `"long"` finds what is quadratic by a copy for each small step,
   * which hides behind the steps themselves for a while. @defaultValue "short", in a deep run "long"
   */
  readonly look?: "short" | "long";
}

async function measureExponent(
  prepare: Prepare,
  { leastSize = 576, mostSize = 2 ** 22, look = process.env["SPILLWAY_DEEP"] ? "long" : "short" }: TimeOptions,
) {
  const time = async (size: number) => Math.max(FLOOR_MS, await fastestTime(await prepare(size)));
  /** Again, if it is quick: the first time, not all was compiled. */
  const timeTwice = async (size: number) => {
    const once = await time(size);
    return once < ENOUGH_MS.short || once > LONG_MS ? once : Math.min(once, await time(size));
  };
  let size = leastSize;
  let last = await timeTwice(size);
  while (last < ENOUGH_MS[look] && size * STEP <= mostSize) {
    size *= STEP;
    last = await timeTwice(size);
  }
  const sizes = [Math.ceil(size / 9), Math.ceil(size / 3)];
  const costs: number[] = [];
  for (const smaller of sizes) costs.push(await time(smaller));
  return growthExponent([...sizes, size], [...costs, last]);
}

/** Milliseconds of the fastest round, since noise only adds time: two rounds, or as many as take a while together. */
async function fastestTime(run: () => unknown): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  let spent = 0;
  for (let round = 0; round < MOST_ROUNDS && (round < LEAST_ROUNDS || spent < ENOUGH_MS.short); round++) {
    const start = processorTime();
    const result = run();
    sink = result instanceof Promise ? await result : result;
    const took = processorTime() - start;
    fastest = Math.min(fastest, took);
    spent += took;
    if (took > LONG_MS) break;
  }
  return fastest;
}

/** Milliseconds of the fastest of several rounds, a size; round after round, each size in turn. */
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

/** Milliseconds that this process has computed, which other programs do not add to. */
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
export const AT_MOST_LINEAR = 1.5;
const LONG_LOOKS = 3;
/** Milliseconds: far more than noise. */
const ENOUGH_MS = { short: 4, long: 100 };
/** Milliseconds below which times tell nothing. */
const FLOOR_MS = 0.1;
/** Milliseconds next to which noise is nothing. */
const LONG_MS = 50;
const STEP = 2;
const LEAST_ROUNDS = 2;
const MOST_ROUNDS = 8;
