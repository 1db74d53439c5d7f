/** Whether a store knows the Spill that a notice names. */
import { isSpillId } from "../../spill/id.js";
import type { SpillInfo, SpillSink } from "../../spill/types.js";
import type { NoticeClaim } from "./parseNotice.js";

/** Whether a claim names a Spill at all. */
export function namesSpill({ id, path }: NoticeClaim): boolean {
  return id !== undefined || path !== undefined;
}

/**
 * The Spill that a claim names, if the store has it, at the path that it says, and it is not too small for the sizes that it
 * says. They need not be equal: a View counts the text, which cleaning and decoding made of the bytes.
 */
export async function confirm(claim: NoticeClaim, sink: SpillSink | undefined): Promise<SpillInfo | undefined> {
  if (sink === undefined) return undefined;
  for (const id of idsOf(claim)) {
    const info = await statOrNothing(sink, id);
    if (info === undefined || "gone" in info) continue;
    if (claim.path !== undefined && claim.path !== info.path) continue;
    if ((claim.total?.bytes ?? 0) <= MOST_BYTES_A_BYTE * info.totalBytes) return info;
  }
  return undefined;
}

/** A file can have a prefix before its id: any of the name's endings may be the id. */
function idsOf({ id, path }: NoticeClaim): string[] {
  if (id === undefined || path === undefined) return id === undefined ? [] : [id];
  const parts = id.split("-").slice(0, MOST_PARTS);
  return parts.map((_, index) => id.split("-").slice(index).join("-")).filter(isSpillId);
}

async function statOrNothing(sink: SpillSink, id: string) {
  try {
    return await sink.stat(id);
  } catch {
    return undefined; // a store that fails confirms nothing
  }
}

/** A byte that is not valid becomes U+FFFD, of three bytes. */
const MOST_BYTES_A_BYTE = 3;
/** Parts of a name that are tried. */
const MOST_PARTS = 8;
