/** The results as a picture: how many times faster than the text and its bytes. */
import { drawPlot } from "../shared/plot.mjs";
import { VALUES } from "./values.mjs";

const PANELS = [
  { title: "measureJson ÷ JSON.stringify + byteLength", ours: "measureJson", theirs: "JSON.stringify" },
  { title: "the same, trusted", ours: "trusted", theirs: "JSON.stringify" },
  { title: "layers: 2 ÷ JSON.stringify twice", ours: "twice", theirs: "JSON.stringify twice" },
  { title: "measureJson ÷ json-sizeof", ours: "measureJson", theirs: "json-sizeof" },
];

export function renderPlot(rows) {
  const nodes = [...new Set(rows.map((row) => row.node))];
  const panels = PANELS.map(({ title, ours, theirs }) => ({
    title,
    bands: Object.keys(VALUES).map((kind) => ({
      name: kind,
      ratios: nodes.map((node) => {
        const row = rows.find((one) => one.node === node && one.subject === "whole" && one.kind === kind);
        return row?.times && row.times[theirs] / row.times[ours];
      }),
    })),
  }));
  return drawPlot({
    title: "spillway/json: how many times faster",
    note: "right of the dark line spillway is faster",
    footnote: "json-sizeof runs getters and toJSON. Where it overflows the stack it has no bar.",
    nodes,
    left: 160,
    panels,
  });
}
