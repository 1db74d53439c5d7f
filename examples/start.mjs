// `npm start`: a real command whose output is megabytes, the View of it that a model would get, and windows read back.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const cli = join(root, "dist", "cli", "main.js");
const store = mkdtempSync(join(tmpdir(), "spillway-start-"));
const options = { cwd: root, encoding: "utf8", env: { ...process.env, SPILLWAY_STORE: store } };

/** Runs spillway as a user would. */
function spillway(...args) {
  console.log(`\n$ spillway ${args.join(" ")}\n`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], options);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  assert.equal(status, 0);
  return stdout;
}

try {
  // A bundler that tells all it does: it reads the whole TypeScript compiler.
  const build = ["npx", "esbuild", "test/package/api.mjs", "--bundle", "--platform=node", "--outfile=temp/start.js"];
  const view = spillway("run", "--max-bytes", "2000", "--", ...build, "--log-level=verbose");
  assert.ok(Buffer.byteLength(view) <= 2001); // and the line end that the terminal gets

  spillway("list");
  const [spill] = JSON.parse(execFileSync(process.execPath, [cli, "list", "--json"], options));
  assert.ok(spill.bytes > 1_000_000);
  assert.equal(createHash("sha256").update(readFileSync(spill.path)).digest("hex"), spill.sha256);

  spillway("read", spill.id, "--grep", "@rushstack/node-core-library/package.json", "--max-bytes", "1000");
  spillway("read", spill.id, "--lines", "9000..9009");
  console.log(`\nThe model got ${Buffer.byteLength(view)} bytes of ${spill.bytes}; the rest is a read away.`);
} finally {
  rmSync(store, { recursive: true, force: true });
}
