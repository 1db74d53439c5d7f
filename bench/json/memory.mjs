/** A child process that measures memory: one task a process, since a peak is the process's. Prints a line of JSON. */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { byText } from "./peers.mjs";
import { SOURCES, sourceSamples } from "./sources.mjs";
import { samples, VALUES } from "./values.mjs";

const { library, kind, name } = JSON.parse(process.argv[2]);
const { cutJson, measureJson } = await import(new URL("../json/index.js", pathToFileURL(library)));

/** About 240 MB of JSON. Of records as a parser makes them: a string that was put together is made flat when it is read. */
const KINDS = {
  records: () => Array.from({ length: 16 }, () => JSON.parse(JSON.stringify(VALUES.records()))),
  source: () => SOURCES.records(),
  strings: () => Array.from({ length: 120 }, (_, index) => VALUES["Markdown, 2 MB"]().slice(index)),
};
const CALLS = {
  measureJson: (value) => measureJson(value).bytes,
  "JSON.stringify": byText,
  cutJson: (text) => cutJson(text, { maxBytes: 50_000 }) && text.length,
  "JSON.parse": (text) => JSON.parse(text) && text.length,
};

const call = CALLS[name];
for (let turn = 0; turn < 100; turn++) for (const value of kind === "source" ? sourceSamples() : samples()) call(value);
const value = KINDS[kind]();
for (let pass = 0; pass < 3; pass++) globalThis.gc();
writeFileSync("/proc/self/clear_refs", "5"); // the peak starts again from here
const before = statusOf("VmRSS");
const bytes = call(value);
console.log(JSON.stringify({ peak: statusOf("VmHWM") - before, bytes }));

function statusOf(field) {
  return 1024 * Number(new RegExp(`^${field}:\\s*(\\d+) kB`, "m").exec(readFileSync("/proc/self/status", "utf8"))[1]);
}
