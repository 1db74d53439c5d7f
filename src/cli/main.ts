import { readFileSync } from "node:fs";
import { isSpillError } from "spillway/spill";
import { HELP } from "./help.js";
import { list } from "./list.js";
import { mcp } from "./mcp.js";
import { pipe } from "./pipe.js";
import { printText, surviveClosedOutput } from "./print.js";
import { BadRef, read } from "./read.js";
import { rm } from "./rm.js";
import { run } from "./run.js";
import { stat } from "./stat.js";
import { sweep } from "./sweep.js";
import { UsageError } from "./usage.js";

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  run,
  pipe,
  read,
  list,
  stat,
  rm,
  sweep,
  mcp,
};

surviveClosedOutput();
process.exitCode = await main(process.argv.slice(2));

async function main([command, ...args]: readonly string[]): Promise<number> {
  try {
    if (command === "--version") return show(version());
    if (command === undefined || command === "--help" || command === "-h") return show(HELP["spillway"] ?? "");
    const perform = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
    if (perform === undefined) throw new UsageError(`no command ${JSON.stringify(command.slice(0, 40))}`);
    const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
    if (own.includes("--help") || own.includes("-h")) return show(HELP[command] ?? "");
    return await perform(args);
  } catch (error) {
    if (error instanceof UsageError) return fail(2, `${error.message} (spillway --help)`);
    if (error instanceof BadRef) return fail(1, "no such Spill");
    if (isSpillError(error)) return fail(1, error.message);
    return fail(1, error instanceof Error ? error.message : "failed");
  }
}

function show(text: string): number {
  printText(text);
  return 0;
}

function fail(exitCode: number, message: string): number {
  process.stderr.write(`spillway: ${message}\n`);
  return exitCode;
}

function version(): string {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return manifest.version;
}
