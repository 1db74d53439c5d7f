/** `yes | head`: the fastest talker there is, so that the reader is what is measured. */
import { spawn } from "node:child_process";

export const TOTAL_BYTES = 200_000_000;
const LINES = { ascii: `${"a line of a build log, ".repeat(3)}10 words`, cjk: "一行中文日志".repeat(13) };
/** One of either representation in memory. */
export const COMMAND_KINDS = Object.keys(LINES);

/** Starts the command. @returns its standard output */
export function talk(kind) {
  const command = `yes '${LINES[kind]}' | head -c ${TOTAL_BYTES}`;
  return spawn("sh", ["-c", command], { stdio: ["ignore", "pipe", "ignore"] }).stdout;
}
