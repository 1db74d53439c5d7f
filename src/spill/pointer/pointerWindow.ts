/** Windows by JSON Pointer: members of a container, or a part of a string, each JSON by itself. */
import type { OpenSpill, SpillWindow } from "../readSpill.js";
import type { PointerRequest } from "../request.js";
import { NotJson } from "./cursor.js";
import { navigate } from "./navigate.js";
import { resume } from "./resume.js";
import { through } from "./through.js";

/**
 * As many whole members as fit. One that is larger than the limits is gone through by itself; what stands behind it comes
 * then.
 *
 * @throws RangeError for a pointer that leads nowhere, and where the Spill is not JSON
 */
export async function pointerWindow(spill: OpenSpill, request: PointerRequest): Promise<SpillWindow> {
  const { pointer, from = 0, within = pointer } = request;
  try {
    const window = await resume(spill, request);
    if (window !== undefined) return window;
    const place = await navigate(spill, pointer);
    if (place !== undefined) return await through(spill, place, from, within);
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    if (spill.isPartial) throw new RangeError("pointer leads to where the JSON of this Spill breaks off");
    throw new RangeError("pointer needs a Spill of JSON, and this is none");
  }
  throw new RangeError("pointer leads to no value of this Spill");
}
