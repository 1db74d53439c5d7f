/** The commands that look after a store: list, stat, rm, sweep. */
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { fileSpill } from "spillway/spill/file";
import { describe, expect, it } from "vitest";
import { shell, spillwayIn, temporaryFolder } from "./spillway.js";

/** A store with three Spills of 1200 bytes, two of them of session `s-1`. */
async function filled() {
  const store = temporaryFolder();
  const sink = fileSpill({ directory: store });
  const keep = async (tool: string, sessionId: string) => {
    const writer = await sink.create({ tool, sessionId });
    await writer.write(Buffer.from(`${tool}------\n`.repeat(100)));
    const { path = "", ...ref } = await writer.commit();
    return { ...ref, path };
  };
  const [first, second] = [await keep("first", "s-1"), await keep("secon", "s-1")];
  return { store, spillway: spillwayIn(store), first, second, third: await keep("third", "s-2") };
}

const none = (status: number, stderr: string) => ({ status, stdout: "", stderr });

describe("spillway stat", async () => {
  const { spillway, first } = await filled();

  it("should say what is known of a Spill, by id and by uri", () => {
    const { status, stdout, stderr } = spillway(["stat", first.id]);
    expect([status, stderr]).toEqual([0, ""]);
    const rows = Object.fromEntries(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split(/ {2,}/)),
    );
    expect(rows).toEqual({
      id: first.id,
      uri: first.uri,
      path: first.path,
      size: "1.2 KiB (1200 bytes)",
      kept: "whole",
      sha256: first.sha256,
      tool: "first",
      session: "s-1",
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect(spillway(["stat", first.uri]).stdout).toBe(stdout);
  });

  it("should print it for programs", () => {
    const info = JSON.parse(spillway(["stat", first.id, "--json"]).stdout);
    expect(info).toMatchObject({ ...first, meta: { tool: "first", sessionId: "s-1" } });
    expect(info.createdAt).toBeGreaterThan(1_700_000_000_000);
  });

  it("should show names that a terminal cannot obey", () => {
    const { stdout } = spillway(["pipe", "--json", "--session", "\u001b[2Jx", "--max-bytes", "9"], {
      input: "0123456789",
    });
    const { id } = JSON.parse(stdout).spill.ref;
    expect(spillway(["stat", id]).stdout).toContain("session  x\n");
    expect(JSON.parse(spillway(["stat", id, "--json"]).stdout).meta.sessionId).toBe("\u001b[2Jx");
  });

  it("should say of a removed Spill when it went, and end with 1", async () => {
    const own = await filled();
    own.spillway(["rm", own.first.id]);
    const { status, stdout, stderr } = own.spillway(["stat", own.first.id]);
    expect([status, stderr]).toEqual([1, ""]);
    expect(stdout).toMatch(
      /^id +first-\w+\nsize +1\.2 KiB \(1200 bytes\)\nkept +nothing: removed \S+Z\ntool +first\n$/,
    );
    const gone = own.spillway(["stat", own.first.id, "--json"]);
    expect(gone.status).toBe(1);
    expect(JSON.parse(gone.stdout)).toMatchObject({ gone: true, id: own.first.id, bytes: 1200, reason: "removed" });
  });

  it.each(["none-00000000", "../../etc/passwd", "spill://../x", ".spillway", "key"])("should not find %j", (ref) => {
    expect(spillway(["stat", ref])).toEqual(none(1, "spillway: no such Spill\n"));
  });

  it("should tell that a file was changed", async () => {
    const own = await filled();
    writeFileSync(own.first.path, "less");
    expect(own.spillway(["stat", own.first.id])).toEqual(
      none(1, "spillway: the store did not keep what was written\n"),
    );
    expect(own.spillway(["list"]).stdout.trimEnd().split("\n")).toHaveLength(3);
  });
});

describe("spillway rm", () => {
  it("should remove by id and uri, and leave the others", async () => {
    const { spillway, first, second, third } = await filled();
    expect(spillway(["rm", first.id, third.uri])).toEqual({
      status: 0,
      stdout: `removed ${first.id}\nremoved ${third.uri}\n`,
      stderr: "",
    });
    expect(existsSync(first.path)).toBe(false);
    expect(JSON.parse(spillway(["list", "--json"]).stdout).map(({ id }: { id: string }) => id)).toEqual([second.id]);
    expect(spillway(["read", first.id])).toEqual(none(1, "spillway: this Spill was removed; it had 1.2 KiB\n"));
  });

  it("should remove what it can, say what it cannot, and end with 1", async () => {
    const { spillway, first } = await filled();
    const { status, stdout, stderr } = spillway(["rm", "none-00000000", "../../x", "\u001b[2Jx", first.id, first.id]);
    expect([status, stdout]).toEqual([1, `removed ${first.id}\n`]);
    expect(stderr).toBe(
      "spillway: none-00000000: no such Spill\n" +
        "spillway: ../../x: no such Spill\n" +
        "spillway: x: no such Spill\n" +
        `spillway: ${first.id}: the Spill was removed before\n`,
    );
  });

  it("should remove all of a session, a damaged one too, and nothing of another", async () => {
    const { spillway, second, third } = await filled();
    writeFileSync(second.path, "less");
    expect(spillway(["rm", "--session", "s-1"])).toEqual({ status: 0, stdout: "removed 2 Spills\n", stderr: "" });
    expect(existsSync(second.path)).toBe(false);
    expect(JSON.parse(spillway(["list", "--json"]).stdout).map(({ id }: { id: string }) => id)).toEqual([third.id]);
    expect(spillway(["rm", "--session", "s-1", "--json"])).toEqual({
      status: 0,
      stdout: '{"removed":0}\n',
      stderr: "",
    });
  });

  it("should print what came of each for programs", async () => {
    const { spillway, first } = await filled();
    const { status, stdout, stderr } = spillway(["rm", "--json", first.uri, "none-00000000"]);
    expect([status, stderr]).toEqual([1, ""]);
    expect(JSON.parse(stdout)).toEqual([
      { ref: first.uri, removed: true },
      { ref: "none-00000000", removed: false, problem: "no such Spill" },
    ]);
  });
});

describe("spillway sweep", () => {
  it("should sweep nothing that is young", async () => {
    const { spillway } = await filled();
    const { status, stdout, stderr } = spillway(["sweep", "--max-age", "0", "--max-total", "0"]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^swept 0 Spills \(0 B\), kept 3 \(3\.5 KiB\)/);
  });

  it("should bring a store inside a size, the eldest first, and keep what is retained", async () => {
    const { spillway, first, second, third } = await filled();
    const { status, stdout } = spillway(["sweep", "--grace", "0", "--max-total", "2KiB", "--retain", first.uri]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^swept 2 Spills \(2\.3 KiB\), kept 1 \(1\.2 KiB\)/);
    expect(spillway(["read", first.id]).status).toBe(0);
    for (const { id } of [second, third]) {
      expect(spillway(["read", id])).toMatchObject({ status: 1, stderr: expect.stringContaining("this Spill was ") });
    }
  });

  it("should sweep by age, and print its report for programs", async () => {
    const { spillway, first, second } = await filled();
    const args = ["sweep", "--json", "--grace", "0", "--retain", first.id, "--retain", second.id, "--max-age"];
    expect(JSON.parse(spillway([...args, "1"]).stdout)).toMatchObject({ swept: 0, kept: 3, failed: 0 });
    expect(JSON.parse(spillway([...args, "0"]).stdout)).toMatchObject({
      swept: 1,
      sweptBytes: 1200,
      kept: 2,
      keptBytes: 2400,
      failed: 0,
    });
  });

  const canMount = spawnSync("unshare", ["-m", "true"]).status === 0;
  it.runIf(canMount)("should say what it could not remove, and end with 1", async () => {
    const { store } = await filled();
    const readOnly = `mount --bind ${store} ${store} && mount -o remount,bind,ro ${store}`;
    const script = `${readOnly} && $SPILLWAY sweep --max-total 0 --grace 0`;
    const { status, stdout, stderr } = shell(`unshare -m sh -c '${script}'`, { SPILLWAY_STORE: store });
    expect([status, stderr]).toEqual([1, "spillway: 3 Spills could not be removed\n"]);
    expect(stdout).toMatch(/^swept 0 Spills \(0 B\), kept 3 \(3\.5 KiB\)\n$/);
  });

  it("should be at ease with a store that is not there", async () => {
    const { store, spillway } = await filled();
    rmSync(store, { recursive: true });
    expect(spillway(["sweep", "--max-total", "0"])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^swept 0 Spills/),
    });
    expect(existsSync(store)).toBe(false);
  });
});

describe("bad input", () => {
  const spillway = spillwayIn(temporaryFolder());

  it.each([
    [["stat"], "stat: takes one REF, an id or spill://ID"],
    [["stat", "a", "b"], "stat: takes one REF, an id or spill://ID"],
    [["stat", "a", "--session", "s"], "stat: unknown option --session"],
    [["rm"], "rm: takes REFs, or --session ID"],
    [["rm", "a", "--session", "s"], "rm: REFs and --session exclude each other"],
    [["rm", "--session"], "rm: --session needs a value"],
    [["sweep", "all"], "sweep: takes no arguments"],
    [["sweep", "--max-age", "week"], '--max-age must be a number ≥ 0, got "week"'],
    [["sweep", "--max-total", "-5"], '--max-total must be a size such as 512MiB, got "-5"'],
    [["sweep", "--grace", "1m"], '--grace must be a number ≥ 0, got "1m"'],
    [["sweep", "--retain", "../x"], '--retain must be an id or spill://ID, got "../x"'],
  ])("%j should be told in one line", (args, message) => {
    expect(spillway(args)).toEqual(none(2, `spillway: ${message} (spillway --help)\n`));
  });

  it.each([["stat"], ["rm"], ["sweep"]])("%s should show examples when asked for help", (command) => {
    const { status, stdout } = spillway([command, "--help"]);
    expect(status).toBe(0);
    expect(stdout).toContain("Examples:");
    expect(spillway(["--help"]).stdout).toContain(`spillway ${command} `);
  });
});
