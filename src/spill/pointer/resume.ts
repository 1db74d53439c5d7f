/** Goes on where a window ended, without going through all that stands before. */
import type { OpenSpill, SpillWindow } from "../readSpill.js";
import type { PointerRequest } from "../request.js";
import { ByteCursor, NotJson } from "./cursor.js";
import { memberHere } from "./members.js";
import { pageAt, stringWindowAt } from "./pages.js";

/**
 * The offset comes from whoever asks: a wrong one may show another place, but what it shows is JSON.
 *
 * @returns `undefined` where the request names no place, or one that is none
 */
export async function resume(spill: OpenSpill, request: PointerRequest): Promise<SpillWindow | undefined> {
  const { pointer, from = 0, within = pointer, at, kind } = request;
  if (at === undefined || kind === undefined || at >= spill.total) return undefined;
  try {
    const place = { pointer, steps: undefined };
    const cursor = new ByteCursor(spill.read, spill.total, at);
    const window =
      kind === "string"
        ? await stringWindowAt(spill, { ...place, cursor, kind: undefined }, from, at, within)
        : await pageAt(spill, { ...place, cursor, kind }, await memberHere(cursor, kind), from, within);
    return window !== undefined && isJson(window.text, kind) ? window : undefined;
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

function isJson(text: string, kind: string): boolean {
  try {
    for (const record of kind === "records" ? text.split("\n") : [text]) JSON.parse(record);
    return true;
  } catch {
    return false;
  }
}
