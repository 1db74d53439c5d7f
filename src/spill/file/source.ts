/**
 * Opens a file of somebody else's choosing to be adopted. Its path may come from a tool's output, so it is not believed:
 * only a regular file of this user, without other names, in a place that the caller allowed and that no other user can
 * rearrange while we look.
 */
import type { Stats } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { SpillError } from "../error.js";
import { orAbsent } from "./errors.js";
import { type FileSystem, type OpenFile, READ_ONLY } from "./file-system.js";
import { quietly } from "./publish.js";

export interface Source {
  /** Its real path. */
  readonly path: string;
  readonly file: OpenFile;
}

/**
 * @param allowed - Absolute paths of directories.
 * @param excluded - The real path of a directory whose files cannot be adopted: they are the store's own.
 * @throws {@link SpillError} `denied` for what may not be adopted, `not_found` if there is no such file.
 */
export async function openSource(
  fs: FileSystem,
  path: string,
  { allowed, excluded }: { readonly allowed: readonly string[]; readonly excluded: string | undefined },
): Promise<Source> {
  if (path === "" || path.includes("\0")) throw new SpillError("denied");
  const wanted = resolve(path);
  const realPath = join(await findAllowed(fs, dirname(wanted), allowed, excluded), basename(wanted));

  // Looked at before it is opened: to open a device can set it to work.
  const before = await orAbsent(fs.lstat(realPath));
  if (before === undefined) throw new SpillError("not_found");
  checkAdoptable(before);
  const file = await orAbsent(fs.open(realPath, READ_ONLY));
  if (file === undefined) throw new SpillError("not_found");
  try {
    const stats = await file.stat();
    checkAdoptable(stats);
    if (!isSameFile(stats, before)) throw new SpillError("denied");
    return { path: realPath, file };
  } catch (error) {
    await quietly(file.close());
    throw error;
  }
}

export function isSameFile(a: Stats, b: Stats): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

/** The real path of a directory, if it is one of those allowed or inside one. */
async function findAllowed(
  fs: FileSystem,
  directory: string,
  allowed: readonly string[],
  excluded: string | undefined,
): Promise<string> {
  if (allowed.length === 0) throw new SpillError("denied"); // also without a look whether there is such a file
  const real = await orAbsent(fs.realpath(directory));
  for (const each of allowed) {
    const root = await orAbsent(fs.realpath(each));
    if (real === undefined || root === undefined || !isInside(real, root)) continue;
    if (excluded !== undefined && isInside(real, excluded)) break;
    await checkWay(fs, root, real);
    return real;
  }
  throw new SpillError("denied");
}

function isInside(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * Each directory from the allowed one down to the file's must be such that no other user can change what a name in it
 * means: below the allowed one ours or the system's, and none writable by all, unless only owners can rename there (the
 * sticky bit, as of `/tmp`).
 */
async function checkWay(fs: FileSystem, root: string, directory: string): Promise<void> {
  const self = process.geteuid?.();
  if (self === undefined) return; // Windows: neither owners nor modes
  for (let at = directory; ; at = dirname(at)) {
    const { mode, uid } = await fs.lstat(at);
    const isOpenToAll = (mode & 0o002) !== 0 && (mode & 0o1000) === 0;
    const isForeign = at !== root && uid !== self && uid !== 0;
    if (isOpenToAll || isForeign) throw new SpillError("denied");
    if (at === root) return;
  }
}

function checkAdoptable(stats: Stats): void {
  const self = process.geteuid?.();
  const isOurs = self === undefined || stats.uid === self;
  // Under a second name, the bytes would stay when this one is taken away, or the name is of a file elsewhere.
  if (!stats.isFile() || !isOurs || stats.nlink !== 1) throw new SpillError("denied");
}
