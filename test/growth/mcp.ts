/** Growth of what bounds results of MCP tools: the entry `spillway/mcp`. */

import { admitJson } from "spillway/json";
import {
  boundByPreset,
  boundCallToolResult,
  boundClient,
  boundToolCallback,
  boundTransport,
  createMessageBounder,
} from "spillway/mcp";
import { presets } from "spillway/presets";
import { memorySpill } from "spillway/spill";
import { TEXTS, VALUES } from "./inputs.js";
import { each, type Row, some } from "./row.js";

const SOME_TEXTS = some(
  TEXTS,
  "one endless line",
  "empty lines",
  "lone surrogates",
  "escapes, broken off at the end",
  "notices",
);
const SOME_VALUES = some(VALUES, "arrays in arrays", "records", "one long string", "long keys");
const options = () => ({ maxEncodedBytes: 2000, spill: memorySpill({ key: "growth" }) });
const resultOf = (text: string) => ({ content: [{ type: "text", text }] });

export const MCP_ROWS: readonly Row[] = [
  {
    of: boundCallToolResult,
    how: "text",
    inputs: each(SOME_TEXTS, (text) => boundCallToolResult(resultOf(text), options())),
  },
  {
    of: boundCallToolResult,
    how: "structured content and its text",
    inputs: each(SOME_VALUES, (structuredContent) => {
      const encoded = admitJson(structuredContent);
      return boundCallToolResult({ ...resultOf(encoded.ok ? encoded.text : ""), structuredContent }, options());
    }),
    options: { leastSize: 9 * 2000 }, // where all is cut
  },
  {
    of: boundCallToolResult,
    how: "blocks",
    inputs: {
      "short blocks": (size) => {
        const content = Array.from({ length: size }, (_, index) =>
          index % 2 ? { type: "text", text: "a" } : { type: "image", data: "QUJD", mimeType: "image/png" },
        );
        return () => boundCallToolResult({ content }, options());
      },
    },
    options: { leastSize: 9 * 2000 },
  },
  { of: boundByPreset, inputs: each(SOME_TEXTS, (text) => boundByPreset(resultOf(text), presets.piMcp, options())) },
  {
    of: boundClient,
    inputs: each(SOME_TEXTS, (text) => boundClient({ callTool: async () => resultOf(text) }, options()).callTool()),
  },
  { of: boundToolCallback, inputs: each(SOME_TEXTS, (text) => boundToolCallback(() => resultOf(text), options())()) },
  {
    of: boundTransport,
    inputs: each(SOME_TEXTS, async (text) => {
      const transport = boundTransport(
        { async start() {}, async send(_message: object) {}, async close() {}, onmessage: undefined },
        options(),
      );
      await transport.send({ jsonrpc: "2.0", id: 1, error: { code: 1, message: text } });
    }),
  },
  {
    of: createMessageBounder,
    inputs: {
      "calls that nobody answers, and their cancellations": (size) => () => {
        const bounder = createMessageBounder(options());
        for (let id = 0; id < size; id++) {
          bounder.fromClient({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "a" } });
          bounder.fromClient({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
        }
        return bounder;
      },
      "pages of tools": (size) => () => {
        const bounder = createMessageBounder(options());
        for (let page = 0; page * 64 < size; page++) {
          bounder.fromClient({
            jsonrpc: "2.0",
            id: page,
            method: "tools/list",
            params: { cursor: page === 0 ? undefined : "next" },
          });
          const tools = Array.from({ length: 64 }, (_, index) => ({
            name: `t${page}.${index}`,
            outputSchema: { type: "object" },
          }));
          bounder.fromServer({ jsonrpc: "2.0", id: page, result: { tools, nextCursor: "next" } });
        }
        return bounder;
      },
    },
  },
];
