/** The listing of tools as it passes: which response is one, what was added to it, and what handles add. */
import type { Handles } from "./handles.js";
import { type Fields, isFields } from "./message.js";

export interface Listings {
  /** The name of the tool that reads Spills, as it is listed last. */
  readonly readTool: string;
  /** Takes a request, or a batch of them. */
  note(forward: unknown): void;
  /** Whether a response of the server is rewritten member by member, so that its numbers must stay what they are. */
  isAsked(message: unknown): boolean;
  /** The same, after which it is no longer waited for. Whether it is a listing of tools. */
  take(message: unknown): boolean;
  /** The listing as it goes to the client. */
  finish(before: unknown, after: unknown): unknown;
}

export function createListings(handles: Handles | undefined): Listings {
  const asked = new Map<string, string>();
  let readTool = "read_result";

  return {
    get readTool() {
      return readTool;
    },
    note(forward) {
      for (const message of Array.isArray(forward) ? forward : [forward]) {
        if (!isFields(message) || !REWRITTEN.includes(String(message["method"]))) continue;
        if (asked.size < MOST_ASKED) asked.set(keyOf(message), String(message["method"]));
      }
    },
    isAsked: (message) => isFields(message) && asked.has(keyOf(message)),
    take(message) {
      if (!isFields(message) || message["method"] !== undefined) return false;
      const method = asked.get(keyOf(message));
      asked.delete(keyOf(message));
      return method === "tools/list";
    },
    finish(before, after) {
      const [had, has] = [toolsOf(before), toolsOf(after)];
      if (had === undefined || has === undefined) return after;
      const names = new Set(had.map(nameOf));
      readTool = has.map(nameOf).find((name) => !names.has(name)) ?? readTool;
      if (handles === undefined) return after;
      const { result } = after as { result: Fields };
      return { ...(after as Fields), result: { ...result, tools: has.map(handles.describe) } };
    },
  };
}

function toolsOf(message: unknown): readonly unknown[] | undefined {
  const result = isFields(message) ? message["result"] : undefined;
  return isFields(result) && Array.isArray(result["tools"]) ? result["tools"] : undefined;
}

function nameOf(tool: unknown): string {
  return isFields(tool) ? String(tool["name"]) : "";
}

/** 1 is another id than "1". */
function keyOf({ id }: Fields): string {
  return `${typeof id} ${String(id)}`;
}

const REWRITTEN = ["tools/list", "initialize", "server/discover", "resources/templates/list", "resources/list"];
const MOST_ASKED = 1000;
