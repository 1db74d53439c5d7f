/** The parts of a store that its operations share. */
import { SpillError } from "../error.js";
import { isSpillId } from "../id.js";
import { heedsConditions } from "./conditions.js";
import { type Layout, layoutBelow } from "./layout.js";
import { createObjects, type Objects } from "./objects.js";
import type { ResolvedOptions } from "./options.js";
import { createRecords, type FoundRecord, type Records } from "./records.js";
import { createSecret, type Secret } from "./secret.js";

export interface Store {
  readonly objects: Objects;
  readonly layout: Layout;
  readonly records: Records;
  readonly secret: Secret;
  readonly options: ResolvedOptions;
  /** Whether the server heeds the conditions of a write. */
  heedsConditions(): Promise<boolean>;
  /**
   * The record of an id; `undefined` for one that is unknown or not well formed.
   *
   * @throws {@link SpillError} `corrupt` for a record that makes no sense.
   */
  find(id: string): Promise<FoundRecord | undefined>;
}

export function createStore(options: ResolvedOptions): Store {
  const layout = layoutBelow(options.prefix);
  const objects = createObjects(options);
  let answer: Promise<boolean> | undefined;

  function heeds(): Promise<boolean> {
    if (options.conditionalWrites !== undefined) return Promise.resolve(options.conditionalWrites);
    answer ??= heedsConditions(objects, layout.probe).catch((error: unknown) => {
      answer = undefined; // no answer: whoever comes next asks again
      throw error;
    });
    return answer;
  }

  const records = createRecords(objects, layout, heeds);
  return {
    objects,
    layout,
    records,
    secret: createSecret(objects, layout.secret, options.key, heeds),
    options,
    heedsConditions: heeds,
    async find(id) {
      if (!isSpillId(id)) return undefined;
      const found = await records.read(id);
      if (found === "damaged") throw new SpillError("corrupt");
      return found;
    },
  };
}
