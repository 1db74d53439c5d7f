/** Gives a finished file its name without ever replacing what has that name already. */
import { errnoOf } from "./errors.js";
import { CREATE_NEW, FILE_MODE, type FileSystem } from "./file-system.js";

/**
 * Moves a file to a new name. The file appears there whole or not at all.
 *
 * @param leftover - What to do when the new name is there but the old one cannot be taken away: `fail` takes the new one
 * back; `ignore` leaves both, for a file that others may rely on from the moment it appears.
 * @returns `false` if the name is taken; `from` is then untouched.
 * @throws What the file system throws; `to` does not exist then, as far as it lets us see to that.
 */
export async function moveToNew(
  fs: FileSystem,
  from: string,
  to: string,
  leftover: "fail" | "ignore",
): Promise<boolean> {
  try {
    await fs.link(from, to);
  } catch (error) {
    const code = errnoOf(error) ?? "";
    if (code === "EEXIST") return false;
    if (!NO_HARD_LINKS.has(code)) throw error;
    return renameToNew(fs, from, to);
  }
  try {
    await fs.unlink(from);
  } catch (error) {
    if (leftover === "ignore") return true;
    await quietly(fs.unlink(to)); // under two names, a removal would leave the bytes under the other
    throw error;
  }
  return true;
}

/**
 * Without hard links, an empty file reserves the name. A reader can meet it empty for a moment, and a crash can leave it
 * so; nobody takes an empty file for a Spill, since records name sizes.
 */
async function renameToNew(fs: FileSystem, from: string, to: string): Promise<boolean> {
  try {
    const reserved = await fs.open(to, CREATE_NEW, FILE_MODE);
    await quietly(reserved.close()); // nothing was written that a failure could lose
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
  try {
    await fs.rename(from, to);
  } catch (error) {
    await quietly(fs.unlink(to));
    throw error;
  }
  return true;
}

/** Waits for a step of tidying up, whose own failure has nobody to go to. */
export async function quietly(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch {
    // The failure that led here, or the success, is what the caller hears of.
  }
}

/** How file systems say that they have no hard links (FAT, many network and FUSE mounts; EISDIR is exFAT on Windows). */
const NO_HARD_LINKS: ReadonlySet<string> = new Set([
  "EPERM",
  "EACCES", // Android
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EXDEV",
  "EMLINK",
  "EINVAL",
  "EISDIR",
]);
