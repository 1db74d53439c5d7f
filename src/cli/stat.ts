/** `spillway stat`: what the store knows of a Spill. */
import { type SpillGone, type SpillInfo, toSpillId } from "spillway/spill";
import { STORE_FLAGS } from "./options.js";
import { formatBytes, printJson, printText } from "./print.js";
import { BadRef } from "./read.js";
import { openStore } from "./store.js";
import { formatTime, printable, table } from "./table.js";
import { parseFlags, UsageError } from "./usage.js";

export async function stat(args: readonly string[]): Promise<number> {
  const { values, words } = parseFlags("stat", args, STORE_FLAGS);
  const [ref, ...rest] = words;
  if (ref === undefined || rest.length > 0) throw new UsageError("stat: takes one REF, an id or spill://ID");
  const id = toSpillId(ref);
  const found = id === undefined ? undefined : await openStore(values.store).stat(id);
  if (found === undefined) throw new BadRef();
  if (values.json) printJson(found);
  else printText(table("gone" in found ? rowsOfGone(found) : rowsOf(found)));
  return "gone" in found ? 1 : 0; // as `read`, which has nothing to show of it
}

function rowsOf(info: SpillInfo): string[][] {
  const { meta } = info;
  const whole = info.totalBytes === info.bytes ? "more" : formatSize(info.totalBytes);
  const rows: [string, string | undefined][] = [
    ["id", info.id],
    ["uri", info.uri],
    ["path", info.path],
    ["size", formatSize(info.bytes)],
    ["kept", info.complete ? "whole" : `part of ${whole}`],
    ["sha256", info.sha256],
    ["type", info.mediaType],
    ["encoding", info.encoding],
    ["tool", meta.tool],
    ["session", meta.sessionId],
    ["call", meta.callId],
    ["seq", meta.seq?.toString()],
    ["created", formatTime(info.createdAt)],
    ["read", info.readAt === undefined ? undefined : formatTime(info.readAt)],
  ];
  return rows.flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [[name, NAMES_OF_OTHERS.has(name) ? printable(value) : value]];
  });
}

function rowsOfGone(gone: SpillGone): string[][] {
  const rows = [
    ["id", gone.id],
    ["size", formatSize(gone.bytes)],
    ["kept", `nothing: ${gone.reason} ${formatTime(gone.goneAt)}`],
  ];
  return gone.tool === undefined ? rows : [...rows, ["tool", printable(gone.tool)]];
}

function formatSize(bytes: number): string {
  return bytes < 1024 ? formatBytes(bytes) : `${formatBytes(bytes)} (${bytes} bytes)`;
}

const NAMES_OF_OTHERS: ReadonlySet<string> = new Set(["type", "encoding", "tool", "session", "call"]);
