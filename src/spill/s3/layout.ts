/** Which keys the objects of a store have, below its prefix. */
import { randomBytes } from "#platform";
import { deriveId, idStem, isSpillId, keyedHash } from "../id.js";
import type { SpillMeta } from "../types.js";

export interface Layout {
  /** The objects with the Spills' bytes. */
  readonly data: string;
  /** The objects that make ids exist. */
  readonly records: string;
  /** The store's secret, where the caller has none. */
  readonly secret: string;
  /** Written to find out what the server heeds. */
  readonly probe: string;
}

export function layoutBelow(prefix: string): Layout {
  return { data: `${prefix}data/`, records: `${prefix}records/`, secret: `${prefix}key`, probe: `${prefix}probe` };
}

/** A key for new bytes, which nobody has or can foresee: so bytes are never written over, and need no condition. */
export function newDataKey({ data }: Layout, meta: SpillMeta): string {
  const hex = Array.from(randomBytes(RANDOM_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${data}${idStem(meta)}-${hex}`;
}

export function recordKey({ records }: Layout, id: string): string {
  return `${records}${id}${SUFFIX}`;
}

/** The id in a record's key; `undefined` for a key that has none. */
export function idInKey({ records }: Layout, key: string): string | undefined {
  const id = key.endsWith(SUFFIX) ? key.slice(records.length, -SUFFIX.length) : "";
  return isSpillId(id) ? id : undefined;
}

/**
 * The id of a Spill: `<session>-<seq>-<tool>-<hash>`. What it begins with is the same for all of a session, a keyed hash of
 * it: an object store finds names by how they begin, and no list of a session has to go through the Spills of all others.
 */
export function idOf(secret: Uint8Array, meta: SpillMeta, digest: string): string {
  const id = deriveId(secret, meta, digest);
  return meta.sessionId === undefined ? id : `${sessionPrefix(secret, meta.sessionId)}${id}`;
}

/** How the ids of a session begin; those of others, and of none, rarely. */
export function sessionPrefix(secret: Uint8Array, sessionId: string): string {
  return `${keyedHash(secret, ["session", sessionId])}-`;
}

const SUFFIX = ".json";
const RANDOM_BYTES = 16;
