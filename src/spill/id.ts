/**
 * Ids of Spills. They are derived, not drawn, so that a replay of the same call finds the same Spill; and keyed by a
 * secret of the store, so that nobody who knows a call can tell the id, or plant something under it.
 */
import { encodeUtf8, hmacSha256 } from "#platform";
import type { SpillMeta } from "./types.js";

/**
 * Whether a value is a well-formed id: 1 to 96 of `a-z 0-9 . _ -`, not beginning with a dot (`.` and `..` are
 * directories, and stores keep their own files under dot names).
 *
 * @public
 */
export function isSpillId(id: unknown): id is string {
  return typeof id === "string" && /^[a-z0-9_-][a-z0-9._-]{0,95}$/.test(id);
}

/**
 * The id in a reference as people and models write it: an id, or a `spill://<id>` uri.
 *
 * @returns `undefined` when it is neither.
 * @public
 */
export function toSpillId(ref: string): string | undefined {
  if (typeof ref !== "string") return undefined;
  const id = ref.startsWith(SCHEME) ? ref.slice(SCHEME.length) : ref;
  return isSpillId(id) ? id : undefined;
}

/**
 * The uri of a Spill: `spill://<id>`.
 *
 * @public
 */
export function spillUri(id: string): string {
  return SCHEME + id;
}

/**
 * The id of a Spill: `<seq>-<tool>-<hash>` with the parts that exist. The readable parts are for people; the hash, over
 * the raw values, tells apart what looks alike once made safe.
 *
 * @param key - The store's secret.
 * @param meta - Checked by `checkMeta`.
 * @param digest - SHA-256 of the content, hexadecimal; used only where the meta names no call.
 * @internal
 */
export function deriveId(key: Uint8Array, meta: SpillMeta, digest: string): string {
  const { sessionId = null, seq = null, tool = null, callId = null } = meta;
  const call = [sessionId, seq, tool, callId]; // as JSON no two calls read alike, and a missing part is not an empty one
  const namesNoCall = seq === null && callId === null;
  return `${idStem(meta)}-${keyedHash(key, namesNoCall ? [...call, digest] : call)}`;
}

/** The part of an id that people read: `<seq>-<tool>`. @internal */
export function idStem(meta: SpillMeta): string {
  const tool = slug(meta.tool ?? "", "result");
  return meta.seq === undefined ? tool : `${meta.seq}-${tool}`;
}

/** An id for other content of the same call. @internal */
export function withDigest(id: string, digest: string): string {
  return `${id.slice(0, MAX_ID_UNITS - 1 - DIGEST_UNITS)}-${digest.slice(0, DIGEST_UNITS)}`;
}

/**
 * The ids to try for one content, best first: the call's own; the one with the digest, if the first has other content;
 * numbered ones, if even that is taken (the same bytes kept both as a whole and as a part, or a foreign file).
 *
 * @internal
 */
export function* idCandidates(id: string, digest: string): Generator<string, never> {
  yield id;
  const named = withDigest(id, digest);
  yield named;
  for (let number = 2; ; number++) yield `${named.slice(0, MAX_ID_UNITS - MAX_NUMBER_UNITS)}-${number}`;
}

/** Eight hexadecimal digits that depend on every value and on the secret. @internal */
export function keyedHash(key: Uint8Array, values: readonly unknown[]): string {
  // JSON.stringify escapes lone surrogates, so that names which differ only in those still differ here.
  return hmacSha256(key, encodeUtf8(JSON.stringify(values))).slice(0, HASH_UNITS);
}

/**
 * A name made safe for any file system: `a-z 0-9 _ -`, at most 32, never empty, no `-` at either end (it would look like
 * an option on a command line).
 *
 * @internal
 */
export function slug(name: string, fallback: string): string {
  const safe = name
    .slice(0, MAX_READ_UNITS)
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-/, "")
    .slice(0, MAX_SLUG_UNITS)
    .replace(/-$/, "");
  return safe === "" ? fallback : safe;
}

const SCHEME = "spill://";
const MAX_ID_UNITS = 96;
/** Hexadecimal digits of the HMAC in an id. Two calls that share them only cost one of them a longer id. */
const HASH_UNITS = 8;
/** Hexadecimal digits of the digest in an id. */
const DIGEST_UNITS = 16;
/** `-` and the digits of any count that will ever be reached. */
const MAX_NUMBER_UNITS = 10;
const MAX_SLUG_UNITS = 32;
/** Characters of a name that are looked at: a name can be megabytes long, and the slug shows only its beginning. */
const MAX_READ_UNITS = 128;
