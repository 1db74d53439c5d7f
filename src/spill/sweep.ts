import { checkMethods, checkObject } from "../internal/check.js";
import { checkListener, emit, type Observed, stopwatch } from "./event.js";
import { chooseVictims, lastUse, type Retention, resolvePolicy } from "./retention.js";
import type { SpillInfo, SpillSink, SweepPolicy, SweepReport } from "./types.js";

/**
 * Removes the Spills that a policy no longer wants: those past the age first, then, until the rest fits, those read (or
 * else written) the longest ago. What is retained stays, and so does what is younger than the grace period, also where
 * the cap is then passed. Stores with a `sweep` of their own do it themselves; any other is worked through by `list`,
 * `stat` and `remove`.
 *
 * @throws TypeError or RangeError that names the option; {@link SpillError} if the store cannot say what it has. A Spill
 * that cannot be removed is counted in the report and left to the next sweep.
 * @example
 * ```ts
 * const report = await sweep(sink, { maxAgeDays: 7, maxTotalBytes: 512 * 2 ** 20, retain: refsInTheConversation });
 * ```
 * @public
 */
export async function sweep(sink: SpillSink, policy: SweepPolicy, options: Observed = {}): Promise<SweepReport> {
  checkMethods("sink", sink, ["list", "stat", "remove"]);
  const retention = resolvePolicy(policy);
  const { onEvent } = checkObject("options", options) as Observed;
  checkListener(onEvent);
  const elapsed = stopwatch();
  // What `retain` gave is handed on as it was read here: an iterator can be read only once.
  const report = await (sink.sweep?.({ ...policy, retain: retention.retain }) ?? sweepByRemoving(sink, retention));
  emit(onEvent, { type: "swept", ...report, milliseconds: elapsed() });
  return report;
}

/** A sweep for any store. It cannot shut others out, so it looks at each Spill again before it takes it. @internal */
export async function sweepByRemoving(
  sink: Pick<SpillSink, "list" | "stat" | "remove">,
  retention: Retention,
): Promise<SweepReport> {
  const infos: SpillInfo[] = [];
  for await (const info of sink.list()) infos.push(info);
  const report = { swept: 0, sweptBytes: 0, kept: infos.length, keptBytes: 0, cleared: 0, failed: 0 };
  for (const info of infos) report.keptBytes += info.bytes;

  for (const info of chooseVictims(infos, retention, Date.now())) {
    const outcome = await removeUnlessUsed(sink, info);
    if (outcome === "failed") report.failed++;
    if (outcome === "failed" || outcome === "used") continue;
    report.kept--;
    report.keptBytes -= info.bytes;
    if (outcome === "gone") continue; // somebody else removed it
    report.swept++;
    report.sweptBytes += info.bytes;
  }
  return report;
}

async function removeUnlessUsed(
  sink: Pick<SpillSink, "stat" | "remove">,
  listed: SpillInfo,
): Promise<"removed" | "gone" | "used" | "failed"> {
  try {
    const found = await sink.stat(listed.id);
    if (found === undefined || "gone" in found) return "gone";
    if (lastUse(found) !== lastUse(listed)) return "used"; // read since, or removed and kept anew
    return (await sink.remove(listed.id)) ? "removed" : "gone";
  } catch {
    return "failed"; // one that cannot be removed must not keep the others
  }
}
