/** Reads files that somebody may have tampered with: no links, no pipes, no devices, no size taken on trust. */
import type { Stats } from "node:fs";
import { createSha256 } from "#platform";
import { SpillError } from "../error.js";
import { isTrusted, type Root } from "./directory.js";
import { orAbsent } from "./errors.js";
import { type FileSystem, type OpenFile, READ_ONLY } from "./file-system.js";
import { quietly } from "./publish.js";

/**
 * Opens a regular file for the time of `use`.
 *
 * @returns `undefined` if there is no such file.
 * @throws {@link SpillError} `denied` for anything but a regular file.
 */
export async function withFile<T>(
  fs: FileSystem,
  path: string,
  use: (file: OpenFile, stats: Stats) => Promise<T>,
): Promise<T | undefined> {
  const file = await orAbsent(fs.open(path, READ_ONLY));
  if (file === undefined) return undefined;
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new SpillError("denied");
    return await use(file, stats);
  } finally {
    await quietly(file.close());
  }
}

/** Whether a regular file of this size is there. */
export async function isRegular(fs: FileSystem, path: string, bytes: number): Promise<boolean> {
  const stats = await orAbsent(fs.lstat(path));
  return stats?.isFile() === true && stats.size === bytes;
}

/** The bytes from `start` to `end`, all of them. @throws {@link SpillError} `corrupt` if the file ends before. */
export async function readExactly(file: OpenFile, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start);
  for (let at = 0; at < bytes.length; ) {
    const wanted = Math.min(bytes.length - at, MAX_READ_BYTES);
    const { bytesRead } = await file.read(bytes, at, wanted, start + at);
    if (bytesRead <= 0) throw new SpillError("corrupt");
    at += bytesRead;
  }
  return bytes;
}

/** A small file as a whole. */
export function readWhole(fs: FileSystem, path: string): Promise<Uint8Array | undefined> {
  return withFile(fs, path, (file, { size }) => readExactly(file, 0, size));
}

/**
 * Whether a file is ours and has exactly these bytes. It is read and hashed, although the size is known: a ref is given
 * out on the strength of this, and people do edit logs.
 */
export async function holds(
  fs: FileSystem,
  root: Root,
  path: string,
  content: { bytes: number; sha256: string },
): Promise<boolean> {
  try {
    const same = await withFile(fs, path, async (file, stats) => {
      if (stats.size !== content.bytes || !isTrusted(stats, root)) return false;
      const hash = createSha256();
      for (let at = 0; at < content.bytes; at += BLOCK_BYTES) {
        hash.update(await readExactly(file, at, Math.min(at + BLOCK_BYTES, content.bytes)));
      }
      return hash.hex() === content.sha256;
    });
    return same ?? false;
  } catch {
    return false; // what cannot be read cannot be reused; the caller then writes a Spill of its own
  }
}

/** Well below what one call of any system takes (2 GiB). */
const MAX_READ_BYTES = 2 ** 30;
/** Read at a time when a whole file is hashed. */
const BLOCK_BYTES = 262_144;
