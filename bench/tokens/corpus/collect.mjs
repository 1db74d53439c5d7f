/**
 * Writes test/corpus/tokens anew from packages and from texts written here:
 * `node bench/tokens/corpus/collect.mjs FOLDER`; bench/README.md says what the folder holds.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { packagedSamples } from "./packaged.mjs";
import { SAMPLE_UNITS } from "./readers.mjs";
import { WRITTEN_HOLDOUT } from "./writtenHoldout.mjs";
import { WRITTEN_TRAINING } from "./writtenTraining.mjs";

/** UTF-16 units of a sample in training. */
const TRAINING_UNITS = 800;
const corpus = fileURLToPath(new URL("../../../test/corpus/tokens/", import.meta.url));
const written = (split, categories) =>
  Object.entries(categories).flatMap(([category, texts]) =>
    texts.map((text) => ({ split, category, source: "written", text: text.slice(0, SAMPLE_UNITS).toWellFormed() })),
  );
const samples = [
  ...packagedSamples(process.argv[2]),
  ...written("training", WRITTEN_TRAINING),
  ...written("holdout", WRITTEN_HOLDOUT),
].flatMap((sample) => (sample.split === "training" ? parts(sample) : [sample]));

/** Short texts, of which each count is one equation, tell a fit more than a long one. */
function parts(sample) {
  const count = Math.max(1, Math.round(sample.text.length / TRAINING_UNITS));
  const units = Math.ceil(sample.text.length / count);
  return Array.from({ length: count }, (_, index) => {
    return {
      ...sample,
      text: sample.text.slice(index * units, (index + 1) * units).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, ""),
    };
  });
}

for (const split of ["training", "holdout"]) {
  rmSync(`${corpus}${split}`, { recursive: true, force: true });
  mkdirSync(`${corpus}${split}`, { recursive: true });
  const own = samples.filter((sample) => sample.split === split);
  for (const category of new Set(own.map((sample) => sample.category))) {
    const lines = own
      .filter((sample) => sample.category === category)
      .map(({ source, text }) => `${JSON.stringify({ source, text })}\n`);
    writeFileSync(`${corpus}${split}/${category.replaceAll(" ", "-")}.ndjson`, lines.join(""));
    console.log(split, category, lines.length);
  }
}
