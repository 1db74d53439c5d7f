/** Scopes on the store in files, where sessions become folders, records can be damaged, and other processes remove. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { fileSpill } from "../../src/spill/file/index.js";
import { scoped } from "../../src/spill/scoped.js";
import { sweep } from "../../src/spill/sweep.js";
import type { SpillSink } from "../../src/spill/types.js";
import { all, HOSTILE_NAMES, spill, text } from "./helpers.js";

const made: string[] = [];
afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
});

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), "spillway-test-"));
  made.push(directory);
  return directory;
}

async function expectUnknown(view: SpillSink, id: string): Promise<void> {
  expect(await view.stat(id)).toBeUndefined();
  await expect(view.read(id)).rejects.toMatchObject({ name: "SpillError", code: "not_found" });
  expect(await view.remove(id)).toBe(false);
}

describe("scoped on files", () => {
  it("takes no session for another, whatever its folder is called", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory });
    const folder = (path: string | undefined) => String(path).split("/").at(-2) ?? "";
    const first = await spill(sink, { sessionId: "a/b", callId: "c" }, ["x"]);
    // One session is called as the folder of another is.
    const names = ["a/b", folder(first.path), "a b", "A/B", "default", ...HOSTILE_NAMES];
    const ids = new Map<string, string>();
    for (const sessionId of names) ids.set(sessionId, (await spill(sink, { sessionId, callId: "c" }, ["x"])).id);
    const nobodys = await spill(sink, { callId: "c" }, ["x"]);
    for (const [sessionId, own] of ids) {
      const view = scoped(fileSpill({ directory }), { sessionId });
      expect((await all(view)).map(({ id }) => id)).toEqual([own]);
      expect(text(await view.read(own))).toBe("x");
      for (const [other, id] of ids) if (other !== sessionId) await expectUnknown(view, id);
      await expectUnknown(view, nobodys.id);
    }
  });

  it("tells tombstones of its own alone, also those that another process left", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory });
    const own = await spill(sink, { sessionId: "a/b" }, ["own"]);
    const foreign = await spill(sink, { sessionId: "a b" }, ["foreign"]);
    for (const { id } of [own, foreign]) await fileSpill({ directory }).remove(id);
    const view = scoped(sink, { sessionId: "a/b" });
    expect(await view.stat(own.id)).toMatchObject({ gone: true, bytes: 3, sessionId: "a/b" });
    await expect(view.read(own.id)).rejects.toMatchObject({ code: "gone" });
    await expectUnknown(view, foreign.id);
  });

  it("does not tell by an error that a foreign Spill is there", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory });
    const foreign = await spill(sink, { sessionId: "b", seq: 1 }, ["foreign"]);
    const other = await spill(sink, { sessionId: "b", seq: 2 }, ["foreign"]);
    writeFileSync(String(foreign.path), "of another size");
    writeFileSync(join(directory, ".spillway", `${other.id}.json`), "no record");
    for (const { id } of [foreign, other]) {
      await expect(sink.read(id)).rejects.toMatchObject({ code: "corrupt" });
      await expectUnknown(scoped(sink, { sessionId: "a" }), id);
    }
  });

  it("sweeps its own alone, and leaves the files of others", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory });
    const refs = [];
    for (let seq = 0; seq < 4; seq++) refs.push(await spill(sink, { sessionId: "ab"[seq % 2], seq }, ["0123456789"]));
    const report = await sweep(scoped(sink, { sessionId: "a" }), { maxTotalBytes: 0, graceSeconds: 0 });
    expect(report).toEqual({ swept: 2, sweptBytes: 20, kept: 0, keptBytes: 0, cleared: 0, failed: 0 });
    expect(readdirSync(join(directory, "b"))).toHaveLength(2);
    expect(await all(sink)).toHaveLength(2);
  });
});
