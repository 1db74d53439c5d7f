/** Writers of one content without hard links, where a name is there, but empty, before the file that it is for. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFileSpill, fileSpill } from "../../../src/spill/file/sink.js";
import type { SpillRef } from "../../../src/spill/types.js";
import { runs } from "../../support/runs.js";
import { spill, text } from "../helpers.js";
import { type Call, files, filesButKey, intercepted, systemError, temporary } from "./helpers.js";

const META = { sessionId: "s", callId: "c", tool: "t" };

/** A moment that others wait for. */
function moment(): { readonly come: () => void; readonly hasCome: Promise<void> } {
  let come = () => {};
  const hasCome = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { come, hasCome };
}

/** A writer in a process of his own, who tells of each call on the record's own name before he makes it. */
function writer(directory: string, onRecord: (call: Call, count: number) => Promise<void>): Promise<SpillRef> {
  const counts = new Map<Call, number>();
  const fs = intercepted(async (call, path) => {
    if (call === "link") throw systemError("EPERM");
    if (!/[/\\]t-[0-9a-f]{8}\.json$/.test(path)) return;
    const count = (counts.get(call) ?? 0) + 1;
    counts.set(call, count);
    await onRecord(call, count);
  });
  return spill(createFileSpill({ directory }, fs), META, ["abc"]);
}

interface Meeting {
  /** Before the first one, whose file is in its place, tries to reserve the record's name, which the second one has. */
  onReserve?(): Promise<void>;
  /** After he read the record, which is empty. */
  onSeenEmpty?(): Promise<void>;
  /** Before the second one, who relies on the file, gives the record the name that he has reserved. */
  onRename(): Promise<void>;
}

async function meet(directory: string, { onReserve, onSeenEmpty, onRename }: Meeting) {
  await spill(fileSpill({ directory }), { callId: "other" }, ["so that there is a key"]);
  const placed = moment();
  const reserved = moment();
  const second = placed.hasCome.then(() =>
    writer(directory, async (call) => {
      if (call !== "rename") return;
      reserved.come();
      await onRename();
    }),
  );
  const first = writer(directory, async (call, count) => {
    if (call === "open" && count === 2) {
      placed.come();
      await reserved.hasCome;
      await onReserve?.();
    }
    if (call === "close" && count === 1) await onSeenEmpty?.();
  });
  return { first, second };
}

describe("two writers of one content without hard links", () => {
  it("share the file where it is, when the record is empty as one looks and is there in the next moment", async () => {
    const directory = temporary();
    const seen = moment();
    const done = moment();
    const { first, second } = await meet(directory, {
      async onSeenEmpty() {
        seen.come();
        await done.hasCome;
      },
      onRename: () => seen.hasCome,
    });
    const announced = await second;
    done.come();
    expect(await first).toStrictEqual(announced);
    expect(text(await fileSpill({ directory }).read(announced.id))).toBe("abc");
    expect(files(directory).filter((path) => path.endsWith(".part"))).toEqual([]);
  });

  it("keep it twice when one takes for ever, and both can be read", async () => {
    const directory = temporary();
    const done = moment();
    const { first, second } = await meet(directory, { onRename: () => done.hasCome });
    const announced = await first;
    done.come();
    expect(announced.id).toMatch(/^t-[0-9a-f]{8}-[0-9a-f]{16}$/);
    for (const ref of [announced, await second]) {
      expect(text(await fileSpill({ directory }).read(ref.id))).toBe("abc");
    }
    expect(files(directory).filter((path) => path.endsWith(".part"))).toEqual([]);
  });

  it("leave the file to the one who announced it, when the other's own record fails", async () => {
    const directory = temporary();
    const announced = moment();
    const { first, second } = await meet(directory, {
      async onReserve() {
        await announced.hasCome;
        throw systemError("EIO");
      },
      async onRename() {},
    });
    const ref = await second;
    announced.come();
    await expect(first).rejects.toMatchObject({ code: "io" });
    expect(text(await fileSpill({ directory }).read(ref.id))).toBe("abc");
    expect(filesButKey(directory)).toHaveLength(4);
  });
});

describe("many writers without hard links", () => {
  it("announce only what is there, in whatever order their calls come", async () => {
    const delays = fc.infiniteStream(fc.nat(3));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 20 }), delays, async (writers, delays) => {
        const directory = temporary();
        const fs = intercepted(async (call) => {
          for (let turns = delays.next().value; turns > 0; turns--) await new Promise((done) => setImmediate(done));
          if (call === "link") throw systemError("EPERM");
        });
        const contents = Array.from({ length: writers }, (_, index) => `content ${index % 3}`);
        const refs = await Promise.all(
          contents.map((content) => spill(createFileSpill({ directory }, fs), META, [content])),
        );
        for (const [index, ref] of refs.entries()) {
          expect(text(await fileSpill({ directory }).read(ref.id))).toBe(contents[index]);
        }
      }),
      runs(20),
    );
  });
});
