/** From a record to its file. */
import { join } from "node:path";
import { SpillError } from "../error.js";
import { isDirectory, type Root } from "./directory.js";
import type { FileSystem } from "./file-system.js";
import { parsePath } from "./layout.js";
import type { SpillRecord } from "./records.js";

/**
 * The path of a record's file; the file itself may be absent, or not what it should be.
 *
 * @returns `undefined` if not even its folder is there.
 * @throws {@link SpillError} `denied` if the folder is a link or a file.
 */
export async function locate(fs: FileSystem, root: Root, record: SpillRecord): Promise<string | undefined> {
  const parts = parsePath(record.path, record.id);
  if (parts === undefined) throw new SpillError("corrupt");
  if (parts.folder === undefined) return join(root.path, parts.file);
  const folder = join(root.path, parts.folder);
  return (await isDirectory(fs, folder)) ? join(folder, parts.file) : undefined;
}
