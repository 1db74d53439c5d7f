import { styles } from "./styles.js";
import type { Preset } from "./types.js";

const KIB = 1024;
const MIB = 1024 * KIB;

/** How known programs bound tool results, by name. @public */
export const presets = {
  /** Commands in pi: the last 2,000 lines or 50 KiB, and pi's notice outside of them. */
  piBash: {
    limits: { maxBytes: 50 * KIB, maxLines: 2000 },
    keep: "tail",
    boundary: "line",
    noticeAllowance: { maxBytes: 8 * KIB, maxLines: 2 },
    notice: { style: styles.piTail },
    source: "pi 1.6.0, core/tools/truncate.ts and bash.ts",
    date: "2026-11",
  },
  /** Text of MCP tools in pi: 20 KiB, the middle removed. */
  piMcp: {
    limits: { maxBytes: 20 * KIB },
    keep: "ends",
    boundary: "codePoint",
    noticeAllowance: { maxBytes: 8 * KIB },
    notice: { style: styles.codex },
    source: "pi 1.6.0, packages/mcp/src/output-limit.ts",
    date: "2026-11",
  },
  /** What a script in pi's code mode gets of a command: 1 MiB, beyond that the first and last 512 KiB. */
  piScriptCommand: {
    limits: { maxBytes: MIB },
    keep: "ends",
    boundary: "codePoint",
    noticeAllowance: { maxBytes: 8 * KIB },
    notice: { style: styles.piScript },
    source: "pi 1.6.0, core/tools/output-accumulator.ts",
    date: "2026-11",
  },
  /** A daemon that saves large results of code mode: 40,000 characters, beyond that 20,000 from either end. */
  daemon: {
    limits: { maxChars: 40_000 },
    keep: "ends",
    boundary: "codePoint",
    noticeAllowance: { maxChars: 8 * KIB },
    notice: { style: styles.daemon },
    spill: { maxBytes: 64 * MIB, maxTotalBytes: 256 * MIB, overQuota: "fail", layout: "flat" },
    source: "a daemon that saves code-mode results",
    date: "2026-11",
  },
  /** Codex: 10,000 tokens, counted as four bytes each, half from either end. */
  codex: {
    limits: { maxBytes: 40_000 },
    keep: "ends",
    boundary: "codePoint",
    noticeAllowance: { maxBytes: 8 * KIB },
    notice: { position: "first", style: styles.codex },
    source: "openai/codex, codex-rs/utils/string/src/truncate.rs",
    date: "2026-11",
  },
  /** opencode 1: 2,000 lines and 50 KiB from the start. */
  opencode: {
    limits: { maxBytes: 50 * KIB, maxLines: 2000 },
    keep: "head",
    boundary: "line",
    noticeAllowance: { maxBytes: 8 * KIB, maxLines: 8 },
    notice: {},
    spill: { maxAgeDays: 7 },
    source: "opencode, packages/opencode/src/tool/truncate.ts",
    date: "2026-11",
  },
  /** Gemini CLI: 40,000 characters, a fifth of them from the start. */
  geminiCli: {
    limits: { maxChars: 40_000 },
    keep: "ends",
    headShare: 0.2,
    boundary: "codePoint",
    noticeAllowance: { maxChars: 8 * KIB },
    notice: { position: "first" },
    source: "google-gemini/gemini-cli, packages/core/src/scheduler/tool-executor.ts",
    date: "2026-11",
  },
  /** Qwen Code: 25,000 characters and 1,000 lines, a fifth of them from the start. */
  qwenCode: {
    limits: { maxChars: 25_000, maxLines: 1000 },
    keep: "ends",
    headShare: 0.2,
    boundary: "codePoint",
    noticeAllowance: { maxChars: 8 * KIB, maxLines: 8 },
    notice: { position: "first" },
    spill: { maxBytes: 50 * MIB, maxTotalBytes: 500 * MIB, maxAgeDays: 1 },
    source: "QwenLM/qwen-code, packages/core/src/utils/truncation.ts",
    date: "2026-11",
  },
  /** Commands in Claude Code: 30,000 characters. */
  claudeCodeBash: {
    limits: { maxChars: 30_000 },
    keep: "head",
    boundary: "line",
    notice: { position: "first" },
    source: "anthropics/claude-code#17944",
    date: "2026-11",
  },
  /** Roo Code: a preview of 10 KB, half from either end. */
  rooCode: {
    limits: { maxBytes: 10 * KIB },
    keep: "ends",
    boundary: "codePoint",
    noticeAllowance: { maxBytes: 8 * KIB },
    notice: {},
    source: "Roo-Code, src/integrations/terminal/OutputInterceptor.ts",
    date: "2026-11",
  },
  /** The `output-limits` extension of pi: a command's 50 KiB and 2,000 lines with room for pi's notice, where no Headroom is known. */
  outputLimits: {
    limits: { maxBytes: 52_000, maxLines: 2002 },
    keep: "ends",
    boundary: "line",
    notice: { style: styles.outputLimits },
    spill: { maxTotalBytes: 512 * MIB, maxAgeDays: 7 },
    source: "the output-limits extension of pi",
    date: "2026-11",
  },
  /** opencode 2: 2,000 lines and 50 KiB, half from either end, the marker inside of them. */
  opencode2: {
    limits: { maxBytes: 50 * KIB, maxLines: 2000 },
    keep: "ends",
    boundary: "line",
    notice: {},
    source: "opencode, packages/core/src/tool-output-store.ts",
    date: "2026-11",
  },
  /** The SDK of Cline: 48,000 characters, half from either end. */
  cline: {
    limits: { maxChars: 48_000 },
    keep: "ends",
    boundary: "codePoint",
    noticeAllowance: { maxChars: 8 * KIB },
    notice: {},
    source: "cline, sdk/packages/core, output-limits.ts",
    date: "2026-11",
  },
  /** Commands in the CLI of Continue: the last 50,000 characters and 1,000 lines. */
  continueCli: {
    limits: { maxChars: 50_000, maxLines: 1000 },
    keep: "tail",
    boundary: "line",
    notice: { position: "first" },
    source: "Continue, extensions/cli/src/util/truncateOutput.ts",
    date: "2026-11",
  },
  /** Commands in the SDK of OpenHands: 30,000 characters, half from either end, the notice inside of them. */
  openHands: {
    limits: { maxChars: 30_000 },
    keep: "ends",
    boundary: "codePoint",
    notice: {},
    source: "OpenHands SDK, sdk/utils/truncate.py",
    date: "2026-11",
  },
  /** context-mode: 100 KiB of whole lines, three fifths from the start. */
  contextMode: {
    limits: { maxBytes: 100 * KIB },
    keep: "ends",
    headShare: 0.6,
    boundary: "line",
    notice: {},
    source: "context-mode, src/truncate.ts",
    date: "2026-11",
  },
  /** Kimi CLI: the first 50,000 characters. */
  kimiCli: {
    limits: { maxChars: 50_000 },
    keep: "head",
    boundary: "codePoint",
    notice: {},
    source: "kimi-cli, tools/utils.py",
    date: "2026-11",
  },
} as const satisfies Readonly<Record<string, Preset>>;
