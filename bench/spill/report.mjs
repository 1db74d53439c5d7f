/** The results as Markdown: the targets first, then times and memory. */
import { cpus, totalmem } from "node:os";
import { median } from "../text/race.mjs";

/** How many times longer another way takes than spillway's, at the least. */
const TARGETS = [
  { what: "`pipe(createWriteStream)`, which keeps no View and no digest", way: "pipe", atLeast: 0.85 },
  { what: "pi's accumulator and its file, without a digest", way: "pi", atLeast: 2.5 },
];

export function renderMarkdown(rows, { build, versions, rounds }) {
  const nodes = [...new Set(rows.map(({ node }) => node))];
  const of = (node, kind) => rows.find((row) => row.node === node && row.kind === kind);
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const ways = Object.keys(rows[0].times);
  const targets = TARGETS.map(({ what, way, atLeast }) => [
    what,
    `≥ ${atLeast}×`,
    ...nodes.map((node) =>
      verdict(
        kinds.map((kind) => ({ kind, value: ratio(of(node, kind), way) })),
        atLeast,
      ),
    ),
  ]);
  const lines = ways.flatMap((way) =>
    kinds.map((kind) => [
      way,
      kind,
      ...nodes.map((node) => milliseconds(of(node, kind).times[way])),
      ...nodes.map((node) => `${digits(ratio(of(node, kind), way))}×`),
      ...nodes.map((node) => `${Math.round(of(node, kind).rss[way] / 1e6)} MB`),
    ]),
  );
  const each = (what) => nodes.map((node) => `${what}, Node ${node}`);
  return `${[
    "# Keeping a command's output",
    `${new Date().toISOString().slice(0, 10)}, spillway ${build}, Node ${versions.join(", ")}, ${machine()}.`,
    `200 MB of \`yes | head\`, read from the child, ${rounds} rounds; see [bench/README.md](../README.md). Written by \`npm run bench:spill\`.`,
    ...rows.filter(({ wrong }) => wrong).map(({ node, kind }) => `**Wrong on Node ${node}, ${kind}: not timed.**`),
    "## Targets",
    "How many times longer the other way takes; the worse kind of text decides, and stands first.",
    table(["against", "must", ...nodes.map((node) => `Node ${node}`)], targets),
    "## Each way",
    "Medians; × is the way's time over spillway's, round by round; then the peak of the process's resident set, in a process of its own.",
    table(["way", "text", ...each("time"), ...each("÷ spillway"), ...each("peak")], lines),
    NOTE,
  ].join("\n\n")}\n`;
}

/** Of times in the same round, so that a machine that is busy for a while does not favour one. */
function ratio({ times }, way) {
  return median(times[way].map((time, round) => time / times.spillway[round]));
}

function verdict(values, atLeast) {
  const [worst, ...others] = values.sort((one, other) => one.value - other.value);
  const shown = [worst, ...others].map(({ kind, value }) => `${digits(value)}× (${kind})`).join(", ");
  return `${worst.value >= atLeast ? "met" : "**not met**"}: ${shown}`;
}

function milliseconds(times) {
  return `${Math.round(median([...times]) / 1e6)} ms`;
}

function digits(value) {
  return String(Number(value.toPrecision(2)));
}

function table(header, lines) {
  return [header, header.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function machine() {
  return `${cpus().length} × ${cpus()[0].model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
}

const NOTE = `Why a target is missed: one thread reads and computes the digest, and that alone, without a file or a View, takes what stands in the row *read and digest*; it can be no faster than that. What comes on top is small, since the file is written by other threads meanwhile. A thread of its own for the digest was tried: on two cores, which the command and the file keep busy, it gained nothing (and costs 30 ms to start). With a digest to match, \`pipe\` and pi would take as much longer.`;
