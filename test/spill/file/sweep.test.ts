import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileSpill } from "../../../src/spill/file/index.js";
import { createFileSpill } from "../../../src/spill/file/sink.js";
import { sweep } from "../../../src/spill/sweep.js";
import { all, spill, text } from "../helpers.js";
import { age, files, filesButKey, intercepted, systemError, temporary } from "./helpers.js";

const ALL = { maxTotalBytes: 0, graceSeconds: 0 };
const HOUR = 3_600_000;

async function keepThree(directory: string) {
  const sink = fileSpill({ directory });
  const ids: string[] = [];
  for (const [seq, hours] of [3, 2, 1].entries()) {
    ids.push((await spill(sink, { sessionId: "s", seq, tool: "t" }, ["0123456789"])).id);
    age(directory, String(ids[seq]), hours * HOUR);
  }
  return { sink, ids: ids as [string, string, string] };
}

describe("sweep of files", () => {
  it("takes those read the longest ago, by what the records' times say", async () => {
    const directory = temporary();
    const { sink, ids } = await keepThree(directory);
    await sink.read(ids[0], { start: 0, end: 1 });
    const report = await sweep(sink, { maxTotalBytes: 25 });
    expect(report).toEqual({ swept: 1, sweptBytes: 10, kept: 2, keptBytes: 20, cleared: 0, failed: 0 });
    expect((await all(sink)).map(({ id }) => id).sort()).toEqual([ids[0], ids[2]].sort());
    expect(files(join(directory, "s"))).toHaveLength(2);
  });

  it("tells when a Spill was read, and touches its content's file for no read", async () => {
    const directory = temporary();
    const { sink, ids } = await keepThree(directory);
    const old = new Date(Date.now() - 5 * HOUR);
    const { path } = (await all(sink)).find(({ id }) => id === ids[0]) ?? {};
    utimesSync(String(path), old, old);
    expect(await sink.stat(ids[0])).not.toHaveProperty("readAt");
    const before = Date.now();
    await sink.read(ids[0]);
    for (const each of [sink, fileSpill({ directory })]) {
      expect(((await each.stat(ids[0])) as { readAt: number }).readAt).toBeGreaterThanOrEqual(before);
    }
    expect(Math.round(statSync(String(path)).mtimeMs)).toBe(old.getTime());
  });

  it("leaves a tombstone of a few hundred bytes, without the call that it was of", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory });
    const meta = { sessionId: "s", callId: "secret".repeat(1000), tool: "bash".repeat(500), seq: 5 };
    const { id } = await spill(sink, meta, ["abc"]);
    age(directory, id, HOUR);
    const before = Date.now();
    expect(await sink.sweep({ maxTotalBytes: 0 })).toMatchObject({ swept: 1, sweptBytes: 3, kept: 0, failed: 0 });
    const gone = await fileSpill({ directory }).stat(id);
    expect(gone).toMatchObject({ gone: true, id, bytes: 3, tool: "bash".repeat(50), sessionId: "s", reason: "swept" });
    expect((gone as { goneAt: number }).goneAt).toBeGreaterThanOrEqual(before);
    await expect(sink.read(id)).rejects.toMatchObject({ name: "SpillError", code: "gone" });
    const tombstone = readFileSync(join(directory, ".spillway", `${id}.json`), "utf8");
    expect(tombstone.length).toBeLessThan(800);
    expect(tombstone).not.toContain("secret");
    expect(existsSync(join(directory, "s"))).toBe(false); // nothing is left in it
  });

  it("forgets tombstones after their time, and gives the id to any content then", async () => {
    const directory = temporary();
    const meta = { callId: "c", tool: "t" };
    const { id } = await spill(fileSpill({ directory }), meta, ["abc"]);
    await fileSpill({ directory }).remove(id);
    const later = fileSpill({ directory, tombstoneDays: 0 });
    expect(await later.stat(id)).toBeUndefined();
    await expect(later.read(id)).rejects.toMatchObject({ code: "not_found" });
    expect(await fileSpill({ directory }).sweep({})).toMatchObject({ cleared: 0 });
    expect(await fileSpill({ directory }).stat(id)).toMatchObject({ gone: true });
    expect(await later.sweep({})).toMatchObject({ cleared: 1, swept: 0 });
    expect(filesButKey(directory)).toEqual([]);
    expect(await fileSpill({ directory }).stat(id)).toBeUndefined();
    expect(await spill(fileSpill({ directory }), meta, ["other"])).toMatchObject({ id });
  });

  it("keeps a swept Spill again under its id, with its meta", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory });
    const meta = { sessionId: "s", callId: "c", tool: "t", seq: 1 };
    const ref = await spill(sink, meta, ["abc"]);
    await sink.sweep(ALL);
    const before = Date.now();
    expect(await spill(sink, meta, ["abc"])).toStrictEqual(ref);
    const info = await sink.stat(ref.id);
    expect(info).toMatchObject({ ...ref, meta });
    expect((info as { createdAt: number }).createdAt).toBeGreaterThanOrEqual(before);
    expect(await sink.sweep({ maxTotalBytes: 0 })).toMatchObject({ swept: 0, kept: 1 });
  });

  it("leaves one that was kept again while it was old", async () => {
    const directory = temporary();
    const { sink, ids } = await keepThree(directory);
    await spill(fileSpill({ directory }), { sessionId: "s", seq: 0, tool: "t" }, ["0123456789"]);
    expect(await sink.sweep({ maxTotalBytes: 0 })).toMatchObject({ swept: 2, kept: 1 });
    expect(text(await sink.read(ids[0]))).toBe("0123456789");
  });

  it("gives room back to the quota of the sink that wrote, also for what others removed", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory, maxTotalBytes: 10 });
    for (let round = 0; round < 3; round++) {
      const a = await spill(sink, { callId: "a" }, ["01234"]);
      const b = await spill(sink, { callId: "b" }, ["56789"]);
      expect([a.complete, b.complete]).toEqual([true, true]);
      await fileSpill({ directory }).remove(a.id);
      expect(await spill(sink, { callId: "x" }, ["x"])).toMatchObject({ bytes: 0 });
      await sink.sweep({ ...ALL, retain: [b.id] });
      expect(await spill(sink, { callId: "y" }, ["012345"])).toMatchObject({ bytes: 5, totalBytes: 6 });
      await sink.sweep(ALL);
    }
  });

  it("touches nothing that is not the store's own", async () => {
    const directory = temporary();
    const outside = temporary();
    const { sink } = await keepThree(directory);
    const foreign = [
      "notes.txt",
      "s/notes.log",
      "s/.hidden.part",
      "s/.a.b-1-2-c.part",
      "other/.t.0123abcd-1-1-0123456789abcdeg.part",
      ".git/.t.0123abcd-1-1-0123456789abcdef.part",
      "spill-1-abc.txt",
      ".spillway/readme",
    ];
    for (const path of foreign) {
      mkdirSync(join(directory, path, ".."), { recursive: true });
      writeFileSync(join(directory, path), "");
      utimesSync(join(directory, path), 1, 1);
    }
    const stage = ".t.0123abcd-1-1-0123456789abcdef.part";
    writeFileSync(join(outside, stage), "");
    utimesSync(join(outside, stage), 1, 1);
    symlinkSync(outside, join(directory, "linked"));
    mkdirSync(join(directory, "empty"));
    mkdirSync(join(directory, "s", stage)); // a folder with a stage's name
    expect(await sink.sweep(ALL)).toMatchObject({ swept: 3, kept: 0, cleared: 0, failed: 0 });
    for (const path of foreign) expect([path, existsSync(join(directory, path))]).toEqual([path, true]);
    expect(readdirSync(outside)).toEqual([stage]);
    expect(existsSync(join(directory, "empty"))).toBe(true);
    expect(existsSync(join(directory, "s", stage))).toBe(true);
  });

  it("hides no Spill behind a record that makes no sense, and leaves that for people to look at", async () => {
    const directory = temporary();
    const { sink, ids } = await keepThree(directory);
    writeFileSync(join(directory, ".spillway", `${ids[1]}.json`), "{");
    expect(await sink.sweep(ALL)).toMatchObject({ swept: 2, kept: 0, failed: 0 });
    expect(existsSync(join(directory, "s", `${ids[1]}.log`))).toBe(true);
  });

  it("counts one that cannot be removed, and goes on with the others", async () => {
    const directory = temporary();
    const { ids } = await keepThree(directory);
    const stuck = createFileSpill(
      { directory },
      intercepted(async (call, path) => {
        if (call === "rename" && path.includes(ids[1])) throw systemError("EPERM");
      }),
    );
    expect(await stuck.sweep({ maxTotalBytes: 0 })).toMatchObject({ swept: 2, kept: 1, keptBytes: 10, failed: 1 });
    expect(text(await stuck.read(ids[1]))).toBe("0123456789");
    expect(await fileSpill({ directory }).sweep(ALL)).toMatchObject({ swept: 1, failed: 0 });
  });

  it("sweeps links and pipes that stand in a Spill's place, not what they lead to", async () => {
    const directory = temporary();
    const { sink, ids } = await keepThree(directory);
    const victim = join(temporary(), "victim");
    writeFileSync(victim, "0123456789");
    rmSync(join(directory, "s", `${ids[0]}.log`));
    symlinkSync(victim, join(directory, "s", `${ids[0]}.log`));
    rmSync(join(directory, "s", `${ids[1]}.log`));
    mkdirSync(join(directory, "s", `${ids[1]}.log`));
    expect(await sink.sweep({ maxAgeDays: 0 })).toMatchObject({ swept: 2, failed: 1 });
    expect(readFileSync(victim, "utf8")).toBe("0123456789");
    expect(files(directory).filter((path) => path.endsWith(".part"))).toEqual([]);
  });

  it("finds nothing to do where there is no store", async () => {
    const directory = join(temporary(), "none");
    const report = await fileSpill({ directory }).sweep(ALL);
    expect(report).toEqual({ swept: 0, sweptBytes: 0, kept: 0, keptBytes: 0, cleared: 0, failed: 0 });
    expect(existsSync(directory)).toBe(false);
  });
});

describe("a Spill whose file somebody deleted", () => {
  it("is gone since it was first noticed, for every sink", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory });
    const ref = await spill(sink, { sessionId: "s", tool: "t" }, ["abc"]);
    rmSync(String(ref.path));
    const first = await sink.stat(ref.id);
    expect(first).toMatchObject({ gone: true, bytes: 3, tool: "t", reason: "removed", goneAt: expect.any(Number) });
    await new Promise((done) => setTimeout(done, 5));
    expect(await fileSpill({ directory }).stat(ref.id)).toEqual(first);
  });

  it("is there again if the file comes back", async () => {
    const sink = fileSpill({ directory: temporary() });
    const ref = await spill(sink, { sessionId: "s", tool: "t" }, ["abc"]);
    rmSync(String(ref.path));
    expect(await sink.stat(ref.id)).toMatchObject({ gone: true });
    await expect(sink.read(ref.id)).rejects.toMatchObject({ code: "gone" });
    writeFileSync(String(ref.path), "abc"); // from a backup
    expect(await sink.stat(ref.id)).toMatchObject(ref);
    expect(text(await sink.read(ref.id))).toBe("abc");
    expect(await all(sink)).toHaveLength(1);
  });

  it("gets its tombstone from a sweep as well", async () => {
    const directory = temporary();
    const { sink, ids } = await keepThree(directory);
    rmSync(join(directory, "s"), { recursive: true });
    expect(await sink.sweep({})).toMatchObject({ swept: 0, kept: 0 });
    const record = JSON.parse(readFileSync(join(directory, ".spillway", `${ids[0]}.json`), "utf8"));
    expect(record.gone).toEqual({ at: expect.any(Number), reason: "removed" });
  });
});

describe("removeSession", () => {
  it("removes the Spills of exactly that session, with its folder", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory, maxTotalBytes: 12 });
    const [a, b] = [
      await spill(sink, { sessionId: "s", seq: 1 }, ["abc"]),
      await spill(sink, { sessionId: "s", seq: 2 }, ["abc"]),
    ];
    const others = [await spill(sink, { sessionId: "S" }, ["abc"]), await spill(sink, {}, ["abc"])];
    expect(await sink.removeSession("s")).toBe(2);
    expect(await sink.removeSession("s")).toBe(0);
    expect((await all(sink)).map(({ id }) => id).sort()).toEqual(others.map(({ id }) => id).sort());
    for (const { id } of [a, b]) expect(await sink.stat(id)).toMatchObject({ gone: true, reason: "removed" });
    expect(existsSync(join(directory, "s"))).toBe(false);
    expect(await spill(sink, { sessionId: "s", seq: 3 }, ["abcdef"])).toMatchObject({ complete: true }); // there is room again
    await expect(sink.removeSession(undefined as unknown as string)).rejects.toThrow(/sessionId/);
  });

  it("is not stopped by a record that makes no sense", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory, layout: "flat" });
    await spill(sink, { sessionId: "s", seq: 1 }, ["abc"]);
    writeFileSync(join(directory, ".spillway", "broken.json"), "{");
    expect(await sink.removeSession("s")).toBe(1);
    expect(await all(sink)).toEqual([]);
  });
});
