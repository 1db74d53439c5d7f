/** Results as Markdown tables. */
import { cpus, totalmem } from "node:os";

/** A line a target, a column a Node: whether it is met, by the worst and the best kind. */
export function targetTable(targets, rows, nodes) {
  const ofNode = (node) => rows.filter((row) => row.node === node);
  const lines = targets.map((target) => {
    const cells = nodes.map((node) => cell(target, answer(target, ofNode(node))));
    const must = target.atMost === undefined ? `≥ ${digits(target.atLeast)}` : `≤ ${digits(target.atMost)}`;
    return [target.what, `${must}${target.unit ?? "×"}`, `${target.reach}${target.unit ?? "×"}`, ...cells];
  });
  return table(["target", "must", "reach", ...nodes.map((node) => `Node ${node}`)], lines);
}

function cell({ unit = "×" }, found) {
  if (found === undefined) return "–";
  const { worst, best, met } = found;
  return `${met ? "met" : "**not met**"}: ${digits(worst.value)}${unit} (${worst.kind}) … ${digits(best.value)}${unit}`;
}

/** The worst kind decides. `undefined` where nothing of it was measured. */
function answer({ atLeast, atMost = Number.POSITIVE_INFINITY, of }, rows) {
  const found = of(rows).filter(({ value }) => Number.isFinite(value));
  const sorted = found.sort((one, other) => one.value - other.value);
  const worst = atLeast === undefined ? sorted.at(-1) : sorted[0];
  const best = atLeast === undefined ? sorted[0] : sorted.at(-1);
  if (worst === undefined) return undefined;
  return { worst, best, met: atLeast === undefined ? worst.value <= atMost : worst.value >= atLeast };
}

export function table(header, lines) {
  return [header, header.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function machine() {
  return `${cpus().length} × ${cpus()[0].model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
}

export function duration(ns) {
  if (ns < 1e3) return `${digits(ns)} ns`;
  return ns < 1e6 ? `${digits(ns / 1e3)} µs` : `${digits(ns / 1e6)} ms`;
}

/** Two significant digits. */
export function digits(value) {
  if (!Number.isFinite(value)) return "–";
  if (value >= 100) return Math.round(Number(value.toPrecision(2))).toLocaleString("en-US");
  return String(Number(value.toPrecision(2)));
}
