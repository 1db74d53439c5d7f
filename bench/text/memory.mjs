/** A child process that measures memory: one task a process, since a peak is the process's. Prints a line of JSON. */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { flatText } from "./inputs.mjs";
import { truncateHead } from "./peers.mjs";
import { LIMITS } from "./subjects/limits.mjs";

const { library, task, kind, name } = JSON.parse(process.argv[2]);
const { cut, measureText } = await import(pathToFileURL(library));

const PARENTS = 20;
const PARENT_UNITS = 8_000_000;
const CALLS = {
  head: (text) => cut(text, LIMITS, { keep: "head", counts: false }),
  tail: (text) => cut(text, LIMITS, { keep: "tail", counts: false }),
  ends: (text) => cut(text, LIMITS, { keep: "ends", counts: false }),
  "ends, counts": (text) => cut(text, LIMITS),
  measureText: (text) => measureText(text),
  pi: (text) => truncateHead(text, LIMITS),
};
const TASKS = { retained, peak };
console.log(JSON.stringify(TASKS[task](CALLS[name])));

/** Bytes of heap that stay alive for each cut of a parent of 8 MB, over the bytes of the cut itself. */
function retained(call) {
  warmUp(call);
  cutParents(call, 2);
  const before = usedAfterGc();
  const kept = cutParents(call, PARENTS);
  const bytes = usedAfterGc() - before;
  const own = kept.reduce((sum, { head, tail, content }) => sum + (head ?? content).length + (tail ?? "").length, 0);
  return { retained: bytes / (own * (kind === "cjk" ? 2 : 1)) };
}

/** A function of its own, so that no register of the caller still holds the last parent. */
function cutParents(call, count) {
  return Array.from({ length: count }, () => call(flatText(kind, PARENT_UNITS)));
}

function warmUp(call) {
  const text = flatText(kind, 60_000);
  for (let index = 0; index < 200; index++) call(text);
}

/** Bytes by which the process's resident set peaks above what it was before the call (Linux). */
function peak(call) {
  warmUp(call);
  const text = flatText(kind, 100_000_000);
  usedAfterGc();
  writeFileSync("/proc/self/clear_refs", "5"); // the peak starts again from here
  const before = statusOf("VmRSS");
  const result = call(text);
  return { peak: statusOf("VmHWM") - before, consumed: JSON.stringify(result).length };
}

function usedAfterGc() {
  for (let pass = 0; pass < 3; pass++) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function statusOf(field) {
  return 1024 * Number(new RegExp(`^${field}:\\s*(\\d+) kB`, "m").exec(readFileSync("/proc/self/status", "utf8"))[1]);
}
