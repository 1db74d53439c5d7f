/** The process ends at every call on the file system in turn, as by SIGKILL or a power switch: what is left is looked at. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OpenFile } from "../../../src/spill/file/file-system.js";
import { type FileSpill, fileSpill } from "../../../src/spill/file/index.js";
import { createFileSpill } from "../../../src/spill/file/sink.js";
import { all, spill, text } from "../helpers.js";
import { files, intercepted, systemError, temporary } from "./helpers.js";

const META = { sessionId: "s", callId: "c", tool: "t" };

interface Crash {
  readonly hardLinks?: boolean;
  readonly adoptFrom?: readonly string[];
  prepare?(healthy: FileSpill): Promise<unknown>;
  scenario(sink: FileSpill): Promise<unknown>;
  /** Called for every call at which the process ended. */
  check(after: { directory: string; healthy: FileSpill }): Promise<void>;
}

/** @returns The number of calls. */
async function crashAtEveryCall({
  hardLinks = true,
  adoptFrom = [],
  prepare,
  scenario,
  check,
}: Crash): Promise<number> {
  for (let n = 1; ; n++) {
    const directory = temporary();
    await prepare?.(fileSpill({ directory, adoptFrom }));
    const open: OpenFile[] = [];
    let calls = 0;
    let reached = () => {};
    const ended = new Promise<"ended">((done) => {
      reached = () => done("ended");
    });
    const fs = intercepted(
      async (call) => {
        if (++calls >= n) {
          reached();
          await new Promise(() => {}); // nothing happens any more
        }
        if (call === "link" && !hardLinks) throw systemError("EPERM");
      },
      (file) => open.push(file),
    );
    const outcome = await Promise.race([scenario(createFileSpill({ directory, adoptFrom }, fs)), ended]);
    if (outcome !== "ended") return n - 1;
    for (const file of open) await file.close().catch(() => {}); // as the system does
    for (const each of [directory, ...adoptFrom]) bequeath(each);
    await check({ directory, healthy: fileSpill({ directory, adoptFrom }) });
  }
}

/** Lets the half-made files of this process look as if one had made them that is gone. */
function bequeath(directory: string): void {
  for (const path of files(directory)) {
    const gone = path.replace(/-\d+-\d+-([0-9a-f]{16}\.part)$/, "-4194305-1-$1"); // no system has so many processes
    if (gone !== path) renameSync(join(directory, path), join(directory, gone));
  }
}

/** That a sweep leaves nothing half-made: each file has its record, and each Spill its file. */
async function expectTidy(directory: string, healthy: FileSpill): Promise<void> {
  const before = await all(healthy);
  expect(await healthy.sweep({})).toMatchObject({ swept: 0, failed: 0 });
  const infos = await all(healthy);
  expect(infos.length).toBeGreaterThanOrEqual(before.length);
  for (const { id, bytes } of infos) expect(await healthy.read(id)).toHaveLength(bytes);
  const left = files(directory);
  expect(left.filter((path) => path.endsWith(".part"))).toEqual([]);
  expect(left.filter((path) => !path.startsWith(".spillway/"))).toEqual(
    infos.map(({ path }) => String(path).slice(directory.length + 1)).sort(),
  );
}

describe.each([true, false])("a process that ends at any call (hard links: %s)", (hardLinks) => {
  it("while it writes a new Spill leaves nothing, or the whole", async () => {
    const calls = await crashAtEveryCall({
      hardLinks,
      scenario: (sink) => spill(sink, META, ["abc", "def"]),
      async check({ directory, healthy }) {
        const listed = await all(healthy);
        for (const { id } of listed) expect(text(await healthy.read(id))).toBe("abcdef");
        expect(listed.length).toBeLessThanOrEqual(1);
        await expectTidy(directory, healthy);
        const again = await spill(healthy, META, ["abcdef"]);
        expect(again.id).toMatch(/^t-[0-9a-f]{8}$/); // no remains stand in its way
        expect(text(await healthy.read(again.id))).toBe("abcdef");
        expect(await all(healthy)).toHaveLength(1);
      },
    });
    expect(calls).toBeGreaterThan(25);
  });

  it("while it keeps other content of a call, or a removed Spill again, harms none that is there", async () => {
    for (const content of ["other", "gone"]) {
      await crashAtEveryCall({
        hardLinks,
        async prepare(healthy) {
          await spill(healthy, META, ["abc"]);
          await healthy.remove((await spill(healthy, META, ["gone"])).id);
        },
        scenario: (sink) => spill(sink, META, [content]),
        async check({ directory, healthy }) {
          await expectTidy(directory, healthy);
          const contents = await Promise.all((await all(healthy)).map(async ({ id }) => text(await healthy.read(id))));
          expect(contents.filter((each) => each !== content)).toEqual(["abc"]);
          const again = await spill(healthy, META, [content]);
          expect(again.id).toMatch(/^t-[0-9a-f]{8}-[0-9a-f]{16}$/);
        },
      });
    }
  });

  it("while it removes or sweeps leaves each Spill whole or gone", async () => {
    let ids: string[] = [];
    for (const scenario of [
      (sink: FileSpill) => sink.removeSession("s"),
      (sink: FileSpill) => sink.sweep({ maxTotalBytes: 0, graceSeconds: 0 }),
    ]) {
      await crashAtEveryCall({
        hardLinks,
        async prepare(healthy) {
          ids = [];
          for (const seq of [0, 1]) ids.push((await spill(healthy, { ...META, seq }, ["abc"])).id);
        },
        scenario,
        async check({ directory, healthy }) {
          for (const id of ids) {
            const state = await healthy.stat(id);
            if (state !== undefined && "gone" in state) expect(state).toMatchObject({ bytes: 3, tool: "t" });
            else expect(text(await healthy.read(id))).toBe("abc");
          }
          await expectTidy(directory, healthy);
          for (const seq of [0, 1])
            expect(await spill(healthy, { ...META, seq }, ["abc"])).toMatchObject({ id: ids[seq] });
        },
      });
    }
  });

  it("while it adopts a file loses none of it", async () => {
    const logs = temporary();
    const log = join(logs, "log");
    await crashAtEveryCall({
      hardLinks,
      adoptFrom: [logs],
      prepare: async () => writeFileSync(log, "the log"),
      scenario: (sink) => sink.adopt(log, META),
      async check({ directory, healthy }) {
        await expectTidy(directory, healthy);
        const [info] = await all(healthy);
        if (info === undefined) expect(readFileSync(log, "utf8")).toBe("the log");
        else expect(text(await healthy.read(info.id))).toBe("the log");
        if (existsSync(log)) expect(await healthy.adopt(log, META)).toMatchObject({ complete: true });
        for (const name of readdirSync(logs)) rmSync(join(logs, name)); // at most one, under a stage's name
      },
    });
  });
});

describe("a staged record whose writer is gone", () => {
  it.each([
    ["abc", 1], // he ended between his two steps
    ["xyz", 0], // somebody else's file of the same size
    ["other", 0],
  ])("makes a Spill of the file that it is about, and of no other (%s)", async (content, spills) => {
    const directory = temporary();
    const sink = fileSpill({ directory });
    const { id, path } = await spill(sink, META, ["abc"]);
    const record = join(directory, ".spillway", `${id}.json`);
    renameSync(record, join(directory, ".spillway", `.${id}.00000000-4194305-1-0123456789abcdef.part`));
    const old = new Date(Date.now() - 8 * 86_400_000);
    for (const name of readdirSync(join(directory, ".spillway")))
      utimesSync(join(directory, ".spillway", name), old, old);
    writeFileSync(String(path), content);
    expect(await all(sink)).toEqual([]);
    expect(await sink.sweep({})).toMatchObject({ cleared: 1, kept: spills, swept: 0 });
    expect(await all(sink)).toHaveLength(spills);
    expect(readFileSync(String(path), "utf8")).toBe(content);
    expect(readdirSync(join(directory, ".spillway")).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("of any other text is only cleared", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory });
    await spill(sink, META, ["abc"]);
    const texts = ["", "{", "null", '{"id":"..","path":"s/...log"}', "[".repeat(100_000)];
    for (const [index, content] of texts.entries()) {
      const path = join(directory, ".spillway", `.t.00000000-4194305-1-${String(index).padStart(16, "0")}.part`);
      writeFileSync(path, content);
      utimesSync(path, 1, 1);
    }
    expect(await sink.sweep({})).toMatchObject({ cleared: texts.length, kept: 1 });
    expect(files(directory)).toHaveLength(3);
  });
});
