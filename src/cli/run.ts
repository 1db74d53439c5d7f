/** `spillway run`: a command's View in place of its output. */
import { type ChildProcess, spawn } from "node:child_process";
import { basename } from "node:path";
import { boundResult, mergeStreams } from "spillway";
import { CANNOT_START, exitCodeOf, FORWARDED, startProblem } from "./childProcess.js";
import { VIEW_FLAGS, viewOf } from "./options.js";
import { printJson, printText } from "./print.js";
import { withProgress } from "./progress.js";
import { openStore } from "./store.js";
import { parseFlags, UsageError } from "./usage.js";

export async function run(args: readonly string[]): Promise<number> {
  const divider = args.indexOf("--");
  const { values, words } = parseFlags("run", divider === -1 ? args : args.slice(0, divider), VIEW_FLAGS);
  const [command, ...rest] = divider === -1 ? [] : args.slice(divider + 1);
  if (words.length > 0 || divider === -1) throw new UsageError("run: put -- before the command");
  if (command === undefined) throw new UsageError("run: no command behind --");
  const view = viewOf(values);
  const spill = openStore(values.store);

  const child = spawn(command, rest, { stdio: ["inherit", "pipe", "pipe"] });
  const problem = await startProblem(child);
  if (problem !== undefined) {
    process.stderr.write(`spillway: cannot start ${JSON.stringify(command)}: ${problem}\n`);
    return CANNOT_START;
  }

  const exitCode = exitCodeOf(child);
  const stopForwarding = forwardSignals(child);
  const bounded = await boundResult(withProgress(mergeStreams({ stdout: child.stdout, stderr: child.stderr })), {
    ...view,
    spill,
    meta: { tool: values.tool ?? basename(command), sessionId: values.session },
    exitCode,
  });
  stopForwarding();
  if (values.json) printJson(bounded);
  else printText(bounded.text);
  return exitCode;
}

/** Passes signals on and lives to show the View. The terminal itself sends Ctrl-C to the command too. */
function forwardSignals(child: ChildProcess): () => void {
  const forward = (signal: NodeJS.Signals) => {
    if (!(process.stdin.isTTY && FROM_TERMINAL.includes(signal))) child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  return () => {
    for (const signal of FORWARDED) process.off(signal, forward);
  };
}

const FROM_TERMINAL: readonly NodeJS.Signals[] = ["SIGINT", "SIGQUIT"];
