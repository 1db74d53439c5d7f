import { describe, expect, it } from "vitest";
import { isSpillError } from "../../../src/spill/error.js";
import type { FileSystem } from "../../../src/spill/file/file-system.js";
import { createFileSpill, fileSpill } from "../../../src/spill/file/sink.js";
import { spill, text } from "../helpers.js";
import { filesButKey, intercepted, systemError, temporary, withoutLinks } from "./helpers.js";

const META = { sessionId: "s", callId: "c", tool: "t" };

describe("a file system that does less than it was asked for", () => {
  it("is asked again after a short write, and only what it took counts", async () => {
    const directory = temporary();
    const fs = await changed((file) => ({
      write: (from: Uint8Array, offset: number, length: number) => file.write(from, offset, Math.min(length, 3)),
    }));
    const ref = await spill(createFileSpill({ directory }, fs), META, ["0123456789", "abcdefg"]);
    expect(text(await fileSpill({ directory }).read(ref.id))).toBe("0123456789abcdefg");
  });

  it("is asked again after a short read", async () => {
    const directory = temporary();
    const { id } = await spill(fileSpill({ directory }), META, ["0123456789"]);
    const fs = await changed((file) => ({
      read: (into: Uint8Array, offset: number, length: number, position: number) =>
        file.read(into, offset, Math.min(length, 3), position),
    }));
    expect(text(await createFileSpill({ directory }, fs).read(id, { start: 1, end: 9 }))).toBe("12345678");
  });

  it("is not asked for ever when it takes nothing", async () => {
    const directory = temporary();
    const fs = await changed(() => ({ write: async () => ({ bytesWritten: 0 }) }));
    await expect(spill(createFileSpill({ directory }, fs), META, ["abc"])).rejects.toMatchObject({ code: "io" });
    expect(filesButKey(directory)).toEqual([]);
  });

  it("is found out when it lost bytes that it said it took", async () => {
    const directory = temporary();
    await spill(fileSpill({ directory }), { callId: "first" }, ["so that there is a key"]);
    const before = filesButKey(directory);
    const fs = await changed((file) => ({
      write: async (from: Uint8Array, offset: number, length: number) => {
        await file.write(from, offset, length - 1);
        return { bytesWritten: length };
      },
    }));
    await expect(spill(createFileSpill({ directory }, fs), META, ["abc"])).rejects.toMatchObject({ code: "corrupt" });
    expect(filesButKey(directory)).toEqual(before);
  });

  type OpenFile = Awaited<ReturnType<FileSystem["open"]>>;

  async function changed(change: (file: OpenFile) => Partial<OpenFile>): Promise<FileSystem> {
    const fs = intercepted(async () => {});
    return {
      ...fs,
      open: async (path, flags, mode) => {
        const file = await fs.open(path, flags, mode);
        return {
          read: (...args) => file.read(...args),
          write: (...args) => file.write(...args),
          stat: () => file.stat(),
          chmod: (to) => file.chmod(to),
          utimes: (accessed, modified) => file.utimes(accessed, modified),
          sync: () => file.sync(),
          close: () => file.close(),
          ...change(file),
        };
      },
    };
  }
});

describe("a file system without hard links", () => {
  it.each(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV"])(
    "that says %s gets its files by rename",
    async (code) => {
      const directory = temporary();
      const sink = createFileSpill({ directory }, withoutLinks(code));
      const ref = await spill(sink, META, ["abc"]);
      expect(await spill(sink, META, ["abc"])).toStrictEqual(ref);
      expect(filesButKey(directory)).toEqual([`.spillway/${ref.id}.json`, `s/${ref.id}.log`].sort());
      expect(await spill(fileSpill({ directory }), META, ["abc"])).toStrictEqual(ref);
    },
  );

  it("leaves nothing when any further call fails", async () => {
    for (let n = 1; ; n++) {
      const directory = temporary();
      let calls = 0;
      const fs = intercepted(async (call) => {
        calls++;
        if (calls === n) throw systemError("EIO");
        if (call === "link") throw systemError("EPERM");
      });
      const error = await spill(createFileSpill({ directory }, fs), META, ["abc"]).then(
        () => undefined,
        (caught) => caught,
      );
      if (calls < n) break;
      if (error === undefined) continue;
      expect(isSpillError(error) && error.code === "io").toBe(true);
      expect(filesButKey(directory)).toEqual([]);
      expect((await spill(fileSpill({ directory }), META, ["abc"])).id).toMatch(/^t-[0-9a-f]{8}$/);
    }
  });
});
