/** Goes on where a window ended, without going through all that stands before. */
import type { OpenSpill, SpillWindow } from "../readSpill.js";
import type { PointerRequest } from "../request.js";
import { ByteCursor, NotJson } from "./cursor.js";
import { memberHere } from "./members.js";
import { stringWindowAt } from "./pages.js";
import { parseSteps } from "./steps.js";
import { throughMember } from "./through.js";

/**
 * The offset comes from whoever asks: a wrong one may show another place, but what it shows is JSON.
 *
 * @returns `undefined` where the request names no place, or one that is none
 */
export async function resume(spill: OpenSpill, request: PointerRequest): Promise<SpillWindow | undefined> {
  const { pointer, from = 0, within = pointer, at, kind, steps: way = "" } = request;
  const steps = parseSteps(way, within, pointer);
  if (at === undefined || kind === undefined || steps === undefined || at >= spill.total) return undefined;
  try {
    const place = { pointer, steps, cursor: new ByteCursor(spill.read, spill.total, at) };
    if (kind !== "string") {
      return await throughMember(spill, { ...place, kind }, await memberHere(place.cursor, kind), from, within);
    }
    return await stringWindowAt(spill, { ...place, kind: undefined }, from, at, within);
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}
