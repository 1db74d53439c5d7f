/** The results as a picture: how many times faster than a peer, on a logarithmic axis, for texts of 1 MB. */

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
const COLOURS = ["#4477aa", "#ee8866", "#228833"];
const AXIS = { least: 0.1, most: 1000, ticks: [0.1, 1, 10, 100, 1000] };
const PANEL = { width: 440, height: 300, left: 84, right: 44, top: 56, bottom: 40 };
const MARGIN = { top: 64, side: 16, bottom: 24 };
const COLUMNS = 2;
const TITLE = "spillway/text: how many times faster, texts of 1 MB";

export function renderPlot(rows, size = "1mb") {
  const nodes = [...new Set(rows.map((row) => row.node))];
  const width = 2 * MARGIN.side + COLUMNS * PANEL.width;
  const height = MARGIN.top + Math.ceil(PANELS.length / COLUMNS) * PANEL.height + MARGIN.bottom;
  const panels = PANELS.map((panel, index) => {
    const x = MARGIN.side + (index % COLUMNS) * PANEL.width;
    const y = MARGIN.top + Math.floor(index / COLUMNS) * PANEL.height;
    return `<g transform="translate(${x} ${y})">${renderPanel(panel, rows, nodes, size)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="12" fill="#222">
<title>${TITLE}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${text(MARGIN.side, 30, TITLE, `font-size="18" font-weight="bold"`)}
${legend(nodes)}
${panels.join("\n")}
${text(MARGIN.side, height - 10, "One line: pi's truncateHead keeps nothing of a line that is too long.", `fill="#555" font-size="11"`)}
</svg>
`;
}

function legend(nodes) {
  const keys = nodes.map((node, index) => {
    const x = MARGIN.side + index * 90;
    return `<rect x="${x}" y="46" width="12" height="12" fill="${COLOURS[index]}"/>${text(x + 18, 56, `Node ${node}`)}`;
  });
  const note = "limits 51,200 bytes and 2,000 lines; right of the dark line spillway is faster";
  return keys.join("") + text(MARGIN.side + nodes.length * 90 + 8, 56, note, `fill="#555"`);
}

function renderPanel({ title, subject, group, ours, theirs }, rows, nodes, size) {
  const bottom = PANEL.height - PANEL.bottom;
  const band = (bottom - PANEL.top) / Object.keys(KINDS).length;
  const bar = (band - 6) / nodes.length;
  const parts = [text(PANEL.left, PANEL.top - 14, title, `font-weight="bold"`), ...ticks(bottom)];
  Object.entries(KINDS).forEach(([kind, name], index) => {
    const top = PANEL.top + index * band + 3;
    parts.push(text(PANEL.left - 8, top + band / 2, name, `text-anchor="end"`));
    nodes.forEach((node, turn) => {
      const fields = { node, subject, group, size, kind };
      const row = rows.find((one) => Object.entries(fields).every(([key, value]) => one[key] === value));
      if (row?.times) parts.push(renderBar(row.times[theirs] / row.times[ours], top + turn * bar, bar, COLOURS[turn]));
    });
  });
  return parts.join("");
}

function renderBar(ratio, y, height, colour) {
  const [from, to] = [position(1), position(ratio)];
  const x = Math.min(from, to);
  const shown = ratio >= 100 ? Math.round(ratio).toLocaleString("en-US") : String(Number(ratio.toPrecision(2)));
  const label = text(Math.max(from, to) + 4, y + height - 2, `${shown}×`, `font-size="9.5" fill="#555"`);
  return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${Math.max(1, Math.abs(to - from)).toFixed(1)}" height="${(height - 1).toFixed(1)}" fill="${colour}"/>${label}`;
}

function ticks(bottom) {
  const axis = text(
    (PANEL.left + PANEL.width - PANEL.right) / 2,
    bottom + 32,
    "times faster (logarithmic)",
    `text-anchor="middle" fill="#555" font-size="11"`,
  );
  return AXIS.ticks
    .map((tick) => {
      const x = position(tick).toFixed(1);
      const colour = tick === 1 ? "#222" : "#ddd";
      const line = `<line x1="${x}" x2="${x}" y1="${PANEL.top - 4}" y2="${bottom}" stroke="${colour}"/>`;
      return line + text(x, bottom + 16, `${tick.toLocaleString("en-US")}×`, `text-anchor="middle" font-size="11"`);
    })
    .concat(axis);
}

/** Where a ratio stands on the axis; what lies beyond its ends stands at the end. */
function position(ratio) {
  const inside = Math.min(AXIS.most, Math.max(AXIS.least, ratio));
  const share = Math.log(inside / AXIS.least) / Math.log(AXIS.most / AXIS.least);
  return PANEL.left + share * (PANEL.width - PANEL.left - PANEL.right);
}

function text(x, y, content, attributes = "") {
  const escaped = content.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  return `<text x="${x}" y="${y}" ${attributes}>${escaped}</text>`;
}
