/** A child process: one group of values on one Node, a line of JSON for each row. */
import { pathToFileURL } from "node:url";
import { race, warm } from "../text/race.mjs";
import { byJsonSizeof, byObjectSizeof, byText, byTextTwice, byTruncateJson } from "./peers.mjs";
import { SOURCES, sourceSamples } from "./sources.mjs";
import { REFUSALS, samples, VALUES } from "./values.mjs";

const ROUNDS = 5;
const LIMIT = { maxBytes: 50_000 };
/** Of 0.6 MB truncate-json takes eleven seconds, of twice as much four times as many. */
const MOST_PEER_UNITS = 200_000;
const { library, subject, names } = JSON.parse(process.argv[2]);
const { admitJson, cutJson, measureJson } = await import(new URL("../json/index.js", pathToFileURL(library)));

const OURS = {
  measureJson: (value) => measureJson(value).bytes,
  trusted: (value) => measureJson(value, { trusted: true }).bytes,
  twice: (value) => measureJson(value, { layers: 2 }).bytes,
  admitJson: (value) => admitJson(value).bytes,
};
const PEERS = {
  "JSON.stringify": byText,
  "JSON.stringify twice": byTextTwice,
  "json-sizeof": byJsonSizeof,
  "object-sizeof": byObjectSizeof,
};
const refuse = { measureJson: (value) => measureJson(value, LIMIT).atLeast };

const SUBJECTS = {
  whole: (name) => {
    const value = VALUES[name]();
    const bytes = byText(value);
    const isRight =
      OURS.measureJson(value) === bytes && OURS.trusted(value) === bytes && OURS.admitJson(value) === bytes;
    if (!isRight || OURS.twice(value) !== byTextTwice(value)) return { wrong: true };
    const candidates = { ...OURS, ...PEERS };
    const row = { bytes, peer: attempt(() => byJsonSizeof(value) === bytes) };
    for (const [peer, run] of Object.entries(PEERS))
      if (attempt(() => run(value) >= 0) !== true) delete candidates[peer];
    return { ...row, times: race(candidates, { text: value }, { rounds: ROUNDS, settle: true }) };
  },
  cut: (name) => {
    const text = SOURCES[name]();
    const kept = cutJson(text, LIMIT);
    const bytes = Buffer.byteLength(kept.text);
    const records = name.endsWith("a line each");
    if (bytes > LIMIT.maxBytes || !kept.text.split(records ? "\n" : "\0").every(parses)) return { wrong: true };
    const parse = records ? parseLines : (text) => JSON.parse(text).length;
    const candidates = { cutJson: (text) => cutJson(text, LIMIT).text.length, "JSON.parse": parse };
    const peer = text.length > MOST_PEER_UNITS ? "throws" : attempt(() => byTruncateJson(text, LIMIT.maxBytes));
    if (peer !== "throws") candidates["truncate-json"] = (text) => byTruncateJson(text, LIMIT.maxBytes);
    const filled = { cutJson: bytes, "truncate-json": peer };
    return {
      bytes: Buffer.byteLength(text),
      filled,
      times: race(candidates, { text }, { rounds: ROUNDS, settle: true }),
    };
  },
  refusal: (name) => {
    const value = REFUSALS[name]();
    if (measureJson(value, LIMIT).reason !== "capacity") return { wrong: true };
    return { times: race(refuse, { text: value }, { rounds: ROUNDS, settle: true }) };
  },
};

if (subject === "cut") warm({ cutJson: (text) => cutJson(text, { maxBytes: 500 }).text.length }, sourceSamples());
else warm({ ...OURS, ...PEERS }, samples());
for (const name of names) {
  globalThis.gc?.();
  console.log(JSON.stringify({ subject, kind: name, ...SUBJECTS[subject](name) }));
}

function parses(text) {
  return attempt(() => JSON.parse(text) !== undefined) === true;
}

function parseLines(text) {
  let count = 0;
  for (const line of text.split("\n")) count += JSON.parse(line) === null ? 0 : 1;
  return count;
}

/** What a peer that throws gives is no result. */
function attempt(run) {
  try {
    return run();
  } catch {
    return "throws";
  }
}
