import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FileSystem, nodeFileSystem } from "../../../src/spill/file/file-system.js";
import { fileSpill } from "../../../src/spill/file/index.js";
import { createFileSpill } from "../../../src/spill/file/sink.js";
import { isSpillId } from "../../../src/spill/id.js";
import { all, HOSTILE_NAMES, spill, text } from "../helpers.js";
import { files, filesButKey, intercepted, temporary, withoutLinks } from "./helpers.js";

const DENIED = { name: "SpillError", code: "denied" };
const META = { sessionId: "s", callId: "c", tool: "t" };
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("fileSpill under a umask that takes nothing away", () => {
  let umask = 0;
  beforeAll(() => {
    umask = process.umask(0);
  });
  afterAll(() => {
    process.umask(umask);
  });

  it.each(["session", "flat"] as const)("makes files 0600 and directories 0700, layout %s", async (layout) => {
    const parent = temporary();
    const directory = join(parent, "a", "b");
    const sink = fileSpill({ directory, layout });
    await spill(sink, META, ["abc"]);
    await spill(sink, META, ["other"]);
    await sink.remove((await spill(sink, {}, ["abc"])).id);
    expect(files(directory).length).toBeGreaterThanOrEqual(6);
    for (const file of files(directory)) expect([file, modeOf(join(directory, file))]).toEqual([file, "600"]);
    const directories = readdirSync(parent, { recursive: true, withFileTypes: true }).filter((it) => it.isDirectory());
    for (const { parentPath, name } of directories) expect(modeOf(join(parentPath, name))).toBe("700");
  });

  it("makes files private from their first byte, without hard links too", async () => {
    const modes: string[] = [];
    for (const links of [true, false]) {
      const directory = temporary();
      const look = async () => {
        for (const file of files(directory)) modes.push(modeOf(join(directory, file)));
      };
      const fs = intercepted(async (call) => {
        await look();
        if (call === "link" && !links) throw Object.assign(new Error(), { code: "ENOTSUP" });
      });
      await spill(createFileSpill({ directory }, fs), META, ["abc"]);
    }
    expect(modes.length).toBeGreaterThan(40);
    expect(new Set(modes)).toEqual(new Set(["600"]));
  });

  it("takes others' access away from a folder that the host had made, and leaves the root as it is", async () => {
    const directory = temporary();
    chmodSync(directory, 0o755);
    mkdirSync(join(directory, "s"), { mode: 0o777 });
    mkdirSync(join(directory, ".spillway"), { mode: 0o755 });
    await spill(fileSpill({ directory }), META, ["abc"]);
    expect(modeOf(join(directory, "s"))).toBe("700");
    expect(modeOf(join(directory, ".spillway"))).toBe("700");
    expect(modeOf(directory)).toBe("755");
  });
});

describe("fileSpill and links that somebody planted", () => {
  it("follows one at the root, once", async () => {
    const parent = temporary();
    mkdirSync(join(parent, "real"));
    mkdirSync(join(parent, "elsewhere"));
    symlinkSync("real", join(parent, "link"));
    const sink = fileSpill({ directory: join(parent, "link") });
    const ref = await spill(sink, META, ["abc"]);
    expect(ref.path?.startsWith(join(parent, "real", "s"))).toBe(true);
    rmSync(join(parent, "link"));
    symlinkSync("elsewhere", join(parent, "link"));
    expect(text(await sink.read(ref.id))).toBe("abc");
    await spill(sink, META, ["other"]);
    expect(files(join(parent, "elsewhere"))).toEqual([]);
  });

  it.each(["s", ".spillway"])("refuses one in place of the folder %s, for writing", async (folder) => {
    const [directory, outside] = [temporary(), temporary()];
    symlinkSync(outside, join(directory, folder));
    await expect(fileSpill({ directory }).create(META)).rejects.toMatchObject(DENIED);
    expect(files(outside)).toEqual([]);
    rmSync(join(directory, folder));
    symlinkSync(join(outside, "new"), join(directory, folder)); // one that leads nowhere yet
    await expect(fileSpill({ directory }).create(META)).rejects.toMatchObject(DENIED);
    expect(existsSync(join(outside, "new"))).toBe(false);
  });

  it.each(["s", ".spillway"])("refuses one in place of the folder %s, for reading and removing", async (folder) => {
    const directory = temporary();
    const outside = join(temporary(), "moved");
    const sink = fileSpill({ directory });
    const ref = await spill(sink, META, ["abc"]);
    const before = () => files(dirname(outside));
    renameSync(join(directory, folder), outside);
    symlinkSync(outside, join(directory, folder));
    const kept = before();
    await expect(sink.read(ref.id)).rejects.toMatchObject(DENIED);
    await expect(sink.stat(ref.id)).rejects.toMatchObject(DENIED);
    await expect(sink.remove(ref.id)).rejects.toMatchObject(DENIED);
    expect(before()).toEqual(kept);
  });

  it("refuses a file in place of a folder", async () => {
    const directory = temporary();
    writeFileSync(join(directory, "s"), "mine");
    await expect(fileSpill({ directory }).create(META)).rejects.toMatchObject(DENIED);
    expect(readFileSync(join(directory, "s"), "utf8")).toBe("mine");
  });

  it.each(["link", "open"])("writes to no target through one (names taken by %s)", async (way) => {
    const directory = temporary();
    const victim = join(temporary(), "victim");
    writeFileSync(victim, "untouched");
    const sink = way === "link" ? fileSpill({ directory }) : createFileSpill({ directory }, withoutLinks());
    const { id, path } = await spill(sink, META, ["abc"]);
    const record = join(directory, ".spillway", `${id}.json`);
    for (const target of [victim, `${victim}-new`]) {
      rmSync(record, { force: true });
      rmSync(String(path));
      symlinkSync(target, String(path));
      const ref = await spill(sink, META, ["abc"]);
      expect(ref.path).not.toBe(path);
      expect(text(await sink.read(ref.id))).toBe("abc");
      expect(readlinkSync(String(path))).toBe(target);
    }
    expect(readFileSync(victim, "utf8")).toBe("untouched");
    expect(existsSync(`${victim}-new`)).toBe(false);
  });

  it("reads no file through one, and removes only the link", async () => {
    const directory = temporary();
    const victim = join(temporary(), "victim");
    writeFileSync(victim, "abc");
    const sink = fileSpill({ directory });
    const { id, path } = await spill(sink, META, ["abc"]);
    rmSync(String(path));
    symlinkSync(victim, String(path));
    await expect(sink.read(id)).rejects.toMatchObject(DENIED);
    await expect(sink.stat(id)).rejects.toMatchObject(DENIED);
    expect(await all(sink)).toEqual([]);
    expect(await sink.remove(id)).toBe(true);
    expect(readFileSync(victim, "utf8")).toBe("abc");
  });

  it("neither reads nor writes a record or the key through one", async () => {
    const directory = temporary();
    const victim = join(temporary(), "victim");
    const sink = fileSpill({ directory });
    const { id } = await spill(sink, META, ["abc"]);
    const record = join(directory, ".spillway", `${id}.json`);
    renameSync(record, victim);
    symlinkSync(victim, record);
    const before = readFileSync(victim, "utf8");
    await expect(sink.read(id)).rejects.toMatchObject(DENIED);
    await expect(spill(sink, META, ["abc"])).rejects.toMatchObject(DENIED);
    expect(readFileSync(victim, "utf8")).toBe(before);
    expect(await all(sink)).toEqual([]);

    const key = join(directory, ".spillway", "key");
    renameSync(key, `${victim}-key`);
    symlinkSync(`${victim}-key`, key);
    await expect(fileSpill({ directory }).create(META)).rejects.toMatchObject(DENIED);
    expect(lstatSync(key).isSymbolicLink()).toBe(true);
  });

  it.each(["link", "file"])("opens no stage that is there already (a %s)", async (kind) => {
    const directory = temporary();
    const victim = join(temporary(), "victim");
    writeFileSync(victim, "untouched");
    await spill(fileSpill({ directory }), { sessionId: "s" }, ["first"]);
    const planting: FileSystem = {
      ...nodeFileSystem,
      // What an attacker would do who could foresee the name.
      async open(path, flags, mode) {
        if (!path.endsWith(".part")) return nodeFileSystem.open(path, flags, mode);
        if (kind === "link") symlinkSync(victim, path);
        else writeFileSync(path, "planted");
        return nodeFileSystem.open(path, flags, mode).finally(() => rmSync(path));
      },
    };
    await expect(createFileSpill({ directory }, planting).create(META)).rejects.toMatchObject({ code: "io" });
    expect(readFileSync(victim, "utf8")).toBe("untouched");
  });
});

describe("fileSpill and hostile names", () => {
  it.each(["session", "flat"] as const)("keeps every file inside its directory, layout %s", async (layout) => {
    const parent = temporary();
    const directory = join(parent, "store");
    const sink = fileSpill({ directory, layout });
    const name = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...HOSTILE_NAMES));
    const meta = fc.record({ tool: name, callId: name, sessionId: name, seq: fc.maxSafeNat() }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(meta, async (meta) => {
        const ref = await spill(sink, meta, ["abc"]);
        expect(isSpillId(ref.id)).toBe(true);
        const parts = relative(directory, String(ref.path)).split("/");
        expect(parts).toHaveLength(layout === "flat" ? 1 : 2);
        for (const part of parts) {
          expect(part).toMatch(/^[A-Za-z0-9_-]([A-Za-z0-9._-]*[A-Za-z0-9_-])?$/);
          expect(part).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i); // devices on Windows
        }
        expect(lstatSync(String(ref.path)).isFile()).toBe(true);
        expect(text(await sink.read(ref.id))).toBe("abc");
      }),
      { numRuns: 150 },
    );
    expect(readdirSync(parent)).toEqual(["store"]);
    expect(filesButKey(directory).every((path) => !path.endsWith(".part"))).toBe(true);
  });
});
