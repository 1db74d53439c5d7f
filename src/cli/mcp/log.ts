/** The log of what was bounded: sizes, durations, names of tools; no content, no ids, no paths. JSON Lines. */
import { appendFileSync, closeSync, openSync } from "node:fs";
import type { SpillwayEvent } from "spillway/spill";

/** What is logged: an event as a host of the library gets it, and the tool that it is about. */
export type McpEvent =
  | (SpillwayEvent & { readonly tool?: string | undefined })
  /** The content of a Spill went to the server in place of an argument. */
  | { readonly type: "argument"; readonly tool: string; readonly argument: string; readonly bytes: number }
  /** A message was too large, and no result of a tool. */
  | { readonly type: "refused"; readonly from: "client" | "server"; readonly sourceBytes: number };

export type Log = (event: McpEvent) => void;

/** @param file - appended to; made for its owner alone. @throws if it cannot be opened */
export function openLog(file: string | undefined): Log {
  if (file === undefined) return () => {};
  closeSync(openSync(file, "a", 0o600));
  return (event) => {
    const { tool } = event as { tool?: string };
    const named = tool === undefined ? {} : { tool: tool.slice(0, MOST_NAME_UNITS) };
    try {
      // Whole lines at once: several proxies may share a log.
      appendFileSync(file, `${JSON.stringify({ time: new Date().toISOString(), ...event, ...named })}\n`);
    } catch {
      // A log that fails must not cost a result.
    }
  };
}

const MOST_NAME_UNITS = 128;
