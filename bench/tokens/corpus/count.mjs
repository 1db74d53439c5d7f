/** Writes the exact counts into the corpus: `node bench/tokens/corpus/count.mjs`. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadCounters } from "../tokenizers.mjs";
import { VOCABULARIES, versionOf } from "../vocabularies.mjs";

const corpus = fileURLToPath(new URL("../../../test/corpus/tokens/", import.meta.url));
const counters = Object.values(loadCounters());
let samples = 0;
for (const split of ["training", "holdout"]) {
  for (const file of readdirSync(`${corpus}${split}`)) {
    const path = `${corpus}${split}/${file}`;
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const counted = lines.map((line) => {
      const { source, text } = JSON.parse(line);
      samples++;
      return JSON.stringify({ source, tokens: counters.map((count) => count(text)), text });
    });
    writeFileSync(path, `${counted.join("\n")}\n`);
  }
}
const tokenizers = Object.entries(VOCABULARIES).map(([profile, { vocabulary, package: name }]) => {
  return { profile, vocabulary, package: name, version: versionOf(name) };
});
writeFileSync(`${corpus}tokenizers.json`, `${JSON.stringify({ tokens: tokenizers }, null, 2)}\n`);
console.log(`${samples} samples`);
