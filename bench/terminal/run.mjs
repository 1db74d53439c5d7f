/** `npm run bench:terminal`: cleaning beside strip-ansi and a real emulator; writes bench/results/terminal.md and terminal.svg. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drawPlot } from "../shared/plot.mjs";
import { machine, table } from "../shared/tables.mjs";
import { nameOfBuild, nodesAtHand, takeLibrary, versionOf } from "../text/library.mjs";
import { UNITS } from "./inputs.mjs";

if (!existsSync(new URL("../node_modules", import.meta.url))) throw new Error("first: npm ci --prefix bench");
const library = await takeLibrary();
const nodes = nodesAtHand();
const worker = fileURLToPath(new URL("worker.mjs", import.meta.url));
const found = new Map();
for (const [major, path] of nodes) {
  found.set(major, JSON.parse(execFileSync(path, [worker, library], { encoding: "utf8", maxBuffer: 2 ** 26 })));
  console.error(`Node ${major}: ${found.get(major).length} kinds`);
}

const rate = ({ bytes }, time) => `${((1000 * bytes) / time).toFixed(0)}`;
const ofAll = (kind, cell) =>
  [...found.values()].map((rows) => cell(rows.find((row) => row.kind === kind))).join(" / ");
const [first] = found.values();
const lines = first.map(({ kind, bytes, left, leftOfStrip, same }) => [
  kind,
  ofAll(kind, (row) => rate(row, row.spillway)),
  ofAll(kind, (row) => rate(row, row.stripAnsi)),
  ofAll(kind, (row) => rate(row, row.xterm)),
  percent(left / bytes),
  percent(leftOfStrip / bytes),
  percent(same),
]);
const versions = [...nodes.values()].map(versionOf).join(", ");
const header = [
  "text",
  "spillway MB/s",
  "strip-ansi MB/s",
  "xterm MB/s",
  "left by spillway",
  "left by strip-ansi",
  "xterm's lines that spillway has",
];
const text = `# Terminal output beside its peers

${new Date().toISOString().slice(0, 10)}, build ${nameOfBuild(library)}, Node ${versions}, ${machine()}.

Written by \`npm run bench:terminal\`. \`cleanTerminal\` beside strip-ansi, which takes escape sequences off, folds nothing and gives a text without any back at once, and
@xterm/headless, an emulator with a screen of 500 × 200 cells that keeps all that scrolls off. Texts of
${UNITS.toLocaleString("en-US")} UTF-16 units, the same for all; MB of UTF-8 a second for Node ${[...nodes.keys()].join(" / ")}, medians of 5 for the first two and
one run of the emulator, which takes long. "Left" is what a model would have to read of it. The last column is of the first
50 KB: how many of the emulator's lines that are not empty are among ours; those that are not were drawn over in part, which
needs columns.

${table(header, lines)}
`;
if (process.argv.includes("--print")) process.stdout.write(text);
else save(text, plot());

function percent(share) {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

function plot() {
  const bands = (time) => first.map(({ kind }) => ({ name: kind, ratios: ratios(kind, time) }));
  const ratios = (kind, time) =>
    [...found.values()].map((rows) => rows.find((row) => row.kind === kind)).map((row) => row[time] / row.spillway);
  return drawPlot({
    title: "cleanTerminal beside its peers",
    note: "times as fast; right of 1 is faster",
    footnote: "Medians on the same texts of 1,000,000 UTF-16 units; see terminal.md.",
    nodes: [...nodes.keys()],
    left: 150,
    panels: [
      { title: "strip-ansi's time ÷ ours", bands: bands("stripAnsi") },
      { title: "@xterm/headless's time ÷ ours", bands: bands("xterm") },
    ],
  });
}

function save(markdown, picture) {
  const results = fileURLToPath(new URL("../results/", import.meta.url));
  mkdirSync(results, { recursive: true });
  writeFileSync(`${results}terminal.md`, markdown);
  writeFileSync(`${results}terminal.svg`, picture);
  console.error(`wrote ${results}terminal.md and terminal.svg`);
}
