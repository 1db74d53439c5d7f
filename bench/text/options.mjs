/** The command's options. */
import { parseArgs } from "node:util";
import { KIND_NAMES, SIZES } from "./inputs.mjs";

/** Subjects of worker.mjs, and the two that need processes of their own. */
const SUBJECTS = ["fits", "measure", "cut", "bytes", "growth", "memory", "stream"];

export const HELP = `Usage: node bench/text/run.mjs [--node 20,24] [--size 1mb] [--subject cut] [--kind ascii,cjk] [--dist FOLDER]

  --node     majors: the Node that runs this, and 24 and 26 where bench/node_modules has them
  --size     ${Object.keys(SIZES).join(", ")}
  --subject  ${SUBJECTS.join(", ")}
  --kind     ${KIND_NAMES.join(", ")}
  --dist     another build than ../dist, to compare two

Without filters the results go to bench/results; with any, to the terminal alone.
`;

const FILTERS = ["node", "size", "subject", "kind", "dist"];

/** @throws Error for an unknown option or value */
export function parseOptions(args, nodes) {
  const filters = Object.fromEntries(FILTERS.map((name) => [name, { type: "string" }]));
  const { values } = parseArgs({ args, options: { ...filters, help: { type: "boolean", short: "h" } } });
  return {
    help: values.help === true,
    dist: values.dist,
    nodes: chosen("node", values.node, [...nodes]),
    sizes: chosen("size", values.size, Object.keys(SIZES)),
    subjects: chosen("subject", values.subject, SUBJECTS),
    kinds: chosen("kind", values.kind, KIND_NAMES),
    isFull: !FILTERS.some((name) => name in values),
  };
}

function chosen(name, value, all) {
  if (value === undefined) return all;
  const names = value.split(",");
  const unknown = names.find((one) => !all.includes(one));
  if (unknown !== undefined) throw new Error(`--${name} ${unknown}: expected some of ${all.join(", ")}`);
  return names;
}
