import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createFileSpill, fileSpill } from "../../../src/spill/file/sink.js";
import type { SpillRef } from "../../../src/spill/types.js";
import { all, spill, text } from "../helpers.js";
import { files, filesButKey, intercepted, systemError, temporary } from "./helpers.js";

const META = { sessionId: "s", callId: "c", tool: "t" };

describe("writers at the same time on one directory", () => {
  it("make one Spill of one content, and agree on a key, in whatever order their calls come", async () => {
    const delays = fc.infiniteStream(fc.nat(3));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 20 }), delays, async (writers, delays) => {
        const directory = temporary();
        const fs = intercepted(async () => {
          for (let turns = delays.next().value; turns > 0; turns--) await new Promise((done) => setImmediate(done));
        });
        const refs = await Promise.all(
          Array.from({ length: writers }, () => spill(createFileSpill({ directory }, fs), META, ["abc"])),
        );
        for (const ref of refs) expect(ref).toStrictEqual(refs[0]);
        expect(filesButKey(directory)).toEqual([`.spillway/${refs[0]?.id}.json`, `s/${refs[0]?.id}.log`].sort());
        expect(text(await fileSpill({ directory }).read(String(refs[0]?.id)))).toBe("abc");
      }),
      { numRuns: 25 },
    );
  });

  it("agree on a key without hard links too", async () => {
    const directory = temporary();
    const fs = intercepted(async (call, path) => {
      if (call === "link") throw systemError("EPERM");
      // The moment in which the key is there, but empty.
      if (call === "rename" && path.endsWith("key")) await new Promise((done) => setTimeout(done, 50));
    });
    const refs = await Promise.all(
      Array.from({ length: 20 }, (_, seq) => spill(createFileSpill({ directory }, fs), { seq }, ["abc"])),
    );
    const sink = fileSpill({ directory });
    for (const [seq, ref] of refs.entries()) expect(await spill(sink, { seq }, ["abc"])).toStrictEqual(ref);
  });

  it("keep every content of one call, each once", async () => {
    const directory = temporary();
    const refs = await Promise.all(
      Array.from({ length: 20 }, (_, index) => spill(fileSpill({ directory }), META, [`content ${index % 5}`])),
    );
    expect(new Set(refs.map((ref) => ref.id)).size).toBe(5);
    for (const [index, ref] of refs.entries()) {
      expect(text(await fileSpill({ directory }).read(ref.id))).toBe(`content ${index % 5}`);
    }
    expect(filesButKey(directory)).toHaveLength(10);
  });

  it("give out only refs that can be read, while others remove", async () => {
    const directory = temporary();
    const sinks = Array.from({ length: 6 }, () => fileSpill({ directory }));
    const codes = new Set<string>();
    await Promise.all(
      sinks.map(async (sink, index) => {
        for (let round = 0; round < 20; round++) {
          const { id } = await spill(sink, META, ["abc"]);
          if (index % 2 === 0) await sink.remove(id);
          else {
            const result = await sink.read(id).then(text, (error: { code: string }) => error.code);
            codes.add(result);
          }
        }
      }),
    );
    for (const code of codes) expect(["abc", "gone"]).toContain(code);
    expect(files(directory).filter((path) => path.endsWith(".part"))).toEqual([]);
    expect(await spill(fileSpill({ directory }), META, ["abc"])).toMatchObject({ bytes: 3 });
  });
});

describe("real processes", () => {
  let module = "";
  const directories: string[] = [];
  beforeAll(async () => {
    const source = (path: string) => fileURLToPath(new URL(`../../../src/${path}`, import.meta.url));
    const built = await build({
      entryPoints: [source("spill/file/index.ts")],
      alias: { "#platform": source("platform/node.ts") },
      bundle: true,
      write: false,
      platform: "node",
      format: "esm",
    });
    module = built.outputFiles[0]?.text ?? "";
    return () => {
      for (const directory of directories) rmSync(directory, { recursive: true, force: true });
    };
  });

  function script(body: string): { place: string; run: string } {
    const place = temporary();
    writeFileSync(join(place, "spillway.mjs"), module);
    writeFileSync(join(place, "run.mjs"), `import { fileSpill } from "./spillway.mjs";\n${body}`);
    return { place, run: join(place, "run.mjs") };
  }

  it("make one Spill of one content, and agree on a key", async () => {
    const directory = join(temporary(), "store");
    const { place, run } = script(`
      import { existsSync } from "node:fs";
      const [directory, gate] = process.argv.slice(2);
      process.stdout.write("ready\\n");
      while (!existsSync(gate)); // all start within microseconds of each other
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
    const children = Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, [run, directory, gate], { stdio: ["ignore", "pipe", "inherit"] });
      let output = "";
      const ready = new Promise((done) => child.stdout.once("data", done));
      child.stdout.on("data", (data) => {
        output += String(data);
      });
      return { ready, ended: new Promise<string>((done) => child.on("close", () => done(output))) };
    });
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

  it("on a disk that is really full leave nothing, and say so", async (context) => {
    const { place, run } = script(`
      import { readdirSync, writeFileSync } from "node:fs";
      const directory = process.argv[2];
      const sink = fileSpill({ directory });
      const keep = async (callId, size) => {
        const writer = await sink.create({ callId });
        try {
          for (let at = 0; at < size; at += 10_000) await writer.write(Buffer.alloc(10_000, "x"));
          return await writer.commit();
        } catch (error) {
          return { code: error.code, name: error.name };
        }
      };
      const small = await keep("small", 20_000);
      const large = await keep("large", 1_000_000);
      const after = await keep("after", 20_000);
      const files = readdirSync(directory, { recursive: true });
      console.log(JSON.stringify({ small, large, after, files }));
    `);
    const mounted = join(place, "disk");
    const command = `mkdir "$1" && mount -t tmpfs -o size=256k tmpfs "$1" || exit 77; exec "$2" "$3" "$1/store"`;
    const output = await new Promise<string | undefined>((done) => {
      const args = ["-m", "sh", "-c", command, "sh", mounted, process.execPath, run];
      execFile("unshare", args, (error, stdout) => done(error === null ? stdout : undefined));
    });
    if (output === undefined) return context.skip("needs the right to mount");
    const { small, large, after, files: left } = JSON.parse(output);
    expect(small).toMatchObject({ bytes: 20_000, complete: true });
    expect(large).toEqual({ name: "SpillError", code: "no_space" });
    expect(after).toMatchObject({ bytes: 20_000, complete: true });
    expect(left.filter((path: string) => /\.(log|part)$/.test(path))).toHaveLength(2);
    expect(existsSync(join(mounted, "store"))).toBe(false); // it was seen only in its own mount namespace
  });
});
