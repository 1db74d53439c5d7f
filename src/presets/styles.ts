import type { NoticeStyle } from "../bound/style.js";

/** How known programs word their notices. @public */
export const styles = {
  /** pi 1.6, the end of a command's output (`core/tools/bash.ts`). */
  piTail: {
    kept: ["\n[Showing lines {firstTailLine}-{totalLines} of {totalLines}. Full output: {path}]"],
    failed: [
      "\n[Showing lines {firstTailLine}-{totalLines} of {totalLines}. Could not save the full output: {reason}]",
    ],
    unkept: ["\n[Showing lines {firstTailLine}-{totalLines} of {totalLines}]"],
    marker: [""],
    signature: "[Showing lines ",
  },
  /** pi 1.6, results of MCP tools (`packages/mcp/src/output-limit.ts`), and Codex (`utils/string/src/truncate.rs`). */
  codex: {
    kept: ["\n[Full output: {path} (read it with offset/limit)]"],
    failed: ["\n[Could not save the full output: {reason}]"],
    unkept: ["Warning: truncated output (original token count: {totalTokens})\nTotal output lines: {totalLines}\n"],
    marker: ["…{omittedChars} chars truncated…"],
    signature: "[Full output: ",
  },
  /** A daemon that saves what code mode returns: one line with the path. */
  daemon: {
    kept: ["[Full output: {path}]"],
    failed: ["[Full output could not be saved: {reason}]"],
    marker: ["\n"],
    signature: "[Full output: ",
  },
  /** Commands that scripts run in pi's code mode: the middle is out, and said between blank lines. */
  piScript: {
    kept: [],
    marker: ["\n\n[... {omittedBytes} bytes omitted ...]\n\n"],
    signature: "[... ",
  },
  /** The `output-limits` extension of pi, with the figures that it has without a message's headroom. */
  outputLimits: {
    kept: [
      "[output-limits: capped to {shownSize} ({shownTokens} tokens) of {totalSize}; full output: {path}]",
      "[output-limits: full output: {path}]",
    ],
    failed: ["[output-limits: capped to {shownSize} of {totalSize}; the full output could not be saved: {reason}]"],
    unkept: ["[output-limits: capped to {shownSize} of {totalSize}]"],
    marker: ["[... {omittedBytes} bytes omitted ...]"],
    signature: "[output-limits: ",
  },
} as const satisfies Readonly<Record<string, NoticeStyle>>;
