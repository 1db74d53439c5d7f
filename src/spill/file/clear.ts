/** Clears what writers left half-made that are gone. Whatever else is in the directory, it is not looked at. */
import { join } from "node:path";
import { isTrusted } from "./directory.js";
import { orAbsent } from "./errors.js";
import { isFolder } from "./layout.js";
import { isAbandoned, isStageName } from "./owner.js";
import { recover } from "./recover.js";
import { removeEmptyFolder } from "./remove.js";
import type { At, Store } from "./store.js";

/** @returns How many files were cleared. Never rejects: what cannot be cleared now is left to the next sweep. */
export async function clearStages(store: Store): Promise<number> {
  let cleared = 0;
  try {
    const at = await store.existing();
    if (at === undefined) return 0;
    for (const folder of await foldersOf(store, at)) cleared += await clearFolder(store, at, folder);
  } catch {
    // A directory that cannot be read now can be by the next sweep.
  }
  return cleared;
}

/** The records' folder, the root, and what may be sessions' folders. */
async function foldersOf({ fs }: Store, { root, recordsPath }: At): Promise<string[]> {
  const folders = [recordsPath, root.path];
  for (const name of await fs.readdir(root.path)) {
    if (!isFolder(name)) continue;
    const stats = await orAbsent(fs.lstat(join(root.path, name)));
    if (stats?.isDirectory() && isTrusted(stats, root)) folders.push(join(root.path, name));
  }
  return folders;
}

async function clearFolder(store: Store, at: At, folder: string): Promise<number> {
  let cleared = 0;
  for (const name of await store.fs.readdir(folder).catch((): string[] => [])) {
    try {
      if (isStageName(name) && (await clearStage(store, at, folder, name))) cleared++;
    } catch {
      // One that resists must not keep the others.
    }
  }
  if (cleared > 0) await removeEmptyFolder(store, at, folder);
  return cleared;
}

async function clearStage({ fs }: Store, at: At, folder: string, name: string): Promise<boolean> {
  const path = join(folder, name);
  const stats = await orAbsent(fs.lstat(path));
  if (!stats?.isFile() || !isTrusted(stats, at.root) || !(await isAbandoned(name, stats.mtimeMs))) return false;
  if (folder === at.recordsPath && (await recover(fs, at, path))) return true;
  await fs.unlink(path);
  return true;
}
