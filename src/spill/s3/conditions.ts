/** Whether the server heeds the conditions of a write: some take no notice of them, and write. */
import { encodeUtf8 } from "#platform";
import { isUnsupported } from "./errors.js";
import type { Objects } from "./objects.js";

/**
 * Asks by writing the same object twice, the second time on the condition that there is none. It stays, so that whoever asks
 * next has his answer at the first time.
 */
export async function heedsConditions(objects: Objects, probeKey: string): Promise<boolean> {
  try {
    for (let time = 1; time <= 2; time++) {
      if ((await objects.put(probeKey, PROBE, "absent")) === undefined) return true;
    }
    return false;
  } catch (error) {
    if (isUnsupported(error)) return false;
    throw error;
  }
}

const PROBE = encodeUtf8("Written by spillway, to see whether the server heeds If-None-Match.\n");
