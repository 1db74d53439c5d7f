/** What pi's messages say, of which no more is believed than is looked at. */
import { isRecord } from "./settings/resolve.js";
import type { PiToolResult } from "./types.js";

/** A result of which nothing is known but what pi has of it now. */
export function eventOf(message: Record<string, unknown>): PiToolResult {
  return {
    toolCallId: String(message["toolCallId"]),
    toolName: String(message["toolName"]),
    input: {},
    content: Array.isArray(message["content"]) ? message["content"] : [],
    details: message["details"],
    isError: message["isError"] === true,
  };
}

/** The calls that a message of the model asks for. */
export function callIdsOf(message: Record<string, unknown>): string[] {
  const content = Array.isArray(message["content"]) ? (message["content"] as unknown[]) : [];
  return content.flatMap((block) =>
    isRecord(block) && block["type"] === "toolCall" && typeof block["id"] === "string" ? [block["id"]] : [],
  );
}

/** How many results a session has. */
export function resultsOf(branch: readonly unknown[]): number {
  return branch.filter((entry) => {
    const message = isRecord(entry) ? entry["message"] : undefined;
    return isRecord(message) && message["role"] === "toolResult";
  }).length;
}
