import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { nodeFileSystem } from "../../../src/spill/file/file-system.js";
import { type FileSpillOptions, fileSpill } from "../../../src/spill/file/index.js";
import { createFileSpill } from "../../../src/spill/file/sink.js";
import { all, sha256, spill, text } from "../helpers.js";
import { files, intercepted, temporary } from "./helpers.js";

const META = { sessionId: "s", callId: "c", tool: "bash", seq: 3 };
const DENIED = { name: "SpillError", code: "denied" };
const isRoot = process.geteuid?.() === 0;

/** A store, and a log in a directory that it may adopt from. */
function setUp(content = "the whole log\n", options: Partial<FileSpillOptions> = {}) {
  const [directory, logs] = [join(temporary(), "store"), temporary()];
  const log = join(logs, "pi-bash-0123.log");
  writeFileSync(log, content);
  return { directory, logs, log, sink: fileSpill({ directory, adoptFrom: [logs], ...options }) };
}

describe("adopt", () => {
  it("moves a file into the store, and names it as a commit does", async () => {
    const { directory, log, sink } = setUp();
    chmodSync(log, 0o644);
    const ref = await sink.adopt(log, META);
    expect(ref).toMatchObject({ bytes: 14, totalBytes: 14, complete: true, sha256: sha256("the whole log\n") });
    expect(ref.path).toBe(join(directory, "s", `${ref.id}.log`));
    expect(text(await sink.read(ref.id))).toBe("the whole log\n");
    expect(await sink.stat(ref.id)).toMatchObject({ ...ref, meta: META });
    expect(statSync(String(ref.path)).mode & 0o777).toBe(0o600);
    expect(existsSync(log)).toBe(false);
    expect(await spill(sink, META, ["the whole log\n"])).toStrictEqual(ref);
  });

  it("moves an empty file, and one of many blocks", async () => {
    const { logs, sink } = setUp();
    for (const content of [Buffer.alloc(0), Buffer.alloc(1_000_003, "0123456789")]) {
      const log = join(logs, `${content.length}.log`);
      writeFileSync(log, content);
      const ref = await sink.adopt(log, {});
      expect(ref).toMatchObject({ bytes: content.length, complete: true, sha256: sha256(content) });
      expect(sha256(await sink.read(ref.id))).toBe(sha256(content));
      expect(existsSync(log)).toBe(false);
    }
  });

  it("moves a file from another device", async (context) => {
    if (!existsSync("/dev/shm")) return context.skip("needs a second device");
    const logs = mkdtempSync("/dev/shm/spillway-test-");
    try {
      const { sink } = setUp("", { adoptFrom: [logs] });
      const log = join(logs, "log");
      writeFileSync(log, "from afar");
      const ref = await sink.adopt(log, META);
      expect(statSync(String(ref.path)).dev).not.toBe(statSync(logs).dev);
      expect(text(await sink.read(ref.id))).toBe("from afar");
      expect(files(logs)).toEqual([]);
    } finally {
      rmSync(logs, { recursive: true });
    }
  });

  it("takes the file away when the store has the Spill already", async () => {
    const { log, sink, directory } = setUp();
    const ref = await spill(sink, META, ["the whole log\n"]);
    expect(await sink.adopt(log, META)).toStrictEqual(ref);
    expect(existsSync(log)).toBe(false);
    expect(files(directory)).toHaveLength(3);
  });

  it("takes a relative path, and one through a linked directory to an allowed place", async () => {
    const { logs, log, sink } = setUp();
    const link = join(temporary(), "link");
    symlinkSync(logs, link);
    expect(await sink.adopt(join(link, "pi-bash-0123.log"), {})).toMatchObject({ bytes: 14 });
    mkdirSync(join(logs, "a", "b"), { recursive: true });
    writeFileSync(join(logs, "a", "b", "deep.log"), "deep");
    expect(await sink.adopt(relative(process.cwd(), join(logs, "a", "b", "deep.log")), {})).toMatchObject({ bytes: 4 });
    expect(existsSync(log)).toBe(false);
  });

  it("leaves the file where it is when a quota keeps but a part", async () => {
    const { log, sink } = setUp("0123456789abc", { maxBytes: 10 });
    const ref = await sink.adopt(log, META);
    expect(ref).toMatchObject({ bytes: 10, totalBytes: 13, complete: false, sha256: sha256("0123456789") });
    expect(readFileSync(log, "utf8")).toBe("0123456789abc");
  });

  it("fails at a quota where it is told to, and leaves nothing but the file", async () => {
    const { log, sink, directory } = setUp("0123456789abc", { maxTotalBytes: 10, overQuota: "fail" });
    await expect(sink.adopt(log, META)).rejects.toMatchObject({ code: "quota" });
    expect(readFileSync(log, "utf8")).toBe("0123456789abc");
    expect(files(directory)).toEqual([".spillway/key"]);
    expect(await spill(sink, {}, ["0123456789"])).toMatchObject({ bytes: 10, complete: true });
  });

  it("names a caller's mistake", async () => {
    const { sink, log } = setUp();
    await expect(sink.adopt(7 as unknown as string, {})).rejects.toThrow(/path/);
    await expect(sink.adopt(log, { tool: 7 as unknown as string })).rejects.toThrow(/meta\.tool/);
    expect(() => fileSpill({ directory: "/x", adoptFrom: "/tmp" as unknown as string[] })).toThrow(/adoptFrom/);
    expect(() => fileSpill({ directory: "/x", adoptFrom: [7 as unknown as string] })).toThrow(TypeError);
    expect(() => fileSpill({ directory: "/x", adoptFrom: [""] })).toThrow(RangeError);
  });
});

describe("adopt refuses", () => {
  /** That the file is denied, still there, and nothing of it in the store. */
  async function expectDenied(sink: ReturnType<typeof setUp>["sink"], path: string, code = "denied") {
    await expect(sink.adopt(path, META)).rejects.toMatchObject({ name: "SpillError", code });
    expect(await all(sink)).toEqual([]);
  }

  it("every file unless directories are allowed", async () => {
    const { log, directory } = setUp();
    await expectDenied(fileSpill({ directory }), log);
    await expectDenied(fileSpill({ directory }), join(log, "..", "no-such-file")); // nor says whether there is one
    expect(readFileSync(log, "utf8")).toBe("the whole log\n");
    expect(existsSync(directory)).toBe(false);
  });

  it("a file elsewhere, by whatever way it is named", async () => {
    const { sink, logs } = setUp();
    const outside = temporary();
    writeFileSync(join(outside, "secret"), "secret");
    symlinkSync(outside, join(logs, "way-out"));
    mkdirSync(`${logs}-longer`);
    writeFileSync(join(`${logs}-longer`, "log"), "secret");
    for (const path of [
      join(outside, "secret"),
      join(logs, "..", relative(join(logs, ".."), outside), "secret"),
      `${logs}/way-out/secret`,
      `${logs}-longer/log`,
      "/etc/passwd",
      "",
      "a\0b",
      logs,
      `${logs}/.`,
      `${logs}/..`,
      "/",
    ]) {
      await expectDenied(sink, path);
    }
    expect(readFileSync(join(outside, "secret"), "utf8")).toBe("secret");
    rmSync(`${logs}-longer`, { recursive: true });
  });

  it("links, hard links, directories, pipes, sockets and devices", async () => {
    const { sink, logs, log } = setUp();
    symlinkSync(log, join(logs, "link"));
    symlinkSync("nowhere", join(logs, "dangling"));
    linkSync(log, join(logs, "second-name"));
    mkdirSync(join(logs, "folder"));
    execFileSync("mkfifo", [join(logs, "pipe")]);
    const server = createServer().listen(join(logs, "socket"));
    await new Promise((done) => server.once("listening", done));
    for (const name of ["link", "dangling", "second-name", "pi-bash-0123.log", "folder", "pipe", "socket"]) {
      await expectDenied(sink, join(logs, name));
    }
    await expectDenied(fileSpill({ directory: temporary(), adoptFrom: ["/dev"] }), "/dev/null");
    await new Promise((done) => server.close(done));
    expect(readFileSync(log, "utf8")).toBe("the whole log\n");
  });

  it("says so when there is no such file", async () => {
    const { sink, logs } = setUp();
    await expectDenied(sink, join(logs, "no-such-file"), "not_found");
    await expectDenied(sink, join(logs, "no-such-folder", "log"));
  });

  it("the store's own files", async () => {
    const directory = join(temporary(), "store");
    const sink = fileSpill({ directory, adoptFrom: [join(directory, "..")] });
    const ref = await spill(sink, META, ["abc"]);
    for (const path of [
      String(ref.path),
      join(directory, ".spillway/key"),
      join(directory, `.spillway/${ref.id}.json`),
    ]) {
      await expect(sink.adopt(path, {})).rejects.toMatchObject(DENIED);
    }
    expect(text(await sink.read(ref.id))).toBe("abc");
  });

  it.runIf(isRoot)("a file of another user, or below a directory of one", async () => {
    const { sink, logs, log } = setUp();
    mkdirSync(join(logs, "theirs"));
    writeFileSync(join(logs, "theirs", "log"), "ours, in their directory");
    chownSync(join(logs, "theirs"), 12_345, 12_345);
    await expectDenied(sink, join(logs, "theirs", "log"));
    chownSync(log, 12_345, 12_345);
    await expectDenied(sink, log);
  });

  it("a file below a directory in which anybody may rename, but not one as /tmp is", async () => {
    const { sink, logs, log } = setUp();
    mkdirSync(join(logs, "open"));
    writeFileSync(join(logs, "open", "log"), "abc");
    chmodSync(join(logs, "open"), 0o777);
    await expectDenied(sink, join(logs, "open", "log"));
    chmodSync(logs, 0o777);
    await expectDenied(sink, log);
    chmodSync(logs, 0o1777);
    expect(await sink.adopt(log, {})).toMatchObject({ complete: true });
  });

  it.each([
    ["another file", (log: string) => writeFileSync(log, "planted")],
    ["a link", (log: string) => symlinkSync("/etc/passwd", log)],
    ["a pipe", (log: string) => execFileSync("mkfifo", [log])],
  ])("%s that was put in the file's place after the first look", async (_what, plant) => {
    const { directory, logs, log } = setUp();
    const fs = {
      ...nodeFileSystem,
      open: async (path: string, flags: number, mode?: number) => {
        if (path === log) {
          renameSync(log, `${log}.moved`);
          plant(log);
        }
        return nodeFileSystem.open(path, flags, mode);
      },
    };
    await expectDenied(createFileSpill({ directory, adoptFrom: [logs] }, fs), log);
    expect(readFileSync(`${log}.moved`, "utf8")).toBe("the whole log\n");
  });
});

describe("adopt and a log that is still being written", () => {
  const BUSY = { name: "SpillError", code: "busy" };

  /** Does something to the log in front of the n-th read of it. */
  function disturbed({ directory, logs, log }: ReturnType<typeof setUp>, nth: number, disturb: () => void) {
    let reads = 0;
    const fs = intercepted(async (call, path) => {
      if (call === "read" && path === log && ++reads === nth) disturb();
    });
    return createFileSpill({ directory, adoptFrom: [logs] }, fs);
  }

  it.each<[string, number, (log: string, content: string) => void]>([
    ["grows before it is read", 1, (log) => appendFileSync(log, "more")],
    ["grows while it is read", 2, (log) => appendFileSync(log, "more")],
    ["grows after it was read", 3, (log) => appendFileSync(log, "more")],
    ["shrinks", 2, (log) => writeFileSync(log, "less")],
    ["is emptied", 1, (log) => writeFileSync(log, "")],
    ["is changed inside, its size as before", 2, (log, content) => writeFileSync(log, content.replaceAll("a", "b"))],
    ["gets a second name", 2, (log) => linkSync(log, `${log}.second`)],
  ])("refuses one that %s, and leaves it as it is", async (_what, nth, disturb) => {
    const content = "a".repeat(300_000); // two blocks
    const set = setUp(content);
    const sink = disturbed(set, nth, () => disturb(set.log, content));
    await expect(sink.adopt(set.log, META)).rejects.toMatchObject(BUSY);
    expect(existsSync(set.log)).toBe(true);
    expect(await all(sink)).toEqual([]);
    expect(files(set.directory)).toEqual([".spillway/key"]);
  });

  it("takes one that was replaced by its rotation, and leaves the new one", async () => {
    const set = setUp("old");
    const sink = disturbed(set, 1, () => {
      renameSync(set.log, `${set.log}.1`);
      writeFileSync(set.log, "new");
    });
    const ref = await sink.adopt(set.log, META);
    expect(text(await sink.read(ref.id))).toBe("old");
    expect(readFileSync(set.log, "utf8")).toBe("new");
    expect(readFileSync(`${set.log}.1`, "utf8")).toBe("old");
  });

  it("gives up on one that never rests", async () => {
    const { sink, log } = setUp();
    const timer = setInterval(() => appendFileSync(log, "."), 2);
    try {
      await expect(sink.adopt(log, META)).rejects.toMatchObject(BUSY);
    } finally {
      clearInterval(timer);
    }
    expect(readFileSync(log, "utf8")).toMatch(/^the whole log\n\.+$/);
  });

  it("is not stopped by a time to come, as of another machine's clock", async () => {
    const { sink, log } = setUp();
    utimesSync(log, new Date(), new Date(Date.now() + 3_600_000));
    expect(await sink.adopt(log, META)).toMatchObject({ complete: true });
  });

  it("keeps what it took from a program that still has the file open", async () => {
    const { sink, log } = setUp("before");
    const open = openSync(log, "a");
    const ref = await sink.adopt(log, META);
    writeSync(open, "after");
    closeSync(open);
    expect(text(await sink.read(ref.id))).toBe("before");
    expect(existsSync(log)).toBe(false);
  });
});
