/** The fields of a record as text: read from a medium where anybody with access may have changed it, so that none is believed. */
import { checkAmount, checkBoolean, checkChoice, checkCount, checkObject, checkString } from "../internal/check.js";
import { checkMeta } from "./arguments.js";
import type { SpillContent } from "./info.js";
import type { SpillGone, SpillMeta } from "./types.js";

/** @throws Error if a field makes no sense. */
export function parseContent(value: Record<string, unknown>): SpillContent {
  const bytes = checkCount("bytes", value["bytes"]);
  const totalBytes = checkCount("totalBytes", value["totalBytes"]);
  const sha256 = checkString("sha256", value["sha256"]);
  const complete = checkBoolean("complete", value["complete"]);
  const isSound = /^[0-9a-f]{64}$/.test(sha256) && totalBytes >= bytes && (!complete || totalBytes === bytes);
  if (!isSound) throw new RangeError("record");
  return { bytes, sha256, complete, totalBytes, meta: checkMeta(checkObject("meta", value["meta"]) as SpillMeta) };
}

/** What a record says of the end of its Spill. */
export interface GoneNote {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly reason: SpillGone["reason"];
}

/** @throws Error if a field makes no sense. */
export function parseGone(value: unknown): GoneNote {
  const { at, reason } = checkObject("gone", value) as Record<string, unknown>;
  return { at: checkAmount("at", at), reason: checkChoice("reason", reason, ["swept", "removed"]) };
}
