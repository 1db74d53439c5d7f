/** One Node's times, as JSON on stdout: `worker.mjs ENTRY`, the built `spillway/text`. */
import { createRequire } from "node:module";
import stripAnsi from "strip-ansi";
import { race, warm } from "../text/race.mjs";
import { inputs } from "./inputs.mjs";

const { Terminal } = createRequire(import.meta.url)("@xterm/headless");
const { cleanTerminal } = await import(process.argv[2]);
const rows = [];
const candidates = {
  spillway: (piece) => cleanTerminal(piece).length,
  "strip-ansi": (piece) => stripAnsi(piece).length,
};
const texts = inputs();
for (let turn = 0; turn < 5; turn++) {
  warm(
    candidates,
    Object.values(texts).map((text) => text.slice(0, 200_000)),
  );
}
for (const [kind, text] of Object.entries(texts)) {
  const lines = await emulate(text.slice(0, checkedUnits(text)));
  const cleaned = cleanTerminal(text.slice(0, checkedUnits(text)));
  const times = race(candidates, { text }, { rounds: 5, settle: false });
  const start = process.hrtime.bigint();
  await emulate(text);
  const xterm = Number(process.hrtime.bigint() - start);
  rows.push({
    kind,
    bytes: Buffer.byteLength(text),
    spillway: times.spillway,
    stripAnsi: times["strip-ansi"],
    xterm,
    left: Buffer.byteLength(cleanTerminal(text)),
    leftOfStrip: Buffer.byteLength(stripAnsi(text)),
    same: sameLines(lines, cleaned.replaceAll("\r\n", "\n").split("\n")),
  });
}
process.stdout.write(JSON.stringify(rows));

/** A start that ends with a line. */
function checkedUnits(text) {
  return text.indexOf("\n", 50_000) + 1;
}

/** All lines that a real emulator has in the end: wide, and with all that scrolled off. */
async function emulate(text) {
  const terminal = new Terminal({
    cols: 500,
    rows: 200,
    scrollback: 100_000,
    convertEol: true,
    allowProposedApi: true,
  });
  await new Promise((resolve) => terminal.write(text, resolve));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? "");
  terminal.dispose();
  return lines;
}

/** The share of the emulator's lines that are among ours, blanks at their ends aside; empty lines are not looked at. */
function sameLines(theirs, ours) {
  const own = new Map();
  for (const line of ours) own.set(line.trimEnd(), (own.get(line.trimEnd()) ?? 0) + 1);
  const wanted = theirs.map((line) => line.trimEnd()).filter((line) => line !== "");
  let found = 0;
  for (const line of wanted) {
    const left = own.get(line) ?? 0;
    if (left > 0) found++;
    own.set(line, left - 1);
  }
  return wanted.length === 0 ? 1 : found / wanted.length;
}
