/** Moves a file that another program wrote into the store. */
import type { Stats } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { SpillError } from "../error.js";
import type { SpillRef, SpillWriter } from "../types.js";
import type { FileSystem, OpenFile } from "./file-system.js";
import { quietly } from "./publish.js";
import { isSameFile, openSource, type Source } from "./source.js";
import { withdraw } from "./withdraw.js";

export interface AdoptParts {
  readonly fs: FileSystem;
  /** Absolute paths of directories. */
  readonly allowed: readonly string[];
  /** The store's real path, if it is there. */
  readonly excluded: string | undefined;
  /** Opens the Spill that the file becomes. */
  open(): Promise<SpillWriter>;
}

/**
 * Copies the file, also on the same device: a program that still has it open could write into a file that was only
 * renamed, long after its digest was taken. What was copied stays as it is.
 */
export async function adoptFile(path: string, { fs, allowed, excluded, open }: AdoptParts): Promise<SpillRef> {
  const source = await openSource(fs, path, { allowed, excluded });
  try {
    const before = await settled(source.file);
    const writer = await open();
    let ref: SpillRef;
    try {
      await copy(source.file, before.size, writer);
      if (!isUnchanged(before, await source.file.stat())) throw new SpillError("busy");
      ref = await writer.commit();
    } catch (error) {
      await writer.abort();
      throw error;
    }
    // A partial Spill does not replace the file. Nor does the Spill go when the file cannot: it says nothing but the truth.
    if (ref.complete) await quietly(takeAway(fs, source, before));
    return ref;
  } finally {
    await quietly(source.file.close());
  }
}

/**
 * The state of a file that was left alone for a moment. Systems stamp changes by a coarse clock: two within one tick look
 * like one, so that a change made while we read would go unseen if the last one before were too recent.
 */
async function settled(file: OpenFile): Promise<Stats> {
  for (let attempt = 1; ; attempt++) {
    const stats = await file.stat();
    const idle = Date.now() - Math.max(stats.mtimeMs, stats.ctimeMs);
    if (idle >= TICK_MILLISECONDS || idle < 0) return stats; // a time to come: another machine's clock
    if (attempt === MAX_ATTEMPTS) throw new SpillError("busy");
    await setTimeout(TICK_MILLISECONDS - idle + 1);
  }
}

/** Copies `bytes` bytes, and makes sure that there are no more. */
async function copy(file: OpenFile, bytes: number, writer: SpillWriter): Promise<void> {
  const buffer = new Uint8Array(BLOCK_BYTES);
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, BLOCK_BYTES, at);
    at += bytesRead;
    if (at > bytes || (bytesRead === 0 && at < bytes)) throw new SpillError("busy"); // it grew, or shrank
    if (bytesRead === 0) return;
    await writer.write(buffer.subarray(0, bytesRead));
  }
}

function isUnchanged(a: Stats, b: Stats): boolean {
  return isSameFile(a, b) && a.size === b.size && a.mtimeMs === b.mtimeMs && b.nlink === 1;
}

/** Deletes the file, if its name still means what was copied. */
async function takeAway(fs: FileSystem, { path }: Source, before: Stats): Promise<void> {
  await withdraw(fs, path, "adopted", async (aside) => !isUnchanged(before, await fs.lstat(aside)));
}

/** Of the coarsest clock in use: 10 ms on Linux. */
const TICK_MILLISECONDS = 20;
const MAX_ATTEMPTS = 5;
const BLOCK_BYTES = 262_144;
