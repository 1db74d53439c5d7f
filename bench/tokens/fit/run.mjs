/** Fits all profiles to the training corpus and writes src/tokens/generated: `node bench/tokens/fit/run.mjs`, a minute. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadSource } from "../library.mjs";
import { VOCABULARIES, versionOf } from "../vocabularies.mjs";
import { featuresOf, trainingSamples } from "./features.mjs";
import { fitProfile } from "./profile.mjs";

const classes = await loadSource("tokens/classes.ts");
const { letterFor } = await loadSource("tokens/profile.ts");
const samples = trainingSamples().map((sample) => ({ ...sample, features: featuresOf(sample.text, classes) }));
const digest = createHash("sha256").update(JSON.stringify(samples.map(({ text, tokens }) => [text, tokens])));
const provenance = [
  `Written by bench/tokens/fit/run.mjs from ${samples.length} samples of the training corpus`,
  `(SHA-256 ${digest.digest("hex").slice(0, 16)}); do not edit.`,
].join("\n * ");

const names = Object.keys(VOCABULARIES);
const profile = (targets) => {
  const { expected, safe } = fitProfile(samples, targets, classes);
  return `{\n  expected:\n    ${text(expected, "nearest")},\n  safe: ${text(safe, "up")},\n}`;
};
const text = (weights, rounding) => JSON.stringify(weights.map((weight) => letterFor(weight, rounding)).join(""));

const folder = fileURLToPath(new URL("../../../src/tokens/generated/", import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(
  `${folder}generic.ts`,
  `/**
 * One profile for all vocabularies: \`expected\` aims at their middle, \`safe\` at the dearest for each text.
 * ${provenance}
 */
import type { TokenProfile } from "../profile.js";

export const GENERIC: TokenProfile = ${profile([...names.keys()])};
`,
);
const families = names.map((name, index) => {
  const { vocabulary, package: from } = VOCABULARIES[name];
  return `/** ${vocabulary}, counted by ${from} ${versionOf(from)}. */\nconst ${name}: TokenProfile = ${profile([index])};\n`;
});
writeFileSync(
  `${folder}families.ts`,
  `/**
 * A profile for each family of vocabularies.
 * ${provenance}
 */
import type { TokenProfile } from "../profile.js";

${families.join("\n")}
export const FAMILIES = { ${names.join(", ")} };
`,
);
