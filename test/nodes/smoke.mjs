// Every entry and the command, by `import` and by `require`: a result is bounded, kept in a file and read back. Run it
// beside an installed spillway. Prints JSON: { node, entries }.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const manifest = require("spillway/package.json");
const entries = Object.keys(manifest.exports).filter((entry) => entry !== "./package.json");
const names = entries.map((entry) => entry.replace(/^\./, "spillway"));

const log = Array.from({ length: 60_000 }, (_, i) => `${i + 1} 漢字 🟡 é`).join("\n");
const bytes = Buffer.from(log);
const sha256 = createHash("sha256").update(bytes).digest("hex");
const LIMITS = { maxBytes: 2000, maxLines: 40 };

const imported = await Promise.all(names.map((name) => import(name)));
const required = names.map((name) => require(name));
for (const [index, name] of names.entries()) {
  assert.deepEqual(Object.keys(required[index]).sort(), Object.keys(imported[index]).sort(), name);
}
const folder = mkdtempSync(join(tmpdir(), "spillway-smoke-"));
try {
  await goRound(Object.assign({}, ...imported), join(folder, "import"));
  await goRound(Object.assign({}, ...required), join(folder, "require"));
  runCommand(join(folder, "command"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(JSON.stringify({ node: process.version, entries: names }));

async function goRound(
  { boundResult, computeBound, estimateTokens, fileSpill, fits, headroom, readSpill, ...rest },
  directory,
) {
  const sink = fileSpill({ directory });
  const bounded = await boundResult(chunks(), { limits: LIMITS, spill: sink, meta: { tool: "smoke", seq: 1 } });
  assert.ok(fits(bounded.text, LIMITS));
  assert.equal(bounded.text, rest.toWellFormed(bounded.text));
  assert.ok(bounded.text.startsWith("1 漢字 🟡 é\n"));
  assert.deepEqual(bounded.total, { bytes: bytes.length, chars: log.length, lines: 60_000 });
  assert.equal(bounded.spill.state, "kept");
  assert.equal(bounded.spill.ref.bytes, bytes.length);
  assert.equal(bounded.spill.ref.sha256, sha256);

  const { id } = bounded.spill.ref;
  let text = "";
  for (let request = {}; request !== undefined; ) {
    const window = await readSpill(sink, id, request, { maxBytes: 300_000 });
    text += window.text;
    request = window.next;
  }
  assert.ok(text === log);
  const found = await readSpill(sink, id, { search: { pattern: "54321 " } }, LIMITS);
  assert.ok(found.text.includes("54321 漢字 🟡 é"));

  const bound = computeBound({ headroom: headroom({ contextWindow: 8192, reserveTokens: 1024, usedTokens: 6000 }) });
  const { head, tail } = rest.cut(log, bound);
  assert.ok(log.startsWith(head) && log.endsWith(tail) && head.length + tail.length < log.length);
  assert.ok(estimateTokens(head) > 0);

  const rows = Array.from({ length: 5000 }, (_, id) => ({
    id,
    text: `"漢字" 🟡 \u0001 ${id}`,
    at: new Date(id),
    tags: [1.5],
  }));
  const rowText = JSON.stringify(rows);
  const admitted = rest.admitJson(rows);
  assert.deepEqual(admitted, { ok: true, text: rowText, bytes: Buffer.byteLength(rowText) });
  assert.deepEqual(rest.measureJson(rows, { layers: 2 }), {
    ok: true,
    bytes: Buffer.byteLength(JSON.stringify(rowText)),
  });
  assert.equal(rest.measureJson(rows, { maxBytes: admitted.bytes - 1 }).reason, "capacity");
  assert.equal(rest.measureJson([new Proxy({}, {})]).kind, "proxy");
  await assert.rejects(readSpill(sink, "smoke-00000000", {}, LIMITS), (error) => rest.isSpillError(error));
}

/** Chunks that end inside characters. */
async function* chunks() {
  for (let at = 0; at < bytes.length; at += 65_521) yield bytes.subarray(at, at + 65_521);
}

function runCommand(store) {
  const cli = join(dirname(require.resolve("spillway/package.json")), manifest.bin.spillway);
  const options = { encoding: "utf8", env: { ...process.env, SPILLWAY_STORE: store } };
  const spillway = (args, input = "") =>
    execFileSync(process.execPath, [cli, ...args], { ...options, input, stdio: "pipe" });
  assert.equal(spillway(["--version"]).trim(), manifest.version);
  assert.ok(Buffer.byteLength(spillway(["pipe", "--max-bytes", "500"], bytes)) <= 501);
  const [spill] = JSON.parse(spillway(["list", "--json"]));
  assert.equal(createHash("sha256").update(readFileSync(spill.path)).digest("hex"), sha256);
  assert.ok(spillway(["read", spill.id, "--lines", "777..777"]).includes("777 漢字 🟡 é"));
}
