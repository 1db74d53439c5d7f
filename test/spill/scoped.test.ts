import { afterEach, describe, expect, it, vi } from "vitest";
import { SpillError } from "../../src/spill/error.js";
import { memorySpill } from "../../src/spill/memory.js";
import { readSpill } from "../../src/spill/readSpill.js";
import { type SpillScope, scoped } from "../../src/spill/scoped.js";
import { sweep } from "../../src/spill/sweep.js";
import type { SpillSink } from "../../src/spill/types.js";
import { spillSinkChecks } from "../../src/testing/index.js";
import { all, HOSTILE_NAMES, spill, text } from "./helpers.js";

afterEach(() => void vi.useRealTimers());

const idsOf = async (sink: SpillSink, sessionId?: string) => (await all(sink, sessionId)).map(({ id }) => id).sort();

/** To a reader the id must look as one that was never given out. */
async function expectUnknown(view: SpillSink, id: string): Promise<void> {
  expect(await view.stat(id)).toBeUndefined();
  await expect(view.read(id)).rejects.toStrictEqual(new SpillError("not_found"));
  await expect(view.read(id, { start: 0, end: 1 })).rejects.toMatchObject({ code: "not_found" });
  await expect(readSpill(view, id, {}, {})).rejects.toMatchObject({ code: "not_found" });
  expect(await view.remove(id)).toBe(false);
  expect((await all(view)).map((info) => info.id)).not.toContain(id);
}

describe("scoped to a session", () => {
  it("reads its own Spills, and knows nothing of others'", async () => {
    const sink = memorySpill();
    const own = await spill(sink, { sessionId: "a", callId: "c" }, ["own"]);
    const foreign = await spill(sink, { sessionId: "b", callId: "c" }, ["foreign"]);
    const nobodys = await spill(sink, { callId: "c" }, ["nobody's"]);
    const view = scoped(sink, { sessionId: "a" });
    expect(text(await view.read(own.id))).toBe("own");
    expect(text(await view.read(own.id, { start: 1 }))).toBe("wn");
    expect(await view.stat(own.id)).toEqual(await sink.stat(own.id));
    expect(await idsOf(view)).toEqual([own.id]);
    for (const { id } of [foreign, nobodys]) await expectUnknown(view, id);
    expect(await idsOf(sink)).toEqual([own.id, foreign.id, nobodys.id].sort());
  });

  it("knows nothing of others' tombstones, and tells its own", async () => {
    const sink = memorySpill();
    const own = await spill(sink, { sessionId: "a" }, ["own"]);
    const foreign = await spill(sink, { sessionId: "b" }, ["foreign"]);
    for (const { id } of [own, foreign]) await sink.remove(id);
    const view = scoped(sink, { sessionId: "a" });
    expect(await view.stat(own.id)).toMatchObject({ gone: true, sessionId: "a" });
    await expect(view.read(own.id)).rejects.toMatchObject({ code: "gone" });
    expect(await readSpill(view, own.id, {}, {})).toMatchObject({ gone: true });
    await expectUnknown(view, foreign.id);
  });

  it("does not show the tombstone of a store that does not say whose it was", async () => {
    const sink = memorySpill();
    const { id } = await spill(sink, { sessionId: "a" }, ["own"]);
    await sink.remove(id);
    const silent: SpillSink = {
      ...sink,
      async stat(id) {
        const { sessionId: _sessionId, ...gone } = (await sink.stat(id)) as {
          gone: true;
          sessionId: string;
          id: string;
        };
        return gone as never;
      },
    };
    await expectUnknown(scoped(silent, { sessionId: "a" }), id);
  });

  it("takes no session for another that looks like it once made safe", async () => {
    const names = [
      ...new Set([...HOSTILE_NAMES, "a/b", "a b", "A/B", "a-b", "a\ud800b", "a\udfffb", "default", "a\0b"]),
    ];
    const sink = memorySpill();
    const ids = new Map<string, string>();
    for (const sessionId of names) ids.set(sessionId, (await spill(sink, { sessionId, callId: "c" }, ["x"])).id);
    for (const sessionId of names) {
      const view = scoped(sink, { sessionId });
      expect(await idsOf(view)).toEqual([ids.get(sessionId)]);
      for (const [other, id] of ids) if (other !== sessionId) await expectUnknown(view, id);
    }
  });

  it("does not rely on the store's own filter", async () => {
    const sink = memorySpill();
    const own = await spill(sink, { sessionId: "a/b" }, ["own"]);
    const foreign = await spill(sink, { sessionId: "a-b" }, ["foreign"]);
    const careless: SpillSink = { ...sink, list: () => sink.list() };
    const view = scoped(careless, { sessionId: "a/b" });
    expect(await idsOf(view)).toEqual([own.id]);
    expect(await idsOf(view, "a/b")).toEqual([own.id]);
    expect(await idsOf(view, "a-b")).toEqual([]);
    expect(await idsOf(careless)).toEqual([own.id, foreign.id].sort());
  });

  it("files what it writes under the session, whatever the meta says", async () => {
    const sink = memorySpill();
    const view = scoped(sink, { sessionId: "a" });
    for (const meta of [{}, { sessionId: "a" }, { sessionId: "b" }, { sessionId: undefined }]) {
      const { id } = await spill(view, { ...meta, callId: "c" }, ["abc"]);
      expect(await sink.stat(id)).toMatchObject({ meta: { sessionId: "a", callId: "c" } });
    }
    expect(await all(sink)).toHaveLength(1);
    await expect(view.create({ tool: 1 as unknown as string })).rejects.toThrow(/meta\.tool/);
  });

  it("hides what the store cannot tell to be its own, and passes on that the store failed", async () => {
    const sink = memorySpill();
    const { id } = await spill(sink, { sessionId: "a" }, ["own"]);
    const failing = (code: "corrupt" | "denied" | "io"): SpillSink => ({
      ...sink,
      stat: () => Promise.reject(new SpillError(code)),
    });
    for (const code of ["corrupt", "denied"] as const) {
      const view = scoped(failing(code), { sessionId: "a" });
      expect(await view.stat(id)).toBeUndefined();
      await expect(view.read(id)).rejects.toMatchObject({ code: "not_found" });
    }
    const view = scoped(failing("io"), { sessionId: "a" });
    await expect(view.stat(id)).rejects.toMatchObject({ code: "io" });
    await expect(view.read(id)).rejects.toMatchObject({ code: "io" });
    await expect(view.remove(id)).rejects.toMatchObject({ code: "io" });
  });
});

describe("scoped to ids", () => {
  it("reads what is named by id or uri, once read, and knows nothing else", async () => {
    const sink = memorySpill();
    const refs = [];
    for (let seq = 0; seq < 4; seq++) refs.push(await spill(sink, { seq, sessionId: `${seq % 2}` }, [`${seq}`]));
    const [a, b, c, d] = refs.map(({ id }) => id) as [string, string, string, string];
    const view = scoped(sink, { ids: new Set([a, `spill://${b}`, "no-such", "../x", ""]).values() });
    for (let round = 0; round < 2; round++) {
      expect(text(await view.read(a))).toBe("0");
      expect(text(await view.read(b))).toBe("1");
      expect(await idsOf(view)).toEqual([a, b].sort());
      expect(await idsOf(view, "1")).toEqual([b]);
      for (const id of [c, d, "no-such", "../x", "", `spill://${a}`]) await expectUnknown(view, id);
    }
    expect(await view.remove(a)).toBe(true);
    expect(await view.stat(a)).toMatchObject({ gone: true });
    await expect(view.read(a)).rejects.toMatchObject({ code: "gone" });
    expect(await idsOf(view)).toEqual([b]);
  });

  it("adds what is written through it", async () => {
    const sink = memorySpill();
    const foreign = await spill(sink, { callId: "foreign" }, ["x"]);
    const view = scoped(sink, { ids: [] });
    const aborted = await view.create({ callId: "aborted" });
    await aborted.abort();
    const { id } = await spill(view, { callId: "own", sessionId: "s" }, ["abc"]);
    expect(text(await view.read(id))).toBe("abc");
    expect(await view.stat(id)).toMatchObject({ meta: { callId: "own", sessionId: "s" } });
    expect(await idsOf(view)).toEqual([id]);
    await expectUnknown(view, foreign.id);
    await expectUnknown(scoped(sink, { ids: [] }), id);
  });

  it("lists past one that is damaged, and says that it is when it is asked for", async () => {
    const sink = memorySpill();
    const a = await spill(sink, { seq: 1 }, ["a"]);
    const b = await spill(sink, { seq: 2 }, ["b"]);
    const damaged: SpillSink = {
      ...sink,
      stat: (id) => (id === a.id ? Promise.reject(new SpillError("corrupt")) : sink.stat(id)),
    };
    const view = scoped(damaged, { ids: [a.id, b.id] });
    expect(await idsOf(view)).toEqual([b.id]);
    await expect(view.stat(a.id)).rejects.toMatchObject({ code: "corrupt" });
  });

  it("holds both where a session is given too", async () => {
    const sink = memorySpill();
    const own = await spill(sink, { sessionId: "a", seq: 1 }, ["1"]);
    const unlisted = await spill(sink, { sessionId: "a", seq: 2 }, ["2"]);
    const foreign = await spill(sink, { sessionId: "b", seq: 1 }, ["1"]);
    const view = scoped(sink, { sessionId: "a", ids: [own.id, foreign.id] });
    expect(await idsOf(view)).toEqual([own.id]);
    for (const { id } of [unlisted, foreign]) await expectUnknown(view, id);
    const written = await spill(view, { sessionId: "b", seq: 3 }, ["3"]);
    expect(await idsOf(view)).toEqual([own.id, written.id].sort());
  });
});

describe("sweep of a scope", () => {
  it("takes nothing of others', and does not count it", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
    const sink = memorySpill();
    const own = await spill(sink, { sessionId: "a", seq: 1 }, ["0123456789"]);
    const later = await spill(sink, { sessionId: "a", seq: 2 }, ["0123456789"]);
    const foreign = await spill(sink, { sessionId: "b", seq: 1 }, ["0".repeat(100)]);
    vi.setSystemTime(Date.now() + 3_600_000);
    await sink.read(later.id);
    const view = scoped(sink, { sessionId: "a" });
    const policy = { maxTotalBytes: 10, graceSeconds: 0 };
    expect(await view.sweep?.({ ...policy, maxTotalBytes: 20 })).toMatchObject({ swept: 0, kept: 2, keptBytes: 20 });
    expect(await sweep(view, policy)).toMatchObject({ swept: 1, kept: 1, keptBytes: 10 });
    expect(await idsOf(sink)).toEqual([later.id, foreign.id].sort());
    expect(await view.stat(own.id)).toMatchObject({ gone: true, reason: "removed" });
    await expect(view.sweep?.({ maxAgeDays: -1 })).rejects.toThrow(/maxAgeDays/);
  });
});

describe("scoped", () => {
  it("has to be told what the scope is", () => {
    const open = (scope: unknown) => () => scoped(memorySpill(), scope as SpillScope);
    expect(open(undefined)).toThrow(TypeError);
    for (const scope of [{}, { sessionId: undefined }, { ids: undefined }]) {
      expect(open(scope)).toThrow(new TypeError("scope must have sessionId or ids"));
    }
    expect(open({ sessionId: 7 })).toThrow(/scope\.sessionId must be a string/);
    expect(open({ ids: "7-bash-0f3a9c42" })).toThrow(/scope\.ids must be an iterable/);
    expect(open({ ids: [7] })).toThrow(/scope\.ids\[\] must be a string/);
    expect(() => scoped({} as SpillSink, { ids: [] })).toThrow(/sink must have a method create/);
  });

  it("refuses a range that makes no sense, for any id", async () => {
    const view = scoped(memorySpill(), { ids: [] });
    await expect(view.read("unknown", { start: -1 })).rejects.toThrow(RangeError);
  });
});

describe("a scope of ids", () => {
  const create = () => scoped(memorySpill(), { ids: [] });
  for (const { name, run } of spillSinkChecks(create)) {
    // Its sweep goes by remove, and says so.
    if (!name.startsWith("leaves tombstones of what it sweeps")) it(name, run);
  }
});
