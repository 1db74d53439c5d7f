/** Takes a finished file from under its name again, where another writer may have met it meanwhile. */
import { join } from "node:path";
import { sameContent } from "../info.js";
import type { Place } from "./keep.js";
import { patiently } from "./patience.js";
import { quietly } from "./publish.js";
import { holds } from "./read.js";
import { isUntouched, type SpillRecord } from "./records.js";
import type { Stage } from "./stage.js";

/**
 * Makes a file a stage again, unless another writer's record relies on it by now. He publishes his record first and looks
 * for the file then; here the file goes first, and then the record is looked at: one of the two always sees the other.
 *
 * @param own - The record that the file was to have.
 * @param before - The one that the id had when we looked first, whose file was missing.
 * @returns The other's record, if it relies on the file, which is left to him then.
 * @throws What the file system throws. The file then stays where it is, as far as it lets us see to that.
 */
export async function takeBack(
  place: Place,
  stage: Stage,
  own: SpillRecord,
  before?: SpillRecord | "damaged",
): Promise<SpillRecord | undefined> {
  const ownPath = pathOf(place, own);
  if (stage.path !== ownPath) return undefined;
  await quietly(stage.stepAside()); // where that fails, the look at the record must do
  let found: SpillRecord | "damaged" | undefined;
  try {
    found = await place.records.read(place.recordsPath, own.id);
  } catch (error) {
    await putBack(place, stage, own);
    throw error;
  }
  if (typeof found !== "object" || found.path !== own.path || !sameContent(found.content, own.content))
    return undefined;
  if (typeof before === "object" && isUntouched(before, found)) return undefined;
  return (await putBack(place, stage, own)) ? found : undefined;
}

/** The file that belongs to a record. */
export function pathOf(place: Place, record: SpillRecord): string {
  return join(place.root.path, record.path);
}

/** @returns Whether the name has the bytes again: ours, or another writer's who found it free meanwhile. */
async function putBack({ fs, root }: Place, stage: Stage, own: SpillRecord): Promise<boolean> {
  const ownPath = join(root.path, own.path);
  const isThere = await patiently(async () => {
    if (stage.path === ownPath || (await stage.moveTo(ownPath, "ignore"))) {
      stage.release();
      return true;
    }
    if (!(await holds(fs, root, ownPath, own.content))) return undefined; // one with other content, who moves on
    await stage.discard();
    return true;
  });
  return isThere === true;
}
