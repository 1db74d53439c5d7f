/** The results as Markdown: the targets first, then every row. */
import { digits, duration, machine, table, targetTable } from "../shared/tables.mjs";
import { SOURCES } from "./sources.mjs";
import { TARGETS } from "./targets.mjs";
import { REFUSALS, VALUES } from "./values.mjs";

export function renderMarkdown(rows, { build, minutes, versions }) {
  const nodes = [...new Set(rows.map((row) => row.node))];
  const find = (fields) => (node) =>
    rows.find((row) => row.node === node && Object.entries(fields).every(([name, value]) => row[name] === value));
  const parts = [
    "# spillway/json beside its peers",
    `${new Date().toISOString().slice(0, 10)}, spillway ${build}, Node ${versions.join(", ")}, ${machine()}, ${minutes.toFixed(1)} minutes.`,
    "Written by `npm run bench:json`; see [bench/README.md](../README.md) for the method. Times move with the machine, ratios less.",
    ...wrongRows(rows),
    "## Targets",
    "The worst kind of value decides; it stands in brackets, then the best. × is how many times faster spillway is than the text and its bytes.",
    targetTable(TARGETS, rows, nodes),
    "## The whole size",
    "`measureJson`, and how many times as long the others take. *trusted* is measureJson of plain data against the same text; *twice* is `layers: 2` against JSON.stringify of JSON.stringify; *admitJson* makes the text, too. json-sizeof runs getters and `toJSON`, and is in brackets where it is wrong; object-sizeof counts memory.",
    wholeTable(nodes, find),
    "## Refusal at 50,000 bytes",
    refusalTable(nodes, find),
    "## 100 MB of source text to 50,000 bytes",
    "`cutJson`, and how many times as long the others take; in brackets the bytes of the 50,000 that are used. truncate-json parses the text and leaves out members from the end on; its time grows with the square of the text, so that it is timed on the small one alone.",
    cutTable(nodes, find),
    ...memoryTable(rows, nodes),
  ];
  return `${parts.join("\n\n")}\n`;
}

function wholeTable(nodes, find) {
  const lines = Object.keys(VALUES).flatMap((kind) => {
    const perNode = nodes.map(find({ subject: "whole", kind }));
    if (perNode.every((row) => row?.times === undefined)) return [];
    const each = (show) => perNode.map((row) => (row?.times === undefined ? "–" : show(row))).join(" / ");
    const over = (above, below) => each(({ times }) => digits(times[above] / times[below]));
    const peer = each(({ times, peer }) => {
      const ratio = digits(times["json-sizeof"] / times.measureJson);
      return peer === true || ratio === "–" ? ratio : `(${ratio})`;
    });
    return [
      [
        kind,
        each(({ times }) => duration(times.measureJson)),
        over("JSON.stringify", "measureJson"),
        over("JSON.stringify", "trusted"),
        over("JSON.stringify twice", "twice"),
        over("JSON.stringify", "admitJson"),
        peer,
        over("object-sizeof", "measureJson"),
      ],
    ];
  });
  const header = ["JSON.stringify ÷", "trusted", "twice", "admitJson", "json-sizeof ÷", "object-sizeof ÷"];
  return table(["value", `time, Node ${nodes.join(" / ")}`, ...header], lines);
}

function cutTable(nodes, find) {
  const lines = Object.keys(SOURCES).flatMap((kind) => {
    const perNode = nodes.map(find({ subject: "cut", kind }));
    if (perNode.every((row) => row?.times === undefined)) return [];
    const each = (show) => perNode.map((row) => (row?.times === undefined ? "–" : show(row))).join(" / ");
    const over = (peer) => each(({ times }) => digits(times[peer] / times.cutJson));
    const used = (name) => perNode.find((row) => row?.times)?.filled[name];
    const peer = typeof used("truncate-json") === "number" ? ` (${used("truncate-json").toLocaleString("en-US")})` : "";
    const own = `${each(({ times }) => duration(times.cutJson))} (${used("cutJson").toLocaleString("en-US")})`;
    return [[kind, own, over("JSON.parse"), `${over("truncate-json")}${peer}`]];
  });
  return table(["text", `time, Node ${nodes.join(" / ")}`, "JSON.parse ÷", "truncate-json ÷"], lines);
}

function refusalTable(nodes, find) {
  const lines = Object.keys(REFUSALS).flatMap((kind) => {
    const perNode = nodes.map(find({ subject: "refusal", kind }));
    if (perNode.every((row) => row?.times === undefined)) return [];
    return [[kind, ...perNode.map((row) => (row?.times === undefined ? "–" : duration(row.times.measureJson)))]];
  });
  return table(["value", ...nodes.map((node) => `Node ${node}`)], lines);
}

function memoryTable(rows, nodes) {
  const own = rows.filter((row) => row.subject === "memory");
  const label = ({ kind, name }) => `${kind}, ${name}`;
  const lines = [...new Set(own.map(label))].map((what) => [
    what,
    ...nodes.map((node) => {
      const row = own.find((one) => one.node === node && label(one) === what);
      return row === undefined ? "–" : `+${digits(Math.max(0, row.peak) / 1e6)} MB of ${digits(row.bytes / 1e6)} MB`;
    }),
  ]);
  return lines.length === 0 ? [] : ["## Peak memory", table(["what", ...nodes.map((node) => `Node ${node}`)], lines)];
}

function wrongRows(rows) {
  const wrong = rows.filter((row) => row.wrong).map((row) => [row.node, row.subject, row.kind]);
  return wrong.length === 0 ? [] : ["## Wrong results, not timed", table(["Node", "subject", "value"], wrong)];
}
