/** A picture of ratios: panels of bars on a logarithmic axis, a bar for each Node. */

const COLOURS = ["#4477aa", "#ee8866", "#228833"];
const AXIS = { least: 0.1, most: 1000, ticks: [0.1, 1, 10, 100, 1000] };
const PANEL = { width: 440, right: 44, top: 56, bottom: 40, band: 34 };
const MARGIN = { top: 64, side: 16, bottom: 24 };
const COLUMNS = 2;

/**
 * @param {{ title: string, note: string, footnote: string, nodes: string[], left: number,
 *   panels: { title: string, bands: { name: string, ratios: (number | undefined)[] }[] }[] }} plot
 *   `note` stands beside the legend; `left` is the room for the names; a ratio for each Node
 */
export function drawPlot({ title, note, footnote, nodes, left, panels }) {
  const panelHeight = PANEL.top + PANEL.bottom + PANEL.band * Math.max(...panels.map(({ bands }) => bands.length));
  const width = 2 * MARGIN.side + COLUMNS * PANEL.width;
  const height = MARGIN.top + Math.ceil(panels.length / COLUMNS) * panelHeight + MARGIN.bottom;
  const drawn = panels.map((panel, index) => {
    const x = MARGIN.side + (index % COLUMNS) * PANEL.width;
    const y = MARGIN.top + Math.floor(index / COLUMNS) * panelHeight;
    return `<g transform="translate(${x} ${y})">${drawPanel(panel, left)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="12" fill="#222">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${text(MARGIN.side, 30, title, `font-size="18" font-weight="bold"`)}
${legend(nodes, note)}
${drawn.join("\n")}
${text(MARGIN.side, height - 10, footnote, `fill="#555" font-size="11"`)}
</svg>
`;
}

function legend(nodes, note) {
  const keys = nodes.map((node, index) => {
    const x = MARGIN.side + index * 90;
    return `<rect x="${x}" y="46" width="12" height="12" fill="${COLOURS[index]}"/>${text(x + 18, 56, `Node ${node}`)}`;
  });
  return keys.join("") + text(MARGIN.side + nodes.length * 90 + 8, 56, note, `fill="#555"`);
}

function drawPanel({ title, bands }, left) {
  const bottom = PANEL.top + bands.length * PANEL.band;
  const parts = [text(left, PANEL.top - 14, title, `font-weight="bold"`), ...ticks(bottom, left)];
  bands.forEach(({ name, ratios }, index) => {
    const top = PANEL.top + index * PANEL.band + 3;
    const bar = (PANEL.band - 6) / ratios.length;
    parts.push(text(left - 8, top + PANEL.band / 2, name, `text-anchor="end"`));
    ratios.forEach((ratio, turn) => {
      if (Number.isFinite(ratio)) parts.push(drawBar(ratio, top + turn * bar, bar, COLOURS[turn], left));
    });
  });
  return parts.join("");
}

function drawBar(ratio, y, height, colour, left) {
  const [from, to] = [position(1, left), position(ratio, left)];
  const x = Math.min(from, to);
  const shown = ratio >= 100 ? Math.round(ratio).toLocaleString("en-US") : String(Number(ratio.toPrecision(2)));
  const label = text(Math.max(from, to) + 4, y + height - 2, `${shown}×`, `font-size="9.5" fill="#555"`);
  return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${Math.max(1, Math.abs(to - from)).toFixed(1)}" height="${(height - 1).toFixed(1)}" fill="${colour}"/>${label}`;
}

function ticks(bottom, left) {
  const axis = text(
    (left + PANEL.width - PANEL.right) / 2,
    bottom + 32,
    "times faster (logarithmic)",
    `text-anchor="middle" fill="#555" font-size="11"`,
  );
  return AXIS.ticks
    .map((tick) => {
      const x = position(tick, left).toFixed(1);
      const colour = tick === 1 ? "#222" : "#ddd";
      const line = `<line x1="${x}" x2="${x}" y1="${PANEL.top - 4}" y2="${bottom}" stroke="${colour}"/>`;
      return line + text(x, bottom + 16, `${tick.toLocaleString("en-US")}×`, `text-anchor="middle" font-size="11"`);
    })
    .concat(axis);
}

/** Where a ratio stands on the axis; what lies beyond its ends stands at the end. */
function position(ratio, left) {
  const inside = Math.min(AXIS.most, Math.max(AXIS.least, ratio));
  const share = Math.log(inside / AXIS.least) / Math.log(AXIS.most / AXIS.least);
  return left + share * (PANEL.width - left - PANEL.right);
}

function text(x, y, content, attributes = "") {
  return `<text x="${x}" y="${y}" ${attributes}>${escaped(content)}</text>`;
}

function escaped(content) {
  return content.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
