/**
 * Tombstones: what is still known of a Spill whose file is missing. The file alone decides whether a Spill is there, so
 * that a note about its end which comes late, or never, does no harm: with its file, a Spill is alive whatever is noted.
 */
import { sameContent, toBuried, toGone } from "../info.js";
import type { SpillGone } from "../types.js";
import type { Records, SpillRecord } from "./records.js";

/**
 * Notes the end of a Spill. Never rejects: the record that stays says almost as much.
 *
 * @param ended - Whether the caller made an end of it, rather than found it missing.
 * @returns What is noted, if only for the caller.
 */
export async function bury(
  records: Records,
  folder: string,
  record: SpillRecord,
  { reason, ended }: { readonly reason: SpillGone["reason"]; readonly ended: boolean },
): Promise<SpillRecord> {
  const gone = { at: Date.now(), reason };
  try {
    const found = await records.read(folder, record.id);
    if (typeof found === "object" && sameContent(found.content, record.content)) {
      if (found.gone !== undefined && !ended) return found;
      await records.replace(folder, { ...found, content: toBuried(found.content), gone });
    }
  } catch {
    // A full disk, mostly. Removing must work there: it is what makes room.
  }
  return { ...record, gone };
}

export function goneOf(record: SpillRecord): SpillGone {
  const { at, reason } = record.gone ?? { at: Date.now(), reason: "removed" };
  return toGone(record.content, { id: record.id, goneAt: at, reason });
}

/** Whether a tombstone has said long enough that there was a Spill. */
export function isExpired({ gone }: SpillRecord, tombstoneMilliseconds: number): boolean {
  return gone !== undefined && Date.now() - gone.at >= tombstoneMilliseconds;
}
