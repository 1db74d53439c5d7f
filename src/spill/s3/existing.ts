/** What can be read of Spills that are there. */
import { clampRange } from "../arguments.js";
import { isSpillError, SpillError } from "../error.js";
import { toGone, toInfo } from "../info.js";
import { lastUse } from "../retention.js";
import type { SpillFilter, SpillGone, SpillInfo } from "../types.js";
import { guarded } from "./errors.js";
import { idInKey, sessionPrefix } from "./layout.js";
import { mapAhead } from "./mapAhead.js";
import type { ReadAhead } from "./readAhead.js";
import { type FoundRecord, isExpired, type SpillRecord, tombstoneOf } from "./records.js";
import type { Store } from "./store.js";

/** A store as one reader uses it. */
export interface Reader {
  stat(id: string): Promise<SpillInfo | SpillGone | undefined>;
  read(id: string, range: { start: number; end: number }): Promise<Uint8Array>;
  /** To be called when this sink removed Spills: what was known of them is not true any more. */
  forget(): void;
}

export function createReader(store: Store, ahead: ReadAhead): Reader {
  const { records, options } = store;
  const recent = new Map<string, { found: FoundRecord; until: number }>(); // eldest first

  async function look(id: string): Promise<FoundRecord | undefined> {
    const found = await store.find(id);
    recent.delete(id);
    if (found === undefined || found.record.gone !== undefined) return found;
    recent.set(id, { found, until: Date.now() + RECENT_MILLISECONDS });
    const [eldest] = recent.keys();
    if (recent.size > MAX_RECENT && eldest !== undefined) recent.delete(eldest);
    return found;
  }

  function known(id: string): FoundRecord | undefined {
    const entry = recent.get(id);
    return entry !== undefined && Date.now() < entry.until ? entry.found : undefined;
  }

  /** A note a day is enough to be told from what nobody reads. Who may only read, reads without. */
  async function noteUse(found: FoundRecord): Promise<void> {
    const { record } = found;
    if (Date.now() - lastUse(record) < NOTED_MILLISECONDS) return;
    await records.replace(found, { ...record, readAt: Date.now() }).catch(() => false);
  }

  /** @returns `undefined` if the bytes are not there. */
  async function bytesOf({ record }: FoundRecord, range: { start: number; end: number }) {
    const { bytes } = record.content;
    const { start, end } = clampRange(range, bytes);
    return start === end ? new Uint8Array(0) : ahead.read(record.dataKey, { start, end }, bytes);
  }

  return {
    async stat(id) {
      const found = await look(id);
      if (found === undefined) return undefined;
      return found.record.gone === undefined
        ? infoOf(found.record)
        : goneOf(found.record, options.tombstoneMilliseconds);
    },
    async read(id, range) {
      const before = known(id);
      const early = before === undefined ? undefined : await bytesOf(before, range);
      if (early !== undefined) return early;
      const found = await look(id);
      if (found === undefined) throw new SpillError("not_found");
      if (found.record.gone === undefined) {
        await noteUse(found);
        const bytes = await bytesOf(found, range);
        if (bytes !== undefined) return bytes;
        // Somebody else deleted the bytes, or a rule of the bucket did: from now on the record says so.
        recent.delete(id);
        await records.replace(found, tombstoneOf(found.record, "removed")).catch(() => false);
        throw new SpillError("gone");
      }
      throw new SpillError(isExpired(found.record, options.tombstoneMilliseconds) ? "not_found" : "gone");
    },
    forget() {
      recent.clear();
    },
  };
}

/** Every Spill that can be read. Names come by the thousand, what they name one by one: some are asked for ahead. */
export async function* listSpills(store: Store, filter: SpillFilter | undefined): AsyncGenerator<SpillInfo> {
  for await (const found of recordsIn(store, filter?.sessionId)) {
    if (found === undefined || found.record.gone !== undefined) continue;
    const info = infoOf(found.record);
    if (filter?.sessionId === undefined || filter.sessionId === info.meta.sessionId) yield info;
  }
}

async function* recordsIn(store: Store, sessionId: string | undefined): AsyncGenerator<FoundRecord | undefined> {
  const { layout, objects, secret } = store;
  const key = sessionId === undefined ? undefined : await guarded(() => secret.find());
  if (sessionId !== undefined && key === undefined) return;
  const own = sessionId === undefined || key === undefined ? "" : sessionPrefix(key, sessionId);
  const look = (id: string) => guarded(() => store.find(id)).catch(skipDamaged);
  const ids = mapAhead(objects.list(layout.records + own), 1, async ({ key }) => idInKey(layout, key));
  try {
    yield* mapAhead(ids, LOOKS_AHEAD, async (id) => (id === undefined ? undefined : look(id)));
  } catch (error) {
    await guarded(() => Promise.reject(error));
  }
}

export function infoOf(record: SpillRecord): SpillInfo {
  return toInfo(record.content, record);
}

function goneOf(record: SpillRecord, tombstoneMilliseconds: number): SpillGone | undefined {
  if (record.gone === undefined || isExpired(record, tombstoneMilliseconds)) return undefined;
  return toGone(record.content, { id: record.id, goneAt: record.gone.at, reason: record.gone.reason });
}

/** One damaged record must not hide the others; a store that refuses all must not look empty. */
function skipDamaged(error: unknown): undefined {
  if (isSpillError(error) && error.code === "corrupt") return undefined;
  throw error;
}

/** How long a record that was read is taken to be as it was, by reads that go on. */
const RECENT_MILLISECONDS = 5_000;
const MAX_RECENT = 64;
const NOTED_MILLISECONDS = 86_400_000;
/** Records asked for at a time. */
export const LOOKS_AHEAD = 16;
