// A server of SDK version 2, for clients of both eras: over stdio with `boundTransport`, over HTTP with `boundToolCallback`.
import assert from "node:assert/strict";
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { boundToolCallback, boundTransport } from "spillway/mcp";
import { memorySpill } from "spillway/spill";

const spill = memorySpill();
const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `part ${id}`, stock: (id * 7919) % 1000 }));
const inventory = async () => ({
  content: [{ type: "text" as const, text: JSON.stringify({ rows }) }],
  structuredContent: { rows },
});
const inputSchema = fromJsonSchema({ type: "object" });
const outputSchema = fromJsonSchema({ type: "object", properties: { rows: { type: "array" } }, required: ["rows"] });

// With `boundTransport(new StdioServerTransport(), …)`, this is a server to be started by a host.
const [near, far] = InMemoryTransport.createLinkedPair();
const factory = () => {
  const server = new McpServer({ name: "parts", version: "1.0.0" });
  server.registerTool("inventory", { inputSchema, outputSchema }, inventory);
  return server;
};
serveStdio(factory, { transport: boundTransport(far, { spill, outputSchema: "loosen" }) });

const client = new Client({ name: "host", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
await client.connect(near);
await client.listTools();
const bounded = await client.callTool({ name: "inventory", arguments: {} });
assert.ok(Buffer.byteLength(JSON.stringify(bounded)) <= 16_384);
// The schema lets a program tell what it got: the rows, or where they are.
const { bounded: place } = bounded.structuredContent as { bounded: { id: string; bytes: number } };
console.log(`${place.bytes} bytes are kept as ${place.id}`);
const window = await client.callTool({ name: "read_result", arguments: { id: place.id, pointer: "/rows/12345" } });
console.log(window.content[0]?.type === "text" ? window.content[0].text : "");
assert.match(JSON.stringify(window), /part 12345/);
await client.close();

// Over HTTP there is no transport to wrap: the callbacks are. Register such a tool without an outputSchema.
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "parts", version: "1.0.0" });
  server.registerTool("inventory", { inputSchema }, boundToolCallback(inventory, { spill, readTool: false }));
  return server;
});
const web = new Client({ name: "host", version: "1.0.0" });
const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
await web.connect(new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch }));
const overHttp = await web.callTool({ name: "inventory", arguments: {} });
assert.ok(Buffer.byteLength(JSON.stringify(overHttp.content)) <= 16_384);
await web.close();
