import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readSettings } from "../../../src/cli/mcp/settings.js";
import { UsageError } from "../../../src/cli/usage.js";

const folder = mkdtempSync(join(tmpdir(), "spillway-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

const config = (value: unknown): string => {
  const file = join(folder, "config.json");
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
  return file;
};

describe("readSettings", () => {
  it("should take names of tools with the sign in them", () => {
    const { toolLimits, handles } = readSettings(["--tool", "a=b=1KiB", "--handle", "a:b:c", "--", "x"]);
    expect([...toolLimits]).toEqual([["a=b", 1024]]);
    expect([...handles].map(([tool, args]) => [tool, [...args]])).toEqual([["a:b", ["c"]]]);
  });

  it("should give the same server in the same folder the same session", () => {
    const session = (...args: string[]) => readSettings(args).session;
    expect(session("--limit", "1KiB", "--", "a", "b")).toBe(session("--", "a", "b"));
    expect(session("--", "a", "b")).not.toBe(session("--", "a b"));
    expect(session("--session", "mine", "--", "a")).toBe("mine");
  });

  it("should know clients by the names of the presets, however they are written", () => {
    for (const name of ["claude-code", "claudeCode", "Claude Code"])
      expect(readSettings(["--client", name, "--", "x"]).client?.maxEncodedBytes).toBe(40_000);
  });

  it.each([
    [[], "mcp: put -- before the command of the server"],
    [["node", "--", "x"], "mcp: put -- before the command of the server"],
    [["--"], "mcp: no command behind --"],
    [["--limit", "63", "--", "x"], "--limit must be 64 bytes or more, got 63"],
    [["--limit", "lots", "--", "x"], '--limit must be a size such as 512MiB, got "lots"'],
    [["--tool", "a", "--", "x"], '--tool must be like NAME=VALUE, got "a"'],
    [["--handle", "a:", "--", "x"], '--handle must be like NAME:VALUE, got "a:"'],
    [["--schema", "drop", "--", "x"], '--schema must be strip, loosen or error, got "drop"'],
    [["--max-message", "1KiB", "--", "x"], "--max-message must be 65536 bytes or more, got 1024"],
    [["--unknown", "--", "x"], "mcp: unknown option --unknown"],
    [["--config", "/no/such/file", "--", "x"], 'mcp: --config "/no/such/file" is no file of JSON'],
  ])("should refuse %j", (args, message) => {
    expect(() => readSettings(args)).toThrow(new UsageError(message));
  });

  it("should name the clients that it knows", () => {
    expect(() => readSettings(["--client", "emacs", "--", "x"])).toThrow(
      /one of claude-code, .*qwen-code, got "emacs"/,
    );
  });

  it.each([
    "[]",
    "1",
    "{",
    { other: 1 },
    { limit: {} },
    { exclude: [1] },
    { config: "x" },
    { limit: ["1"] },
    { tool: [1] },
  ])("should refuse a config of %j", (value) => {
    expect(() => readSettings(["--config", config(value), "--", "x"])).toThrow(UsageError);
  });
});
