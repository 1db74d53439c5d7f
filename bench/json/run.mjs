/** `npm run bench:json`: measures spillway/json beside its peers and writes bench/results/json.md and json.svg. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runChild } from "../text/children.mjs";
import { nameOfBuild, nodesAtHand, takeLibrary, versionOf } from "../text/library.mjs";
import { renderMarkdown } from "./markdown.mjs";
import { renderPlot } from "./plot.mjs";
import { SOURCES } from "./sources.mjs";
import { REFUSALS, VALUES } from "./values.mjs";

const HELP = `Usage: node bench/json/run.mjs [--node 20,24] [--subject whole,refusal,cut,memory] [--kind TEXT] [--dist FOLDER]

  --node     majors: the Node that runs this, and 24 and 26 where bench/node_modules has them
  --subject  whole, refusal, cut, memory
  --kind     only values whose name has this in it
  --dist     another build than ../dist, to compare two

Without filters the results go to bench/results; with any, to the terminal alone.
`;
const FILTERS = ["node", "subject", "kind", "dist"];

const { values: options } = parseArgs({
  options: {
    ...Object.fromEntries(FILTERS.map((name) => [name, { type: "string" }])),
    help: { type: "boolean", short: "h" },
  },
});
if (options.help) process.stdout.write(HELP);
else await run();

async function run() {
  if (!existsSync(new URL("../node_modules", import.meta.url))) throw new Error("first: npm ci --prefix bench");
  const nodes = nodesAtHand();
  const majors = options.node?.split(",") ?? [...nodes.keys()];
  const library = await takeLibrary(options.dist);
  const started = Date.now();
  const rows = [];
  for (const major of majors) {
    for (const { script, request } of tasks()) {
      const before = Date.now();
      const found = await runChild(nodes.get(major), `../json/${script}`, { library, ...request });
      for (const row of found) rows.push({ node: major, ...request.row, ...row });
      const seconds = ((Date.now() - before) / 1000).toFixed(1);
      console.error(`Node ${major} ${request.subject ?? `memory ${request.kind} ${request.name}`}: ${seconds} s`);
    }
  }
  const text = renderMarkdown(rows, {
    minutes: (Date.now() - started) / 60_000,
    build: nameOfBuild(library),
    versions: majors.map((major) => versionOf(nodes.get(major))),
  });
  if (FILTERS.some((name) => name in options)) process.stdout.write(text);
  else save(text, renderPlot(rows));
}

function tasks() {
  const subjects = options.subject?.split(",") ?? ["whole", "refusal", "cut", "memory"];
  const namesOf = (values) => Object.keys(values).filter((name) => name.includes(options.kind ?? ""));
  const timed = Object.entries({ whole: namesOf(VALUES), refusal: namesOf(REFUSALS), cut: namesOf(SOURCES) })
    .filter(([subject, names]) => subjects.includes(subject) && names.length > 0)
    .map(([subject, names]) => ({ script: "worker.mjs", request: { subject, names } }));
  if (!subjects.includes("memory") || process.platform !== "linux") return timed;
  const pairs = [
    ...["records", "strings"].flatMap((kind) => ["measureJson", "JSON.stringify"].map((name) => ({ kind, name }))),
    ...["cutJson", "JSON.parse"].map((name) => ({ kind: "source", name })),
  ];
  const memory = pairs.map(({ kind, name }) => ({
    script: "memory.mjs",
    request: { kind, name, row: { subject: "memory", kind, name } },
  }));
  return [...timed, ...memory];
}

function save(text, plot) {
  const results = fileURLToPath(new URL("../results/", import.meta.url));
  mkdirSync(results, { recursive: true });
  writeFileSync(`${results}json.md`, text);
  writeFileSync(`${results}json.svg`, plot);
  console.error(`wrote ${results}json.md and json.svg`);
}
