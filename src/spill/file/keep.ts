/**
 * Publishes a finished stage: first the file under its name, then the record, which makes the id exist. Any number of
 * writers, in any number of processes, may do this at once without a lock:
 *
 * - both names are only ever created, so of two writers one wins, and the other sees it;
 * - a file without a record is a writer between its two steps, or one that crashed there. If it has the same content, the
 *   record for it can be published by whoever comes along; if not, the id is passed over.
 */
import { join } from "node:path";
import { SpillError } from "../error.js";
import { deriveId, idCandidates } from "../id.js";
import { type SpillContent, sameContent } from "../info.js";
import type { Root } from "./directory.js";
import type { FileSystem } from "./file-system.js";
import type { Layout } from "./layout.js";
import { locate } from "./locate.js";
import { holds } from "./read.js";
import type { Records, SpillRecord } from "./records.js";
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
    if (published !== undefined) return published;
  }
  throw new SpillError("io"); // the candidates never end
}

/** @returns `undefined` if the id, or its file's name, is taken by something else. */
async function keepAs(id: string, place: Place, stage: Stage, content: SpillContent): Promise<Published | undefined> {
  const { records, recordsPath } = place;
  const found = await records.read(recordsPath, id);
  if (found === "damaged" || (found !== undefined && !sameContent(found.content, content))) return undefined;
  if (found !== undefined && (await isThere(place, found))) {
    await stage.discard();
    return { record: found, reused: true };
  }

  const file = place.layout.file(id);
  const path = place.folder === undefined ? file : `${place.folder}/${file}`;
  const record: SpillRecord = { id, path, content, createdAt: Date.now() };
  const moved = await stage.moveTo(pathOf(place, record), "fail");
  if (!moved && !(await holds(place.fs, place.root, pathOf(place, record), content))) return undefined;

  // A record whose file was removed, by us or by others, comes to life again with the same content.
  if (found !== undefined) await records.replace(recordsPath, record);
  else if (!(await records.publish(recordsPath, record))) return yieldTo(id, place, stage, record);
  if (moved) stage.release();
  else await stage.discard();
  return { record, reused: !moved };
}

/** Another writer published this id after we had looked. */
async function yieldTo(id: string, place: Place, stage: Stage, own: SpillRecord): Promise<Published | undefined> {
  const ownPath = pathOf(place, own);
  let winner: SpillRecord | "damaged" | undefined;
  try {
    winner = await place.records.read(place.recordsPath, id);
  } catch (error) {
    if (stage.path === ownPath) stage.release(); // the record may be the one of this file: better left than lost
    throw error;
  }
  // The stage may stand under the target's name by now; from there it moves on to the next candidate.
  if (winner === undefined || winner === "damaged" || !sameContent(winner.content, own.content)) return undefined;
  if (!(await isThere(place, winner))) return undefined;
  if (stage.path === ownPath && winner.path === own.path) stage.release();
  else await stage.discard();
  return { record: winner, reused: true };
}

async function isThere({ fs, root }: Place, record: SpillRecord): Promise<boolean> {
  if (record.gone !== undefined) return false;
  const path = await locate(fs, root, record);
  return path !== undefined && (await holds(fs, root, path, record.content));
}

function pathOf(place: Place, record: SpillRecord): string {
  return join(place.root.path, record.path);
}
