/** Writes test/vectors/text/*.json: the expectations come from the slow reference. Run by `npm run vectors`. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL("textVectors.ts", import.meta.url))],
  bundle: true,
  format: "esm",
  platform: "node",
  write: false,
});
const { textVectors } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
);

for (const [name, json] of Object.entries(textVectors())) {
  writeFileSync(new URL(`text/${name}.json`, import.meta.url), json);
  console.log(`${name}.json: ${JSON.parse(json).cases.length} cases`);
}
