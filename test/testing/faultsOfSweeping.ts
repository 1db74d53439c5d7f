/** What can be wrong with a sweep. */
import { resolvePolicy } from "../../src/spill/retention.js";
import { sweepByRemoving } from "../../src/spill/sweep.js";
import type { SpillInfo, SpillSink, SweepPolicy, SweepReport } from "../../src/spill/types.js";
import { type Fault, over } from "./faulty.js";

export const FAULTS_OF_SWEEPING: readonly Fault[] = [
  {
    fault: "knows no grace",
    check: "sweeps nothing that is within the grace period, whatever the caps",
    says: /the report: swept: expected 0, got 5/,
    open: sweeping((sink, policy) => sink.sweep?.({ ...policy, graceSeconds: 0 })),
  },
  {
    fault: "takes no cap for a cap of nothing",
    check: "sweeps nothing by age or size without a cap",
    says: /the report: swept: expected 0, got 5/,
    open: sweeping((sink, policy) => sink.sweep?.({ ...policy, maxTotalBytes: policy.maxTotalBytes ?? 0 })),
  },
  {
    fault: "sweeps the newest first",
    check: "sweeps those left alone the longest, until the rest fits",
    says: /swept a Spill that was used after one that is left/,
    open: sweeping(async (sink, { maxTotalBytes = 0 }) => {
      const infos: SpillInfo[] = [];
      for await (const info of sink.list()) infos.push(info);
      infos.sort((a, b) => b.createdAt - a.createdAt);
      let left = infos.reduce((sum, { bytes }) => sum + bytes, 0);
      const report = { swept: 0, sweptBytes: 0, kept: infos.length, keptBytes: left, cleared: 0, failed: 0 };
      for (const { id, bytes } of infos) {
        if (left <= maxTotalBytes) break;
        await sink.remove(id);
        left -= bytes;
        report.swept++;
        report.sweptBytes += bytes;
      }
      return { ...report, kept: infos.length - report.swept, keptBytes: left };
    }),
  },
  {
    fault: "sweeps more than it has to",
    check: "sweeps those left alone the longest, until the rest fits",
    says: /the report: swept: expected 3, got 4/,
    open: sweeping((sink, policy) => sink.sweep?.({ ...policy, maxTotalBytes: (policy.maxTotalBytes ?? 0) / 2 })),
  },
  {
    fault: "does not note that a replay found its Spill",
    check: "takes a Spill that a replay found for one that was just used",
    says: /the one whose ref was given out last: expected \["z-[0-9a-f]{8}"\], got \["v-[0-9a-f]{8}"\]/,
    open: sweeping((sink, policy) => {
      const forgetful = { ...sink, list: () => withoutReadAt(sink) };
      return sweepByRemoving({ ...forgetful, stat: async (id) => lookUp(forgetful.list(), id) }, resolvePolicy(policy));
    }),
  },
  {
    fault: "takes days for milliseconds",
    check: "sweeps what is past the age",
    says: /the report of an age of a day: swept: expected 0, got 5/,
    open: sweeping((sink, policy) => sink.sweep?.({ ...policy, maxAgeDays: (policy.maxAgeDays ?? 0) / 86_400_000 })),
  },
  {
    fault: "does not know uris",
    check: "never sweeps what is retained, by id or by uri",
    says: /the report: swept: expected 3, got 4/,
    open: sweeping((sink, policy) =>
      sink.sweep?.({ ...policy, retain: [...(policy.retain ?? [])].filter((ref) => !ref.startsWith("spill://")) }),
    ),
  },
  {
    fault: "does not say that it was a sweep",
    check: "leaves tombstones of what it sweeps, and keeps it again when its call is replayed",
    says: /the tombstone: reason: expected "swept", got "removed"/,
    open: sweeping((sink, policy) => sweepByRemoving(sink, resolvePolicy(policy))),
  },
  {
    fault: "sweeps by any policy",
    check: "refuses a policy that makes no sense, and sweeps nothing",
    says: /a total of -1: expected a RangeError that names maxTotalBytes, got {/,
    open: sweeping((sink, policy) =>
      sink.sweep?.(policy).catch((error: Error) => {
        if (error instanceof RangeError) return sink.sweep?.({ maxTotalBytes: 0 });
        throw error;
      }),
    ),
  },
];

function sweeping(
  sweep: (sink: SpillSink, policy: SweepPolicy) => Promise<SweepReport | undefined> | undefined,
): Fault["open"] {
  return over((sink) => ({ sweep: async (policy) => (await sweep(sink, policy)) as SweepReport }));
}

async function* withoutReadAt(sink: SpillSink): AsyncGenerator<SpillInfo> {
  const infos: SpillInfo[] = [];
  for await (const { readAt: _readAt, ...info } of sink.list()) infos.push(info);
  yield* infos.sort((a, b) => a.createdAt - b.createdAt);
}

async function lookUp(infos: AsyncIterable<SpillInfo>, wanted: string): Promise<SpillInfo | undefined> {
  for await (const info of infos) if (info.id === wanted) return info;
  return undefined;
}
