import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileSpill } from "../../../src/spill/file/index.js";
import { all, bytes, spill, text } from "../helpers.js";
import { temporary } from "./helpers.js";

const META = { sessionId: "s", callId: "c", tool: "t" };

async function damaged(change: (record: Record<string, unknown>) => unknown) {
  const directory = temporary();
  const sink = fileSpill({ directory });
  const ref = await spill(sink, META, ["abc"]);
  const other = await spill(sink, { sessionId: "s", callId: "other" }, ["secret of another session"]);
  const path = join(directory, ".spillway", `${ref.id}.json`);
  const changed = change(JSON.parse(readFileSync(path, "utf8")));
  writeFileSync(path, typeof changed === "string" ? changed : JSON.stringify(changed));
  return { directory, sink, ref, other };
}

describe("a record that somebody changed", () => {
  it.each<[string, (record: Record<string, unknown>) => unknown]>([
    ["is empty", () => ""],
    ["is cut off", (record) => JSON.stringify(record).slice(0, -5)],
    ["is no object", () => "7"],
    ["is null", () => "null"],
    ["is a list", () => []],
    ["is binary", () => "\0\ud800"],
    ["is deeply nested", () => "[".repeat(1_000_000)],
    ["has another id", (record) => ({ ...record, id: "other" })],
    ["has no path", ({ path: _path, ...record }) => record],
    ["points outside", (record) => ({ ...record, path: `../${String(record["path"])}` })],
    ["points at the parent", (record) => ({ ...record, path: `../${String(record["id"])}.log` })],
    ["has an absolute path", (record) => ({ ...record, path: `/etc/${String(record["id"])}.log` })],
    ["has too deep a path", (record) => ({ ...record, path: `a/b/${String(record["id"])}.log` })],
    ["has a backslash in its path", (record) => ({ ...record, path: `..\\${String(record["id"])}.log` })],
    ["points into the records", (record) => ({ ...record, path: `.spillway/${String(record["id"])}.log` })],
    ["points at the key", (record) => ({ ...record, path: ".spillway/key" })],
    ["points at a file without its id", (record) => ({ ...record, path: "s/other.log" })],
    ["points at a flat file without its id", (record) => ({ ...record, path: "spill-1-other.txt" })],
    ["points at a flat file without a prefix", (record) => ({ ...record, path: `-1-${String(record["id"])}.txt` })],
    ["points at a hidden flat file", (record) => ({ ...record, path: `.a-1-${String(record["id"])}.txt` })],
    ["has no number of bytes", (record) => ({ ...record, bytes: "3" })],
    ["has fewer bytes than none", (record) => ({ ...record, bytes: -1 })],
    ["knows of fewer bytes than it has", (record) => ({ ...record, totalBytes: 2, complete: false })],
    ["is complete without being so", (record) => ({ ...record, totalBytes: 4 })],
    ["has no digest", (record) => ({ ...record, sha256: "abc" })],
    ["has no completeness", (record) => ({ ...record, complete: 1 })],
    ["has no meta", (record) => ({ ...record, meta: null })],
    ["has a meta of wrong types", (record) => ({ ...record, meta: { tool: 7 } })],
    ["has no date", (record) => ({ ...record, createdAt: null })],
    ["is gone for no known reason", (record) => ({ ...record, gone: { at: 1, reason: "lost" } })],
    ["is gone at no time", (record) => ({ ...record, gone: { reason: "removed" } })],
  ])("is corrupt when it %s, and hides no other", async (_name, change) => {
    const { sink, ref, other } = await damaged(change);
    await expect(sink.read(ref.id)).rejects.toMatchObject({ name: "SpillError", code: "corrupt" });
    await expect(sink.stat(ref.id)).rejects.toMatchObject({ code: "corrupt" });
    await expect(sink.remove(ref.id)).rejects.toMatchObject({ code: "corrupt" });
    expect((await all(sink)).map((info) => info.id)).toEqual([other.id]);
    // The call can be spilled again: beside it, never over it.
    const again = await spill(sink, META, ["abc"]);
    expect(again.id).not.toBe(ref.id);
    expect(text(await sink.read(again.id))).toBe("abc");
  });

  it("never makes a call fail with anything but a SpillError, nor read another file", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("id", "path", "bytes", "meta", "gone", "sha256"),
        fc.jsonValue(),
        async (key, value) => {
          const { sink, ref } = await damaged((record) => ({ ...record, [key]: value }));
          const result = await sink.read(ref.id).then(text, (error: { name: string }) => error.name);
          expect(["abc", "SpillError"]).toContain(result);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("takes the meta as it was given, lone surrogates and all", async () => {
    const sink = fileSpill({ directory: temporary() });
    const meta = {
      sessionId: "\ud800",
      callId: '"\n\0\udfff',
      tool: "x".repeat(1400),
      seq: 0,
      mediaType: "",
      encoding: "é",
    };
    const { id } = await spill(sink, meta, ["abc"]);
    expect((await all(sink, "\ud800"))[0]).toMatchObject({ id, meta });
  });
});

describe("the store's key", () => {
  it("is 32 bytes that the ids depend on", async () => {
    const [a, b] = [temporary(), temporary()];
    const first = await spill(fileSpill({ directory: a }), META, ["abc"]);
    const other = await spill(fileSpill({ directory: b }), META, ["abc"]);
    expect(readFileSync(join(a, ".spillway/key"))).toHaveLength(32);
    expect(first.id).not.toBe(other.id);
    const c = temporary();
    await spill(fileSpill({ directory: c }), META, ["abc"]);
    writeFileSync(join(c, ".spillway/key"), readFileSync(join(a, ".spillway/key")));
    expect((await spill(fileSpill({ directory: c }), META, ["abc"])).id).toBe(first.id);
  });

  it.each([0, 31, 33])("is made anew when a crash left it with %i bytes; Spills stay readable", async (length) => {
    const directory = temporary();
    const ref = await spill(fileSpill({ directory }), META, ["abc"]);
    writeFileSync(join(directory, ".spillway/key"), bytes("x".repeat(length)));
    const sink = fileSpill({ directory });
    const again = await spill(sink, META, ["abc"]);
    expect(readFileSync(join(directory, ".spillway/key"))).toHaveLength(32);
    expect(await spill(fileSpill({ directory }), META, ["abc"])).toStrictEqual(again);
    expect(text(await sink.read(ref.id))).toBe("abc");
  });
});
