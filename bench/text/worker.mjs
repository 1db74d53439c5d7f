/** A child process: the groups of one size on one Node, a line of JSON for each row. */
import { pathToFileURL } from "node:url";
import { flatText, ropeMaker, SIZES } from "./inputs.mjs";
import { race, warm } from "./race.mjs";
import { bytesGroups, growthGroups } from "./subjects/bytes.mjs";
import { cutGroups } from "./subjects/cut.mjs";
import { fitsGroups } from "./subjects/fits.mjs";
import { measureGroups } from "./subjects/measure.mjs";

/** Samples of each candidate: an odd number has a median. */
const ROUNDS = { "2kb": 5, "60kb": 5, "1mb": 5, "100mb": 3 };
const { library, size, subjects, kinds } = JSON.parse(process.argv[2]);
const spillway = await import(pathToFileURL(library));
const groups = [fitsGroups, measureGroups, cutGroups, bytesGroups, growthGroups]
  .flatMap((groupsOf) => groupsOf(spillway))
  .filter(({ subject }) => subjects.includes(subject));

const samples = ["2kb", "60kb"].flatMap((small) => kinds.map((kind) => flatText(kind, SIZES[small])));
for (const { candidates } of groups) if (typeof candidates === "object") warm(candidates, samples);

for (const kind of kinds) {
  const text = flatText(kind, SIZES[size]);
  for (const group of groups) if (group.only?.(size, kind) ?? true) report(group, kind, text);
}

function report({ subject, group, rope, candidates, check }, kind, text) {
  const row = { subject, group, size, kind };
  if (check !== undefined && !check(text)) {
    console.log(JSON.stringify({ ...row, wrong: true }));
    return;
  }
  const input = rope ? { make: ropeMaker(kind, SIZES[size]) } : { text };
  const calls = typeof candidates === "function" ? candidates(kind) : candidates;
  const times = race(calls, input, { rounds: ROUNDS[size], settle: size === "100mb" });
  console.log(JSON.stringify({ ...row, times }));
}
