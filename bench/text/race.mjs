/** Times candidates against each other: calibrated samples, round-robin, medians. */

/**
 * Nanoseconds per call of each candidate, a function from a text to a number.
 *
 * @param {Record<string, (text: string) => number>} candidates
 * @param {{ text?: string, make?: () => string }} input one text, or a maker of a new one for every call
 * @param {{ rounds: number, settle: boolean }} plan `settle`: collect garbage before each sample, untimed
 * @returns {Record<string, number>} medians
 */
export function race(candidates, input, { rounds, settle }) {
  const sample = input.make === undefined ? repeated(input.text) : fresh(input.make);
  const entries = Object.entries(candidates).map(([name, call]) => ({ name, call, ...calibrate(call, sample) }));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < entries.length; turn++) {
      const { call, calls, times } = entries[(turn + round) % entries.length];
      if (times.length === rounds || spent(times) > BUDGET_NS) continue;
      if (settle) globalThis.gc?.();
      times.push(sample(call, calls) / calls);
    }
  }
  return Object.fromEntries(entries.map(({ name, times }) => [name, median(times)]));
}

/** Runs candidates on small texts of every kind, so that none is timed with the types of one kind only. */
export function warm(candidates, texts) {
  for (const text of texts) {
    const sample = repeated(text);
    for (const call of Object.values(candidates)) calibrate(call, sample, WARM_NS);
  }
}

export function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Of samples that are one call each. */
function spent(times) {
  return times.reduce((sum, time) => sum + time, 0);
}

/** How many calls fill a sample; where one call does, it is the first sample already. */
function calibrate(call, sample, enough = SAMPLE_NS) {
  for (let calls = 1; ; ) {
    const took = sample(call, calls);
    if (took >= enough || calls >= sample.most) return { calls, times: calls === 1 ? [took] : [] };
    calls = Math.min(sample.most, Math.max(calls * 2, Math.ceil((calls * enough * 1.1) / Math.max(took, 1))));
  }
}

function repeated(text) {
  const sample = (call, calls) => {
    let sum = 0;
    const start = process.hrtime.bigint();
    for (let index = 0; index < calls; index++) sum += call(text);
    const took = Number(process.hrtime.bigint() - start);
    consume(sum);
    return took;
  };
  return Object.assign(sample, { most: 1e8 });
}

function fresh(make) {
  const sample = (call, calls) => {
    const texts = Array.from({ length: calls }, make);
    let sum = 0;
    const start = process.hrtime.bigint();
    for (const text of texts) sum += call(text);
    const took = Number(process.hrtime.bigint() - start);
    consume(sum);
    return took;
  };
  return Object.assign(sample, { most: MOST_FRESH });
}

/** A result that nobody looks at need not be computed. */
function consume(sum) {
  consumed += sum;
  if (Number.isNaN(consumed)) throw new Error("a candidate gave no number");
}
let consumed = 0;

/** A sample: long enough that the clock and one interruption do not matter. */
const SAMPLE_NS = 10_000_000;
/** A candidate that takes so long in all has been sampled enough: it is slow, and two digits are all that is shown. */
const BUDGET_NS = 1_200_000_000;
const WARM_NS = 2_000_000;
/** Texts alive at once in one sample. */
const MOST_FRESH = 256;
