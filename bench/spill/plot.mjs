/** The results as a picture: the time of each way to keep 200 MB. */
import { median } from "../text/race.mjs";

const COLOURS = {
  drain: "#bbbbbb",
  pipe: "#4477aa",
  "file Spill alone": "#88ccee",
  spillway: "#228833",
  pi: "#ee8866",
};
const BAR = { height: 15, gap: 3 };
const LEFT = 150;
const WIDTH = 720;
const RIGHT = 70;
const TOP = 74;

export function renderPlot(rows) {
  const ways = Object.keys(rows[0].times);
  const group = ways.length * (BAR.height + BAR.gap) + 16;
  const height = TOP + rows.length * group + 28;
  const most = Math.max(...rows.flatMap(({ times }) => Object.values(times).map((each) => median([...each]))));
  const scale = (time) => ((WIDTH - LEFT - RIGHT) * time) / most;
  const groups = rows.map((row, index) => {
    const top = TOP + index * group;
    const bars = ways.map((way, turn) => {
      const y = top + turn * (BAR.height + BAR.gap);
      const time = median([...row.times[way]]);
      const width = Math.max(1, scale(time)).toFixed(1);
      const label = text(LEFT + scale(time) + 5, y + 12, `${Math.round(time / 1e6)} ms`, `fill="#555" font-size="11"`);
      return `<rect x="${LEFT}" y="${y}" width="${width}" height="${BAR.height}" fill="${COLOURS[way]}"/>${label}`;
    });
    const middle = top + (ways.length * (BAR.height + BAR.gap)) / 2 + 2;
    return text(LEFT - 10, middle, `Node ${row.node}, ${row.kind}`, `text-anchor="end"`) + bars.join("");
  });
  const keys = ways.map((way, index) => {
    const x = 16 + index * 118;
    return `<rect x="${x}" y="44" width="12" height="12" fill="${COLOURS[way]}"/>${text(x + 18, 54, way)}`;
  });
  const title = "Keeping 200 MB of a command's output in a file";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="12" fill="#222">
<title>${title}</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${text(16, 28, title, `font-size="18" font-weight="bold"`)}
${keys.join("")}
${groups.join("\n")}
${text(16, height - 10, "drain: only read. pipe: no View, no digest. pi: no digest. spillway: View, file and SHA-256.", `fill="#555" font-size="11"`)}
</svg>
`;
}

function text(x, y, content, attributes = "") {
  return `<text x="${typeof x === "number" ? x.toFixed(1) : x}" y="${y}" ${attributes}>${content}</text>`;
}
