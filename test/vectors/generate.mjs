/** Writes the vectors for other languages: the expectations come from slow references. Run by `npm run vectors`. */

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const { textVectors } = await load("textVectors.ts");
const { jsonVectors } = await load("jsonVectors.ts");
const { jsonCutVectors } = await load("jsonCutVectors.ts");
const { budgetVectors } = await load("budgetVectors.ts");
const { terminalVectors } = await load("terminalVectors.ts");
const { encodingVectors } = await load("encodingVectors.ts");
const { viewVectors } = await load("viewVectors.ts");

for (const [folder, files] of Object.entries({
  text: textVectors(),
  json: { ...jsonVectors(), ...jsonCutVectors() },
  budget: budgetVectors(),
  terminal: terminalVectors(),
  encoding: encodingVectors(),
  view: viewVectors(),
})) {
  mkdirSync(new URL(`${folder}/`, import.meta.url), { recursive: true });
  for (const [name, json] of Object.entries(files)) {
    writeFileSync(new URL(`${folder}/${name}.json`, import.meta.url), json);
    console.log(`${folder}/${name}.json: ${JSON.parse(json).cases.length} cases`);
  }
}

async function load(source) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(source, import.meta.url))],
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
