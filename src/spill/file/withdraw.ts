/** Takes a file away that others may want at the same moment, without a lock. */
import { dirname, join } from "node:path";
import { orAbsent } from "./errors.js";
import type { FileSystem } from "./file-system.js";
import { stageName } from "./owner.js";
import { moveToNew, quietly } from "./publish.js";

/**
 * Deletes a file, unless it turns out to be wanted after it was moved aside. Of two who withdraw a file, one succeeds.
 *
 * Whoever wants to keep the file says so first (in a record) and looks for the file then. So either he is seen by
 * `isWanted`, and the file comes back, or he misses the file, and makes it anew or looks again. Should this process die in
 * between, the file is left as a stage that nobody works on.
 *
 * @param stem - Part of its name aside, for people; must be safe.
 * @returns `missing` if there was no such file, or another had just taken it.
 */
export async function withdraw(
  fs: FileSystem,
  path: string,
  stem: string,
  isWanted: (aside: string) => Promise<boolean>,
): Promise<"deleted" | "wanted" | "missing"> {
  const aside = join(dirname(path), await stageName(stem));
  if ((await orAbsent(fs.rename(path, aside).then(() => true))) === undefined) return "missing";
  try {
    if (!(await isWanted(aside))) {
      await fs.unlink(aside);
      return "deleted";
    }
  } catch (error) {
    await putBack(fs, aside, path);
    throw error;
  }
  await putBack(fs, aside, path);
  return "wanted";
}

/** Never over a file that has the name by now: that one was made by somebody who missed this one, and is equal. */
async function putBack(fs: FileSystem, aside: string, path: string): Promise<void> {
  if (!(await moveToNew(fs, aside, path, "ignore"))) await quietly(fs.unlink(aside));
}
