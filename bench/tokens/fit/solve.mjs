/**
 * Least squares on relative errors: drawn towards a prior where the samples say little, reweighted so that
 * single samples do not decide (expected), or so that an estimate below the truth counts many times (safe).
 */

/**
 * @param {{ features: { places: number[], times: number[] }, tokens: number, share: number }[]} rows
 * @param {{ prior: number[], ridge: number, most: number[], underPrice?: number, aim?: number, rounds?: number }} options
 *   `least`, `most`: caps of the weights; `underPrice`: how many times more an estimate below the truth counts; `aim`: 1 is the truth
 * @returns {number[]} tokens for each place
 */
export function solve(rows, { prior, ridge, least = LEAST_WEIGHT, most, underPrice = 1, aim = 1, rounds = 8 }) {
  const weights = [...prior];
  const prices = rows.map(({ share }) => share);
  // Where each byte is nearly a token, no weights can be far above the truth: what is asked of them stays half way.
  const aims = rows.map(({ features, tokens }) => Math.min(aim, (1 + estimate(features, most) / tokens) / 2));
  for (let round = 0; round < rounds; round++) {
    const { matrix, target } = normalEquations(rows, weights, { prices, aims, underPrice });
    for (let place = 0; place < prior.length; place++) {
      matrix[place][place] += ridge;
      target[place] += ridge * prior[place];
    }
    descend(matrix, target, weights, { least, most });
    // Where nothing may be below the truth, what still is gets dearer each time.
    if (underPrice === 1) continue;
    rows.forEach(({ features, tokens }, row) => {
      if (estimate(features, weights) < tokens * (1 - TOLERANCE)) prices[row] *= DEARER;
    });
  }
  return weights;
}

export function estimate({ places, times }, weights) {
  let sum = 0;
  for (let index = 0; index < places.length; index++) sum += times[index] * weights[places[index]];
  return sum;
}

function normalEquations(rows, weights, { prices, aims, underPrice }) {
  const size = weights.length;
  const matrix = Array.from({ length: size }, () => new Float64Array(size));
  const target = new Float64Array(size);
  for (const [row, { features, tokens }] of rows.entries()) {
    const aim = aims[row];
    const ratio = estimate(features, weights) / tokens;
    const error = ratio - aim;
    // Half as much and twice as much are the same mistake, unless being below is the worse one.
    const side = underPrice === 1 ? 1 / Math.min(4, Math.max(0.25, ratio)) : error < 0 ? underPrice : 1;
    const price = (prices[row] / Math.max(Math.abs(error), LEAST_ERROR)) * side;
    const { places, times } = features;
    for (let one = 0; one < places.length; one++) {
      const scaled = (price * times[one]) / (tokens * tokens);
      target[places[one]] += scaled * tokens * aim;
      const line = matrix[places[one]];
      for (let other = 0; other < places.length; other++) line[places[other]] += scaled * times[other];
    }
  }
  return { matrix, target };
}

/** Coordinate descent within least … most. */
function descend(matrix, target, weights, { least, most }) {
  for (let sweep = 0; sweep < 60; sweep++) {
    for (let place = 0; place < weights.length; place++) {
      const row = matrix[place];
      let rest = target[place];
      for (let other = 0; other < weights.length; other++) rest -= row[other] * weights[other];
      weights[place] = Math.min(most[place], Math.max(least, weights[place] + rest / row[place]));
    }
  }
}

/** Tokens of a character that no sample needs to be charged: the longest tokens are runs of 128 blanks. */
const LEAST_WEIGHT = 0.008;
const DEARER = 2;
const TOLERANCE = 0.03;
/** Relative errors below this are all alike: otherwise a sample that fits by chance would be all that counts. */
const LEAST_ERROR = 0.08;
