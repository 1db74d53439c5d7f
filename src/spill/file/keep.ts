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
import { pathOf, takeBack } from "./takeBack.js";

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
    if (await patiently(() => isSettled(place, published.record), PATIENT_ATTEMPTS)) return published;
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

  // As it is now, that is, after our own touch: who touches it later relies on the file that we are about to place.
  const before = found === undefined ? undefined : await records.read(recordsPath, id);
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
    if ((await withdrawStage(place, stage, record, before)) && (await stage.discard())) await staged.discard();
    throw error;
  }
}

/** @returns Whether the file is out of the way of others; never rejects. */
async function withdrawStage(
  place: Place,
  stage: Stage,
  own: SpillRecord,
  before: SpillRecord | "damaged" | undefined,
): Promise<boolean> {
  try {
    await takeBack(place, stage, own, before);
    return true;
  } catch {
    stage.release();
    return false;
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
  // The file that we relied on may be gone: only from now on does whoever takes it away see our record.
  const placed =
    moved || (!(await isRegular(place.fs, path, record.content.bytes)) && (await stage.moveTo(path, "ignore")));
  if (placed) stage.release();
  else await stage.discard();
  return { record, reused: found !== undefined && !placed };
}

/** Another writer published this id after we had looked. */
async function yieldTo(place: Place, stage: Stage, own: SpillRecord): Promise<Published | undefined> {
  const isInPlace = stage.path === pathOf(place, own);
  let winner: SpillRecord | "damaged" | undefined;
  try {
    winner = await readWinner(place, own.id);
  } catch (error) {
    if (isInPlace) stage.release(); // the record may be the one of this file: better left than lost
    throw error;
  }
  if (typeof winner === "object" && sameContent(winner.content, own.content)) {
    const isOwnFile = isInPlace && winner.path === own.path;
    if (isOwnFile) stage.release();
    else if (await canBeShared(place, winner)) await stage.discard();
    else return undefined;
    return { record: winner, reused: true };
  }
  const reliant = await takeBack(place, stage, own);
  return reliant === undefined ? undefined : { record: reliant, reused: true };
}

/** Without hard links a new record is empty for a moment, see `moveToNew`: until it is more, nobody knows whose it is. */
async function readWinner({ records, recordsPath }: Place, id: string): Promise<SpillRecord | "damaged" | undefined> {
  let winner: SpillRecord | "damaged" | undefined;
  await patiently(async () => {
    winner = await records.read(recordsPath, id);
    return winner === "damaged" ? undefined : true;
  }, PATIENT_ATTEMPTS);
  return winner;
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

/** A tenth of a second, for another's next steps: a record that gets its name, a tombstone that is written. */
const PATIENT_ATTEMPTS = 20;
