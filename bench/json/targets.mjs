/** The targets, as data, and how a run's rows answer them. "must" is the floor, "reach" what a trial has attained. */
import { STRINGS } from "./values.mjs";

const OLDER = ["20", "22", "24"];
const NEWER = ["26"];

export const TARGETS = [
  { what: "long strings ÷ JSON.stringify + byteLength", atLeast: 2, reach: "3–35", of: ratio("measureJson", STRINGS) },
  { what: "100,000 records, Node 20 to 24", atLeast: 0.75, reach: "0.83–1.22", of: records("measureJson", OLDER) },
  { what: "100,000 records, Node 26", atLeast: 0.33, reach: "0.39–0.69", of: records("measureJson", NEWER) },
  { what: "the same, trusted, Node 20 to 24", atLeast: 1.2, reach: "1.25–1.85", of: records("trusted", OLDER) },
  { what: "the same, trusted, Node 26", atLeast: 0.5, reach: "0.57–1.02", of: records("trusted", NEWER) },
  { what: "refusal at 50,000 bytes", atMost: 50, unit: " µs", reach: "0.1–4", of: refusals },
  { what: "cutJson of 100 MB to 50 KB, of records, ÷ JSON.parse", atMost: 1, reach: "–", of: cuts(["records"]) },
  { what: "the same, of anything", atMost: 1, reach: "–", of: cuts() },
  { what: "extra peak RSS for cutJson of 100 MB", atMost: 8, unit: " MB", reach: "–", of: memoryOf("cutJson") },
  { what: "extra peak RSS for 240 MB of JSON", atMost: 12, unit: " MB", reach: "5–7", of: memoryOf("measureJson") },
];

function records(ours, nodes) {
  return (rows) => ratio(ours, ["records"])(rows.filter(({ node }) => nodes.includes(node)));
}

/** How many times faster than the obvious way. */
function ratio(ours, kinds) {
  return (rows) =>
    rows
      .filter((row) => row.subject === "whole" && row.times && kinds.includes(row.kind))
      .map(({ kind, times }) => ({ kind, value: times["JSON.stringify"] / times[ours] }));
}

function refusals(rows) {
  return rows
    .filter((row) => row.subject === "refusal" && row.times)
    .map(({ kind, times }) => ({ kind, value: times.measureJson / 1000 }));
}

/** How many times as long as parsing alone. */
function cuts(kinds) {
  return (rows) =>
    rows
      .filter(
        (row) =>
          row.subject === "cut" &&
          row.times &&
          !row.kind.endsWith(" KB") &&
          (kinds === undefined || kinds.includes(row.kind)),
      )
      .map(({ kind, times }) => ({ kind, value: times.cutJson / times["JSON.parse"] }));
}

function memoryOf(name) {
  return (rows) =>
    rows
      .filter((row) => row.subject === "memory" && row.name === name)
      .map(({ kind, peak }) => ({ kind, value: peak / 1e6 }));
}
