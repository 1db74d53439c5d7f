/** The server behind the proxy: a process of its own, that never outlives us. */
import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { exitCodeOf, startProblem } from "../childProcess.js";

export interface ServerProcess {
  readonly input: Writable;
  readonly output: Readable;
  /** The exit code, 128 + the signal's number if that ended it. */
  readonly exited: Promise<number>;
  /** Passes a signal on. After SIGTERM there is an end soon, one way or the other. */
  signal(name: NodeJS.Signals): void;
  /** Closes its input, and ends it if it does not end of that. */
  stop(): void;
}

/** @returns the server, or why it cannot be started */
export async function startServer(command: string, args: readonly string[]): Promise<ServerProcess | string> {
  // A group of its own: what the server has started (npx starts the real one) gets the signals, too.
  const hasGroup = process.platform !== "win32";
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], detached: hasGroup, windowsHide: true });
  const problem = await startProblem(child);
  if (problem !== undefined) return problem;
  const timers = new AbortController();
  let isStopping = false;

  function send(name: NodeJS.Signals): void {
    try {
      if (hasGroup && child.pid !== undefined) process.kill(-child.pid, name);
      else child.kill(name);
    } catch {
      child.kill(name);
    }
  }

  function later(milliseconds: number, perform: () => void): void {
    setTimeout(milliseconds, undefined, { signal: timers.signal }).then(perform, () => {});
  }

  const exited = exitCodeOf(child).then(async (exitCode) => {
    timers.abort();
    if (child.pid !== undefined && hasGroup) await endGroup(child.pid);
    return exitCode;
  });

  return {
    input: child.stdin,
    output: child.stdout,
    exited,
    signal(name) {
      send(name);
      if (name === "SIGTERM") later(KILL_MS, () => send("SIGKILL"));
    },
    stop() {
      if (isStopping) return;
      isStopping = true;
      child.stdin.end();
      later(TERM_MS, () => send("SIGTERM"));
      later(TERM_MS + KILL_MS, () => send("SIGKILL"));
    },
  };
}

/** Ends what the server has started and left behind. */
async function endGroup(pid: number): Promise<void> {
  const send = (name: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(-pid, name);
    } catch {
      return false; // nobody is left
    }
  };
  if (!send("SIGTERM")) return;
  for (const end = Date.now() + KILL_MS; Date.now() < end; await setTimeout(POLL_MS)) if (!send(0)) return;
  send("SIGKILL");
}

/** Together less than the 2 seconds after which clients send SIGTERM to us alone, and then SIGKILL. */
const TERM_MS = 1000;
const KILL_MS = 750;
const POLL_MS = 20;
