/** What is known of pi's tools: where their results are cut, and how much of them pi itself lets through. */
import type { Keep } from "../../../text/sides.js";

/** How the results of a tool are made, which decides how they are read. */
export type ToolKind = "shell" | "read" | "rows" | "other";

export interface ToolRule {
  readonly kind: ToolKind;
  readonly keep: Keep;
  /** Lines of content; more only where pi has no such figure. */
  readonly maxLines: number;
  /** Bytes of a result, below the ceiling of all; `Infinity` where that alone holds. */
  readonly maxBytes: number;
}

/** @param name - any tool's, of any extension */
export function ruleOf(name: string): ToolRule {
  if (SHELLS.has(name)) return { kind: "shell", keep: "tail", maxLines: PI_LINES, maxBytes: Infinity };
  if (name === "read") return { kind: "read", keep: "head", maxLines: PI_LINES, maxBytes: Infinity };
  if (ROWS.has(name)) return { kind: "rows", keep: "head", maxLines: Infinity, maxBytes: Infinity };
  if (name === "codemode") return { kind: "other", keep: "ends", maxLines: Infinity, maxBytes: Infinity };
  if (isMcp(name)) return { kind: "other", keep: "ends", maxLines: Infinity, maxBytes: PI_MCP_BYTES + NOTICE_BYTES };
  return { kind: "other", keep: "ends", maxLines: PI_LINES, maxBytes: PI_BYTES + NOTICE_BYTES };
}

/** Whether pi itself cuts what the tool gives, at figures that the ceiling follows. */
export function isPiTool(name: string): boolean {
  return SHELLS.has(name) || ROWS.has(name) || name === "read";
}

/** A tool of an MCP server, or one of pi's for their resources. */
export function isMcp(name: string): boolean {
  return name.startsWith("mcp__") || MCP_RESOURCES.has(name);
}

/** Whether a name is one of a list, in which `*` stands for any characters. */
export function matches(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const parts = pattern.split("*");
    const [first = "", last = ""] = [parts[0], parts.at(-1)];
    if (parts.length === 1) return name === pattern;
    if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
    let at = first.length;
    for (const part of parts.slice(1, -1)) {
      at = name.indexOf(part, at);
      if (at === -1 || at + part.length > name.length - last.length) return false;
      at += part.length;
    }
    return true;
  });
}

const SHELLS = new Set(["bash", "powershell"]);
const ROWS = new Set(["grep", "find", "ls"]);
const MCP_RESOURCES = new Set(["list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"]);

/** pi's `DEFAULT_MAX_BYTES` and `DEFAULT_MAX_LINES`: of content, its notice comes on top. */
export const PI_BYTES = 51_200;
const PI_LINES = 2000;
/** pi's `MCP_OUTPUT_MAX_BYTES`, the notice on top. */
const PI_MCP_BYTES = 20_480;
/** What pi's notices take, with a path of some length. */
const NOTICE_BYTES = 800;
