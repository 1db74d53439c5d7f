/** `spillway pipe`: the View of what comes in on stdin. */
import { boundResult } from "spillway";
import { VIEW_FLAGS, viewOf } from "./options.js";
import { printJson, printText } from "./print.js";
import { openStore } from "./store.js";
import { parseFlags, UsageError } from "./usage.js";

export async function pipe(args: readonly string[]): Promise<number> {
  const { values, words } = parseFlags("pipe", args, VIEW_FLAGS);
  if (words.length > 0) throw new UsageError("pipe: takes no arguments, only stdin");
  const bounded = await boundResult(process.stdin, {
    ...viewOf(values),
    spill: openStore(values.store),
    meta: { tool: values.tool ?? "pipe", sessionId: values.session },
  });
  if (values.json) printJson(bounded);
  else printText(bounded.text);
  return bounded.sourceError === undefined ? 0 : 1;
}
