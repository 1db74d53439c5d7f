/** A child process that keeps 200 MB of a command's output, in all ways in turn or in one. Prints a line of JSON. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TOTAL_BYTES } from "../text/command.mjs";
import { digestOf, forget, waysOf } from "./ways.mjs";

const { library, kind, ways: names, rounds } = JSON.parse(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), "spillway-bench-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
process.env.TMPDIR = folder;
const ways = await waysOf(library, folder);

const wrong = rounds > 1 && !(await isRight());
const times = Object.fromEntries(names.map((name) => [name, []]));
for (let round = 0; round < rounds && !wrong; round++) {
  for (let turn = 0; turn < names.length; turn++) {
    const name = names[(turn + round) % names.length];
    const start = performance.now();
    const kept = await ways[name](kind);
    times[name].push((performance.now() - start) * 1e6);
    forget(kept);
  }
}
console.log(JSON.stringify({ wrong, times, rss: process.resourceUsage().maxRSS * 1024 }));

/** Every way keeps the same bytes, those that show something show the same, and our digest is that of the file. */
async function isRight() {
  const found = [];
  for (const name of names) {
    const kept = await ways[name](kind);
    const file = kept.path === undefined ? { bytes: kept.bytes } : await digestOf(kept.path);
    found.push({ ...file, told: kept.sha256 ?? file.sha256, shown: kept.shown });
    forget(kept);
  }
  const digests = new Set(found.flatMap(({ sha256, told }) => [sha256, told]).filter(Boolean));
  // pi drops the line end before the first line that it shows; both show whole lines here.
  const shown = new Set(found.map((one) => one.shown?.split("\n").slice(-100).join("\n")).filter(Boolean));
  return found.every(({ bytes }) => bytes === TOTAL_BYTES) && digests.size === 1 && shown.size === 1;
}
