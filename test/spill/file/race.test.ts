import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFileSpill, fileSpill } from "../../../src/spill/file/sink.js";
import { spill, text } from "../helpers.js";
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
