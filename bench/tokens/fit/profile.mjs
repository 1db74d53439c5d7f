/** Fits the two sides of one profile. */
import { coarsePrior } from "./prior.mjs";
import { solve } from "./solve.mjs";

/**
 * @param {object[]} samples of the training corpus, with features
 * @param {number[]} targets indices of the vocabularies that it is for
 * @param {number} [aim] what `safe` is to be of the truth
 * @returns {{ expected: number[], safe: number[] }} tokens for each place
 */
export function fitProfile(samples, targets, classes, aim = SAFE.aim) {
  const most = capsOf(classes);
  const sizes = new Map();
  for (const { category } of samples) sizes.set(category, (sizes.get(category) ?? 0) + 1);
  const rowsOf = (tokensOf) =>
    samples.map(({ features, tokens, category }) => {
      // Categories of many samples count more, but not as many times more.
      // The first character, which no pair stands for, is a token.
      return { features, tokens: Math.max(1, tokensOf(tokens) - 1), share: 1 / Math.sqrt(sizes.get(category)) };
    });
  const each = targets.flatMap((target) => rowsOf((tokens) => tokens[target]));
  const expected = solve(each, { prior: coarsePrior(each, classes, most), ridge: RIDGE, most });

  const dearest = rowsOf((tokens) => Math.max(...targets.map((target) => tokens[target])));
  const middle = solve(dearest, { prior: coarsePrior(dearest, classes, most), ridge: RIDGE, most });
  const prior = middle.map((weight, place) => Math.min(most[place], weight * aim));
  return { expected, safe: solve(dearest, { prior, ridge: RIDGE, most, ...SAFE, aim }) };
}

/** A character costs its bytes at most. */
function capsOf({ CLASSES, PLACES, bytesOfClass, placeOf, repeatPlaceOf }) {
  const most = new Array(PLACES).fill(1);
  CLASSES.forEach((_, current) => {
    for (let before = 0; before < CLASSES.length; before++) most[placeOf(before, current)] = bytesOfClass(current);
    most[repeatPlaceOf(current)] = bytesOfClass(current);
  });
  return most;
}

// Chosen by leaving each quarter of the training sources out in turn (crossValidate.mjs), never by the holdout.
const RIDGE = 0.3;
const SAFE = { aim: 1.35, underPrice: 20, least: 0.015, rounds: 12 };
