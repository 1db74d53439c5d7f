import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLI, shell, spillwayIn, temporaryFolder } from "./spillway.js";

const store = temporaryFolder();
const spillway = spillwayIn(store);
const pathIn = (view: string) => /complete output in (\S+)\]/.exec(view)?.[1] ?? "";

describe("spillway run", () => {
  it("should name all of a million lines, and keep them byte for byte", () => {
    const { status, stdout } = spillway(["run", "--", "seq", "1", "1000000"]);
    expect(status).toBe(0);
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(16_384 + 1);
    expect(stdout).toContain("of 1,000,000 lines");
    const path = pathIn(stdout);
    expect(readFileSync(path).equals(spawnSync("seq", ["1", "1000000"], { maxBuffer: 2 ** 30 }).stdout)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(stdout.startsWith("1\n2\n3\n")).toBe(true);
    expect(stdout).toContain("\n999999\n1000000\n[spillway: ");
  });

  it("should pass a small output on as it is, and keep nothing", () => {
    const own = temporaryFolder();
    const { status, stdout } = spillwayIn(own)(["run", "--", "printf", "a\\nb"]);
    expect([status, stdout]).toEqual([0, "a\nb\n"]);
    expect(readdirSync(own)).toEqual([]);
  });

  it("should give the same View and the same Spill for the same output", () => {
    const args = ["run", "--max-bytes", "400", "--", "seq", "1", "5000"];
    expect(spillway(args).stdout).toBe(spillway(args).stdout);
  });

  it("should keep the exit code, say it, and lean to the tail of a failure", () => {
    const script = "seq 1 100000; echo boom; exit 3";
    const { status, stdout } = spillway(["run", "--max-bytes", "1000", "--", "sh", "-c", script]);
    expect(status).toBe(3);
    expect(stdout).toContain("exit code 3");
    expect(stdout).toContain("boom\n[spillway: ");
    const [head = "", tail = ""] = stdout.split("[spillway: …");
    expect(tail.length).toBeGreaterThan(2 * head.length);
  });

  it("should merge both streams into one Spill", () => {
    const script = "for i in $(seq 1 2000); do echo out $i; echo err $i >&2; done";
    const { stdout } = spillway(["run", "--max-bytes", "500", "--", "sh", "-c", script]);
    const lines = readFileSync(pathIn(stdout), "utf8").trimEnd().split("\n");
    const numbers = (kind: string) => lines.filter((line) => line.startsWith(kind)).map((line) => line.slice(4));
    expect(lines).toHaveLength(4000);
    expect(numbers("out")).toEqual(Array.from({ length: 2000 }, (_, index) => String(index + 1)));
    expect(numbers("err")).toEqual(numbers("out"));
  });

  it("should show what a terminal would, and keep what the command printed", () => {
    const progress = "\\033[31mred\\033[0m\\n10%%\\r50%%\\r100%%\\n\\000end\\n";
    const { stdout } = spillway(["run", "--json", "--", "printf", progress]);
    const { text, altered, spill } = JSON.parse(stdout);
    expect(text).toBe("red\n100%\n␀end\n");
    expect(altered).toBe(true);
    expect(readFileSync(spill.ref.path, "latin1")).toBe("\u001b[31mred\u001b[0m\n10%\r50%\r100%\n\0end\n");
    expect(spillway(["run", "--raw", "--json", "--", "printf", progress]).stdout).toContain("\\u001b[31mred");
  });

  it("should end with 127 for a command that cannot be started, and say why", () => {
    const missing = spillway(["run", "--", "no-such-command-here"]);
    expect(missing).toEqual({
      status: 127,
      stdout: "",
      stderr: 'spillway: cannot start "no-such-command-here": no such command, or no such working directory\n',
    });
    const notExecutable = join(temporaryFolder(), "data");
    writeFileSync(notExecutable, "not a program", { mode: 0o600 });
    expect(spillway(["run", "--", notExecutable])).toMatchObject({ status: 127, stdout: "" });
  });

  it("should end as a shell does with a command that a signal ended", () => {
    const { status, stdout } = spillway(["run", "--max-bytes", "200", "--", "sh", "-c", "seq 1 500; kill -TERM $$"]);
    expect(status).toBe(143);
    expect(stdout).toContain("exit code 143");
  });

  it("should pass a signal on, and show the View of what came", async () => {
    const script = "trap 'echo caught; exit 9' TERM; seq 1 9999; echo ready >&2; while :; do sleep 0.05; done";
    const child = spawn(process.execPath, [CLI, "run", "--max-bytes", "300", "--", "sh", "-c", script], {
      env: { ...process.env, SPILLWAY_STORE: store },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let view = "";
    child.stdout.on("data", (data) => {
      view += data;
    });
    const exited = once(child, "exit");
    // The Spill grows while the command runs: its stage is there long before the end.
    await waitFor(() => existsSync(join(store, "default")) && readdirSync(join(store, "default")).some(isStage));
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill("SIGTERM");
    expect(await exited).toEqual([9, null]);
    expect(view).toContain("caught\n[spillway: ");
    expect(view).toContain("exit code 9");
  });

  it("should be at ease with a reader that goes", () => {
    const { status, stderr } = shell("$SPILLWAY run --max-bytes 900000 -- seq 1 200000 | head -n 1", {
      SPILLWAY_STORE: store,
    });
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("should print the result for programs", () => {
    const { stdout } = spillway(["run", "--json", "--max-lines", "10", "--tool", "count", "--", "seq", "1", "100"]);
    const { text, truncated, limitedBy, total, spill } = JSON.parse(stdout);
    expect(text.split("\n")).toHaveLength(10);
    expect({ truncated, limitedBy, total }).toEqual({
      truncated: true,
      limitedBy: "lines",
      total: { bytes: 292, chars: 292, lines: 100 },
    });
    expect(spill.ref.id).toMatch(/^count-[0-9a-f]{8}$/);
  });
});

describe("spillway run with a store that fails", () => {
  const seq = ["--", "sh", "-c", "seq 1 100000; exit 6"];

  it("should show the View and say that the store refused", () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    const { status, stdout, stderr } = spillway(["run", "--store", file, "--max-bytes", "400", ...seq]);
    expect([status, stderr]).toEqual([6, ""]);
    expect(stdout).toContain("100000\n[spillway: ");
    expect(stdout).toContain("exit code 6; the rest could not be kept: the store refused access]");
  });

  it("should not wait for a directory that can never be made", () => {
    const { status, stdout } = spillway(["run", "--store", "/proc/none/store", "--max-bytes", "400", ...seq]);
    expect(status).toBe(6);
    expect(stdout).toContain("the rest could not be kept: ");
  });

  it("should show the View and say that there was no space, and leave no half file", () => {
    const own = temporaryFolder();
    // A limit on the size of files is the full disk that every user can have.
    const script = "trap '' XFSZ; ulimit -f 8; $SPILLWAY run --max-bytes 400 -- sh -c 'seq 1 100000; exit 7'";
    const { status, stdout, stderr } = shell(script, { SPILLWAY_STORE: own });
    expect([status, stderr]).toEqual([7, ""]);
    expect(stdout).toContain("exit code 7; the rest could not be kept: no space left in the store]");
    expect(readdirSync(join(own, "default"))).toEqual([]);
  });

  const canMount = spawnSync("unshare", ["-m", "true"]).status === 0;
  it.runIf(canMount)("should survive a disk that is full", () => {
    const disk = temporaryFolder();
    const script = `mount -t tmpfs -o size=64k none ${disk} && $SPILLWAY run --max-bytes 400 -- seq 1 100000 && ls -A ${disk}/s/default`;
    const { status, stdout } = shell(`unshare -m sh -c '${script}'`, { SPILLWAY_STORE: join(disk, "s") });
    expect(status).toBe(0);
    expect(stdout).toMatch(/the rest could not be kept: no space left in the store\]\n$/);
  });
});

function isStage(file: string): boolean {
  return file.startsWith(".");
}

async function waitFor(condition: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error("it never came true");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
