/** Records: one small JSON file a Spill. An id exists exactly when its record does. */
import { join } from "node:path";
import { decodeUtf8, encodeUtf8 } from "#platform";
import { checkAmount, checkChoice, checkCount, checkObject, checkString } from "../../internal/check.js";
import { checkMeta } from "../arguments.js";
import { isSpillId } from "../id.js";
import { type SpillContent, toInfo } from "../info.js";
import type { SpillGone, SpillMeta } from "../types.js";
import { orAbsent } from "./errors.js";
import type { FileSystem } from "./file-system.js";
import { parsePath } from "./layout.js";
import { readWhole } from "./read.js";
import { stageBytes } from "./stage.js";

export interface SpillRecord {
  readonly id: string;
  /** Of the file, below the root, with `/` on every system. */
  readonly path: string;
  readonly content: SpillContent;
  readonly createdAt: number;
  /** Set on a tombstone. */
  readonly gone?: { readonly at: number; readonly reason: SpillGone["reason"] } | undefined;
}

/** Reads and writes the records in one folder. `folder` is the folder's path, already found to be a real directory. */
export interface Records {
  read(folder: string, id: string): Promise<SpillRecord | "damaged" | undefined>;
  /** Publishes a new record; `false` if the id has one. */
  publish(folder: string, record: SpillRecord): Promise<boolean>;
  /** Puts a record in the place of the one that is there. */
  replace(folder: string, record: SpillRecord): Promise<void>;
  /** The ids that have a record, in no order. */
  ids(folder: string): Promise<string[]>;
}

export function createRecords(fs: FileSystem, sync: boolean): Records {
  const stage = (folder: string, record: SpillRecord) =>
    stageBytes(fs, folder, record.id, { bytes: encodeUtf8(format(record)), sync });

  return {
    async read(folder, id) {
      const bytes = await readWhole(fs, recordPath(folder, id));
      return bytes === undefined ? undefined : parse(decodeUtf8(bytes), id);
    },
    async publish(folder, record) {
      const staged = await stage(folder, record);
      try {
        // From the moment it appears others may rely on it, so a failure to tidy up must not take it back.
        const published = await staged.moveTo(recordPath(folder, record.id), "ignore");
        if (!published) await staged.discard();
        return published;
      } catch (error) {
        await staged.discard();
        throw error;
      }
    },
    async replace(folder, record) {
      const staged = await stage(folder, record);
      try {
        await staged.replace(recordPath(folder, record.id));
      } catch (error) {
        await staged.discard();
        throw error;
      }
    },
    async ids(folder) {
      const names = (await orAbsent(fs.readdir(folder))) ?? [];
      return names.flatMap((name) => {
        const id = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : "";
        return isSpillId(id) ? [id] : [];
      });
    },
  };
}

function recordPath(folder: string, id: string): string {
  return join(folder, id + SUFFIX);
}

function format(record: SpillRecord): string {
  const { gone } = record;
  return `${JSON.stringify({ ...toInfo(record.content, record), ...(gone === undefined ? {} : { gone }) })}\n`;
}

/** Every field is checked: a record with one that makes no sense is no record. */
function parse(text: string, id: string): SpillRecord | "damaged" {
  try {
    const value = checkObject("record", JSON.parse(text)) as Record<string, unknown>;
    const path = checkString("path", value["path"]);
    const { gone } = value;
    const record = { id, path, content: parseContent(value), createdAt: checkAmount("createdAt", value["createdAt"]) };
    if (value["id"] !== id || parsePath(path, id) === undefined) return "damaged";
    return gone === undefined ? record : { ...record, gone: parseGone(gone) };
  } catch {
    return "damaged";
  }
}

function parseContent(value: Record<string, unknown>): SpillContent {
  const bytes = checkCount("bytes", value["bytes"]);
  const totalBytes = checkCount("totalBytes", value["totalBytes"]);
  const { sha256, complete } = value;
  const sound = typeof sha256 === "string" && /^[0-9a-f]{64}$/.test(sha256) && typeof complete === "boolean";
  if (!sound || totalBytes < bytes || (complete && totalBytes !== bytes)) throw new RangeError("record");
  return { bytes, sha256, complete, totalBytes, meta: checkMeta(checkObject("meta", value["meta"]) as SpillMeta) };
}

function parseGone(value: unknown): SpillRecord["gone"] {
  const { at, reason } = checkObject("gone", value) as Record<string, unknown>;
  return { at: checkAmount("at", at), reason: checkChoice("reason", reason, ["swept", "removed"]) };
}

const SUFFIX = ".json";
