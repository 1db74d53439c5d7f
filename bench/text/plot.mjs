/** The results as a picture: how many times faster than a peer, on a logarithmic axis, for texts of 1 MB. */
import { drawPlot } from "../shared/plot.mjs";

const PANELS = [
  { title: "measureText ÷ split + byteLength", subject: "measure", group: "flat", ours: "spillway", theirs: "split" },
  {
    title: "cut head, with counts ÷ pi truncateHead",
    subject: "cut",
    group: "head and ends",
    ours: "head, counts",
    theirs: "pi",
  },
  {
    title: "cut tail, with counts ÷ pi truncateTail",
    subject: "cut",
    group: "tail",
    ours: "tail, counts",
    theirs: "pi",
  },
  {
    title: "cut head, no counts ÷ pi truncateHead",
    subject: "cut",
    group: "head and ends",
    ours: "head",
    theirs: "pi",
  },
  { title: "cut tail, no counts ÷ pi truncateTail", subject: "cut", group: "tail", ours: "tail", theirs: "pi" },
  {
    title: "cut by bytes ÷ truncate-utf8-bytes",
    subject: "bytes",
    group: "head",
    ours: "spillway",
    theirs: "truncate-utf8-bytes",
  },
];
const KINDS = {
  ascii: "ASCII log",
  latin1: "Latin-1",
  cjk: "CJK",
  emoji: "emoji",
  endless: "one line",
  short: "short lines",
};

export function renderPlot(rows, size = "1mb") {
  const nodes = [...new Set(rows.map((row) => row.node))];
  const panels = PANELS.map(({ title, subject, group, ours, theirs }) => ({
    title,
    bands: Object.entries(KINDS).map(([kind, name]) => ({
      name,
      ratios: nodes.map((node) => {
        const fields = { node, subject, group, size, kind };
        const row = rows.find((one) => Object.entries(fields).every(([key, value]) => one[key] === value));
        return row?.times && row.times[theirs] / row.times[ours];
      }),
    })),
  }));
  return drawPlot({
    title: "spillway/text: how many times faster, texts of 1 MB",
    note: "limits 51,200 bytes and 2,000 lines; right of the dark line spillway is faster",
    footnote: "One line: pi's truncateHead keeps nothing of a line that is too long.",
    nodes,
    left: 84,
    panels,
  });
}
