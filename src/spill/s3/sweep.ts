/** Retention: removes the Spills that a policy no longer wants, and what was left half-made. */
import { chooseVictims, lastUse, type Retention } from "../retention.js";
import type { SweepReport } from "../types.js";
import { clearBytes, clearUploads } from "./clear.js";
import { LOOKS_AHEAD } from "./existing.js";
import { idInKey, recordKey } from "./layout.js";
import { mapAhead } from "./mapAhead.js";
import { type FoundRecord, isExpired } from "./records.js";
import { bury } from "./remove.js";
import type { Store } from "./store.js";

export interface Swept {
  readonly report: SweepReport;
  /** The ids of the Spills that are left. */
  readonly left: ReadonlySet<string>;
}

export async function sweepStore(store: Store, retention: Retention): Promise<Swept> {
  const report = { swept: 0, sweptBytes: 0, kept: 0, keptBytes: 0, cleared: await clearUploads(store), failed: 0 };
  // Before the records: bytes that come later are not looked at, and a record that comes later cannot be missed.
  const dataKeys = new Map<string, number>();
  for await (const { key, changedAt } of store.objects.list(store.layout.data)) dataKeys.set(key, changedAt);

  const kept = new Map<string, FoundRecord>();
  let hasDamaged = false;
  for await (const state of mapAhead(store.objects.list(store.layout.records), LOOKS_AHEAD, ({ key }) =>
    inspect(store, key, dataKeys),
  )) {
    if (state === "damaged") hasDamaged = true;
    else if (state === "cleared") report.cleared++;
    else if (state !== undefined) kept.set(state.record.id, state);
  }
  const named = new Set([...kept.values()].map(({ record }) => record.dataKey));
  // Of a record that makes no sense nobody knows which bytes it names.
  if (!hasDamaged) report.cleared += await clearBytes(store, dataKeys, named);

  const spills = [...kept.values()].map((found) => ({ ...found.record, bytes: found.record.content.bytes, found }));
  for (const { id, bytes, found } of chooseVictims(spills, retention, Date.now())) {
    try {
      if (!(await sweepUnlessUsed(store, found))) continue;
      kept.delete(id);
      report.swept++;
      report.sweptBytes += bytes;
    } catch {
      report.failed++; // one that cannot be removed must not keep the others
    }
  }
  report.kept = kept.size;
  for (const { record } of kept.values()) report.keptBytes += record.content.bytes;
  return { report, left: new Set(kept.keys()) };
}

/** Looks at a record, and sees to it if its bytes are not there any more. */
async function inspect(
  store: Store,
  key: string,
  dataKeys: ReadonlyMap<string, number>,
): Promise<FoundRecord | "damaged" | "cleared" | undefined> {
  const id = idInKey(store.layout, key);
  const found = id === undefined ? "damaged" : await store.records.read(id);
  if (found === undefined || found === "damaged") return found;
  if (found.record.gone !== undefined) return (await isForgotten(store, found)) ? "cleared" : undefined;
  const isThere = dataKeys.has(found.record.dataKey) || (await store.objects.size(found.record.dataKey)) !== undefined;
  if (isThere) return found;
  await bury(store, found, "removed");
  return undefined;
}

/** @returns Whether it went; what was used since it was looked at stays. */
async function sweepUnlessUsed(store: Store, { record }: FoundRecord): Promise<boolean> {
  const found = await store.records.read(record.id);
  if (found === undefined || found === "damaged" || found.record.dataKey !== record.dataKey) return false;
  return lastUse(found.record) === lastUse(record) && bury(store, found, "swept");
}

/** Removes a tombstone past its time, looked at once more. @returns Whether it was. */
async function isForgotten(store: Store, { record }: FoundRecord): Promise<boolean> {
  const { tombstoneMilliseconds } = store.options;
  if (!isExpired(record, tombstoneMilliseconds)) return false;
  const found = await store.records.read(record.id);
  if (typeof found !== "object" || !isExpired(found.record, tombstoneMilliseconds)) return false;
  await store.objects.remove(recordKey(store.layout, record.id));
  return true;
}
