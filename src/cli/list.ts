/** `spillway list`: the Spills of the store, newest first. */
import type { SpillInfo } from "spillway/spill";
import { STORE_FLAGS } from "./options.js";
import { formatBytes, printJson, printText } from "./print.js";
import { openStore } from "./store.js";
import { formatTime, printable, table } from "./table.js";
import { parseFlags, UsageError } from "./usage.js";

export async function list(args: readonly string[]): Promise<number> {
  const { values, words } = parseFlags("list", args, { ...STORE_FLAGS, session: { type: "string" } });
  if (words.length > 0) throw new UsageError("list: takes no arguments");
  const infos: SpillInfo[] = [];
  for await (const info of openStore(values.store).list({ sessionId: values.session })) infos.push(info);
  infos.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
  if (values.json) printJson(infos);
  else printText(table([["ID", "SIZE", "KEPT", "CREATED", "TOOL", "SESSION"], ...infos.map(row)]));
  return 0;
}

function row(info: SpillInfo): string[] {
  const { tool = "-", sessionId = "-" } = info.meta;
  return [
    info.id,
    formatBytes(info.bytes),
    info.complete ? "whole" : "part",
    formatTime(info.createdAt),
    printable(tool),
    printable(sessionId),
  ];
}
