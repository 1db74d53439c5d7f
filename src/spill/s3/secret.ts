/** The secret that ids are derived with: the caller's, or else one that is kept in the bucket. */
import { SpillError } from "../error.js";
import { KEY_BYTES, newKey } from "../secret.js";
import type { Objects } from "./objects.js";

export interface Secret {
  /** The secret; `undefined` for a store that has none yet, and so no Spills. */
  find(): Promise<Uint8Array | undefined>;
  /** The same, made first where there is none. */
  make(): Promise<Uint8Array>;
}

export function createSecret(
  objects: Objects,
  key: string,
  given: Uint8Array | undefined,
  heeds: () => Promise<boolean>,
): Secret {
  let known = given;

  async function find(): Promise<Uint8Array | undefined> {
    if (known !== undefined) return known;
    const found = (await objects.get(key))?.bytes;
    if (found !== undefined && found.length !== KEY_BYTES) throw new SpillError("corrupt");
    known = found;
    return known;
  }

  return {
    find,
    async make() {
      const found = await find();
      if (found !== undefined) return found;
      // Whoever writes at the same moment: the one that is there afterwards counts.
      await objects.put(key, newKey(), (await heeds()) ? "absent" : undefined);
      const made = await find();
      if (made === undefined) throw new SpillError("io");
      return made;
    },
  };
}
