/** Installs a folder's packages once, however many test files want them at the same time. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";

/**
 * @param folder - of a `package.json` with its lock file
 * @param isThere - whether all is there that is wanted
 * @throws Error if it is not there after all: npm takes an optional dependency that it could not get for a success
 */
export async function bringOnce(folder: string, isThere: () => boolean): Promise<void> {
  const lock = join(
    tmpdir(),
    `spillway-bring-${createHash("sha256").update(resolve(folder)).digest("hex").slice(0, 16)}`,
  );
  while (!isThere()) {
    if (!takeLock(lock)) {
      await setTimeout(500);
      continue;
    }
    try {
      if (isThere()) return; // while this one waited
      await promisify(execFile)("npm", ["ci", "--prefix", folder, "--ignore-scripts"], { cwd: folder });
      if (!isThere()) throw new Error(`npm could not bring the packages of ${folder}`);
    } finally {
      rmSync(lock, { force: true });
    }
  }
}

/** Making a file succeeds for one alone. Where that one is gone, its lock goes too. */
function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    if (!isAlive(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isAlive(lock: string): boolean {
  try {
    const holder = Number(readFileSync(lock, "utf8"));
    return holder === 0 || process.kill(holder, 0); // 0: it is about to be written
  } catch {
    return false;
  }
}
