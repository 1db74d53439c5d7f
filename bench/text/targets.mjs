/** The targets, as data, and how a run's rows answer them. "must" is the floor, "reach" what a trial has attained. */

const LINED = ["ascii", "latin1", "cjk", "emoji"];
const ALL = [...LINED, "short"];
const WIDE = ["cjk", "emoji"];
const TWO = ["ascii", "cjk"];

/** `atLeast` or `atMost` is the "must"; `of` gives a value for each kind from the rows of one Node. */
export const TARGETS = [
  {
    what: "does it fit, length decides, 100 MB",
    atMost: 50,
    unit: " ns",
    reach: "5",
    of: time("fits", "by length", "spillway"),
  },
  { what: "bytes + lines, 80 columns, 100 MB ÷ split + byteLength", atLeast: 3, reach: "7–11", of: measured(LINED) },
  {
    what: "bytes + lines, 10-character lines, 100 MB ÷ the same",
    atLeast: 10,
    reach: "40–113",
    of: measured(["short"]),
  },
  { what: "head, no counts, 100 MB ÷ pi", atLeast: 1000, reach: "2,900–8,000", of: headed("head", "100mb") },
  { what: "tail, no counts, 100 MB ÷ pi", atLeast: 1000, reach: "2,900–8,000", of: tailed("tail", "100mb") },
  { what: "head, no counts, time of 100 MB ÷ 1 MB", atMost: 2, reach: "1.1–1.7", of: growth("head") },
  { what: "tail, no counts, time of 100 MB ÷ 1 MB", atMost: 2, reach: "1.1–1.7", of: growth("tail") },
  ...counted("100mb", "100 MB", 2.5, "6.8–9.4"),
  ...counted("1mb", "1 MB", 2, "3.3–6.8"),
  ...counted("60kb", "60 KB", 1.5, "1.7–3.7"),
  ...counted("2kb", "2 KB (fits)", 2, "2.9–6.6"),
  { what: "ends, no counts, 1 MB ÷ pi's head", atLeast: 15, reach: "32–82", of: headed("ends", "1mb") },
  { what: "bytes alone, 100 MB ÷ truncate-utf8-bytes, ASCII", atLeast: 20, reach: "170", of: byBytes(["ascii"]) },
  { what: "bytes alone, 100 MB ÷ truncate-utf8-bytes, CJK and emoji", atLeast: 10, reach: "22–47", of: byBytes(WIDE) },
  { what: "memory a 50 KB cut retains ÷ its size", atMost: 1.1, reach: "1.0", of: memory("retained", 1) },
  { what: "extra peak RSS for 100 MB", atMost: 4, unit: " MB", reach: "0.1–1.1", of: memory("peak", 1e6) },
  { what: "collector: drain's time ÷ ours, a child's 200 MB", atLeast: 0.95, reach: "1.02", of: stream },
  { what: "collector: peak RSS above drain's", atMost: 8, unit: " MB", reach: "0", of: streamRss },
];

function counted(size, name, atLeast, reach) {
  return [
    { what: `head with counts, ${name} ÷ pi`, atLeast, reach, of: headed("head, counts", size) },
    { what: `tail with counts, ${name} ÷ pi`, atLeast, reach, of: tailed("tail, counts", size) },
  ];
}

function headed(ours, size) {
  return ratio({ subject: "cut", group: "head and ends", size }, ALL, "pi", ours);
}

function tailed(ours, size) {
  return ratio({ subject: "cut", group: "tail", size }, ALL, "pi", ours);
}

function measured(kinds) {
  return ratio({ subject: "measure", group: "flat", size: "100mb" }, kinds, "split", "spillway");
}

function byBytes(kinds) {
  return ratio({ subject: "bytes", size: "100mb" }, kinds, "truncate-utf8-bytes", "spillway");
}

function growth(keep) {
  return ratio({ subject: "growth" }, ALL, `${keep} of 100 MB`, `${keep} of 1 MB`);
}

function ratio(fields, kinds, above, below) {
  return (rows) =>
    rows
      .filter((row) => row.times && kinds.includes(row.kind) && matches(row, fields))
      .map(({ kind, times }) => ({ kind, value: times[above] / times[below] }));
}

function time(subject, group, name) {
  return (rows) =>
    rows
      .filter((row) => row.times && matches(row, { subject, group, size: "100mb" }))
      .map(({ kind, times }) => ({ kind, value: times[name] }));
}

function memory(task, unit) {
  return (rows) =>
    rows
      .filter((row) => matches(row, { subject: "memory", task }) && row.name !== "pi")
      .map((row) => ({ kind: `${row.kind} ${row.name}`, value: row[task] / unit }));
}

function stream(rows) {
  return ratio({ subject: "stream" }, TWO, "drain", "collector")(rows);
}

function streamRss(rows) {
  const rss = (kind, way) => rows.find((row) => matches(row, { subject: "stream rss", kind, way }))?.rss;
  return TWO.map((kind) => ({ kind, value: Math.max(0, (rss(kind, "collector") - rss(kind, "drain")) / 1e6) }));
}

function matches(row, fields) {
  return Object.entries(fields).every(([name, value]) => row[name] === value);
}
