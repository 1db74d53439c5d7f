/** Sweeps at the same time as writers, readers and other sweeps, in whatever order their calls come. */
import { existsSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FileSystem } from "../../../src/spill/file/file-system.js";
import { createFileSpill, fileSpill } from "../../../src/spill/file/sink.js";
import type { SpillRef } from "../../../src/spill/types.js";
import { runs } from "../../support/runs.js";
import { all, spill, text } from "../helpers.js";
import { age, files, intercepted, systemError, temporary } from "./helpers.js";

const HOUR = 3_600_000;
const metaOf = (seq: number) => ({ sessionId: "s", seq, tool: "t" });

/** A file system on which every call takes its time. */
function delayed(delays: Iterator<number>, hardLinks = true): FileSystem {
  return intercepted(async (call) => {
    for (let turns = delays.next().value ?? 0; turns > 0; turns--) await new Promise((done) => setImmediate(done));
    if (call === "link" && !hardLinks) throw systemError("EPERM");
  });
}

/** A store with old Spills, one for each of `calls`. */
async function oldStore(calls: number): Promise<{ directory: string; ids: string[] }> {
  const directory = temporary();
  const ids: string[] = [];
  for (let seq = 0; seq < calls; seq++) {
    ids.push((await spill(fileSpill({ directory }), metaOf(seq), [`content ${seq}`])).id);
    age(directory, String(ids[seq]), HOUR);
  }
  return { directory, ids };
}

describe("sweeps at the same time as others", () => {
  it.each([true, false])("never take what was kept or read meanwhile (hard links: %s)", async (hardLinks) => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(4)), fc.integer({ min: 1, max: 3 }), async (delays, sweepers) => {
        const { directory, ids } = await oldStore(3);
        const fs = delayed(delays[Symbol.iterator](), hardLinks);
        const refs: SpillRef[] = [];
        const read = new Set<string>();
        await Promise.all([
          ...Array.from({ length: sweepers }, () => createFileSpill({ directory }, fs).sweep({ maxTotalBytes: 0 })),
          ...[0, 1].map(async (seq) => {
            const sink = createFileSpill({ directory }, fs);
            const ref = await spill(sink, metaOf(seq), [`content ${seq}`]);
            expect(text(await sink.read(ref.id))).toBe(`content ${seq}`); // at once, and below once more
            refs.push(ref);
          }),
          ...[1, 2].map(async (seq) => {
            const sink = createFileSpill({ directory }, fs);
            const result = await sink.read(String(ids[seq])).then(text, (error: { code: string }) => error.code);
            expect([`content ${seq}`, "gone"]).toContain(result);
            if (result !== "gone") read.add(String(ids[seq]));
          }),
        ]);
        const healthy = fileSpill({ directory });
        for (const ref of refs) expect(text(await healthy.read(ref.id))).toBe(readFileSync(String(ref.path), "utf8"));
        for (const id of read) expect(await healthy.stat(id)).toMatchObject({ id, bytes: 9, complete: true });
        expect(new Set(refs.map(({ id }) => id)).size).toBe(2);
        if (hardLinks) expect(refs.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort());
        expect(files(directory).filter((path) => path.endsWith(".part"))).toEqual([]);
      }),
      runs(60, 2000),
    );
  });

  it("count each Spill that goes once, between them", async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(4)), async (delays) => {
        const { directory, ids } = await oldStore(4);
        const fs = delayed(delays[Symbol.iterator]());
        const reports = await Promise.all(
          Array.from({ length: 3 }, () => createFileSpill({ directory }, fs).sweep({ maxTotalBytes: 0 })),
        );
        expect(reports.reduce((sum, { swept }) => sum + swept, 0)).toBe(4);
        for (const { kept, keptBytes, failed } of reports) expect([kept, keptBytes, failed]).toEqual([0, 0, 0]);
        for (const id of ids) expect(await fileSpill({ directory }).stat(id)).toMatchObject({ gone: true, bytes: 9 });
        expect(files(directory).filter((path) => !path.startsWith(".spillway/"))).toEqual([]);
      }),
      runs(20, 2000),
    );
  });

  it("let writers go on in a session's folder that they have just taken away", async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(4)), async (delays) => {
        const { directory } = await oldStore(1);
        const fs = delayed(delays[Symbol.iterator]());
        const [, ...refs] = await Promise.all([
          createFileSpill({ directory }, fs).sweep({ maxTotalBytes: 0 }),
          ...[7, 8].map((seq) => spill(createFileSpill({ directory }, fs), metaOf(seq), ["new"])),
        ]);
        for (const { path } of refs as SpillRef[]) expect(existsSync(String(path))).toBe(true);
      }),
      runs(40, 2000),
    );
  });

  it("forget no Spill that is kept again as its tombstone is forgotten", async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(4)), async (delays) => {
        const { directory, ids } = await oldStore(1);
        await fileSpill({ directory }).remove(String(ids[0]));
        const fs = delayed(delays[Symbol.iterator]());
        const [, ref] = await Promise.all([
          createFileSpill({ directory, tombstoneDays: 0 }, fs).sweep({}),
          spill(createFileSpill({ directory }, fs), metaOf(0), ["content 0"]),
        ]);
        const healthy = fileSpill({ directory });
        expect(text(await healthy.read(ref.id))).toBe("content 0");
        expect(await all(healthy)).toHaveLength(1);
      }),
      runs(60, 2000),
    );
  });
});

describe("in the worst moment", () => {
  /** A sink before whose first call that `matches` something else is done. */
  function meeting(directory: string, matches: (call: string, path: string) => boolean, other: () => Promise<unknown>) {
    let met = false;
    const fs = intercepted(async (call, path) => {
      if (met || !matches(call, path)) return;
      met = true;
      await other();
    });
    return { sink: createFileSpill({ directory, tombstoneDays: 0 }, fs), hasMet: () => met };
  }
  const isMovedAside = (call: string, path: string) => call === "rename" && path.endsWith(".part");

  it.each([
    ["read", (directory: string, id: string) => fileSpill({ directory }).read(id)],
    ["kept again", (directory: string) => spill(fileSpill({ directory }), metaOf(0), ["content 0"])],
  ])("a Spill that is %s just before its file is taken away is put back", async (_what, use) => {
    const { directory, ids } = await oldStore(1);
    const { sink, hasMet } = meeting(directory, isMovedAside, () => use(directory, String(ids[0])));
    expect(await sink.sweep({ maxTotalBytes: 0 })).toMatchObject({ swept: 0, kept: 1, failed: 0 });
    expect(hasMet()).toBe(true);
    expect(text(await fileSpill({ directory }).read(String(ids[0])))).toBe("content 0");
    expect(files(directory).filter((path) => path.endsWith(".part"))).toEqual([]);
  });

  it("a Spill that is kept again just before its tombstone is forgotten keeps its record", async () => {
    const { directory, ids } = await oldStore(1);
    await fileSpill({ directory }).remove(String(ids[0]));
    const again = () => spill(fileSpill({ directory }), metaOf(0), ["content 0"]);
    const { sink, hasMet } = meeting(directory, isMovedAside, again);
    expect(await sink.sweep({})).toMatchObject({ cleared: 0 });
    expect(hasMet()).toBe(true);
    expect(text(await fileSpill({ directory }).read(String(ids[0])))).toBe("content 0");
  });

  it("no ref is given out to a file that went before its record was there", async () => {
    const directory = temporary();
    const isPublished = (call: string, path: string) => call === "link" && path.endsWith(".json");
    const { sink, hasMet } = meeting(directory, isPublished, async () =>
      rmSync(join(directory, "s"), { recursive: true }),
    );
    await expect(spill(sink, metaOf(0), ["abc"])).rejects.toMatchObject({ name: "SpillError", code: "io" });
    expect(hasMet()).toBe(true);
    expect(await all(fileSpill({ directory }))).toEqual([]);
  });

  it("a writer makes the folder anew that a sweep took away under him", async () => {
    const directory = temporary();
    const isStaged = (call: string, path: string) => call === "open" && path.startsWith(join(directory, "s", "."));
    const { sink, hasMet } = meeting(directory, isStaged, async () => rmdirSync(join(directory, "s")));
    const ref = await spill(sink, metaOf(0), ["abc"]);
    expect(hasMet()).toBe(true);
    expect(readFileSync(String(ref.path), "utf8")).toBe("abc");
  });
});
