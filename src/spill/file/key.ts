/** The store's secret, which ids are derived with; processes that share a directory share it, so they agree on ids. */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { SpillError } from "../error.js";
import { KEY_BYTES, newKey } from "../secret.js";
import type { FileSystem } from "./file-system.js";
import { readWhole } from "./read.js";
import { stageBytes } from "./stage.js";

/** Reads the key in the records' folder, making it first if there is none. */
export async function loadKey(fs: FileSystem, recordsPath: string): Promise<Uint8Array> {
  const path = join(recordsPath, "key");
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    // From the disk, also after making one: another process may have been first, and its key is the one that counts.
    const found = await readWhole(fs, path);
    if (found?.length === KEY_BYTES) return found;
    // Without hard links a new key is empty for a moment, see `moveToNew`.
    if (found?.length === 0 && attempt < PATIENT_ATTEMPTS) await setTimeout(WAIT_MILLISECONDS);
    else await makeKey(fs, recordsPath, path, found !== undefined);
  }
  throw new SpillError("corrupt");
}

/**
 * A damaged key (a crash of the machine can leave an empty file) is replaced: calls then get other ids than before, which
 * is better than a store that never works again.
 */
async function makeKey(fs: FileSystem, recordsPath: string, path: string, damaged: boolean): Promise<void> {
  const stage = await stageBytes(fs, recordsPath, "key", { bytes: newKey(), sync: true });
  try {
    if (damaged) await stage.replace(path);
    else if (!(await stage.moveTo(path, "ignore"))) await stage.discard();
  } catch (error) {
    await stage.discard();
    throw error;
  }
}

/** A fifth of a second for a step that takes microseconds. */
const PATIENT_ATTEMPTS = 20;
const WAIT_MILLISECONDS = 10;
/** A few more, in which a key is made and found. */
const MAX_ATTEMPTS = 25;
