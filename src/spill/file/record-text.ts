/** The text of a record: read from disk, where anybody with access may have changed it, so that no field is believed. */
import { checkAmount, checkObject, checkString } from "../../internal/check.js";
import { toInfo } from "../info.js";
import { parseContent, parseGone } from "../recordFields.js";
import { parsePath } from "./layout.js";
import type { SpillRecord } from "./records.js";

export function formatRecord({ id, path, content, createdAt, gone }: SpillRecord): string {
  const info = toInfo(content, { id, path, createdAt });
  return `${JSON.stringify({ ...info, ...(gone === undefined ? {} : { gone }) })}\n`;
}

/** Every field is checked: a record with one that makes no sense is no record. */
export function parseRecord(text: string, id: string): SpillRecord | "damaged" {
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

/** The id that a text says it is of, to be checked by {@link parseRecord}. */
export function idInRecord(text: string): string {
  try {
    return String((JSON.parse(text) as Record<string, unknown>)["id"]);
  } catch {
    return "";
  }
}
