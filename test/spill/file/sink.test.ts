import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { fileSpill } from "../../../src/spill/file/index.js";
import { createFileSpill } from "../../../src/spill/file/sink.js";
import { describeContract } from "../contract.js";
import { all, bytes, spill, text } from "../helpers.js";
import { files, filesButKey, temporary, withoutLinks } from "./helpers.js";

describeContract("fileSpill", (options) => fileSpill({ directory: temporary(), ...options }));
describeContract("fileSpill, flat", (options) => fileSpill({ directory: temporary(), layout: "flat", ...options }));
describeContract(
  "fileSpill without hard links",
  (options) => createFileSpill({ directory: temporary(), ...options }, withoutLinks()),
  { races: false },
);

describe("fileSpill", () => {
  it("names files by session, seq, tool and hash", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory });
    const ref = await spill(sink, { sessionId: "Session-1.a_B", seq: 7, tool: "bash", callId: "c" }, ["abc"]);
    expect(ref.path).toBe(join(directory, "Session-1.a_B", `${ref.id}.log`));
    expect(ref.id).toMatch(/^7-bash-[0-9a-f]{8}$/);
    expect(readFileSync(String(ref.path), "utf8")).toBe("abc");
    const bare = await spill(sink, {}, ["abc"]);
    expect(bare.path).toBe(join(directory, "default", `${bare.id}.log`));
    expect(files(directory)).toEqual(
      [
        `.spillway/${ref.id}.json`,
        `.spillway/${bare.id}.json`,
        ".spillway/key",
        `Session-1.a_B/${ref.id}.log`,
        `default/${bare.id}.log`,
      ].sort(),
    );
  });

  it("names flat files by prefix, process and id", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory, layout: "flat", prefix: "pi-bash" });
    const ref = await spill(sink, { sessionId: "s", seq: 7, tool: "bash" }, ["abc"]);
    expect(ref.path).toBe(join(directory, `pi-bash-${process.pid}-${ref.id}.txt`));
    expect(filesButKey(directory)).toHaveLength(2);
    const plain = await spill(fileSpill({ directory, layout: "flat" }), { tool: "other" }, ["abc"]);
    expect(plain.path).toBe(join(directory, `spill-${process.pid}-${plain.id}.txt`));
  });

  it.each([
    ["CON"],
    ["nul"],
    ["com1.txt"],
    ["ends."],
    [""],
    [".hidden"],
    [".."],
    [".spillway"],
    ["a/b"],
    ["a\\b"],
    ["a\0b"],
    ["x".repeat(65)],
    ["ä"],
    ["\ud800"],
  ])("gives the session %j a folder of a slug and a hash", async (sessionId) => {
    const directory = temporary();
    const ref = await spill(fileSpill({ directory }), { sessionId, tool: "t" }, ["abc"]);
    const [folder, file, ...more] = relative(directory, String(ref.path)).split("/");
    expect(folder).toMatch(/^[a-z0-9_-]{1,32}-[0-9a-f]{8}$/);
    expect([file, ...more]).toEqual([`${ref.id}.log`]);
    expect(await all(fileSpill({ directory }), sessionId)).toHaveLength(1);
  });

  it("never puts two sessions that are no plain names into one folder", async () => {
    const sink = fileSpill({ directory: temporary() });
    const folders = await Promise.all(
      ["a/b", "a b", "A/B", "a//b"].map(async (sessionId) => String((await spill(sink, { sessionId }, ["x"])).path)),
    );
    expect(new Set(folders.map((path) => path.split("/").at(-2))).size).toBe(4);
  });

  it("does nothing before the first call, and reading makes nothing", async () => {
    const directory = join(temporary(), "deep", "store");
    const sink = fileSpill({ directory });
    expect(sink.directory).toBe(directory);
    expect(await sink.stat("a")).toBeUndefined();
    expect(await sink.remove("a")).toBe(false);
    expect(await all(sink)).toEqual([]);
    await expect(sink.read("a")).rejects.toMatchObject({ code: "not_found" });
    expect(existsSync(join(directory, ".."))).toBe(false);
    await spill(sink, {}, ["abc"]);
    expect(existsSync(directory)).toBe(true);
  });

  it("counts a relative directory from where the process was when the sink was made", () => {
    expect(fileSpill({ directory: "some/where" }).directory).toBe(join(process.cwd(), "some/where"));
  });

  it("keeps Spills for the next sink and the next process, under the same ids", async () => {
    const directory = temporary();
    const meta = { sessionId: "s", seq: 1, tool: "t", callId: "c" };
    const ref = await spill(fileSpill({ directory }), meta, ["abc"]);
    const next = fileSpill({ directory, layout: "flat" });
    expect(await next.stat(ref.id)).toMatchObject(ref);
    expect(text(await next.read(ref.id))).toBe("abc");
    expect(await spill(next, meta, ["abc"])).toStrictEqual(ref);
    expect((await spill(next, meta, ["abd"])).id.startsWith(`${ref.id}-`)).toBe(true);
    expect(await next.remove(ref.id)).toBe(true);
    await expect(fileSpill({ directory }).read(ref.id)).rejects.toMatchObject({ code: "gone" });
    expect(existsSync(String(ref.path))).toBe(false);
  });

  it("says that a Spill is gone when somebody deleted its file, and keeps it again under its id", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory });
    const ref = await spill(sink, { sessionId: "s", callId: "c" }, ["abc"]);
    rmSync(join(directory, "s"), { recursive: true });
    expect(await sink.stat(ref.id)).toMatchObject({ gone: true, bytes: 3, reason: "removed" });
    await expect(sink.read(ref.id)).rejects.toMatchObject({ code: "gone" });
    expect(await all(sink)).toEqual([]);
    expect(await spill(sink, { sessionId: "s", callId: "c" }, ["abc"])).toStrictEqual(ref);
    expect(text(await sink.read(ref.id))).toBe("abc");
    rmSync(String(ref.path));
    expect(await sink.remove(ref.id)).toBe(false);
  });

  it("works on after its whole directory was deleted", async () => {
    const directory = join(temporary(), "store");
    const sink = fileSpill({ directory });
    const first = await spill(sink, { callId: "c" }, ["abc"]);
    rmSync(directory, { recursive: true });
    expect(await sink.stat(first.id)).toBeUndefined();
    const second = await spill(sink, { callId: "c" }, ["abc"]);
    expect(text(await sink.read(second.id))).toBe("abc");
    expect(await spill(fileSpill({ directory }), { callId: "c" }, ["abc"])).toStrictEqual(second);
  });

  it("gives out no ref to a file that was edited since, and leaves that file alone", async () => {
    const sink = fileSpill({ directory: temporary() });
    const ref = await spill(sink, { callId: "c" }, ["abc"]);
    writeFileSync(String(ref.path), "abX"); // the same size
    const again = await spill(sink, { callId: "c" }, ["abc"]);
    expect(again.path).not.toBe(ref.path);
    expect(text(await sink.read(again.id))).toBe("abc");
    expect(readFileSync(String(ref.path), "utf8")).toBe("abX");
  });

  it("calls a file of another size than its record says corrupt", async () => {
    const sink = fileSpill({ directory: temporary() });
    const ref = await spill(sink, {}, ["abc"]);
    for (const content of ["ab", "abcd"]) {
      writeFileSync(String(ref.path), content);
      await expect(sink.read(ref.id)).rejects.toMatchObject({ code: "corrupt" });
      await expect(sink.stat(ref.id)).rejects.toMatchObject({ code: "corrupt" });
      expect(await all(sink)).toEqual([]);
    }
  });

  it("takes over the file of a writer that crashed before its record, if the content is the same", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory });
    const ref = await spill(sink, { callId: "c" }, ["abc"]);
    const inode = statSync(String(ref.path)).ino;
    rmSync(join(directory, ".spillway", `${ref.id}.json`));
    expect(await all(sink)).toEqual([]);
    expect(await spill(sink, { callId: "c" }, ["abc"])).toStrictEqual(ref);
    expect(statSync(String(ref.path)).ino).toBe(inode);
    expect(filesButKey(directory)).toHaveLength(2);
  });

  it("never overwrites a file that was there first", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory });
    const { id, path } = await spill(sink, { callId: "c" }, ["abc"]);
    rmSync(join(directory, ".spillway", `${id}.json`));
    writeFileSync(String(path), "somebody else's");
    const second = await spill(sink, { callId: "c" }, ["abc"]);
    rmSync(join(directory, ".spillway", `${second.id}.json`));
    writeFileSync(String(second.path), "somebody else's");
    const third = await spill(sink, { callId: "c" }, ["abc"]);
    expect(second.id).toMatch(new RegExp(`^${id}-[0-9a-f]{16}$`));
    expect(third.id).toBe(`${second.id}-2`);
    expect(text(await sink.read(third.id))).toBe("abc");
    for (const taken of [path, second.path]) expect(readFileSync(String(taken), "utf8")).toBe("somebody else's");
  });

  it("writes through to the medium when told to", async () => {
    const sink = fileSpill({ directory: temporary(), sync: true });
    const ref = await spill(sink, {}, ["abc"]);
    expect(text(await sink.read(ref.id))).toBe("abc");
  });

  it("counts against its quota only what it wrote itself", async () => {
    const directory = temporary();
    const other = await spill(fileSpill({ directory }), { callId: "other" }, ["0123456789"]);
    const sink = fileSpill({ directory, maxTotalBytes: 10 });
    expect(await spill(sink, { callId: "other" }, ["0123456789"])).toStrictEqual(other);
    await sink.remove(other.id);
    expect(await spill(sink, { callId: "a" }, ["0123456789", "x"])).toMatchObject({ bytes: 10, complete: false });
  });

  it("counts a Spill once that it kept again after somebody deleted its file", async () => {
    const sink = fileSpill({ directory: temporary(), maxTotalBytes: 10 });
    for (let round = 0; round < 4; round++) {
      const ref = await spill(sink, { callId: "c" }, ["abcde"]);
      expect(ref).toMatchObject({ bytes: 5, complete: true });
      rmSync(String(ref.path));
    }
  });

  it("waits for the writes under way before it aborts", async () => {
    const directory = temporary();
    const writer = await fileSpill({ directory }).create({});
    const writes = Array.from({ length: 10 }, () => writer.write(new Uint8Array(100_000)));
    await writer.abort();
    await Promise.allSettled(writes);
    expect(filesButKey(directory)).toEqual([]);
  });

  it("names an option that makes no sense", () => {
    const open = (options: unknown) => () => fileSpill(options as { directory: string });
    const directory = "/nowhere";
    expect(open(undefined)).toThrow(TypeError);
    expect(open({})).toThrow(/directory/);
    expect(open({ directory: 1 })).toThrow(TypeError);
    expect(open({ directory: "" })).toThrow(RangeError);
    expect(open({ directory: "a\0b" })).toThrow(RangeError);
    expect(open({ directory, layout: "tree" })).toThrow(/layout/);
    expect(open({ directory, prefix: 1 })).toThrow(TypeError);
    for (const prefix of ["", ".a", "a/b", "..", "a b", "x".repeat(65), "con", "NUL.x", "lpt1"]) {
      expect(open({ directory, prefix })).toThrow(/prefix/);
    }
    expect(open({ directory, maxBytes: -1 })).toThrow(/maxBytes/);
    expect(open({ directory, maxTotalBytes: "1" })).toThrow(/maxTotalBytes/);
    expect(open({ directory, overQuota: "drop" })).toThrow(/overQuota/);
    expect(open({ directory, sync: 1 })).toThrow(/sync/);
    expect(open({ directory, tombstoneDays: -1 })).toThrow(/tombstoneDays/);
    expect(open({ directory, tombstoneDays: "1" })).toThrow(TypeError);
    expect(open({ directory, maxBytes: Number.POSITIVE_INFINITY })).not.toThrow();
  });

  it("says from create() that the directory cannot be made", async () => {
    const parent = temporary();
    writeFileSync(join(parent, "file"), "");
    symlinkSync(join(parent, "nowhere"), join(parent, "dangling"));
    for (const [name, code] of [
      ["file", "denied"],
      ["file/below", "denied"],
    ] as const) {
      const sink = fileSpill({ directory: join(parent, name) });
      await expect(sink.create({})).rejects.toMatchObject({ name: "SpillError", code });
    }
    await expect(fileSpill({ directory: join(parent, "dangling") }).create({})).rejects.toMatchObject({ code: "io" });
    expect(existsSync(join(parent, "nowhere"))).toBe(false);
  });

  it("reads a file of more than one block, and an empty one", async () => {
    const sink = fileSpill({ directory: temporary() });
    const large = Buffer.alloc(1_000_003, "0123456789");
    const meta = { callId: "c" };
    const ref = await spill(sink, meta, [large]);
    expect(text(await sink.read(ref.id, { start: 999_990 }))).toBe("0123456789012");
    expect(await spill(sink, meta, [large])).toStrictEqual(ref);
    expect((await sink.read((await spill(sink, {}, [])).id)).length).toBe(0);
  });

  it("does not wait for ever on a pipe in a file's place", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory });
    const ref = await spill(sink, { callId: "c" }, ["abc"]);
    rmSync(String(ref.path));
    execFileSync("mkfifo", [String(ref.path)]);
    await expect(sink.read(ref.id)).rejects.toMatchObject({ code: "denied" });
    expect((await spill(sink, { callId: "c" }, ["abc"])).id).not.toBe(ref.id);
    const record = join(directory, ".spillway", "pipe.json");
    execFileSync("mkfifo", [record]);
    await expect(sink.read("pipe")).rejects.toMatchObject({ code: "denied" });
    mkdirSync(join(directory, ".spillway", "folder.json"));
    await expect(sink.read("folder")).rejects.toMatchObject({ code: "denied" });
    expect(await all(sink)).toHaveLength(1);
  });

  it("rejects writes of a caller who does not wait for them without taking his process down", async () => {
    const unhandled: unknown[] = [];
    const listen = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", listen);
    const sink = fileSpill({ directory: temporary(), maxBytes: 1, overQuota: "fail" });
    const writer = await sink.create({});
    void writer.write(bytes("abc"));
    void writer.write(bytes("abc"));
    await expect(writer.commit()).rejects.toMatchObject({ code: "quota" });
    await new Promise((done) => setTimeout(done, 20));
    process.off("unhandledRejection", listen);
    expect(unhandled).toEqual([]);
  });
});
