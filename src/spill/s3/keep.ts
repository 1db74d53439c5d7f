/**
 * Publishes bytes that are in the bucket by a record that names them. Any number of writers may do this at once: each has an
 * object of his own for the bytes, and of two who want one id the server lets one create its record, or change it.
 */
import { SpillError } from "../error.js";
import { idCandidates } from "../id.js";
import { type SpillContent, sameContent } from "../info.js";
import { idOf } from "./layout.js";
import { type FoundRecord, type SpillRecord, tombstoneOf } from "./records.js";
import type { Store } from "./store.js";
import type { Upload } from "./upload.js";

export interface Published {
  readonly record: SpillRecord;
  /** The store had the Spill already: the bytes of this writer are not needed. */
  readonly reused: boolean;
}

/** Publishes an upload that is finished. On a rejection it is still the caller's, unless a record may name it by now. */
export async function keep(store: Store, upload: Upload, content: SpillContent): Promise<Published> {
  const id = idOf(await store.secret.make(), content.meta, content.sha256);
  for (const candidate of idCandidates(id, content.sha256)) {
    const own = { id: candidate, dataKey: upload.key, content, createdAt: Date.now() };
    try {
      const published = await keepAs(store, own);
      if (published !== undefined) return published;
    } catch (error) {
      if (!(await isRetracted(store, own))) upload.release();
      throw error;
    }
  }
  throw new SpillError("io"); // the candidates never end
}

/** @returns `undefined` if the id has other content. */
async function keepAs(store: Store, own: SpillRecord): Promise<Published | undefined> {
  const { records } = store;
  const isConditional = await store.heedsConditions();
  // Where the server answers for it, nobody has to look first.
  let found = isConditional ? undefined : await records.read(own.id);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (found === undefined) {
      if ((await records.create(own)) && isConditional) return { record: own, reused: false };
      found = await records.read(own.id);
    }
    if (found === undefined) continue;
    if (found === "damaged" || !sameContent(found.record.content, own.content)) return undefined;
    // Ours: the server took it, and its answer was lost; or nobody else wrote meanwhile, where there are no conditions.
    if (found.record.dataKey === own.dataKey) return { record: own, reused: false };
    const published = await shareOrRevive(store, found, own);
    if (published !== undefined) return published;
    found = await records.read(own.id);
  }
  throw new SpillError("io");
}

/**
 * Takes back a record that may have been created although the server did not say so: nothing is to stay of what failed. But
 * not one that another writer relies on, who noted that.
 *
 * @returns Whether no record names the bytes for certain.
 */
async function isRetracted({ records }: Store, own: SpillRecord): Promise<boolean> {
  try {
    const found = await records.read(own.id);
    if (typeof found !== "object" || found.record.dataKey !== own.dataKey) return true;
    return found.record.readAt === undefined && (await records.replace(found, tombstoneOf(own, "removed")));
  } catch {
    return false;
  }
}

/** @returns `undefined` if somebody changed the record meanwhile. */
async function shareOrRevive(store: Store, found: FoundRecord, own: SpillRecord): Promise<Published | undefined> {
  const { record } = found;
  const isThere = record.gone === undefined && (await store.objects.size(record.dataKey)) === record.content.bytes;
  if (!isThere) return (await store.records.replace(found, own)) ? { record: own, reused: false } : undefined;
  // Its ref goes out again: it must not be swept as old. Another writer may have said so just now.
  const isNoted =
    (record.readAt ?? 0) >= own.createdAt || (await store.records.replace(found, { ...record, readAt: Date.now() }));
  return isNoted ? { record, reused: true } : undefined;
}

/** Each is lost only to another writer who got on. */
const MAX_ATTEMPTS = 50;
