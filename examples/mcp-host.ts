// A host: the model gets 4 KB of each result and tools to read the rest, a script of the host gets all of it.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { readTools } from "spillway";
import { boundClient } from "spillway/mcp";
import { linearRegex } from "spillway/regex";
import { memorySpill, scoped } from "spillway/spill";

// Anybody's server.
const readings = Array.from({ length: 50_000 }, (_, hour) => ({ hour, celsius: hour === 31_337 ? 99 : hour % 30 }));
const server = new Server({ name: "weather", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(CallToolRequestSchema, () => ({
  content: [{ type: "text", text: readings.map((reading) => JSON.stringify(reading)).join("\n") }],
}));
const [near, far] = InMemoryTransport.createLinkedPair();
await server.connect(far);

const spill = memorySpill();
const sessionId = "conversation-1";
const client = boundClient(new Client({ name: "host", version: "1.0.0" }), {
  maxEncodedBytes: 4096,
  spill,
  meta: { sessionId },
});
await client.connect(near);

const { model, full } = await client.callTool({ name: "readings", arguments: {} });
assert.ok(Buffer.byteLength(JSON.stringify(model)) <= 4096);
const text = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text ?? "";
console.log(text(model).split("\n", 4).join("\n"));

// The model goes on by tools of the host.
const [, search] = readTools(scoped(spill, { sessionId }), { limits: { maxBytes: 4096 }, regex: linearRegex });
const id = /"id":"([^"]+)"/.exec(text(model))?.[1];
const { text: answer } = await search.handler({ id, query: '"celsius":[3-9]\\d', regex: true });
console.log(answer);
assert.match(answer, /31338:\{"hour":31337,"celsius":99\}/);

// A program of the host needs no windows.
const hottest = text(full)
  .split("\n")
  .map((line) => (JSON.parse(line) as { celsius: number }).celsius)
  .reduce((a, b) => Math.max(a, b));
assert.equal(hottest, 99);
await client.close();
