/** What tools return: lines as their commands print them, of sizes as they are met. */

/** Bytes: the median, and the spread of the logarithm. The middle two thirds are within a factor of e^spread. */
const KINDS = {
  read: {
    median: 6000,
    spread: 1.1,
    line: (r, at) => `${"  ".repeat(r.below(4))}const ${word(r)} = ${word(r)}(${word(r)}, ${at});`,
  },
  grep: {
    median: 3000,
    spread: 1.6,
    line: (r) => `src/${word(r)}/${word(r)}.ts:${r.below(400)}:  return ${word(r)}(${word(r)});`,
  },
  test: {
    median: 9000,
    spread: 1.5,
    line: (r, at) => ` ✓ test/${word(r)}.test.ts > ${word(r)} ${word(r)} ${word(r)} (${at % 9} ms)`,
  },
  list: { median: 1500, spread: 1.6, line: (r) => `./${word(r)}/${word(r)}/${word(r)}.ts` },
  log: {
    median: 30_000,
    spread: 1.8,
    line: (r, at) => `2026-11-30T${pad(at)} INFO ${word(r)} ${word(r)}=${r.below(9999)} ${word(r)}`,
  },
  query: {
    median: 8000,
    spread: 1.7,
    line: (r, at) => `{"id":${at},"name":"${word(r)}","total":${r.below(99_999)},"state":"${word(r)}"}`,
  },
};
const NAMES = Object.keys(KINDS);
const MOST_BYTES = 4_000_000;
const WORDS =
  "account batch cache dispatch entry field guard handler index job kernel ledger merge node option parse queue result session token update value worker yield".split(
    " ",
  );

/** A result, with a line somewhere in it that answers what the model wants to know. */
export function makeResult(random, id) {
  const name = random.pick(NAMES);
  const { median, spread, line } = KINDS[name];
  const bytes = Math.min(MOST_BYTES, Math.max(40, random.around(median, spread)));
  const lines = [];
  for (let size = 0; size < bytes; size += lines.at(-1).length + 1) lines.push(line(random, lines.length));
  const answer = `answer ${id}: ${word(random)}`;
  lines.splice(random.below(lines.length + 1), 0, answer);
  return { name, text: `${lines.join("\n")}\n`, answer };
}

function word(random) {
  return random.pick(WORDS);
}

function pad(at) {
  return new Date(at * 1000).toISOString().slice(11, 19);
}
