import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shell, spillwayIn, temporaryFolder } from "./spillway.js";

const store = temporaryFolder();
const spillway = spillwayIn(store);
const kept = JSON.parse(spillway(["run", "--json", "--", "seq", "1", "100000"]).stdout).spill.ref;
const seq = spawnSync("seq", ["1", "100000"], { encoding: "utf8", maxBuffer: 2 ** 30 }).stdout;

describe("spillway pipe", () => {
  it("should print well-formed text of input cut in mid-character", () => {
    const { stdout } = shell("yes 🟡 | head -c 300000 | $SPILLWAY pipe --max-bytes 1000", { SPILLWAY_STORE: store });
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(1001);
    expect(stdout).toMatch(/^(?:🟡\n)+\[spillway: … .* omitted …\]\n(?:🟡\n)+\[spillway: .*\]\n$/u);
  });

  it("should say that a sequence at the very end was cut, and keep its bytes", () => {
    const { stdout } = spillway(["pipe", "--json"], { input: Buffer.from("ok 🟡").subarray(0, 5) });
    const { text, altered, spill } = JSON.parse(stdout);
    expect([text, altered, spill.ref.bytes]).toEqual(["ok \ufffd", true, 5]);
  });

  it("should pass nothing on as nothing", () => {
    expect(spillway(["pipe"], { input: "" })).toEqual({ status: 0, stdout: "", stderr: "" });
  });
});

describe("spillway read", () => {
  it("should page a Spill back to the same bytes, by the commands that it prints", () => {
    let args: string[] | undefined = ["read", kept.id, "--max-bytes", "100000"];
    let pages = 0;
    let text = "";
    while (args !== undefined) {
      const { status, stdout, stderr } = spillway(args);
      expect(status).toBe(0);
      expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(100_000);
      text += stdout;
      pages++;
      args = /^next: spillway (.*)\n$/.exec(stderr)?.[1]?.split(" ");
    }
    expect(pages).toBe(6);
    expect(text).toBe(seq);
  });

  it("should print lines and bytes, both ends included", () => {
    expect(spillway(["read", kept.uri, "--lines", "99998..100000"]).stdout).toBe("99998\n99999\n100000\n");
    expect(spillway(["read", kept.id, "--lines", "7"]).stdout).toBe("7\n");
    expect(spillway(["read", kept.id, "--bytes", "0..3"]).stdout).toBe("1\n2\n");
    expect(spillway(["read", kept.id, "--bytes", `${seq.length - 4}..`])).toMatchObject({
      stdout: "000\n",
      stderr: "",
    });
    expect(spillway(["read", kept.id, "--lines", "100001.."])).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });

  it("should print the lines that match, with their numbers, and the command for more", () => {
    const { stdout, stderr } = spillway(["read", kept.id, "--grep", "7777", "--context", "1", "--max-lines", "3"]);
    expect(stdout).toBe("7776-7776\n7777:7777\n7778-7778\n");
    expect(stderr).toBe(
      `next: spillway read ${kept.id} --max-lines 3 --grep 7777 --context 1 --after 95544 --line 17776\n`,
    );
    const next = spillway(/^next: spillway (.*)\n$/.exec(stderr)?.[1]?.split(" ") ?? []);
    expect(next.stdout).toBe("17776-17776\n17777:17777\n17778-17778\n");
  });

  it("should search for a regular expression, or literally if told so", () => {
    expect(spillway(["read", kept.id, "--grep", "^7{4,5}$"])).toEqual({
      status: 0,
      stdout: "7777:7777\n77777:77777\n",
      stderr: "",
    });
    expect(spillway(["read", kept.id, "--grep", "^7{4,5}$", "--literal"])).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
    expect(spillway(["read", kept.id, "--grep", "(?=7)"])).toMatchObject({ status: 1, stdout: "" });
    expect(spillway(["read", kept.id, "--grep", "(?=7)"]).stderr).toMatch(
      /^spillway: pattern is not a regular expression that can be used here: .*there is no lookaround/,
    );
  });

  it("should print a value of JSON, and the command for what comes behind", () => {
    const rows = Array.from({ length: 1000 }, (_, id) => ({ id }));
    const { stdout: view } = spillway(["pipe", "--json", "--max-bytes", "200"], { input: JSON.stringify({ rows }) });
    const { id } = (JSON.parse(view) as { spill: { ref: { id: string } } }).spill.ref;
    expect(spillway(["read", id, "--pointer", "/rows", "--from", "998"])).toEqual({
      status: 0,
      stdout: '[{"id":998},{"id":999}]\n',
      stderr: "",
    });
    const found: unknown[] = [];
    for (
      let args: string[] | undefined = ["read", id, "--pointer", "/rows", "--max-bytes", "4000"];
      args !== undefined;
    ) {
      const { stdout, stderr } = spillway(args);
      found.push(...(JSON.parse(stdout) as unknown[]));
      args = /^next: spillway (.*)\n$/.exec(stderr)?.[1]?.split(" ");
    }
    expect(found).toEqual(rows);
    expect(spillway(["read", id, "--pointer", "/nothing"])).toEqual({
      status: 1,
      stdout: "",
      stderr: "spillway: pointer leads to no value of this Spill\n",
    });
  });

  it("should print the window for programs", () => {
    const { stdout } = spillway(["read", kept.id, "--json", "--lines", "5..6"]);
    expect(JSON.parse(stdout)).toEqual({
      text: "5\n6\n",
      range: { start: 8, end: 12 },
      total: seq.length,
      next: { lines: { from: 7, count: 2 } },
      truncated: false,
      lines: { start: 5, end: 6 },
    });
  });
});

describe("spillway list", () => {
  it("should list what is kept, newest first, and harmless names", () => {
    const own = spillwayIn(temporaryFolder());
    expect(own(["list"]).stdout).toBe("ID  SIZE  KEPT  CREATED  TOOL  SESSION\n");
    for (const tool of ["first", "se\u001b[31mcond"]) {
      own(["pipe", "--tool", tool, "--session", "s-1", "--max-bytes", "50"], { input: `${tool}\n`.repeat(100) });
    }
    const rows = own(["list", "--session", "s-1"]).stdout.trimEnd().split("\n");
    expect(rows).toHaveLength(3);
    expect(rows.join("\n")).not.toContain("\u001b");
    expect(rows[1]).toMatch(/^se-31mcond-[0-9a-f]{8} {2}1\.2 KiB {2}whole {2}\S+Z {2}second {2}s-1$/);
    expect(rows[2]).toMatch(/^first-[0-9a-f]{8} {2}/);
    expect(JSON.parse(own(["list", "--json"]).stdout)).toHaveLength(2);
    expect(own(["list", "--session", "s-2"]).stdout.split("\n")).toHaveLength(2);
  });
});

describe("bad input", () => {
  it.each([
    [["frobnicate"], 'no command "frobnicate"'],
    [["run", "--frobnicate", "--", "ls"], "run: unknown option --frobnicate"],
    [["run", "ls"], "run: put -- before the command"],
    [["run", "--"], "run: no command behind --"],
    [["run", "--max-bytes", "-5", "--", "ls"], '--max-bytes must be an integer ≥ 0, got "-5"'],
    [["run", "--max-bytes=1.5", "--", "ls"], '--max-bytes must be an integer ≥ 0, got "1.5"'],
    [["run", "--max-bytes", "--", "ls"], "run: --max-bytes needs a value"],
    [["run", "--raw=yes", "--", "ls"], "run: --raw takes no value"],
    [["run", "--keep", "middle", "--", "ls"], '--keep must be head, tail or ends, got "middle"'],
    [["run", "--head-share", "2", "--", "ls"], '--head-share must be a number from 0 to 1, got "2"'],
    [["run", "--store", "", "--", "ls"], "--store must name a directory, or s3://BUCKET/PREFIX"],
    [["pipe", "file"], "pipe: takes no arguments, only stdin"],
    [["read"], "read: takes one REF, an id or spill://ID"],
    [["read", kept.id, "--lines", "0..5"], "--lines starts at 1, got 0"],
    [["read", kept.id, "--lines", "9..5"], "--lines must not end before it starts, got 9..5"],
    [["read", kept.id, "--bytes", "x"], '--bytes must be A..B, A.. or A, got "x"'],
    [
      ["read", kept.id, "--bytes", "1", "--lines", "1"],
      "read: --lines, --bytes, --grep and --pointer exclude each other",
    ],
    [["read", kept.id, "--context", "1"], "read: --context goes with --grep"],
    [["read", kept.id, "--grep", ""], "--grep must not be empty"],
    [["list", "all"], "list: takes no arguments"],
  ])("%j should be told in one line", (args, message) => {
    expect(spillway(args)).toEqual({ status: 2, stdout: "", stderr: `spillway: ${message} (spillway --help)\n` });
  });

  it.each([
    "none-00000000",
    "../../etc/passwd",
    "/etc/passwd",
    "spill://../x",
    ".spillway",
    "A",
    "a\u0000b".slice(0, 1),
  ])("the REF %j should not be found", (ref) => {
    expect(spillway(["read", ref])).toEqual({ status: 1, stdout: "", stderr: "spillway: no such Spill\n" });
  });
});

describe("help", () => {
  it.each([[[]], [["--help"]], [["run", "--help"]], [["pipe", "-h"]], [["read", "--help"]], [["list", "--help"]]])(
    "%j should show examples",
    (args: string[]) => {
      const { status, stdout } = spillway(args);
      expect(status).toBe(0);
      expect(stdout).toContain("Examples:");
    },
  );

  it("should leave the command's own --help alone", () => {
    expect(spillway(["run", "--", "node", "--help"]).stdout).toContain("Usage: node");
  });

  it("should tell the version", () => {
    expect(spillway(["--version"]).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("the default store", () => {
  it("should be a private directory below the user's state directory", () => {
    const state = temporaryFolder();
    const { stdout } = spillway(["run", "--max-bytes", "600", "--", "seq", "1", "1000"], {
      env: { SPILLWAY_STORE: "", XDG_STATE_HOME: state },
    });
    expect(stdout).toContain(`in ${state}/spillway/spills/default/seq-`);
    expect(readdirSync(join(state, "spillway", "spills")).sort()).toEqual([".spillway", "default"]);
  });

  it("should not take a relative state directory, as the specification says", () => {
    const home = temporaryFolder();
    const env = { SPILLWAY_STORE: "", XDG_STATE_HOME: "state", HOME: home };
    const { stdout } = spillway(["run", "--max-bytes", "600", "--", "seq", "1", "1000"], { env });
    expect(stdout).toContain(`in ${home}/.local/state/spillway/spills/`);
    expect(home).not.toBe(homedir());
  });
});
