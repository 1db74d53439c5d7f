/** The tool by which a guest reads what was kept for it: windows as data, each small enough for the bridge. */
import { checkObject } from "../../../internal/check.js";
import { measureJson } from "../../../json/measure.js";
import { readSpill, type SpillWindow } from "../../../spill/readSpill.js";
import type { RegexEngine, SpillRequest } from "../../../spill/request.js";
import type { SpillGone, SpillSink } from "../../../spill/types.js";
import type { BridgeTool } from "./tool.js";

/** @param maxBytes - of the JSON of an answer */
export function readTool(sink: SpillSink, maxBytes: number, regex: RegexEngine | undefined): BridgeTool {
  return {
    description:
      "A window of a result that is kept: by bytes, lines, search or JSON Pointer, or from the start. `next` is the request that goes on, to be given with the same id.",
    inputSchema: READ_SCHEMA,
    outputSchema: WINDOW_SCHEMA,
    async execute(args) {
      const { id, ...request } = checkObject("arguments", args) as { id: string } & SpillRequest;
      return fittingWindow(sink, id, request, maxBytes, regex);
    },
  };
}

/** A byte of text is one to six of JSON: a window that turns out too large is read again, smaller by as much as it was too large. */
async function fittingWindow(
  sink: SpillSink,
  id: string,
  request: SpillRequest,
  maxBytes: number,
  regex: RegexEngine | undefined,
): Promise<SpillWindow | SpillGone> {
  for (let room = Math.max(maxBytes, LEAST_WINDOW_BYTES); ; ) {
    const window = await readSpill(sink, id, request, { maxBytes: room }, { regex });
    const measured = measureJson(window, { trusted: true });
    // The smallest window may still be too large for a bridge that takes next to nothing: that is the bridge's to say.
    if (!measured.ok || measured.bytes <= maxBytes || room === LEAST_WINDOW_BYTES) return window;
    const smaller = Math.floor(Math.min(room * 0.9, (room * maxBytes) / measured.bytes - OTHER_FIELDS_BYTES));
    room = Math.max(smaller, LEAST_WINDOW_BYTES);
  }
}

const LEAST_WINDOW_BYTES = 4;
/** What a window takes besides its text, about. */
const OTHER_FIELDS_BYTES = 64;

const COUNT = { type: "integer", minimum: 0 } as const;
const READ_SCHEMA = {
  type: "object",
  required: ["id"],
  properties: {
    id: { type: "string" },
    bytes: { type: "object", required: ["from"], properties: { from: COUNT, count: COUNT } },
    lines: { type: "object", required: ["from"], properties: { from: COUNT, count: COUNT, at: COUNT } },
    search: {
      type: "object",
      required: ["pattern"],
      properties: {
        pattern: { type: "string" },
        regex: { type: "boolean" },
        ignoreCase: { type: "boolean" },
        context: COUNT,
        after: COUNT,
        line: COUNT,
      },
    },
    pointer: { type: "string" },
    from: COUNT,
  },
} as const;
const WINDOW_SCHEMA = {
  type: "object",
  required: ["text", "range", "total", "truncated"],
  properties: {
    text: { type: "string" },
    range: { type: "object", required: ["start", "end"], properties: { start: COUNT, end: COUNT } },
    total: COUNT,
    truncated: { type: "boolean" },
    next: { type: "object" },
    matches: COUNT,
  },
} as const;
