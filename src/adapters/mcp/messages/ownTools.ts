/** The tools that are added, and the resources that they read: answered here, inside the same limit. */
import { readTools, type ToolAnswer, type ToolDefinition } from "../../../bound/readTools.js";
import { linearRegex } from "../../../regex/linearRegex.js";
import type { SpillSink } from "../../../spill/types.js";
import { encodedBytes, encodedLength } from "../encoded.js";
import type { Fields } from "../types.js";
import { completed, type Era } from "./era.js";

export interface ToolNames {
  readonly read: string;
  readonly search: string;
}

/** What a tool is listed as. */
export function listed({ name, description, inputSchema, annotations }: ToolDefinition): Fields {
  return { name, description, inputSchema, annotations };
}

/** The tools, for answers of so many bytes as text of a JSON string. */
export function toolsFor(sink: SpillSink, names: ToolNames, room: number): readonly ToolDefinition[] {
  // Counted as they are sent: escaping can make six bytes of one.
  const limits = { maxTokens: Math.max(LEAST_ROOM, room) };
  return readTools(sink, { limits, countTokens: encodedLength, regex: linearRegex, names });
}

/** The result of `tools/call` of one of them. */
export async function callOwn(
  sink: SpillSink,
  names: ToolNames,
  call: { readonly name: string; readonly args: unknown; readonly era: Era; readonly maxBytes: number },
): Promise<Fields> {
  const resultOf = ({ text, isError }: ToolAnswer): Fields =>
    completed({ content: [{ type: "text", text }], ...(isError ? { isError } : {}) }, call.era);
  const frame = encodedBytes(resultOf({ text: "", isError: true }));
  const tool = toolsFor(sink, names, call.maxBytes - frame).find(({ name }) => name === call.name);
  if (tool === undefined) throw new Error("unreachable");
  return resultOf(await tool.handler(call.args ?? {}));
}

/** Less than this shows no window: then no tool is added. */
const LEAST_ROOM = 1024;
/** The least limit with which tools are added: a window, and what a result is around it. */
export const LEAST_TOOL_BYTES = 1280;
