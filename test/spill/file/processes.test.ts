/** Several real processes on one directory, and what one leaves that ends in the middle. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileSpill } from "../../../src/spill/file/index.js";
import type { SpillRef } from "../../../src/spill/types.js";
import { all, spill, text } from "../helpers.js";
import { files, filesButKey, temporary } from "./helpers.js";
import { script, start } from "./processes.js";

const META = { sessionId: "s", seq: 1, tool: "t" };

describe("processes that share a directory", () => {
  it("make one Spill of one content, and agree on a key", async () => {
    const directory = join(temporary(), "store");
    const { place, run } = await script(`
      import { existsSync } from "node:fs";
      process.stdout.write("ready\\n");
      while (!existsSync(process.argv[3])); // all start within microseconds of each other
      const sink = fileSpill({ directory });
      const refs = [];
      for (let seq = 0; seq < 20; seq++) {
        const writer = await sink.create({ sessionId: "s", seq });
        await writer.write(Buffer.from("content " + seq));
        refs.push(await writer.commit());
      }
      console.log(JSON.stringify(refs));
    `);
    const gate = join(place, "gate");
    const children = Array.from({ length: 4 }, () => start(run, directory, gate));
    await Promise.all(children.map(({ ready }) => ready));
    writeFileSync(gate, "");
    const outputs = await Promise.all(children.map(({ ended }) => ended));
    const refs = outputs.map((output) => JSON.parse(output.replace("ready\n", "")) as SpillRef[]);
    for (const other of refs) expect(other).toEqual(refs[0]);
    expect(filesButKey(directory)).toHaveLength(40);
    const sink = fileSpill({ directory });
    for (const ref of refs[0] ?? []) expect(readFileSync(String(ref.path), "utf8")).toBe(text(await sink.read(ref.id)));
    expect(await all(sink, "s")).toHaveLength(20);
  });

  it("read each other's Spills by id, and find the same id for the same call and content alone", async () => {
    const directory = temporary();
    const own = await spill(fileSpill({ directory }), META, ["of the first process"]);
    const { run } = await script(`
      const sink = fileSpill({ directory });
      const keep = async (content) => {
        const writer = await sink.create(${JSON.stringify(META)});
        await writer.write(Buffer.from(content));
        return writer.commit();
      };
      const read = Buffer.from(await sink.read(process.argv[3])).toString();
      console.log(JSON.stringify({ read, same: await keep(read), other: await keep("of the second process") }));
    `);
    const { read, same, other } = JSON.parse(await start(run, directory, own.id).ended);
    expect(read).toBe("of the first process");
    expect(same).toEqual(own);
    expect(other.id).toBe(`${own.id}-${other.sha256.slice(0, 16)}`);
    expect(text(await fileSpill({ directory }).read(other.id))).toBe("of the second process");
  });

  it("sweep it at the same time as others write and read", async () => {
    const directory = temporary();
    const { run } = await script(`
      const sink = fileSpill({ directory });
      const outcomes = {};
      const count = (what) => (outcomes[what] = (outcomes[what] ?? 0) + 1);
      for (let round = 0; round < 25; round++) {
        try {
          const writer = await sink.create({ sessionId: "s", seq: round % 5 });
          await writer.write(Buffer.from("content " + (round % 5)));
          const { id } = await writer.commit();
          count(Buffer.from(await sink.read(id)).toString() === "content " + (round % 5) ? "read" : "wrong");
        } catch (error) {
          count(error.code);
        }
        if (round % 3 === 0) count((await sink.sweep({ maxTotalBytes: 0, graceSeconds: 0 })).failed + " failed");
      }
      console.log(JSON.stringify(outcomes));
    `);
    const children = [1, 2, 3].map(() => start(run, directory));
    for (const { ended } of children) {
      const { read, ...others } = JSON.parse(await ended);
      expect(read).toBeGreaterThan(0);
      // Swept between commit and read, or just before the commit had looked at it once more.
      for (const what of Object.keys(others)) expect(["gone", "io", "0 failed"]).toContain(what);
    }
    const sink = fileSpill({ directory });
    for (const { id } of await all(sink)) expect(text(await sink.read(id))).toMatch(/^content \d$/);
    await sink.sweep({ maxTotalBytes: 0, graceSeconds: 0 });
    expect(files(directory).filter((path) => !/^\.spillway\/(key|[^.][^/]*\.json)$/.test(path))).toEqual([]);
  });
});

describe("a process that is killed while it writes", () => {
  it("leaves nothing that is listed, nor anything that a sweep cannot clear, but for those that live", async () => {
    const directory = temporary();
    const { run } = await script(`
      const writer = await fileSpill({ directory }).create({ sessionId: "s", seq: 1, tool: "t" });
      for (let round = 0; ; round++) {
        await writer.write(Buffer.alloc(100_000, "x"));
        if (round === 20) console.log("writing");
        if (round > 20) await new Promise((done) => setTimeout(done, 1));
      }
    `);
    const [killed, alive] = [start(run, directory), start(run, directory)];
    try {
      await Promise.all([killed.ready, alive.ready]);
      killed.process.kill("SIGKILL");
      await killed.ended;
      const sink = fileSpill({ directory });
      expect(files(join(directory, "s"))).toHaveLength(2);
      expect(await all(sink)).toEqual([]);
      expect(await sink.sweep({})).toMatchObject({ cleared: 1, swept: 0, kept: 0, failed: 0 });
      expect(files(join(directory, "s"))).toHaveLength(1);
      expect(await sink.sweep({ maxTotalBytes: 0, maxAgeDays: 0, graceSeconds: 0 })).toMatchObject({ cleared: 0 });
      expect(await spill(sink, META, ["abc"])).toMatchObject({ id: expect.stringMatching(/^1-t-[0-9a-f]{8}$/) });
    } finally {
      alive.process.kill("SIGKILL");
      await alive.ended;
    }
    expect(await fileSpill({ directory }).sweep({})).toMatchObject({ cleared: 1, kept: 1 });
    expect(files(join(directory, "s"))).toEqual([expect.stringMatching(/\.log$/)]);
  });
});

describe("a disk that is really full", () => {
  it("keeps nothing of what does not fit, says so, and can be swept", async (context) => {
    const { place, run } = await script(`
      import { readdirSync, readFileSync, writeFileSync } from "node:fs";
      const sink = fileSpill({ directory, adoptFrom: [process.argv[3]] });
      const outcomeOf = (work) => work.catch(({ name, code }) => ({ name, code }));
      const keep = (callId, size) => outcomeOf((async () => {
        const writer = await sink.create({ callId });
        for (let at = 0; at < size; at += 10_000) await writer.write(Buffer.alloc(10_000, "x"));
        return writer.commit();
      })());
      const log = process.argv[3] + "/log";
      writeFileSync(log, Buffer.alloc(1_000_000, "y"));
      const small = await keep("small", 20_000);
      const large = await keep("large", 1_000_000);
      const adopted = await outcomeOf(sink.adopt(log, {}));
      const after = await keep("after", 20_000);
      const files = readdirSync(directory, { recursive: true });
      for (let n = 0; ; n++) if ("code" in (await keep("filler" + n, 10_000))) break;
      const swept = await sink.sweep({ maxTotalBytes: 0, graceSeconds: 0 });
      const last = await keep("last", 100_000);
      const left = readFileSync(log).length;
      const parts = readdirSync(directory, { recursive: true }).filter((name) => name.endsWith(".part"));
      console.log(JSON.stringify({ small, large, adopted, after, files, swept, last, left, parts }));
    `);
    const mounted = join(place, "disk");
    const logs = temporary();
    const command = `mkdir "$1" && mount -t tmpfs -o size=256k tmpfs "$1" || exit 77; exec "$2" "$3" "$1/store" "$4"`;
    const output = await new Promise<string | undefined>((done) => {
      const args = ["-m", "sh", "-c", command, "sh", mounted, process.execPath, run, logs];
      execFile("unshare", args, (error, stdout) => done(error === null ? stdout : undefined));
    });
    if (output === undefined) return context.skip("needs the right to mount");
    const { small, large, adopted, after, files: names, swept, last, left, parts } = JSON.parse(output);
    expect(small).toMatchObject({ bytes: 20_000, complete: true });
    expect(large).toEqual({ name: "SpillError", code: "no_space" });
    expect(adopted).toEqual({ name: "SpillError", code: "no_space" });
    expect(left).toBe(1_000_000);
    expect(after).toMatchObject({ bytes: 20_000, complete: true });
    expect(names.filter((path: string) => /\.(log|part)$/.test(path))).toHaveLength(2);
    expect(swept).toMatchObject({ kept: 0, failed: 0 });
    expect(swept.swept).toBeGreaterThan(5);
    expect(last).toMatchObject({ bytes: 100_000, complete: true });
    expect(parts).toEqual([]);
    expect(existsSync(join(mounted, "store"))).toBe(false); // it was seen only in its own mount namespace
  });
});
