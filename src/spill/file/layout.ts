/** Where files stand below the root. */
import { keyedHash, slug } from "../id.js";
import type { SpillMeta } from "../types.js";

/** The folder of the records and the key. */
export const RECORDS_FOLDER = ".spillway";

/** Names the files of new Spills. */
export interface Layout {
  /** The folder below the root; `undefined` for the root itself. */
  folder(key: Uint8Array, meta: SpillMeta): string | undefined;
  file(id: string): string;
}

/** `<session>/<id>.log` */
export function sessionLayout(): Layout {
  return { folder: (key, meta) => sessionFolder(key, meta.sessionId), file: (id) => `${id}.log` };
}

/** `<prefix>-<pid>-<id>.txt` */
export function flatLayout(prefix: string): Layout {
  return { folder: () => undefined, file: (id) => `${prefix}-${process.pid}-${id}.txt` };
}

/** Whether a text can be a prefix of a file's name on every system. */
export function isFilePrefix(prefix: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/.test(prefix) && !isReserved(prefix);
}

/**
 * The folders and the name in a record's path, if that path can be one of ours. A record is read from disk, so it is not
 * believed: it can only point at the file which carries its id, never at another one, or outside.
 */
export function parsePath(path: string, id: string): { folder: string | undefined; file: string } | undefined {
  const [first = "", second, ...more] = path.split("/");
  if (more.length > 0) return undefined;
  if (second === undefined) {
    const prefixed = /^(.+)-\d+-$/.exec(first.slice(0, -`${id}.txt`.length))?.[1];
    return first.endsWith(`-${id}.txt`) && isFilePrefix(prefixed ?? "")
      ? { folder: undefined, file: first }
      : undefined;
  }
  return isFolder(first) && second === `${id}.log` ? { folder: first, file: second } : undefined;
}

/**
 * A plain session id is the folder's name as it stands, so that people find it; any other becomes a slug and a hash, so
 * that no two sessions are mixed up.
 */
function sessionFolder(key: Uint8Array, sessionId: string | undefined): string {
  if (sessionId === undefined) return "default";
  if (isFolder(sessionId) && sessionId.length <= MAX_PLAIN_UNITS && !isReserved(sessionId)) return sessionId;
  return `${slug(sessionId, "session")}-${keyedHash(key, ["session", sessionId])}`;
}

/** Whether a name can be that of a session's folder. */
export function isFolder(name: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,95}$/.test(name) && !name.endsWith(".");
}

/** Names that mean a device on Windows, with any extension. */
function isReserved(name: string): boolean {
  return /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i.test(name);
}

const MAX_PLAIN_UNITS = 64;
