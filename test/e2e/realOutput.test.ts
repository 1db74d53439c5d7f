/** What tools really print, through the command: code pages, progress, binary, and the line that matters. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { CLI, spillwayIn, temporaryFolder } from "./spillway.js";

const store = temporaryFolder();
const spillway = spillwayIn(store);
const pipe = (input: Uint8Array, ...args: string[]) =>
  spawnSync(process.execPath, [CLI, "pipe", "--store", store, ...args], { input, encoding: "utf8" });

describe("the command, on real output", () => {
  it("should decode a code page that it is told, or that is surely meant, and keep the bytes", () => {
    const gbk = iconv.encode("错误：系统找不到指定的文件。\n".repeat(2000), "gbk");
    for (const args of [[], ["--encoding", "gbk"]]) {
      const { stdout } = pipe(gbk, "--max-bytes", "500", ...args);
      expect(stdout.startsWith("错误：系统找不到指定的文件。\n")).toBe(true);
      expect(readFileSync(/complete output in (\S+)\]/.exec(stdout)?.[1] ?? "").equals(gbk)).toBe(true);
    }
    const wrong = pipe(gbk, "--encoding", "klingon");
    expect([wrong.status, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('--encoding must be auto or the name of an encoding, got "klingon"'),
    ]);
  });

  it("should read a window in an encoding, and say it in the next command", () => {
    const sjis = iconv.encode("エラー: 見つかりません\n".repeat(500), "shift_jis");
    const { spill } = JSON.parse(pipe(sjis, "--json", "--max-bytes", "400").stdout);
    const read = spillway(["read", spill.ref.id, "--encoding", "shift_jis", "--max-bytes", "200", "--lines", "3.."]);
    expect(read.stdout.startsWith("エラー: 見つかりません\n")).toBe(true);
    expect(read.stderr).toContain("--encoding shift_jis");
  });

  it("should fold progress, or leave it raw", () => {
    const docker = "a: Waiting\nb: Waiting\n\u001b[2A\u001b[2K\ra: Done\u001b[1B\r\u001b[2K\rb: Done\u001b[1B\rall\n";
    expect(pipe(Buffer.from(docker)).stdout).toBe("a: Done\nb: Done\nall\n");
    expect(pipe(Buffer.from(docker), "--clean").stdout).toBe("a: Done\nb: Done\nall\n");
    expect(pipe(Buffer.from(docker), "--raw").stdout).toBe(docker);
    expect(pipe(Buffer.from("a\u202eb\n"), "--show-invisible").stdout).toBe("a<U+202E>b\n");
    expect(pipe(Buffer.from("a"), "--raw", "--clean").status).toBe(2);
  });

  it("should say what a binary is, and keep it", () => {
    const program = readFileSync(process.execPath).subarray(0, 100_000);
    const { stdout } = pipe(program);
    expect(stdout).toMatch(/^00000000 {2}\w\w/);
    expect(stdout).toContain("of 100,000 bytes shown in hex; complete output in ");
    expect(readFileSync(/complete output in (\S+)\]/.exec(stdout)?.[1] ?? "").equals(program)).toBe(true);
  });

  it("should keep the error of a real compiler out of the middle", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "ok.js"), "console.log('x');\n".repeat(1));
    const script =
      "for i in $(seq 1 5000); do echo compiling $i; done; node -e 'require(\"./nope\")'; for i in $(seq 1 5000); do echo linking $i; done; exit 1";
    const args = ["--max-bytes", "800", "--", "sh", "-c", script];
    expect(spillway(["run", ...args]).stdout).not.toContain("Cannot find module");
    const { stdout, status } = spillway(["run", "--errors", "--pin", "^compiling 2500$", ...args]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^\d+:Error: Cannot find module '\.\/nope'$/m);
    expect(stdout).toMatch(/^2500:compiling 2500$/m);
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(801);
    expect(spillway(["run", "--pin", "(", "--", "true"]).status).toBe(2);
  });
});
