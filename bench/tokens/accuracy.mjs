/** `npm run bench:tokens`, first half: how far estimates are off, as a table and a picture in bench/results. */
import { writeFileSync } from "node:fs";
import { estimators, FAMILIES, holdoutSamples, summary } from "./judge.mjs";
import { renderPlot } from "./plot.mjs";
import { VOCABULARIES, versionOf } from "./vocabularies.mjs";

const samples = holdoutSamples();
const each = await estimators();
const ratiosOf = (estimate, of = samples, families = FAMILIES) =>
  families.flatMap((family) => of.map(({ text, tokens }) => estimate(text, family) / tokens[FAMILIES.indexOf(family)]));
const dearest = (estimate) => samples.map(({ text, tokens }) => estimate(text) / Math.max(...tokens));
const percent = (share) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
const table = (header, lines) =>
  [header, header.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
const said = ({ median, p90, under, least, mean }) => [
  percent(median),
  percent(p90),
  percent(under),
  least.toFixed(2),
  mean.toFixed(2),
];
const HEADER = ["median error", "90th percentile", "below the truth", "least ÷ truth", "mean ÷ truth"];

const categories = [...new Set(samples.map(({ category }) => category))].sort();
const text = [
  "# Token estimates beside exact counts",
  `${new Date().toISOString().slice(0, 10)}, ${samples.length} texts of the holdout (test/corpus/tokens), of sources that no profile was fitted to, in ${categories.length} categories. Written by \`npm run bench:tokens\`. Ratios are estimate ÷ exact count, a text each.`,
  "## All vocabularies together",
  table(
    ["estimator", ...HEADER],
    Object.entries(each).map(([name, estimate]) => [name, ...said(summary(ratiosOf(estimate)))]),
  ),
  "Against the dearest vocabulary for each text, which is what a generic limit has to hold:",
  table(
    ["estimator", ...HEADER],
    Object.entries(each)
      .filter(([name]) => !name.includes("own"))
      .map(([name, estimate]) => [name, ...said(summary(dearest(estimate)))]),
  ),
  "## Each vocabulary",
  ...FAMILIES.flatMap((family) => [
    `**${family}**: ${VOCABULARIES[family].vocabulary}, counted by ${VOCABULARIES[family].package} ${versionOf(VOCABULARIES[family].package)}`,
    table(
      ["estimator", ...HEADER],
      Object.entries(each).map(([name, estimate]) => [name, ...said(summary(ratiosOf(estimate, samples, [family])))]),
    ),
  ]),
  "## Each category",
  "Geometric mean of estimate ÷ exact count, over the texts of a category. First the expected estimates, own profile for each vocabulary; then, over all vocabularies, the others.",
  table(
    [
      "category",
      "texts",
      ...FAMILIES,
      "generic",
      "safe own",
      "safe generic ÷ dearest",
      "chars ÷ 4",
      "bytes ÷ 4",
      "bytes × 2 ÷ 4",
      "tokenx",
    ],
    categories.map((category) => {
      const of = samples.filter((sample) => sample.category === category);
      const middle = (ratios) =>
        Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(Math.max(ratio, 1e-3)), 0) / ratios.length).toFixed(2);
      const all = (name) => middle(ratiosOf(each[name], of));
      const own = FAMILIES.map((family) => middle(ratiosOf(each["expected, own profile"], of, [family])));
      const most = middle(of.map(({ text, tokens }) => each["safe, generic"](text) / Math.max(...tokens)));
      return [
        category,
        of.length,
        ...own,
        all("expected, generic"),
        all("safe, own profile"),
        most,
        ...["chars ÷ 4", "bytes ÷ 4", "bytes × 2 ÷ 4", "tokenx"].map(all),
      ];
    }),
  ),
].join("\n\n");

const results = new URL("../results/", import.meta.url);
writeFileSync(new URL("tokens.md", results), `${text}\n`);
const errorOf = (estimate, category) =>
  summary(
    ratiosOf(
      estimate,
      samples.filter((sample) => sample.category === category),
    ),
  ).median;
writeFileSync(
  new URL("tokens.svg", results),
  renderPlot(
    categories,
    ["expected, own profile", "expected, generic", "tokenx", "chars ÷ 4"].map((name) => ({
      name,
      errors: categories.map((category) => errorOf(each[name], category)),
    })),
  ),
);
console.log(text.split("## Each category")[0]);
