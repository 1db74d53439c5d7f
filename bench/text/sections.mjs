/** The tables of the results: whose time is shown, and whose times are divided by it. */
export const SECTIONS = [
  {
    title: "fits, where length decides (50 KiB)",
    subject: "fits",
    group: "by length",
    ours: "spillway",
    others: ["byteLength"],
  },
  {
    title: "fits, where bytes must be counted",
    subject: "fits",
    group: "by bytes",
    ours: "spillway",
    others: ["byteLength"],
  },
  measure("measureText", "flat"),
  measure("measureText of a fresh rope", "rope"),
  cut("cut head, with counts", "head and ends", "head, counts", ["pi", "head"]),
  cut("cut head, no counts", "head and ends", "head", ["pi"]),
  cut("cut head at a line, no counts", "head and ends", "head, lines", ["pi"]),
  cut("cut tail, with counts", "tail", "tail, counts", ["pi", "tail"]),
  cut("cut tail, no counts", "tail", "tail", ["pi"]),
  cut("cut tail at a line, no counts", "tail", "tail, lines", ["pi"]),
  cut("cut ends, with counts (against pi's head)", "head and ends", "ends, counts", ["pi"]),
  cut("cut ends, no counts (against pi's head)", "head and ends", "ends", ["pi"]),
  cut("cut head with counts, against the obvious cutter", "obvious", "head, counts", ["split head"]),
  cut("cut tail with counts, against the obvious cutter", "obvious", "tail, counts", ["split tail"]),
  cut("cut head of a fresh rope, no counts", "rope", "head", ["pi", "flatten"]),
  {
    title: "cut by bytes alone",
    subject: "bytes",
    group: "head",
    ours: "spillway",
    others: ["truncate-utf8-bytes", "string-byte-slice"],
  },
  ...["head", "tail", "ends"].map((keep) => ({
    title: `cut ${keep}, no counts: 100 MB over 1 MB`,
    subject: "growth",
    group: "100 MB / 1 MB",
    ours: `${keep} of 1 MB`,
    others: [`${keep} of 100 MB`],
  })),
];

function measure(title, group) {
  return { title, subject: "measure", group, ours: "spillway", others: ["split", "byteLength", "scan"] };
}

function cut(title, group, ours, others) {
  return { title, subject: "cut", group, ours, others };
}
