/** What a script gets of a command. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { mergeStreams } from "spillway";
import { type CommandResultOptions, commandResult } from "spillway/code-mode";
import { memorySpill } from "spillway/spill";
import { fileSpill } from "spillway/spill/file";
import { afterAll, describe, expect, it } from "vitest";

const MIB = 2 ** 20;
const directory = mkdtempSync(join(tmpdir(), "spillway-command-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe("commandResult", () => {
  it("should give up to 1 MiB whole, and beyond it the first and last 512 KiB around a marker", async () => {
    const spill = fileSpill({ directory });
    const fitting = await commandResult("x".repeat(MIB), { spill, exitCode: 0, seconds: () => 1.5 });
    expect(fitting.output.length).toBe(MIB);
    expect({ ...fitting, output: "" }).toEqual({
      output: "",
      truncated: false,
      total_bytes: MIB,
      exit_code: 0,
      wall_time_seconds: 1.5,
    });
    const { output, full_output_path: path = "", ...rest } = await commandResult(`a${"x".repeat(MIB - 1)}z`, { spill });
    expect(output.length).toBe(MIB + "\n\n[... 1 bytes omitted ...]\n\n".length);
    expect(output === `a${"x".repeat(MIB / 2 - 1)}\n\n[... 1 bytes omitted ...]\n\n${"x".repeat(MIB / 2 - 1)}z`).toBe(
      true,
    );
    expect(rest).toMatchObject({ truncated: true, total_bytes: MIB + 1, exit_code: null, wall_time_seconds: null });
    expect(readFileSync(path, "utf8") === `a${"x".repeat(MIB - 1)}z`).toBe(true);
  });

  it("should take a real command's streams, its exit code and its time", async () => {
    const code =
      "for (let i = 0; i < 300000; i++) console.log('line ' + i); console.error('lost'); process.exitCode = 7";
    const start = performance.now();
    const child = spawn(process.execPath, ["-e", code]);
    const exitCode = once(child, "exit").then(([status]) => status as number);
    const result = await commandResult(mergeStreams(child), {
      spill: fileSpill({ directory }),
      exitCode,
      seconds: () => (performance.now() - start) / 1000,
    });
    expect(result).toMatchObject({ truncated: true, exit_code: 7, total_bytes: 3_488_895 });
    expect(result.output.startsWith("line 0\nline 1\n")).toBe(true);
    expect(result.output).toContain("[... 2440319 bytes omitted ...]");
    expect(readFileSync(result.full_output_path ?? "", "utf8").length).toBe(3_488_895);
    expect(result.wall_time_seconds).toBeGreaterThan(0);
  });

  it("should leave what looks like a notice as it is: a script computes with it", async () => {
    const output = "[spillway: … 3 lines, 9 bytes omitted …]\n[... 5 items ...]\r\n\ufeff\0";
    expect(await commandResult(output)).toMatchObject({ output, truncated: false });
    expect(await commandResult([output.slice(0, 9), output.slice(9)])).toMatchObject({ output });
  });

  it("should part no character, whatever the chunks", async () => {
    const bytes = Buffer.from("🟡".repeat(50));
    const chunks = Array.from({ length: Math.ceil(bytes.length / 3) }, (_, at) => bytes.subarray(3 * at, 3 * at + 3));
    const { output } = await commandResult(chunks, { limits: { maxBytes: 43 }, spill: memorySpill() });
    expect(output).toBe(`${"🟡".repeat(5)}\n\n[... 160 bytes omitted ...]\n\n${"🟡".repeat(5)}`);
  });

  it("should name a Spill where the store has no files, and nothing where nobody keeps it", async () => {
    const spill = memorySpill();
    const { full_output_id: id = "", ...kept } = await commandResult("xy", { spill, limits: { maxBytes: 1 } });
    expect(Buffer.from(await spill.read(id)).toString()).toBe("xy");
    expect(kept).not.toHaveProperty("full_output_path");
    expect(await commandResult("xy", { limits: { maxBytes: 1 } })).toEqual({
      output: "\n\n[... 1 bytes omitted ...]\n\ny",
      truncated: true,
      total_bytes: 2,
      exit_code: null,
      wall_time_seconds: null,
    });
  });

  it("should give what came where the output breaks, is aborted, or never ends", async () => {
    const broken = async function* () {
      yield "so far";
      throw new Error("broken pipe");
    };
    expect(await commandResult(broken(), { exitCode: Promise.reject(new Error("no")) })).toMatchObject({
      output: "so far",
      exit_code: null,
    });
    const silent = new Readable({ read() {} });
    silent.push("started\n");
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    const result = await commandResult(silent, { signal: controller.signal, exitCode: new Promise(() => {}) });
    expect(result).toMatchObject({ output: "started\n", exit_code: null });
    expect(silent.destroyed).toBe(true);
  });

  it.each<[string, unknown, RegExp]>([
    ["limits", { limits: { maxBytes: -1 } }, /maxBytes must be/],
    ["seconds", { seconds: 5 }, /seconds must be a function/],
    ["spill", { spill: {} }, /spill must have/],
  ])("should name the caller's mistake in %s", async (_name, options, message) => {
    await expect(commandResult("x", options as CommandResultOptions)).rejects.toThrow(message);
  });
});
