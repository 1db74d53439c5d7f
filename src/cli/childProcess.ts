/** What the commands that start another program have in common. */
import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";

/** Why it could not be started, in words; `undefined` once it runs. */
export function startProblem(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    child.once("spawn", () => resolve(undefined));
    child.once("error", (error: NodeJS.ErrnoException) => resolve(START_PROBLEMS[error.code ?? ""] ?? "it failed"));
  });
}

/** As a shell gives it: 128 plus the signal's number for a command that a signal ended. */
export function exitCodeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

/** What a shell returns for a command that it cannot start. */
export const CANNOT_START = 127;
export const FORWARDED: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];
const START_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: "no such command, or no such working directory",
  EACCES: "permission denied",
  E2BIG: "too many arguments",
};
