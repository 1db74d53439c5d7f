/** `spillway sweep`: removes what a policy no longer wants. */
import { type SweepReport, sweep as sweepStore, toSpillId } from "spillway/spill";
import { STORE_FLAGS } from "./options.js";
import { formatBytes, printJson, printText } from "./print.js";
import { openStore } from "./store.js";
import { amountOf, parseFlags, sizeOf, UsageError } from "./usage.js";

export async function sweep(args: readonly string[]): Promise<number> {
  const { values, words } = parseFlags("sweep", args, FLAGS);
  if (words.length > 0) throw new UsageError("sweep: takes no arguments");
  const { "max-age": maxAge, "max-total": maxTotal, retain = [], grace } = values;
  const policy = {
    ...(maxAge === undefined ? {} : { maxAgeDays: amountOf("max-age", maxAge) }),
    ...(maxTotal === undefined ? {} : { maxTotalBytes: sizeOf("max-total", maxTotal) }),
    ...(grace === undefined ? {} : { graceSeconds: amountOf("grace", grace) }),
    retain: retain.map(idOf),
  };
  const report = await sweepStore(openStore(values.store), policy);
  if (values.json) printJson(report);
  else printText(describe(report));
  if (report.failed > 0) process.stderr.write(`spillway: ${count(report.failed)} could not be removed\n`);
  return report.failed > 0 ? 1 : 0;
}

/** What is to be kept and is misspelt would be lost: here it is a mistake to be told. */
function idOf(ref: string): string {
  const id = toSpillId(ref);
  if (id !== undefined) return id;
  throw new UsageError(`--retain must be an id or spill://ID, got ${JSON.stringify(ref.slice(0, 40))}`);
}

function describe({ swept, sweptBytes, kept, keptBytes, cleared }: SweepReport): string {
  const leftovers = cleared === 0 ? "" : `, cleared ${cleared} ${cleared === 1 ? "leftover" : "leftovers"}`;
  return `swept ${count(swept)} (${formatBytes(sweptBytes)}), kept ${kept} (${formatBytes(keptBytes)})${leftovers}`;
}

function count(spills: number): string {
  return spills === 1 ? "1 Spill" : `${spills} Spills`;
}

const FLAGS = {
  ...STORE_FLAGS,
  "max-age": { type: "string" },
  "max-total": { type: "string" },
  retain: { type: "string", multiple: true },
  grace: { type: "string" },
} as const;
