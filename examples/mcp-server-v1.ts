// A server of SDK version 1: with `boundTransport`, no result of its tools is larger than 16 KB, and none of it is lost.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { boundTransport } from "spillway/mcp"; // 1
import { memorySpill } from "spillway/spill"; // 2

const log = Array.from({ length: 120_000 }, (_, i) => `${i} ${i === 77_777 ? "FAILED: disk full" : "ok"}`).join("\n");
const server = new Server({ name: "logs", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [
    {
      name: "build_log",
      inputSchema: { type: "object" },
      outputSchema: { type: "object", properties: { log: { type: "string" } }, required: ["log"] },
    },
  ],
}));
server.setRequestHandler(CallToolRequestSchema, () => ({
  content: [{ type: "text", text: log }],
  structuredContent: { log },
}));

// With `new StdioServerTransport()` in its place, this is a server to be started by a host.
const [near, far] = InMemoryTransport.createLinkedPair();
await server.connect(boundTransport(far, { spill: memorySpill() })); // 3

// What a host sees.
const client = new Client({ name: "host", version: "1.0.0" });
await client.connect(near);
console.log((await client.listTools()).tools.map(({ name }) => name).join(", "));
const call = async (name: string, args: Record<string, unknown> = {}) => {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  assert.ok(Buffer.byteLength(JSON.stringify(result)) <= 16_384);
  return result.content[0]?.type === "text" ? result.content[0].text : "";
};
const view = await call("build_log");
console.log(view.split("\n", 3).join("\n"));
const id = /"id":"([^"]+)"/.exec(view)?.[1];
const found = await call("search_result", { id, query: "FAILED" });
console.log(found);
assert.match(found, /77778:77777 FAILED: disk full/);
await client.close();
