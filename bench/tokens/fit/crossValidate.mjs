/**
 * How fits do on training sources that they have not read: each quarter of the sources is left out in turn. What the fit
 * has to choose (how hard to draw, how safe is safe) is chosen here: `node bench/tokens/fit/crossValidate.mjs [PROFILE | all [AIM …]]`.
 */
import { loadSource } from "../library.mjs";
import { VOCABULARIES } from "../vocabularies.mjs";
import { featuresOf, trainingSamples } from "./features.mjs";
import { fitProfile } from "./profile.mjs";
import { estimate } from "./solve.mjs";

const FOLDS = 4;
/** Scripts, and runs of one character, that no other source has: what a fit has never seen it cannot know. */
const UNLIKE_OTHERS = ["other-scripts", "runs"];
const classes = await loadSource("tokens/classes.ts");
const samples = trainingSamples().map((sample) => ({ ...sample, features: featuresOf(sample.text, classes) }));
const sources = [...new Set(samples.map(({ source }) => source))];
const names = Object.keys(VOCABULARIES);
const profiles = {
  generic: names.map((_, index) => index),
  ...Object.fromEntries(names.map((name, at) => [name, [at]])),
};
const [only, ...aims] = process.argv.slice(2);

for (const aim of aims.length === 0 ? [undefined] : aims.map(Number)) {
  const wanted = Object.entries(profiles).filter(([name]) => only === undefined || only === "all" || name === only);
  for (const [name, targets] of wanted) console.log(aim ?? "as committed", name, report(targets, aim));
}

function report(targets, aim) {
  const errors = [];
  const safe = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const fitted = fitProfile(
      samples.filter((sample) => foldOf(sample) !== fold),
      targets,
      classes,
      aim,
    );
    for (const { features, tokens, category, source } of samples.filter((sample) => foldOf(sample) === fold)) {
      for (const target of targets)
        errors.push(Math.abs((1 + estimate(features, fitted.expected)) / tokens[target] - 1));
      if (UNLIKE_OTHERS.includes(category)) continue;
      const ratio = (1 + estimate(features, fitted.safe)) / Math.max(...targets.map((target) => tokens[target]));
      safe.push({ ratio, what: `${category} (${source})` });
    }
  }
  errors.sort((one, other) => one - other);
  safe.sort((one, other) => one.ratio - other.ratio);
  const under = safe.filter(({ ratio }) => ratio < 1).length / safe.length;
  const mean = safe.reduce((sum, { ratio }) => sum + ratio, 0) / safe.length;
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const quantile = (share) => percent(errors[Math.floor(share * errors.length)]);
  const [worst] = safe;
  return `expected ${quantile(0.5)} / ${quantile(0.9)}; safe under ${percent(under)}, mean ${mean.toFixed(2)}, worst ${worst.ratio.toFixed(2)} ${worst.what}`;
}

/** Texts written for the corpus are one source, but of many kinds: they are dealt out by what they hold. */
function foldOf({ source, text }) {
  return (source === "written" ? text.length * 7 + text.charCodeAt(50) : sources.indexOf(source)) % FOLDS;
}
