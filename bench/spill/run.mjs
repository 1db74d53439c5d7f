/** `npm run bench:spill`: measures what keeping a command's output costs; writes results/spill.md and spill.svg. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runChild } from "../text/children.mjs";
import { COMMAND_KINDS } from "../text/command.mjs";
import { nameOfBuild, nodesAtHand, takeLibrary, versionOf } from "../text/library.mjs";
import { renderPlot } from "./plot.mjs";
import { renderMarkdown } from "./report.mjs";

const WAYS = ["drain", "read and digest", "pipe", "file Spill alone", "spillway", "pi"];
const { values } = parseArgs({
  options: { node: { type: "string" }, rounds: { type: "string" }, dist: { type: "string" } },
});
const rounds = Number(values.rounds ?? 9);
const nodes = [...nodesAtHand()].filter(([major]) => (values.node ?? major).split(",").includes(major));
const library = await takeLibrary(values.dist);

const rows = [];
for (const [node, path] of nodes) {
  for (const kind of COMMAND_KINDS) {
    console.error(`Node ${node}, ${kind}`);
    const request = { library, kind, ways: WAYS, rounds };
    const [{ wrong, times }] = await runChild(path, "../spill/keep.mjs", request);
    const rss = {};
    for (const way of WAYS) {
      const alone = { ...request, ways: [way], rounds: 1 }; // a peak is the process's
      [{ rss: rss[way] }] = await runChild(path, "../spill/keep.mjs", alone);
    }
    rows.push({ node, kind, wrong, times, rss });
  }
}

const versions = nodes.map(([, path]) => versionOf(path));
const text = renderMarkdown(rows, { build: nameOfBuild(library), versions, rounds });
process.stdout.write(text);
if (Object.keys(values).every((name) => name === "dist")) {
  const results = fileURLToPath(new URL("../results/", import.meta.url));
  mkdirSync(results, { recursive: true });
  writeFileSync(`${results}spill.md`, text);
  writeFileSync(`${results}spill.svg`, renderPlot(rows));
}
