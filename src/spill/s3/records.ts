/** Records: one small object of JSON a Spill. An id exists exactly when its record does; the record names the bytes. */
import { decodeUtf8, encodeUtf8 } from "#platform";
import { checkAmount, checkObject, checkString } from "../../internal/check.js";
import { type SpillContent, toBuried, toInfo } from "../info.js";
import { type GoneNote, parseContent, parseGone } from "../recordFields.js";
import type { SpillGone } from "../types.js";
import { type Layout, recordKey } from "./layout.js";
import type { Objects } from "./objects.js";

export interface SpillRecord {
  readonly id: string;
  /** The key of the object with the bytes; empty in a tombstone. */
  readonly dataKey: string;
  readonly content: SpillContent;
  readonly createdAt: number;
  readonly readAt?: number | undefined;
  readonly gone?: GoneNote | undefined;
}

/** A record as it was read, and its version. */
export interface FoundRecord {
  readonly record: SpillRecord;
  readonly version: string | undefined;
}

export interface Records {
  read(id: string): Promise<FoundRecord | "damaged" | undefined>;
  /** @returns Whether the id was free; on a server without conditions, whether it looked so. */
  create(record: SpillRecord): Promise<boolean>;
  /** Puts a record in the place of one that was read. @returns `false` if that one is not there any more. */
  replace(found: FoundRecord, record: SpillRecord): Promise<boolean>;
}

export function createRecords(objects: Objects, layout: Layout, heeds: () => Promise<boolean>): Records {
  let form = 0; // of versions, as the server is found to understand them

  return {
    async read(id) {
      const found = await objects.get(recordKey(layout, id));
      if (found === undefined) return undefined;
      const record = parseRecord(decodeUtf8(found.bytes), id, layout);
      return record === undefined ? "damaged" : { record, version: found.version };
    },
    async create(record) {
      const key = recordKey(layout, record.id);
      const isConditional = await heeds();
      if (!isConditional && (await objects.size(key)) !== undefined) return false;
      return (await objects.put(key, format(record), isConditional ? "absent" : undefined)) !== undefined;
    },
    async replace({ version }, record) {
      const key = recordKey(layout, record.id);
      const body = format(record);
      const isConditional = version !== undefined && (await heeds());
      while (isConditional && form < FORMS.length) {
        const tried = form;
        if ((await objects.put(key, body, { version: FORMS[tried]?.(version) ?? version })) !== undefined) return true;
        const now = await objects.get(key);
        if (now?.version !== version) return now !== undefined && isEqual(now.bytes, body); // or its answer was lost
        form = Math.max(form, tried + 1); // it is as it was: the server takes the version for another one
      }
      await objects.put(key, body);
      return true;
    },
  };
}

/** What is left of a record once its bytes go. */
export function tombstoneOf({ id, content, createdAt }: SpillRecord, reason: SpillGone["reason"]): SpillRecord {
  return { id, dataKey: "", content: toBuried(content), createdAt, gone: { at: Date.now(), reason } };
}

/** Whether a tombstone has said long enough that there was a Spill. */
export function isExpired({ gone }: SpillRecord, tombstoneMilliseconds: number): boolean {
  return gone !== undefined && Date.now() - gone.at >= tombstoneMilliseconds;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function format({ id, dataKey, content, createdAt, readAt, gone }: SpillRecord): Uint8Array {
  const { uri: _uri, mediaType: _mediaType, encoding: _encoding, ...info } = toInfo(content, { id, createdAt, readAt });
  return encodeUtf8(`${JSON.stringify({ ...info, dataKey, ...(gone === undefined ? {} : { gone }) })}\n`);
}

/** Every field is checked: whoever can write into the bucket must not lead a reader to another object. */
function parseRecord(text: string, id: string, { data }: Layout): SpillRecord | undefined {
  try {
    const value = checkObject("record", JSON.parse(text)) as Record<string, unknown>;
    const { gone, readAt } = value;
    const dataKey = checkString("dataKey", value["dataKey"]);
    const isPlace = gone === undefined ? dataKey.startsWith(data) && dataKey.length > data.length : dataKey === "";
    if (value["id"] !== id || !isPlace) return undefined;
    return {
      id,
      dataKey,
      content: parseContent(value),
      createdAt: checkAmount("createdAt", value["createdAt"]),
      ...(readAt === undefined ? {} : { readAt: checkAmount("readAt", readAt) }),
      ...(gone === undefined ? {} : { gone: parseGone(gone) }),
    };
  } catch {
    return undefined;
  }
}

/** How servers want the version that they gave: as it was, or (radosgw before Reef) without its quotation marks. */
const FORMS: readonly ((version: string) => string)[] = [
  (version) => version,
  (version) => version.replaceAll('"', ""),
];
