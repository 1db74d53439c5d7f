/** The results as a picture: milliseconds by size, both axes logarithmic. */
const WIDTH = 640;
const HEIGHT = 380;
const LEFT = 70;
const RIGHT = 20;
const TOP = 64;
const BOTTOM = 50;
const WAYS = { direct: ["directly", "#4477aa"], through: ["through spillway mcp", "#228833"] };

export function renderPlot(rows) {
  const [least, most] = [rows[0].bytes, rows.at(-1).bytes];
  const times = rows.flatMap(({ direct, through }) => [direct, through]);
  const [low, high] = [Math.floor(Math.log10(Math.min(...times))), Math.ceil(Math.log10(Math.max(...times)))];
  const x = (bytes) => LEFT + ((WIDTH - LEFT - RIGHT) * Math.log10(bytes / least)) / Math.log10(most / least);
  const y = (time) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * (Math.log10(time) - low)) / (high - low);
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  const grid = [
    ...ticks.map(
      (time) => `${line(LEFT, y(time), WIDTH - RIGHT, y(time))}${text(LEFT - 8, y(time) + 4, `${time} ms`, "end")}`,
    ),
    ...rows.map(({ bytes }) => {
      const name = bytes < 1e6 ? `${bytes / 1e3} KB` : `${bytes / 1e6} MB`;
      return `${line(x(bytes), TOP, x(bytes), HEIGHT - BOTTOM)}${text(x(bytes), HEIGHT - BOTTOM + 18, name, "middle")}`;
    }),
  ];
  const curves = Object.entries(WAYS).map(([way, [name, colour]], index) => {
    const points = rows.map((row) => `${x(row.bytes).toFixed(1)},${y(row[way]).toFixed(1)}`);
    const dots = points.map(
      (point) => `<circle cx="${point.split(",")[0]}" cy="${point.split(",")[1]}" r="3.5" fill="${colour}"/>`,
    );
    const key = `<rect x="${LEFT + index * 110}" y="42" width="12" height="12" fill="${colour}"/>${text(LEFT + index * 110 + 18, 52, name)}`;
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join("")}${key}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="12" fill="#222">
<title>A tool's result through spillway mcp</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="16" y="26" font-size="16" font-weight="bold">From the request to the parsed response</text>
${grid.join("\n")}
${curves.join("\n")}
${text(WIDTH / 2, HEIGHT - 8, "text of the result; lower is better", "middle")}
</svg>
`;
}

function line(x1, y1, x2, y2) {
  return `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="#ddd"/>`;
}

function text(x, y, words, anchor = "start") {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${words}</text>`;
}
