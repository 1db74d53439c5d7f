import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { boundResult, type Chunk } from "spillway";
import { createBridge, createScriptOutput, createScriptStore, fitDeclarations } from "spillway/code-mode";
import { type CodeModeProfile, codeModeProfiles, type Preset, presets } from "spillway/presets";
import { fileSpill } from "spillway/spill/file";
import { afterAll, describe, expect, it } from "vitest";

const directory = mkdtempSync(join(tmpdir(), "spillway-presets-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function bound(preset: Preset, result: string | Iterable<Chunk>) {
  const { limits, keep, headShare, boundary, noticeAllowance, notice } = preset;
  const spill = fileSpill({ directory });
  const bounded = await boundResult(result, { limits, keep, headShare, boundary, noticeAllowance, notice, spill });
  return { ...bounded, path: bounded.spill.state === "kept" ? bounded.spill.ref.path : undefined };
}

const numbered = (lines: number) => Array.from({ length: lines }, (_, line) => `${line + 1}\n`).join("");

/** Figures as the programs have them: bytes or chars, lines, and the start's part. */
const FIGURES = {
  opencode: [51_200, 2000, 1],
  opencode2: [51_200, 2000, 0.5],
  geminiCli: [40_000, undefined, 0.2],
  qwenCode: [25_000, 1000, 0.2],
  claudeCodeBash: [30_000, undefined, 1],
  rooCode: [10_240, undefined, 0.5],
  outputLimits: [52_000, 2002, 0.5],
  cline: [48_000, undefined, 0.5],
  continueCli: [50_000, 1000, 0],
  openHands: [30_000, undefined, 0.5],
  contextMode: [102_400, undefined, 0.6],
  kimiCli: [50_000, undefined, 1],
} as const;
const GENERAL = Object.keys(FIGURES) as (keyof typeof FIGURES)[];

describe("presets", () => {
  it("have a source and a date, and are data", () => {
    for (const preset of Object.values<Preset>(presets)) {
      expect(preset.source).toMatch(/\w/);
      expect(preset.date).toMatch(/^20\d\d-\d\d$/);
    }
    expect(JSON.parse(JSON.stringify(presets))).toEqual(presets);
  });

  it("has code mode's figures as options that spillway/code-mode takes, those of pi as its defaults", () => {
    const { pi, sandbox, mcp } = codeModeProfiles;
    expect(createScriptOutput(pi.output)).toMatchObject({ maxChars: 2 ** 24, maxItems: 100_000 });
    expect(createScriptOutput()).toMatchObject({ maxChars: 2 ** 24, maxItems: 100_000 });
    expect(createScriptStore(pi.store).maxValueChars).toBe(createScriptStore().maxValueChars);
    expect(fitDeclarations([], pi.declarations)).toEqual(fitDeclarations([]));
    const limitsOf = (bridge: (typeof sandbox | typeof mcp)["bridge"]) =>
      createBridge({ tools: {}, ...bridge }).transportLimits.find(({ boundary }) => boundary === "tool-result");
    expect(limitsOf(sandbox.bridge)).toMatchObject({ max: 2 ** 21, layer: 1 });
    expect(limitsOf(mcp.bridge)).toMatchObject({ max: 2 ** 20, layer: 2 });
    for (const { source, date } of Object.values<CodeModeProfile>(codeModeProfiles)) {
      expect([source, date].join()).toMatch(/\w.*,20\d\d-\d\d$/);
    }
  });

  it("shows of a command what pi shows: the last 2,000 lines, or 50 KiB", async () => {
    expect((await bound(presets.piBash, numbered(2000))).truncated).toBe(false);
    const { text, path } = await bound(presets.piBash, numbered(2001));
    expect(text).toBe(`${numbered(2001).slice(2)}\n[Showing lines 2-2001 of 2001. Full output: ${path}]`);
    const wide = await bound(presets.piBash, `${"x".repeat(99)}\n`.repeat(600));
    expect(wide.shown).toEqual({ bytes: 51_200, chars: 51_200, lines: 512 });
  });

  it("shows of an MCP tool's text what pi shows: 20 KiB around what was removed", async () => {
    expect((await bound(presets.piMcp, "x".repeat(20_480))).truncated).toBe(false);
    const { text, path } = await bound(presets.piMcp, "x".repeat(30_480));
    const half = "x".repeat(10_240);
    expect(text).toBe(`${half}…10000 chars truncated…${half}\n\n[Full output: ${path} (read it with offset/limit)]`);
  });

  it("gives a script what pi gives it: 1 MiB, or 512 KiB from either end", async () => {
    expect((await bound(presets.piScriptCommand, "x".repeat(2 ** 20))).truncated).toBe(false);
    const { text } = await bound(presets.piScriptCommand, ["x".repeat(2 ** 20), "x".repeat(940_319)]);
    const half = "x".repeat(2 ** 19);
    expect(text === `${half}\n\n[... 940319 bytes omitted ...]\n\n${half}`).toBe(true);
  });

  it("gives what the daemon gives: 40,000 characters, or 20,000 from either end and a line", async () => {
    const { text: whole, truncated } = await bound(presets.daemon, "🟡".repeat(20_000));
    expect([whole, truncated]).toEqual(["🟡".repeat(20_000), false]);
    const { text, path } = await bound(presets.daemon, "🟡".repeat(20_001));
    expect(text).toBe(`${"🟡".repeat(10_000)}\n${"🟡".repeat(10_000)}\n[Full output: ${path}]`);
    expect(presets.daemon.spill).toEqual({
      maxBytes: 67_108_864,
      maxTotalBytes: 268_435_456,
      overQuota: "fail",
      layout: "flat",
    });
  });

  it.each(GENERAL)("has the figures of %s", (name) => {
    const { limits, keep, headShare = 0.5 }: Preset = presets[name];
    const share = keep === "head" ? 1 : keep === "tail" ? 0 : headShare;
    expect([limits.maxBytes ?? limits.maxChars, limits.maxLines, share]).toEqual(FIGURES[name]);
  });

  it("cuts commands a line behind the limit, and not at it", async () => {
    for (const name of ["opencode", "opencode2", "qwenCode", "outputLimits", "continueCli"] as const) {
      const { maxLines } = presets[name].limits;
      expect((await bound(presets[name], numbered(maxLines))).truncated, name).toBe(false);
      expect((await bound(presets[name], numbered(maxLines + 1))).truncated, name).toBe(true);
    }
  });

  it("leaves out the middle as Codex does", async () => {
    const { limits, keep, boundary, noticeAllowance, notice } = presets.codex;
    const source = "x".repeat(50_000);
    const { text } = await boundResult(source, { limits, keep, boundary, noticeAllowance, notice });
    const half = "x".repeat(20_000);
    const header = "Warning: truncated output (original token count: 12500)\nTotal output lines: 1\n";
    expect(text).toBe(`${header}\n${half}…10000 chars truncated…${half}`);
  });

  it.each(GENERAL)("cuts for %s behind its limit, and not at it", async (name) => {
    const preset: Preset = presets[name];
    const { maxBytes = Infinity, maxChars = Infinity } = preset.limits;
    const limit = Math.min(maxBytes, maxChars);
    expect((await bound(preset, "x".repeat(limit))).truncated).toBe(false);
    const { truncated, shown } = await bound(preset, "x".repeat(limit + 1));
    expect(truncated).toBe(true);
    expect(shown.chars).toBeGreaterThan(0.9 * limit);
  });
});
