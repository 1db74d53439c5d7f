/** The results as Markdown: the targets first, then every row. */
import { digits, duration, machine, table, targetTable } from "../shared/tables.mjs";
import { KIND_NAMES, SIZES } from "./inputs.mjs";
import { SECTIONS } from "./sections.mjs";
import { TARGETS } from "./targets.mjs";

export function renderMarkdown(rows, { build, minutes, versions }) {
  const nodes = [...new Set(rows.map((row) => row.node))];
  const parts = [
    "# spillway/text beside its peers",
    `${new Date().toISOString().slice(0, 10)}, spillway ${build}, Node ${versions.join(", ")}, ${machine()}, ${minutes.toFixed(1)} minutes.`,
    "Written by `npm run bench:text`; see [bench/README.md](../README.md) for the method. Times move with the machine, ratios less.",
    ...wrongRows(rows),
    "## Targets",
    `The worst kind of text decides; it stands in brackets, then the best. × is how many times faster spillway is, but in "÷ 1 MB", "÷ its size" and the units shown, where less is better.`,
    targetTable(TARGETS, rows, nodes),
    ...SECTIONS.flatMap((section) => sectionTable(section, rows, nodes)),
    ...memoryTables(rows, nodes),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Our time, then how many times that each other takes; a number for each Node. */
function sectionTable({ title, subject, group, ours, others }, rows, nodes) {
  const own = rows.filter((row) => row.times?.[ours] !== undefined && row.subject === subject && row.group === group);
  const lines = Object.keys(SIZES).flatMap((size) =>
    KIND_NAMES.flatMap((kind) => {
      const perNode = nodes.map((node) =>
        own.find((row) => row.node === node && row.size === size && row.kind === kind),
      );
      if (perNode.every((row) => row === undefined)) return [];
      const each = (show) => perNode.map((row) => (row === undefined ? "–" : show(row.times))).join(" / ");
      const ratios = others.map((other) => each((times) => digits(times[other] / times[ours])));
      return [[size, kind, each((times) => duration(times[ours])), ...ratios]];
    }),
  );
  if (lines.length === 0) return [];
  return [
    `## ${title}`,
    table(["size", "kind", `time, Node ${nodes.join(" / ")}`, ...others.map((name) => `${name} ÷`)], lines),
  ];
}

function memoryTables(rows, nodes) {
  const own = rows.filter((row) => row.subject === "memory" || row.subject.startsWith("stream"));
  const label = ({ subject, task, kind, name, way }) => [subject, task, kind, name, way].filter(Boolean).join(", ");
  const lines = [...new Set(own.map(label))].map((what) => [
    what,
    ...nodes.map((node) => amount(own.find((row) => row.node === node && label(row) === what))),
  ]);
  if (lines.length === 0) return [];
  return ["## Memory and streams", table(["what", ...nodes.map((node) => `Node ${node}`)], lines)];
}

function amount(row) {
  if (row === undefined) return "–";
  if (row.retained !== undefined) return `${digits(row.retained)}× its size`;
  if (row.peak !== undefined) return `+${digits(row.peak / 1e6)} MB`;
  if (row.subject === "stream rss") return `${digits(row.rss / 1e6)} MB`;
  return Object.entries(row.times)
    .map(([way, time]) => `${way} ${duration(time)}`)
    .join(", ");
}

function wrongRows(rows) {
  const wrong = rows
    .filter((row) => row.wrong)
    .map((row) => [row.node, row.subject, row.group ?? "", row.size ?? "", row.kind]);
  return wrong.length === 0
    ? []
    : ["## Wrong results, not timed", table(["Node", "subject", "group", "size", "kind"], wrong)];
}
