/** Errors by category as a picture: a row each, a mark for each estimator, on a logarithmic axis. */

const COLOURS = ["#228833", "#4477aa", "#ee8866", "#aa3377"];
const TICKS = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2];
const ROW = 18;
const LEFT = 150;
const WIDTH = 620;
const TOP = 92;
const TITLE = "Token estimates: median error by category, over seven vocabularies";

/** @param {string[]} categories @param {{ name: string, errors: number[] }[]} series */
export function renderPlot(categories, series) {
  const height = TOP + categories.length * ROW + 44;
  const width = LEFT + WIDTH + 30;
  const x = (error) => {
    const inside = Math.min(Math.max(error, TICKS[0]), TICKS.at(-1));
    return (LEFT + (Math.log(inside / TICKS[0]) / Math.log(TICKS.at(-1) / TICKS[0])) * WIDTH).toFixed(1);
  };
  const bottom = TOP + categories.length * ROW;
  const ticks = TICKS.map(
    (tick) =>
      `<line x1="${x(tick)}" x2="${x(tick)}" y1="${TOP - 6}" y2="${bottom}" stroke="#ddd"/><text x="${x(tick)}" y="${bottom + 16}" text-anchor="middle" font-size="11">${100 * tick} %</text>`,
  );
  const legend = series.map(
    ({ name }, index) =>
      `<circle cx="${24 + index * 180}" cy="54" r="5" fill="${COLOURS[index]}"/><text x="${34 + index * 180}" y="58">${name}</text>`,
  );
  const rows = categories.map((category, row) => {
    const y = TOP + row * ROW + ROW / 2;
    const marks = series.map(
      ({ errors }, index) =>
        `<circle cx="${x(errors[row])}" cy="${y}" r="4.5" fill="${COLOURS[index]}" fill-opacity="0.85"/>`,
    );
    return `<text x="${LEFT - 10}" y="${y + 4}" text-anchor="end">${category}</text><line x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${y}" y2="${y}" stroke="#f0f0f0"/>${marks.join("")}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="12" fill="#222">
<title>${TITLE}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="16" y="30" font-size="18" font-weight="bold">${TITLE}</text>
${legend.join("")}<text x="16" y="78" fill="#555" font-size="11">texts of the holdout; further left is better; logarithmic, what is beyond the axis stands at its end</text>
${ticks.join("")}
${rows.join("\n")}
<text x="${LEFT + WIDTH / 2}" y="${bottom + 34}" text-anchor="middle" fill="#555" font-size="11">median of |estimate ÷ exact − 1|</text>
</svg>
`;
}
