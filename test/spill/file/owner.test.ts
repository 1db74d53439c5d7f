import { spawn } from "node:child_process";
import { readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { nodeFileSystem } from "../../../src/spill/file/file-system.js";
import { fileSpill } from "../../../src/spill/file/index.js";
import { isAbandoned, isStageName, stageName } from "../../../src/spill/file/owner.js";
import { openStage } from "../../../src/spill/file/stage.js";
import { bytes, text } from "../helpers.js";
import { files, temporary } from "./helpers.js";

const DAY = 86_400_000;

/** A name of this process with parts of another one. */
async function nameWith(parts: { place?: string; pid?: number; start?: string }): Promise<string> {
  const name = await stageName("t");
  return name.replace(/\.([0-9a-f]{8})-(\d+)-(\d+)-/, (_, place, pid, start) => {
    const own = { place, pid, start, ...parts };
    return `.${own.place}-${own.pid}-${own.start}-`;
  });
}

/** The number of a process that has just ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", "0"]);
  await new Promise((done) => child.on("close", done));
  return Number(child.pid);
}

describe("the name of a stage", () => {
  it("is hidden, cannot be foreseen, and is known for one, whatever the stem", async () => {
    for (const stem of ["7-bash", "a".repeat(96), "a.b-1-2-c.part"]) {
      const [name, other] = [await stageName(stem), await stageName(stem)];
      expect(name).toMatch(/^\.[a-z0-9._-]+\.[0-9a-f]{8}-\d+-\d+-[0-9a-f]{16}\.part$/);
      expect(name.length).toBeLessThan(200); // file systems take 255
      expect(other).not.toBe(name);
      expect(isStageName(name)).toBe(true);
    }
    for (const name of [
      "",
      ".part",
      "a.part",
      ".t.1234-1-1-0123456789abcdef.part",
      ".t.0123abcd-1-1-0123.part",
      "notes",
    ]) {
      expect(isStageName(name)).toBe(false);
      expect(await isAbandoned(name, 0)).toBe(false);
    }
  });

  it("tells a process that lives from one that is gone", async () => {
    const now = Date.now();
    expect(await isAbandoned(await stageName("t"), now)).toBe(false);
    expect(await isAbandoned(await nameWith({ pid: await deadPid() }), now)).toBe(true);
    expect(await isAbandoned(await nameWith({ pid: process.ppid, start: "0" }), now)).toBe(false);
  });

  it.runIf(process.platform === "linux")("tells it from a later one with the same number", async () => {
    expect(await isAbandoned(await nameWith({ start: "1" }), Date.now())).toBe(true);
    expect(await isAbandoned(await nameWith({ pid: process.ppid, start: "1" }), Date.now())).toBe(true);
  });

  it.runIf(process.platform === "linux")("takes one that has ended, and was not buried, for gone", async () => {
    const parent = spawn("sh", ["-c", "sleep 0.5 & echo $!; exec sleep 20"], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      const pid = Number(await new Promise((done) => parent.stdout.once("data", (data) => done(String(data)))));
      const status = () => readFileSync(`/proc/${pid}/stat`, "utf8").split(" ");
      await vi.waitFor(() => expect(status()[2]).toBe("Z"), 10_000); // its parent is no shell any more
      expect(await isAbandoned(await nameWith({ pid, start: String(status()[21]) }), Date.now())).toBe(true);
    } finally {
      parent.kill();
    }
  });

  it("says nothing of processes in another container or machine, but for a week of silence", async () => {
    const name = await nameWith({ place: "00000000", pid: await deadPid() });
    for (const [age, abandoned] of [
      [-DAY, false],
      [0, false],
      [6.9 * DAY, false],
      [7.1 * DAY, true],
    ] as const) {
      expect([age, await isAbandoned(name, Date.now() - age)]).toEqual([age, abandoned]);
    }
  });
});

describe("a writer that is silent for long", () => {
  afterEach(() => void vi.useRealTimers());

  it("touches its stage every hour, until it is finished", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const directory = temporary();
    const stage = await openStage(nodeFileSystem, directory, "t");
    const old = new Date(Date.now() - 30 * DAY);
    utimesSync(stage.path, old, old);
    vi.advanceTimersByTime(3_600_000);
    await vi.waitFor(() => expect(statSync(stage.path).mtimeMs).toBeGreaterThan(Date.now() - DAY));
    expect(vi.getTimerCount()).toBe(1);
    await stage.finish({ sync: false });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("fails in the end, and gives out no ref, if its stage was taken for abandoned all the same", async () => {
    const directory = temporary();
    const sink = fileSpill({ directory });
    const writer = await sink.create({ sessionId: "s" });
    await writer.write(bytes("abc"));
    const [name = ""] = files(join(directory, "s"));
    const old = new Date(Date.now() - 8 * DAY);
    utimesSync(join(directory, "s", name), old, old);
    expect(await sink.sweep({})).toMatchObject({ cleared: 1 });
    await expect(writer.commit()).rejects.toMatchObject({ name: "SpillError", code: "io" });
    const again = await sink.create({ sessionId: "s" });
    await again.write(bytes("abc"));
    expect(text(await sink.read((await again.commit()).id))).toBe("abc");
  });
});
