import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SpillError } from "../../src/spill/error.js";
import { memorySpill } from "../../src/spill/memory.js";
import { sweep } from "../../src/spill/sweep.js";
import type { SpillSink, SweepPolicy } from "../../src/spill/types.js";
import { all, spill } from "./helpers.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

const HOUR = 3_600_000;

function later(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

/** A store that cannot sweep by itself. */
function plain(methods: Partial<SpillSink> = {}): SpillSink {
  const { sweep: _sweep, ...sink } = memorySpill();
  return { ...sink, ...methods };
}

/** Three Spills of 10 bytes, an hour apart. */
async function keepThree(sink: SpillSink): Promise<[string, string, string]> {
  const ids: string[] = [];
  for (const callId of ["a", "b", "c"]) {
    ids.push((await spill(sink, { callId }, ["0123456789"])).id);
    later(HOUR);
  }
  return ids as [string, string, string];
}

const idsOf = async (sink: SpillSink) => (await all(sink)).map(({ id }) => id).sort();

describe.each([
  ["a store with a sweep of its own", () => memorySpill(), "swept"],
  ["a store without", plain, "removed"],
])("sweep of %s", (_, open, reason) => {
  it("removes what was left alone the longest until the rest fits, and leaves tombstones", async () => {
    const sink = open();
    const [a, b, c] = await keepThree(sink);
    await sink.read(a);
    const report = { swept: 1, sweptBytes: 10, kept: 2, keptBytes: 20, cleared: 0, failed: 0 };
    expect(await sweep(sink, { maxTotalBytes: 25 })).toEqual(report);
    expect(await idsOf(sink)).toEqual([a, c].sort());
    expect(await sink.stat(b)).toEqual({ gone: true, id: b, bytes: 10, goneAt: Date.now(), reason });
  });

  it("removes what is past the age", async () => {
    const sink = open();
    const [a, , c] = await keepThree(sink);
    expect(await sweep(sink, { maxAgeDays: 2 / 24 })).toMatchObject({ swept: 2, kept: 1 });
    expect(await idsOf(sink)).toEqual([c]);
    expect(await spill(sink, { callId: "a" }, ["0123456789"])).toMatchObject({ id: a });
    expect(await sweep(sink, { maxAgeDays: 0 })).toMatchObject({ swept: 1, kept: 1 });
    expect(await idsOf(sink)).toEqual([a]); // kept again just now
  });

  it("leaves what is retained and what is young, and reads a one-time list once", async () => {
    const sink = open();
    const [a] = await keepThree(sink);
    const { id } = await spill(sink, { callId: "d" }, ["abc"]);
    function* retain() {
      yield `spill://${a}`;
    }
    expect(await sweep(sink, { maxTotalBytes: 0, retain: retain() })).toMatchObject({
      swept: 2,
      kept: 2,
      keptBytes: 13,
    });
    expect(await idsOf(sink)).toEqual([a, id].sort());
  });

  it("names an option that makes no sense, and sweeps nothing", async () => {
    const sink = open();
    await keepThree(sink);
    await expect(sweep(sink, { maxTotalBytes: 0, maxAgeDays: -1 })).rejects.toThrow(/maxAgeDays/);
    await expect(sweep(sink, undefined as unknown as SweepPolicy)).rejects.toThrow(/policy/);
    await expect(sweep({} as SpillSink, {})).rejects.toThrow(new TypeError("sink must have a method list"));
    expect(await all(sink)).toHaveLength(3);
  });
});

describe("sweep of a store without one of its own", () => {
  it("counts what cannot be removed, and goes on with the others", async () => {
    const sink = plain();
    const [a, b, c] = await keepThree(sink);
    const stubborn: SpillSink = {
      ...sink,
      remove: (id) => (id === a ? Promise.reject(new SpillError("denied")) : sink.remove(id)),
    };
    const report = await sweep(stubborn, { maxTotalBytes: 10 });
    expect(report).toEqual({ swept: 1, sweptBytes: 10, kept: 2, keptBytes: 20, cleared: 0, failed: 1 });
    expect(await idsOf(sink)).toEqual([a, c].sort());
    expect(await sink.stat(b)).toMatchObject({ gone: true });
  });

  it("spares a Spill that somebody reads, or keeps again, before its turn comes", async () => {
    const sink = plain();
    const [a, b, c] = await keepThree(sink);
    const busy: SpillSink = {
      ...sink,
      async remove(id) {
        if (id === a) await sink.read(b);
        return sink.remove(id);
      },
    };
    expect(await sweep(busy, { maxAgeDays: 0, maxTotalBytes: 0 })).toMatchObject({ swept: 2, kept: 1, keptBytes: 10 });
    expect(await idsOf(sink)).toEqual([b]);
    expect(await sink.stat(c)).toMatchObject({ gone: true });
  });

  it("does not count as its own what somebody else removed meanwhile", async () => {
    const sink = plain();
    const [a, b] = await keepThree(sink);
    const busy: SpillSink = {
      ...sink,
      async remove(id) {
        if (id === a) await sink.remove(b);
        return sink.remove(id);
      },
    };
    expect(await sweep(busy, { maxTotalBytes: 0 })).toMatchObject({ swept: 2, sweptBytes: 20, kept: 0, keptBytes: 0 });
    const racing: SpillSink = { ...plain(), remove: async () => false };
    await keepThree(racing);
    expect(await sweep(racing, { maxTotalBytes: 0 })).toMatchObject({ swept: 0, kept: 0, failed: 0 });
  });

  it("fails if the store cannot say what it has", async () => {
    const sink = plain({
      // biome-ignore lint/correctness/useYield: it fails before it could
      async *list() {
        throw new SpillError("io");
      },
    });
    await expect(sweep(sink, { maxTotalBytes: 0 })).rejects.toMatchObject({ code: "io" });
  });
});

describe("the sweep of the store in memory", () => {
  it("gives the room back", async () => {
    const sink = memorySpill({ maxTotalBytes: 20 });
    for (const callId of ["a", "b"]) await spill(sink, { callId }, ["0123456789"]);
    expect(await spill(sink, { callId: "c" }, ["x"])).toMatchObject({ bytes: 0, complete: false });
    later(HOUR);
    expect(await sweep(sink, { maxTotalBytes: 10 })).toMatchObject({ swept: 1, kept: 2, keptBytes: 10 });
    expect(await spill(sink, { callId: "d" }, ["0123456789"])).toMatchObject({ bytes: 10, complete: true });
  });

  it("knows the order of uses within a millisecond", async () => {
    const sink = memorySpill();
    const ids: string[] = [];
    for (let seq = 0; seq < 6; seq++) ids.push((await spill(sink, { seq }, ["0123456789"])).id);
    const [a, b, c, d, e, f] = ids as [string, string, string, string, string, string];
    await sink.read(b);
    await spill(sink, { seq: 0 }, ["0123456789"]); // a replay
    await sink.stat(c); // no use
    for await (const info of sink.list()) expect(ids).toContain(info.id); // nor this
    for (const [id, cap] of [
      [c, 50],
      [d, 40],
      [e, 30],
      [f, 20],
      [b, 10],
      [a, 0],
    ] as const) {
      expect(await sweep(sink, { maxTotalBytes: cap, graceSeconds: 0 })).toMatchObject({ swept: 1 });
      expect(await sink.stat(id)).toMatchObject({ gone: true });
    }
  });

  it("takes a Spill that a replay found for new", async () => {
    const sink = memorySpill();
    const [a] = await keepThree(sink);
    expect(await spill(sink, { callId: "a" }, ["0123456789"])).toMatchObject({ id: a });
    expect(await sink.stat(a)).toMatchObject({ createdAt: Date.now() - 3 * HOUR, readAt: Date.now() });
    expect(await sweep(sink, { maxTotalBytes: 0 })).toMatchObject({ swept: 2, kept: 1 });
    expect(await idsOf(sink)).toEqual([a]);
  });

  it("clears tombstones past their time, and forgets them before", async () => {
    const sink = memorySpill({ tombstoneDays: 2 });
    const [a, b, c] = await keepThree(sink);
    await sink.remove(a);
    later(24 * HOUR);
    await sink.remove(b);
    await expect(sink.read(a)).rejects.toMatchObject({ code: "gone" });
    later(24 * HOUR - 1);
    expect(await sink.stat(a)).toMatchObject({ gone: true, reason: "removed" });
    later(1);
    expect(await sink.stat(a)).toBeUndefined();
    await expect(sink.read(a)).rejects.toMatchObject({ code: "not_found" });
    expect(await sink.stat(b)).toMatchObject({ gone: true });
    expect(await sweep(sink, {})).toMatchObject({ swept: 0, kept: 1, cleared: 1 });
    expect(await sweep(sink, {})).toMatchObject({ cleared: 0 });
    expect(await idsOf(sink)).toEqual([c]);
  });

  it("keeps tombstones for thirty days unless told otherwise", async () => {
    const sink = memorySpill();
    const [a] = await keepThree(sink);
    await sink.remove(a);
    later(30 * 24 * HOUR - 1);
    expect(await sink.stat(a)).toMatchObject({ gone: true });
    later(1);
    expect(await sink.stat(a)).toBeUndefined();
  });

  it("keeps the newest tombstones, up to a number", async () => {
    const sink = memorySpill({ maxTombstones: 2 });
    const [a, b, c] = await keepThree(sink);
    for (const id of [a, b]) await sink.remove(id);
    await spill(sink, { callId: "a" }, ["0123456789"]);
    await sink.remove(a); // the newest now
    await sink.remove(c);
    expect(await sink.stat(b)).toBeUndefined();
    for (const id of [a, c]) expect(await sink.stat(id)).toMatchObject({ gone: true });
  });

  it("counts no tombstone of a Spill that was kept again", async () => {
    const sink = memorySpill({ maxTombstones: 2 });
    const [a, b, c] = await keepThree(sink);
    for (const id of [b, a]) await sink.remove(id);
    await spill(sink, { callId: "a" }, ["0123456789"]);
    await sink.remove(c);
    for (const id of [b, c]) expect(await sink.stat(id)).toMatchObject({ gone: true });
  });

  it("gives the id of a tombstone that was forgotten to anybody", async () => {
    const sink = memorySpill({ maxTombstones: 0 });
    const { id } = await spill(sink, { callId: "a" }, ["abc"]);
    expect(await sink.remove(id)).toBe(true);
    expect(await sink.remove(id)).toBe(false);
    await expect(sink.read(id)).rejects.toMatchObject({ code: "not_found" });
    expect(await spill(sink, { callId: "a" }, ["other"])).toMatchObject({ id });
  });

  it("holds no more of a removed Spill than a tombstone needs", async () => {
    const sink = memorySpill();
    const meta = { tool: "bash", sessionId: "s", seq: 1, callId: "c" };
    const { id } = await spill(sink, meta, ["abc"]);
    await sink.remove(id);
    const tombstone = { gone: true, id, bytes: 3, tool: "bash", sessionId: "s", goneAt: Date.now(), reason: "removed" };
    expect(await sink.stat(id)).toStrictEqual(tombstone);
    const long = await spill(sink, { tool: "x".repeat(1000), sessionId: "y".repeat(1000) }, ["abc"]);
    await sink.remove(long.id);
    expect(await sink.stat(long.id)).toMatchObject({ tool: "x".repeat(200), sessionId: "y".repeat(1000) });
  });

  it("names an option that makes no sense", () => {
    const open = (options: object) => () => memorySpill(options);
    expect(open({ maxTombstones: -1 })).toThrow(/maxTombstones/);
    expect(open({ maxTombstones: 1.5 })).toThrow(RangeError);
    expect(open({ tombstoneDays: -1 })).toThrow(/tombstoneDays/);
    expect(open({ tombstoneDays: "1" })).toThrow(TypeError);
  });
});
