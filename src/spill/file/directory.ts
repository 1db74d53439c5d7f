/**
 * The store's directories. The root is what the caller named, resolved once; everything below is ours, private, and never
 * a link: a link could lead a writer, a reader or a removal to files outside.
 */
import { constants, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { SpillError } from "../error.js";
import { errnoOf, orAbsent } from "./errors.js";
import { DIRECTORY_MODE, type FileSystem, READ_ONLY } from "./file-system.js";
import { quietly } from "./publish.js";

export interface Root {
  /** The real path. */
  readonly path: string;
  /** User id of the root's owner. */
  readonly owner: number;
}

export interface RootDirectory {
  /** The root, made if it is absent. */
  make(): Promise<Root>;
  /** The root if it is there. */
  find(): Promise<Root | undefined>;
}

export function rootDirectory(fs: FileSystem, directory: string): RootDirectory {
  let known: Root | undefined;

  async function find(): Promise<Root | undefined> {
    if (known !== undefined) return known;
    const path = await orAbsent(fs.realpath(directory));
    if (path === undefined) return undefined;
    const stats = await fs.lstat(path);
    if (!stats.isDirectory()) throw new SpillError("denied");
    known = { path, owner: stats.uid };
    return known;
  }

  return {
    find,
    async make() {
      // Each time: cleaners of temporary directories take whole trees away under a process that lives for weeks.
      await makeTree(fs, known?.path ?? directory);
      const root = await find();
      if (root === undefined) throw new SpillError("io"); // gone again, or a link that leads nowhere
      return root;
    },
  };
}

/**
 * Makes a directory below the root, or sees to it that the one which is there is safe to write into.
 *
 * @returns Whether it was made by this call.
 * @throws {@link SpillError} `denied` for a link, a file, or a directory of another user.
 */
export async function makePrivate(fs: FileSystem, root: Root, name: string): Promise<{ path: string; made: boolean }> {
  const path = join(root.path, name);
  const made = await unlessExists(fs.mkdir(path, { mode: DIRECTORY_MODE }));
  const stats = await fs.lstat(path);
  if (!stats.isDirectory() || !isTrusted(stats, root)) throw new SpillError("denied");
  if (!made) await tighten(fs, path, stats);
  return { path, made };
}

/**
 * Whether a directory below the root is there to read from.
 *
 * @throws {@link SpillError} `denied` if a link or a file has its name.
 */
export async function isDirectory(fs: FileSystem, path: string): Promise<boolean> {
  const stats = await orAbsent(fs.lstat(path));
  if (stats === undefined) return false;
  if (!stats.isDirectory()) throw new SpillError("denied");
  return true;
}

/**
 * Whether a file or directory belongs to us, or to the owner of the root, who can do as he likes here anyway: mounts that
 * map owners (containers, NFS) show one owner for all. Windows has no user ids, and its temporary directories are private.
 */
export function isTrusted(stats: Stats, root: Root): boolean {
  const self = process.geteuid?.();
  return self === undefined || stats.uid === self || stats.uid === root.owner;
}

/** Takes others' access to a directory of ours away: the host may have made it, with its ordinary mode. */
async function tighten(fs: FileSystem, path: string, stats: Stats): Promise<void> {
  if (stats.uid !== process.geteuid?.() || (stats.mode & 0o077) === 0) return;
  // Through a handle, since chmod by name follows links. A mount without modes refuses, and has nothing to take away.
  const directory = await fs.open(path, READ_ONLY | constants.O_DIRECTORY);
  await quietly(directory.chmod(DIRECTORY_MODE));
  await quietly(directory.close());
}

/**
 * Makes a directory and those above it that are missing. Not by `recursive`: Node tries forever where a directory can never
 * be made, as below `/proc` (it answers ENOENT though the parent is there).
 */
async function makeTree(fs: FileSystem, path: string): Promise<void> {
  try {
    await unlessExists(fs.mkdir(path, { mode: DIRECTORY_MODE }));
  } catch (error) {
    const parent = dirname(path);
    if (errnoOf(error) !== "ENOENT" || parent === path) throw error;
    await makeTree(fs, parent);
    await unlessExists(fs.mkdir(path, { mode: DIRECTORY_MODE }));
  }
}

async function unlessExists(making: Promise<unknown>): Promise<boolean> {
  try {
    await making;
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false; // what it is that exists, the caller looks at
    throw error;
  }
}
