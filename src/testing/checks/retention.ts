/** Sweeping: by the store itself where it can, else by what `sweep` makes of its other methods. */
import { lastUse } from "../../spill/retention.js";
import { sweep } from "../../spill/sweep.js";
import type { SpillSink, SweepPolicy, SweepReport } from "../../spill/types.js";
import { fails, holds, includes, refuses, same } from "../expect.js";
import { keep, listed, listedIds, pause } from "../tools.js";
import type { Check } from "../types.js";

export const RETENTION_CHECKS: readonly Check[] = [
  {
    name: "sweeps nothing that is within the grace period, whatever the caps",
    async run(open) {
      const sink = await open();
      const ids = await keepFive(sink);
      for (const graceSeconds of [undefined, 60]) {
        const report = await sweepBy(sink, { maxTotalBytes: 0, maxAgeDays: 0, graceSeconds });
        includes("the report", report, { swept: 0, sweptBytes: 0, kept: 5, keptBytes: 500, failed: 0 });
        same("what is listed", await listedIds(sink), ids);
      }
    },
  },
  {
    name: "sweeps nothing by age or size without a cap",
    async run(open) {
      const sink = await open();
      const ids = await keepFive(sink);
      includes("the report", await sweepBy(sink, { graceSeconds: 0 }), { swept: 0, kept: 5, keptBytes: 500 });
      includes(
        "the report of caps that hold",
        await sweepBy(sink, { ...NO_GRACE, maxTotalBytes: 500, maxAgeDays: 1 }),
        {
          swept: 0,
        },
      );
      same("what is listed", await listedIds(sink), ids);
    },
  },
  {
    name: "sweeps those left alone the longest, until the rest fits",
    async run(open) {
      const sink = await open();
      const [first = ""] = await keepFive(sink, "in order");
      await sink.read(first);
      await pause();
      const before = await listed(sink);
      const report = await sweepBy(sink, { ...NO_GRACE, maxTotalBytes: 250 });
      includes("the report", report, { swept: 3, sweptBytes: 300, kept: 2, keptBytes: 200, failed: 0 });
      const left = new Set(await listedIds(sink));
      same("the number of Spills that are left", left.size, 2);
      const times = (isLeft: boolean) => before.filter(({ id }) => left.has(id) === isLeft).map(lastUse);
      holds(
        "swept a Spill that was used after one that is left",
        Math.max(...times(false)) <= Math.min(...times(true)),
      );
    },
  },
  {
    name: "takes a Spill that a replay found for one that was just used",
    async run(open) {
      const sink = await open();
      const [first = ""] = await keepFive(sink, "in order");
      const replayed = await keep(sink, CALLS[0] ?? {}, ["0".repeat(100)]);
      same("the id of the replay", replayed.id, first);
      await pause();
      await sweepBy(sink, { ...NO_GRACE, maxTotalBytes: 100 });
      same("the Spill that is left is the one whose ref was given out last", await listedIds(sink), [first]);
    },
  },
  {
    name: "sweeps what is past the age",
    async run(open) {
      const sink = await open();
      await keepFive(sink);
      await pause(20);
      includes("the report of an age of a day", await sweepBy(sink, { ...NO_GRACE, maxAgeDays: 1 }), {
        swept: 0,
        kept: 5,
      });
      const report = await sweepBy(sink, { ...NO_GRACE, maxAgeDays: 0 });
      includes("the report of an age of 0", report, { swept: 5, sweptBytes: 500, kept: 0, keptBytes: 0, failed: 0 });
      same("what is listed", await listedIds(sink), []);
    },
  },
  {
    name: "never sweeps what is retained, by id or by uri",
    async run(open) {
      const sink = await open();
      const [first = "", second = "", third = ""] = await keepFive(sink, "in order");
      await pause(20);
      const retain = new Set([first, `spill://${third}`, "../../no-id", "unknown"]).values(); // can be read only once
      const report = await sweepBy(sink, { ...NO_GRACE, maxTotalBytes: 0, maxAgeDays: 0, retain });
      includes("the report", report, { swept: 3, kept: 2, keptBytes: 200, failed: 0 });
      same("what is listed", await listedIds(sink), [first, third].sort());
      includes("what stat tells of one that is not retained", await sink.stat(second), { gone: true });
    },
  },
  {
    name: "leaves tombstones of what it sweeps, and keeps it again when its call is replayed",
    async run(open) {
      const sink = await open();
      const ref = await keep(sink, { callId: "c", tool: "bash" }, ["abc"]);
      await pause(20);
      await sweepBy(sink, { ...NO_GRACE, maxTotalBytes: 0 });
      const reason = sink.sweep === undefined ? "removed" : "swept";
      includes("the tombstone", await sink.stat(ref.id), { gone: true, id: ref.id, bytes: 3, tool: "bash", reason });
      await fails("a read of a swept Spill", () => sink.read(ref.id), "gone");
      same("what remove says of a swept Spill", await sink.remove(ref.id), false);
      same("the ref of the replay", await keep(sink, { callId: "c", tool: "bash" }, ["abc"]), ref);
    },
  },
  {
    name: "refuses a policy that makes no sense, and sweeps nothing",
    async run(open) {
      const sink = await open();
      const ids = await keepFive(sink);
      const by = (policy: unknown) => () => sweepBy(sink, policy as SweepPolicy);
      await refuses("no policy", by(undefined), "TypeError", "policy");
      await refuses("a total of -1", by({ ...NO_GRACE, maxTotalBytes: -1 }), "RangeError", "maxTotalBytes");
      await refuses("an age of -1", by({ ...NO_GRACE, maxAgeDays: -1 }), "RangeError", "maxAgeDays");
      await refuses("a text for an age", by({ ...NO_GRACE, maxAgeDays: "0" }), "TypeError", "maxAgeDays");
      await refuses("NaN for a grace", by({ maxAgeDays: 0, graceSeconds: Number.NaN }), "RangeError", "graceSeconds");
      await refuses("a text for a list", by({ ...NO_GRACE, maxAgeDays: 0, retain: "abc" }), "TypeError", "retain");
      await refuses("a list of numbers", by({ ...NO_GRACE, maxAgeDays: 0, retain: [1] }), "TypeError", "retain");
      same("what is listed", await listedIds(sink), ids);
    },
  },
];

const NO_GRACE = { graceSeconds: 0 };

/** Their ids sort the other way round. */
const CALLS = ["z", "y", "x", "w", "v"].map((tool) => ({ tool, callId: tool }));

/** As the store does it, whose callers may pass by our function. */
async function sweepBy(sink: SpillSink, policy: SweepPolicy): Promise<SweepReport> {
  return sink.sweep === undefined ? sweep(sink, policy) : sink.sweep(policy);
}

/** Five Spills of 100 bytes. @returns Their ids, sorted or in the order in which they were written. */
async function keepFive(sink: SpillSink, order: "sorted" | "in order" = "sorted"): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, call] of CALLS.entries()) {
    ids.push((await keep(sink, call, [`${index}`.repeat(100)])).id);
    await pause();
  }
  return order === "sorted" ? ids.sort() : ids;
}
