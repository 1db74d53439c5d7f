/** A coarse model first: what the fine one falls back to where the training texts say little. */
import { solve } from "./solve.mjs";

/** ASCII classes that the coarse model does not tell apart. */
const COARSE = {
  ...Object.fromEntries(["vowel", "common", "usual", "rare"].map((name) => [name, "lower"])),
  ...Object.fromEntries(["upperVowel", "upper"].map((name) => [name, "upper"])),
  ...Object.fromEntries(
    ["stop", "colon", "quote", "open", "close", "underscore", "hyphen", "slash", "sign"].map((name) => [name, "sign"]),
  ),
  tab: "space",
  newline: "space",
};

/** @returns {number[]} a coarse weight for every place */
export function coarsePrior(rows, classes, most) {
  const groups = coarseGroups(classes);
  const names = [...new Set(groups)];
  const index = new Map(names.map((name, at) => [name, at]));
  const merged = rows.map((row) => {
    const counts = new Map();
    row.features.places.forEach((place, at) => {
      const group = index.get(groups[place]);
      counts.set(group, (counts.get(group) ?? 0) + row.features.times[at]);
    });
    return { ...row, features: { places: [...counts.keys()], times: [...counts.values()] } };
  });
  const caps = names.map((name) => most[groups.indexOf(name)]);
  // Scripts that no sample has are dear: no vocabulary spends many tokens on them.
  const start = caps.map((cap) => (cap === 1 ? 0.5 : UNSEEN_SHARE * cap));
  const solved = solve(merged, { prior: start, ridge: COARSE_RIDGE, most: caps });
  return groups.map((name, place) => Math.min(most[place], solved[index.get(name)]));
}

/** The name of the coarse group of every place. */
function coarseGroups({ CLASSES, PLACES, placeOf, repeatPlaceOf }) {
  const groups = new Array(PLACES).fill("unused");
  const coarse = (index) => COARSE[CLASSES[index]] ?? CLASSES[index];
  CLASSES.forEach((_, current) => {
    CLASSES.forEach((__, before) => {
      groups[placeOf(before, current)] =
        current < 20 || ["latin", "vietnamese"].includes(CLASSES[current])
          ? `${before < 20 ? coarse(before) : "wide"} ${coarse(current)}`
          : coarse(current);
    });
    groups[repeatPlaceOf(current)] = `repeated ${current < 20 ? coarse(current) : "wide"}`;
  });
  return groups;
}

const COARSE_RIDGE = 0.3;
const UNSEEN_SHARE = 0.7;
