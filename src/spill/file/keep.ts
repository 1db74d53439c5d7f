/**
 * Publishes a finished stage: first the file under its name, then the record, which makes the id exist. Any number of
 * writers, in any number of processes, may do this at once without a lock, and while others sweep:
 *
 * - both names are only ever created, so of two writers one wins, and the other sees it;
 * - the record is staged before the file gets its name. So a file without a record is a writer between its two steps, or
 *   one that crashed there and left word of it: a sweep can tell such a file from one that is somebody else's;
 * - a Spill that is there already is used again only after its record was touched. A sweep first takes a file away and then
 *   looks whether its record was touched meanwhile: one of the two always sees the other.
 */
import { join } from "node:path";
import { SpillError } from "../error.js";
import { deriveId, idCandidates } from "../id.js";
import { type SpillContent, sameContent } from "../info.js";
import type { Root } from "./directory.js";
import type { FileSystem } from "./file-system.js";
import type { Layout } from "./layout.js";
import { locate } from "./locate.js";
import { patiently } from "./patience.js";
import { holds, isRegular } from "./read.js";
import { type Records, recordPath, type SpillRecord } from "./records.js";
import type { Stage } from "./stage.js";

/** Where a writer publishes. The folders were made, and found private, before the stage was opened. */
export interface Place {
  readonly fs: FileSystem;
  readonly root: Root;
  readonly recordsPath: string;
  readonly records: Records;
  readonly key: Uint8Array;
  readonly layout: Layout;
  /** The folder of the new file below the root; `undefined` for the root itself. */
  readonly folder: string | undefined;
}

export interface Published {
  readonly record: SpillRecord;
  /** The store had the Spill already: no new bytes are kept. */
  readonly reused: boolean;
}

/** Publishes the stage, or discards it in favour of an equal Spill. On a rejection the stage is still the caller's. */
export async function keep(place: Place, stage: Stage, content: SpillContent): Promise<Published> {
  for (const id of idCandidates(deriveId(place.key, content.meta, content.sha256), content.sha256)) {
    const published = await keepAs(id, place, stage, content);
    if (published === undefined) continue;
    if (await patiently(() => isSettled(place, published.record))) return published;
    throw new SpillError("io"); // somebody took the file away at once
  }
  throw new SpillError("io"); // the candidates never end
}

/** @returns `undefined` if the id, or its file's name, is taken by something else. */
async function keepAs(id: string, place: Place, stage: Stage, content: SpillContent): Promise<Published | undefined> {
  const { records, recordsPath } = place;
  const found = await records.read(recordsPath, id);
  if (found === "damaged" || (found !== undefined && !sameContent(found.content, content))) return undefined;
  if (found !== undefined && (await canBeShared(place, found))) {
    await stage.discard();
    return { record: found, reused: true };
  }

  const file = place.layout.file(id);
  const path = place.folder === undefined ? file : `${place.folder}/${file}`;
  const record: SpillRecord = { id, path, content, createdAt: Date.now() };
  const staged = await records.stage(recordsPath, record);
  try {
    const published = await publish(place, { stage, staged }, record, found);
    await staged.discard(); // unless it is the record by now
    return published;
  } catch (error) {
    // The file first: should it stay, the word that was left of it must stay too.
    if (await stage.discard()) await staged.discard();
    throw error;
  }
}

async function publish(
  place: Place,
  { stage, staged }: { readonly stage: Stage; readonly staged: Stage },
  record: SpillRecord,
  found: SpillRecord | undefined,
): Promise<Published | undefined> {
  const path = pathOf(place, record);
  const moved = await stage.moveTo(path, "fail");
  if (!moved && !(await holds(place.fs, place.root, path, record.content))) return undefined;

  // A record whose file was removed, by us or by others, comes to life again with the same content.
  if (found !== undefined) await staged.replace(recordPath(place.recordsPath, record.id));
  else if (await place.records.publish(place.recordsPath, record.id, staged)) staged.release();
  else return yieldTo(place, stage, record);
  if (moved) stage.release();
  else await stage.discard();
  return { record, reused: found !== undefined && !moved };
}

/** Another writer published this id after we had looked. */
async function yieldTo(place: Place, stage: Stage, own: SpillRecord): Promise<Published | undefined> {
  const ownPath = pathOf(place, own);
  let winner: SpillRecord | "damaged" | undefined;
  try {
    winner = await place.records.read(place.recordsPath, own.id);
  } catch (error) {
    if (stage.path === ownPath) stage.release(); // the record may be the one of this file: better left than lost
    throw error;
  }
  // The stage may stand under the target's name by now; from there it moves on to the next candidate.
  if (winner === undefined || winner === "damaged" || !sameContent(winner.content, own.content)) return undefined;
  if (stage.path === ownPath && winner.path === own.path) stage.release();
  else if (await canBeShared(place, winner)) await stage.discard();
  else return undefined;
  return { record: winner, reused: true };
}

/** Whether a Spill can serve another call, and is safe from a sweep that does not know of it. */
async function canBeShared({ fs, root, records, recordsPath }: Place, record: SpillRecord): Promise<boolean> {
  const path = await locate(fs, root, record);
  if (path === undefined) return false;
  // Where times cannot be set, a record that is written anew has a new one.
  const touched = await records.touch(recordsPath, record.id);
  if (!touched && record.gone === undefined) await records.replace(recordsPath, { ...record, readAt: Date.now() });
  return holds(fs, root, path, record.content);
}

/** Whether nothing speaks against a ref: the file is there, or was removed meanwhile by somebody who says so. */
async function isSettled(place: Place, record: SpillRecord): Promise<true | undefined> {
  try {
    if (await isRegular(place.fs, pathOf(place, record), record.content.bytes)) return true;
    const found = await place.records.read(place.recordsPath, record.id);
    return typeof found === "object" && found.gone !== undefined ? true : undefined;
  } catch {
    return true; // the file was found whole before it got its name
  }
}

function pathOf(place: Place, record: SpillRecord): string {
  return join(place.root.path, record.path);
}
