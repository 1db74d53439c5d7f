/**
 * `node bench/spill/windows.mjs`: what reading back costs. A file of 256 MB, and one of JSON as large: the first page, a page
 * far inside by its hint, and a jump there without one. Writes results/spill-windows.md.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const dist = new URL("../../dist/", import.meta.url);
const { readSpill } = await import(new URL("spill/index.js", dist));
const { fileSpill } = await import(new URL("spill/file/index.js", dist));
const { linearRegex } = await import(new URL("regex/index.js", dist));

const MEGABYTES = Number(process.argv[2] ?? 256);
const LIMITS = { maxBytes: 16_384 };
const folder = mkdtempSync(join(tmpdir(), "spillway-bench-"));
try {
  const sink = fileSpill({ directory: folder });
  const log = await keep(sink, (n) => `2026-11-30T12:00:00Z worker ${n} finished task ${n * 7}\n`, "", "");
  const json = await keep(
    sink,
    (n) => `${n === 0 ? "" : ",\n"}{"id":${n},"name":"row ${n}","tags":["a","b"]}`,
    "[",
    "]",
  );
  const middle = Math.floor(log.units / 2);
  const far = Math.floor(json.units / 2);
  const rows = [];
  const row = async (name, id, request) => rows.push({ name, ...(await measure(sink, id, request)) });

  await row("lines: the first page", log.id, {});
  await row(`lines: a jump to line ${digits(middle)}`, log.id, { lines: { from: middle } });
  await row("lines: the page behind it, by its hint", log.id, await nextOf(sink, log.id, { lines: { from: middle } }));
  await row("bytes: a page in the middle", log.id, { bytes: { from: log.bytes / 2 } });
  const literal = { pattern: `worker ${middle} ` };
  await row("search, literal: one match in the middle, all searched", log.id, { search: literal });
  await row("search, literal, ignoring case", log.id, { search: { ...literal, ignoreCase: true } });
  await row("search, regular expression", log.id, { search: { pattern: `worker ${middle} .*\\d$`, regex: true } });
  const frequent = { search: { pattern: "task", after: log.bytes / 2 } };
  await row("search: the page behind one in the middle, by its hint", log.id, await nextOf(sink, log.id, frequent));
  await row("pointer: the first page", json.id, { pointer: "" });
  await row(`pointer: a jump to member ${digits(far)}`, json.id, { pointer: "", from: far });
  await row(
    "pointer: the page behind it, by its hint",
    json.id,
    await nextOf(sink, json.id, { pointer: "", from: far }),
  );

  const lines = rows.map(({ name, milliseconds, read }) => `| ${name} | ${milliseconds} | ${read} |`);
  const text = `# Reading back\n\nA log and a JSON array of ${MEGABYTES} MB each in the file store, windows of 16 KiB, Node ${process.versions.node}; the best of three, the files being in the system's cache. \`node bench/spill/windows.mjs\`.\n\n| window | ms | bytes read from the store |\n|---|--:|--:|\n${lines.join("\n")}\n`;
  writeFileSync(fileURLToPath(new URL("../results/spill-windows.md", import.meta.url)), text);
  process.stdout.write(text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A Spill of this size, unit by unit. */
async function keep(sink, unitOf, open, close) {
  const writer = await sink.create({ tool: "bench" });
  let units = 0;
  let bytes = 0;
  const write = async (text) => {
    const chunk = Buffer.from(text);
    bytes += chunk.length;
    await writer.write(chunk);
  };
  await write(open);
  while (bytes < MEGABYTES * 1e6) {
    let text = "";
    for (const end = units + 5000; units < end; units++) text += unitOf(units);
    await write(text);
  }
  await write(close);
  const { id } = await writer.commit();
  return { id, units, bytes: bytes - (bytes % 2) };
}

async function nextOf(sink, id, request) {
  return (await readSpill(sink, id, request, LIMITS)).next;
}

async function measure(sink, id, request) {
  let bytes = 0;
  const counting = {
    ...sink,
    async read(id, range) {
      const found = await sink.read(id, range);
      bytes += found.length;
      return found;
    },
  };
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    bytes = 0;
    const start = performance.now();
    const { text } = await readSpill(counting, id, request, LIMITS, { regex: linearRegex });
    best = Math.min(best, performance.now() - start);
    if (text === "") throw new Error(`nothing found for ${JSON.stringify(request)}`);
  }
  return { milliseconds: best < 10 ? best.toFixed(1) : digits(Math.round(best)), read: digits(bytes) };
}

function digits(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
