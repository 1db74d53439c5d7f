/** A child process that reads 200 MB of a command's output, in one of three ways or all in turn. Prints a line of JSON. */
import { StringDecoder } from "node:string_decoder";
import { pathToFileURL } from "node:url";
import { talk } from "./command.mjs";
import { median } from "./race.mjs";
import { LIMITS } from "./subjects/limits.mjs";

const { library, kind, ways, rounds } = JSON.parse(process.argv[2]);
const { createCollector, cut } = await import(pathToFileURL(library));

/** Ways to take chunks; `end` gives what is kept. */
const READERS = {
  drain() {
    let bytes = 0;
    const write = (chunk) => {
      bytes += chunk.length;
    };
    return { write, end: () => bytes };
  },
  collector: () => createCollector({ limits: LIMITS }),
  concat() {
    const decoder = new StringDecoder("utf8");
    let text = "";
    const write = (chunk) => {
      text += decoder.write(chunk);
    };
    return { write, end: () => cut(text + decoder.end(), LIMITS) };
  },
};

const times = Object.fromEntries(ways.map((way) => [way, []]));
const results = {};
for (let round = 0; round < rounds; round++) {
  for (const way of ways) {
    const start = performance.now();
    results[way] = await read(READERS[way]());
    times[way].push(performance.now() - start);
  }
}
const wrong = ways.length > 1 && JSON.stringify(results.collector) !== JSON.stringify(results.concat);
const medians = Object.fromEntries(ways.map((way) => [way, median(times[way]) * 1e6]));
console.log(JSON.stringify({ wrong, times: medians, rss: process.resourceUsage().maxRSS * 1024 }));

function read(reader) {
  const output = talk(kind);
  output.on("data", (chunk) => reader.write(chunk));
  return new Promise((resolve) => output.on("end", () => resolve(reader.end())));
}
