/** `npm run bench:text`: measures spillway/text beside its peers and writes bench/results/text.md and text.svg. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runChild, tasksOf } from "./children.mjs";
import { nameOfBuild, nodesAtHand, takeLibrary, versionOf } from "./library.mjs";
import { renderMarkdown } from "./markdown.mjs";
import { HELP, parseOptions } from "./options.mjs";
import { renderPlot } from "./plot.mjs";

const nodes = nodesAtHand();
const options = parseOptions(process.argv.slice(2), nodes.keys());
if (options.help) process.stdout.write(HELP);
else await run();

async function run() {
  if (!existsSync(new URL("../node_modules", import.meta.url))) throw new Error("first: npm ci --prefix bench");
  const library = await takeLibrary(options.dist);
  const started = Date.now();
  const rows = [];
  for (const major of options.nodes) {
    for (const { script, request, label } of tasksOf(options)) {
      const before = Date.now();
      const found = await runChild(nodes.get(major), script, { library, ...request });
      for (const row of found) rows.push({ node: major, ...request.row, ...row });
      console.error(`Node ${major} ${label}: ${((Date.now() - before) / 1000).toFixed(1)} s`);
    }
  }
  const text = renderMarkdown(rows, {
    minutes: (Date.now() - started) / 60_000,
    build: nameOfBuild(library),
    versions: options.nodes.map((major) => versionOf(nodes.get(major))),
  });
  if (options.isFull) save(text, renderPlot(rows));
  else process.stdout.write(text);
}

function save(text, plot) {
  const results = fileURLToPath(new URL("../results/", import.meta.url));
  mkdirSync(results, { recursive: true });
  writeFileSync(`${results}text.md`, text);
  writeFileSync(`${results}text.svg`, plot);
  console.error(`wrote ${results}text.md and text.svg`);
}
