/** `spillway rm`: removes Spills by name, or all of a session. */
import { isSpillError, type SpillSink, toSpillId } from "spillway/spill";
import { STORE_FLAGS } from "./options.js";
import { printJson, printText } from "./print.js";
import { openStore, type Store } from "./store.js";
import { printable } from "./table.js";
import { parseFlags, UsageError } from "./usage.js";

export async function rm(args: readonly string[]): Promise<number> {
  const { values, words } = parseFlags("rm", args, { ...STORE_FLAGS, session: { type: "string" } });
  const { session, json = false } = values;
  if (words.length === 0 && session === undefined) throw new UsageError("rm: takes REFs, or --session ID");
  if (words.length > 0 && session !== undefined) throw new UsageError("rm: REFs and --session exclude each other");
  const sink = openStore(values.store);
  return session === undefined ? removeEach(sink, words, json) : removeSession(sink, session, json);
}

async function removeSession(sink: Store, sessionId: string, json: boolean): Promise<number> {
  const removed = await sink.removeSession(sessionId);
  if (json) printJson({ removed });
  else printText(`removed ${removed} ${removed === 1 ? "Spill" : "Spills"}`);
  return 0;
}

async function removeEach(sink: SpillSink, refs: readonly string[], json: boolean): Promise<number> {
  const outcomes: Outcome[] = [];
  for (const ref of refs) outcomes.push(await remove(sink, ref));
  const failures = outcomes.filter(({ removed }) => !removed);
  if (json) printJson(outcomes);
  else {
    printText(outcomes.flatMap(({ ref, removed }) => (removed ? [`removed ${ref}`] : [])).join("\n"));
    for (const { ref, problem } of failures) process.stderr.write(`spillway: ${printable(ref)}: ${problem}\n`);
  }
  return failures.length === 0 ? 0 : 1;
}

interface Outcome {
  /** As it was typed. */
  readonly ref: string;
  readonly removed: boolean;
  /** Why it was not. */
  readonly problem?: string;
}

/** One that cannot be removed does not keep the others. */
async function remove(sink: SpillSink, ref: string): Promise<Outcome> {
  const id = toSpillId(ref);
  if (id === undefined) return { ref, removed: false, problem: NOT_FOUND };
  try {
    if (await sink.remove(id)) return { ref, removed: true };
    const found = await sink.stat(id);
    return { ref, removed: false, problem: found === undefined ? NOT_FOUND : "the Spill was removed before" };
  } catch (error) {
    if (isSpillError(error)) return { ref, removed: false, problem: error.message };
    throw error;
  }
}

const NOT_FOUND = "no such Spill";
