/** Every call on the file system fails in turn, and then all calls from each one on: what is left is checked each time. */
import { describe, expect, it } from "vitest";
import type { SpillErrorCode } from "../../../src/spill/error.js";
import { toSpillError } from "../../../src/spill/file/errors.js";
import { createFileSpill, fileSpill } from "../../../src/spill/file/sink.js";
import type { SpillRef, SpillSink } from "../../../src/spill/types.js";
import { all, spill, text } from "../helpers.js";
import { expectNothingUnhandled, forEveryCall } from "./every-call.js";
import { filesButKey, intercepted, systemError, temporary } from "./helpers.js";

expectNothingUnhandled();

const META = { sessionId: "s", callId: "c", tool: "t" };
const CODES: [string, SpillErrorCode][] = [
  ["ENOSPC", "no_space"],
  ["EIO", "io"],
  ["EROFS", "denied"],
];

async function nothing(): Promise<void> {}

describe.each(CODES)("fileSpill when a call fails with %s", (errno, code) => {
  for (const layout of ["session", "flat"] as const) {
    it(`leaves nothing of a new Spill, or the whole (layout ${layout})`, async () => {
      let rejected = 0;
      const calls = await forEveryCall(
        errno,
        1,
        nothing,
        (sink) => spill(sink, META, ["abc", "def"]),
        async ({ directory, error, value, failed }) => {
          const healthy = fileSpill({ directory, layout });
          if (error === undefined) {
            const ref = value as SpillRef;
            expect(text(await healthy.read(ref.id))).toBe("abcdef");
            expect(await healthy.stat(ref.id)).toMatchObject(ref);
          } else {
            rejected++;
            expect(error).toMatchObject({ name: "SpillError", code });
            expect(String(error)).not.toContain("secret");
            expect(filesButKey(directory)).toEqual([]);
          }
          // Only a name that could not be taken away may stay, and only the one of a record or a key.
          const parts = filesButKey(directory).filter((path) => path.endsWith(".part"));
          expect(parts.length).toBeLessThanOrEqual(failed.includes("unlink") ? 1 : 0);
          expect(parts.every((path) => path.startsWith(".spillway/"))).toBe(true);
          const again = await spill(healthy, META, ["abcdef"]);
          expect(again.id).toMatch(/^t-[0-9a-f]{8}$/); // no remains stand in its way
          expect(await all(healthy)).toHaveLength(1);
        },
        { layout },
      );
      expect(calls).toBeGreaterThan(25);
      expect(rejected).toBeGreaterThan(20);
    });
  }

  it("leaves nothing when the medium is dead from some call on, but names that cannot be taken away", async () => {
    await forEveryCall(
      errno,
      Number.POSITIVE_INFINITY,
      nothing,
      (sink) => spill(sink, META, ["abc", "def"]),
      async ({ directory, error, value }) => {
        const healthy = fileSpill({ directory });
        if (error === undefined) expect(text(await healthy.read((value as SpillRef).id))).toBe("abcdef");
        else {
          expect(error).toMatchObject({ name: "SpillError", code });
          expect(await all(healthy)).toEqual([]);
        }
        const again = await spill(healthy, META, ["abcdef"]);
        expect(text(await healthy.read(again.id))).toBe("abcdef");
      },
    );
  });

  it("never touches the Spill that is there when the same call is spilled again", async () => {
    for (const content of ["abc", "other"]) {
      await forEveryCall(
        errno,
        1,
        async (healthy) => void (await spill(healthy, META, ["abc"])),
        (sink) => spill(sink, META, [content]),
        async ({ directory, error, value }) => {
          const healthy = fileSpill({ directory });
          const infos = await all(healthy);
          const contents = await Promise.all(infos.map(async ({ id }) => text(await healthy.read(id))));
          if (error === undefined) {
            // A copy of its own is what a replay gets when the Spill that is there cannot be read.
            expect(text(await healthy.read((value as SpillRef).id))).toBe(content);
            expect(contents).toContain("abc");
          } else {
            expect(error).toMatchObject({ name: "SpillError", code });
            expect(contents).toEqual(["abc"]);
            expect(filesButKey(directory)).toHaveLength(2);
          }
        },
      );
    }
  });

  it("leaves a removed Spill gone or readable, never between", async () => {
    let id = "";
    await forEveryCall(
      errno,
      1,
      async (healthy) => {
        id = (await spill(healthy, META, ["abc"])).id;
      },
      (sink) => sink.remove(id),
      async ({ directory, error, value }) => {
        const healthy = fileSpill({ directory });
        const state = await healthy.stat(id);
        if (error === undefined) expect([value, state]).toMatchObject([true, { gone: true, id, bytes: 3, tool: "t" }]);
        else {
          expect(error).toMatchObject({ name: "SpillError", code });
          expect(text(await healthy.read(id))).toBe("abc");
        }
        expect(filesButKey(directory).filter((path) => path.endsWith(".part"))).toEqual([]);
        expect(await spill(healthy, META, ["abc"])).toMatchObject({ id });
      },
    );
  });

  it("brings a removed Spill back whole, or leaves it removed", async () => {
    let id = "";
    await forEveryCall(
      errno,
      1,
      async (healthy) => {
        id = (await spill(healthy, META, ["abc"])).id;
        await healthy.remove(id);
      },
      (sink) => spill(sink, META, ["abc"]),
      async ({ directory, error }) => {
        const healthy = fileSpill({ directory });
        if (error === undefined) expect(text(await healthy.read(id))).toBe("abc");
        else {
          expect(error).toMatchObject({ name: "SpillError", code });
          await expect(healthy.read(id)).rejects.toMatchObject({ code: "gone" });
          expect(filesButKey(directory)).toEqual([`.spillway/${id}.json`]);
        }
      },
    );
  });

  it("rejects reading, stat and listing with the code", async () => {
    let id = "";
    const prepare = async (healthy: SpillSink) => {
      id = (await spill(healthy, META, ["abc"])).id;
    };
    for (const look of [
      (sink: SpillSink) => sink.read(id),
      (sink: SpillSink) => sink.stat(id),
      (sink: SpillSink) => all(sink),
    ]) {
      let rejected = 0;
      await forEveryCall(errno, 1, prepare, look, async ({ error, failed }) => {
        if (error !== undefined) {
          rejected++;
          expect(error).toMatchObject({ name: "SpillError", code });
        } else if (code !== "denied") expect(failed.every((call) => call === "close" || call === "lutimes")).toBe(true);
      });
      expect(rejected).toBeGreaterThan(3);
    }
  });
});

describe("a writer that failed", () => {
  async function broken() {
    const directory = temporary();
    let fail = false;
    const fs = intercepted(async (call) => {
      if (fail && call === "write") throw systemError("ENOSPC");
    });
    const writer = await createFileSpill({ directory }, fs).create(META);
    await writer.write(Buffer.from("abc"));
    fail = true;
    const heal = () => {
      fail = false;
    };
    return { directory, writer, heal };
  }

  it("repeats its error, has cleaned up at once, and lets abort pass", async () => {
    const { directory, writer, heal } = await broken();
    let first: unknown;
    for (let round = 0; round < 100 && first === undefined; round++) {
      first = await writer.write(Buffer.alloc(100_000)).catch((error: unknown) => error);
    }
    heal();
    expect(first).toMatchObject({ name: "SpillError", code: "no_space" });
    expect(filesButKey(directory)).toEqual([]);
    expect(await writer.write(Buffer.from("ghi")).catch((error: unknown) => error)).toBe(first);
    expect(await writer.commit().catch((error: unknown) => error)).toBe(first);
    await expect(writer.abort()).resolves.toBeUndefined();
    expect(filesButKey(directory)).toEqual([]);
  });

  it("fails the commit of a caller who waits for nothing else", async () => {
    const { directory, writer } = await broken();
    void writer.write(Buffer.from("def"));
    void writer.write(Buffer.from("ghi"));
    await expect(writer.commit()).rejects.toMatchObject({ code: "no_space" });
    expect(filesButKey(directory)).toEqual([]);
  });
});

it.each([
  ["ENOSPC", "no_space"],
  ["EDQUOT", "no_space"],
  ["EFBIG", "no_space"],
  ["EACCES", "denied"],
  ["EPERM", "denied"],
  ["EROFS", "denied"],
  ["ELOOP", "denied"],
  ["EIO", "io"],
  ["EMFILE", "io"],
  ["ENOENT", "io"],
])("%s is the store's error %s, without the system's words", (errno, code) => {
  const error = toSpillError(systemError(errno));
  expect(error).toMatchObject({ name: "SpillError", code, cause: { code: errno } });
  expect(error.message).not.toMatch(/secret/);
});
