/** A child process: one group of values on one Node, a line of JSON for each row. */
import { pathToFileURL } from "node:url";
import { race, warm } from "../text/race.mjs";
import { byJsonSizeof, byObjectSizeof, byText, byTextTwice } from "./peers.mjs";
import { REFUSALS, samples, VALUES } from "./values.mjs";

const ROUNDS = 5;
const LIMIT = { maxBytes: 50_000 };
const { library, subject, names } = JSON.parse(process.argv[2]);
const { admitJson, measureJson } = await import(new URL("../json/index.js", pathToFileURL(library)));

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
  refusal: (name) => {
    const value = REFUSALS[name]();
    if (measureJson(value, LIMIT).reason !== "capacity") return { wrong: true };
    return { times: race(refuse, { text: value }, { rounds: ROUNDS, settle: true }) };
  },
};

warm({ ...OURS, ...PEERS }, samples());
for (const name of names) {
  globalThis.gc?.();
  console.log(JSON.stringify({ subject, kind: name, ...SUBJECTS[subject](name) }));
}

/** What a peer that throws gives is no result. */
function attempt(run) {
  try {
    return run();
  } catch {
    return "throws";
  }
}
