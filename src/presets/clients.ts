/** What a client of the Model Context Protocol takes of a tool's result before it cuts on its own. @public */
export interface ClientPreset {
  /** How its `clientInfo.name` begins, in lower case. */
  readonly names: readonly string[];
  /** UTF-8 bytes of the encoded result that surely come through whole, or are cut where the notice survives. */
  readonly maxEncodedBytes: number;
  /** The same for a tool whose listing asks for more (`anthropic/maxResultSizeChars`), where the client honours that. */
  readonly maxRaisedBytes?: number;
  /** Program and file, issue or page that says so. */
  readonly source: string;
  /** When it was read: a year and month. */
  readonly date: string;
}

/** Limits of known clients, so that a cut of ours comes before theirs and what it points to survives. @public */
export const clients = {
  /** 25,000 tokens and 50,000 characters, a warning from 10,000 tokens on; text of errors about 11,000 characters. */
  claudeCode: {
    names: ["claude-code", "claude code"],
    maxEncodedBytes: 40_000,
    maxRaisedBytes: 500_000,
    source: "code.claude.com/docs/en/mcp; anthropics/claude-code#79944",
    date: "2026-10",
  },
  /** 1,048,576 bytes at all; cuts at about 100,000 characters are reported. */
  claudeDesktop: {
    names: ["claude-ai", "claude-desktop"],
    maxEncodedBytes: 100_000,
    source: "anthropics/claude-code#66519, #78478",
    date: "2026-10",
  },
  /** 10,000 tokens; 10,000 bytes for models that are not in its list. The middle is removed. */
  codex: {
    names: ["codex-mcp-client", "codex"],
    maxEncodedBytes: 40_000,
    source: "openai/codex, codex-rs output-truncation/src/lib.rs, model_info.rs; #6544, #14466",
    date: "2026-11",
  },
  /** Above 8 KB a result goes to disk, and the model gets a path. */
  vsCode: {
    names: ["visual studio code", "vscode", "visual-studio-code"],
    maxEncodedBytes: 8192,
    source: "microsoft/vscode, chat.agent.largeToolResultsToDisk.thresholdBytes; #329276, #325814",
    date: "2026-10",
  },
  /** 20 KB, then a temporary file. */
  copilotCli: {
    names: ["github-copilot-cli", "copilot-cli"],
    maxEncodedBytes: 20_000,
    source: "microsoft/vscode#329276; github/copilot-cli#1732",
    date: "2026-10",
  },
  /** 20 KiB of text, the middle removed. */
  pi: {
    names: ["pi-mcp", "pi-coding-agent"],
    maxEncodedBytes: 20_480,
    source: "pi 1.6.0, packages/mcp/src/output-limit.ts",
    date: "2026-11",
  },
  /** 40,000 characters of a single text part, a fifth from the start. */
  geminiCli: {
    names: ["gemini-cli-mcp-client", "gemini-cli"],
    maxEncodedBytes: 40_000,
    source: "google-gemini/gemini-cli, packages/core/src/scheduler/tool-executor.ts",
    date: "2026-11",
  },
  /** 2,000 lines and 50 KB. */
  opencode: {
    names: ["opencode"],
    maxEncodedBytes: 50_000,
    source: "opencode, packages/opencode/src/tool/truncate.ts; #22565",
    date: "2026-11",
  },
  /** 25,000 characters and 1,000 lines. */
  qwenCode: {
    names: ["qwen-cli-mcp-client", "qwen-code"],
    maxEncodedBytes: 25_000,
    source: "QwenLM/qwen-code#2439, #2446",
    date: "2026-10",
  },
} as const satisfies Readonly<Record<string, ClientPreset>>;
