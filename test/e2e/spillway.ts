/** Runs the built command as a user would, with a store of its own. */
import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll } from "vitest";

export const ROOT = resolve(import.meta.dirname ?? "test/e2e", "../..");
export const CLI = join(ROOT, "dist", "cli", "main.js");

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder that goes when the tests of the file are done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "spillway-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A runner bound to a store. */
export function spillwayIn(store: string) {
  return (args: readonly string[], options: Pick<SpawnSyncOptions, "input" | "env"> = {}): Ran => {
    const env = { ...process.env, SPILLWAY_STORE: store, ...options.env };
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      encoding: "utf8",
      input: "",
      maxBuffer: 2 ** 30,
      ...options,
      env,
    });
    return { status, stdout: String(stdout), stderr: String(stderr) };
  };
}

/** Runs a shell script with `$SPILLWAY` as the command. */
export function shell(script: string, env: Record<string, string>): Ran {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script], {
    encoding: "utf8",
    env: { ...process.env, SPILLWAY: `${process.execPath} ${CLI}`, ...env },
  });
  return { status, stdout, stderr };
}
