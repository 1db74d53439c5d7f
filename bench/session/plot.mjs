/** The results as a picture: a row for each thing that is counted, a column for each context window. */
import { digits, METRICS, windowName } from "./metrics.mjs";

const COLOURS = ["#bbbbbb", "#ee8866", "#88ccee", "#4477aa", "#228833", "#aa3377"];
const BAR = { height: 15, gap: 4 };
const LEFT = 172;
const COLUMN = { width: 230, room: 62 };
const TOP = 84;
const ROW_TOP = 34;

export function renderPlot(rows, sessions) {
  const policies = [...new Set(rows.map(({ policy }) => policy))];
  const windows = [...new Set(rows.map(({ contextWindow }) => contextWindow))];
  const rowHeight = ROW_TOP + policies.length * (BAR.height + BAR.gap) + 12;
  const width = LEFT + windows.length * COLUMN.width + 16;
  const height = TOP + METRICS.length * rowHeight + 30;
  const title = "An agent's session, by how its tool results are bounded";

  const heads = windows.map((tokens, column) =>
    text(LEFT + column * COLUMN.width, 72, `context window of ${windowName(tokens)} tokens`, `font-weight="bold"`),
  );
  const groups = METRICS.map((metric, index) => {
    const top = TOP + index * rowHeight;
    const name = text(16, top + 20, `${metric.title}, ${metric.unit}`, `font-size="13" font-weight="bold"`);
    const note = text(
      16 + 7.9 * `${metric.title}, ${metric.unit}`.length + 24,
      top + 20,
      metric.note,
      `fill="#555" font-size="11"`,
    );
    const names = policies.map((policy, at) => text(LEFT - 10, yOf(top, at) + 12, policy, `text-anchor="end"`));
    const columns = windows.map((tokens, column) => {
      const counted = policies.map((policy) => {
        const { counts } = rows.find((row) => row.policy === policy && row.contextWindow === tokens);
        return metric.of(counts, sessions);
      });
      const most = Math.max(...counted, Number.MIN_VALUE);
      const x = LEFT + column * COLUMN.width;
      return counted.map((value, at) =>
        bar(x, yOf(top, at), ((COLUMN.width - COLUMN.room) * value) / most, value, COLOURS[at]),
      );
    });
    const line = `<line x1="16" x2="${width - 16}" y1="${top + 4}" y2="${top + 4}" stroke="#ddd"/>`;
    return [line, name, note, ...names, ...columns.flat()].join("");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="12" fill="#222">
<title>${title}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${text(16, 28, title, `font-size="18" font-weight="bold"`)}
${text(16, 48, `Means of ${sessions} sessions of 40 messages; less is better, but windows are the price of what is not lost. Each group of bars has a scale of its own.`, `fill="#555" font-size="11"`)}
${heads.join("")}
${groups.join("\n")}
${text(16, height - 10, "How a session runs, and how the model reads back: results/session.md.", `fill="#555" font-size="11"`)}
</svg>
`;
}

function yOf(top, at) {
  return top + ROW_TOP + at * (BAR.height + BAR.gap);
}

function bar(x, y, width, value, colour) {
  const label = text(x + width + 5, y + 12, digits(value), `fill="#555" font-size="11"`);
  return `<rect x="${x}" y="${y}" width="${(value === 0 ? 0 : Math.max(1, width)).toFixed(1)}" height="${BAR.height}" fill="${colour}"/>${label}`;
}

function text(x, y, content, attributes = "") {
  return `<text x="${x.toFixed(1)}" y="${y}" ${attributes}>${content}</text>`;
}
