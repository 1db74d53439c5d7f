// The declarations of spillway/mcp next to those of both SDKs: what comes from them goes in, and what comes out goes back.
import { Client as ClientV2, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { Server as ServerV1 } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport as StdioV1 } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  type CallToolResult as CallToolResultV1,
  CompatibilityCallToolResultSchema,
} from "@modelcontextprotocol/sdk/types.js";
import {
  type CallToolResult as CallToolResultV2,
  fromJsonSchema,
  McpServer as ServerV2,
} from "@modelcontextprotocol/server";
import { StdioServerTransport as StdioV2, serveStdio } from "@modelcontextprotocol/server/stdio";
import {
  boundCallToolResult,
  boundClient,
  boundToolCallback,
  boundTransport,
  createMessageBounder,
  type McpConnectionOptions,
} from "spillway/mcp";
import { memorySpill, type SpillRef } from "spillway/spill";

type Equals<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function expectType<A, B>(_same: Equals<A, B>): void {}

const options: McpConnectionOptions = {
  maxEncodedBytes: 8192,
  spill: memorySpill(),
  outputSchema: { report: "loosen" },
  tools: { read: "open_result" },
  limitOf: ({ tool, client, meta }) => (tool === "free" && client === "own" && meta === undefined ? false : undefined),
};

async function servers() {
  const one = new ServerV1({ name: "a", version: "1" }, { capabilities: { tools: {} } });
  const transport: StdioV1 = boundTransport(new StdioV1(), options);
  await one.connect(transport);
  one.setRequestHandler(CallToolRequestSchema, async () => {
    const result: CallToolResultV1 = { content: [{ type: "text", text: "a" }] };
    const bounded = await boundCallToolResult(result);
    expectType<typeof bounded.result, CallToolResultV1>(true);
    expectType<typeof bounded.spill, SpillRef | undefined>(true);
    return bounded.result;
  });

  const two = new ServerV2({ name: "a", version: "1" });
  await two.connect(boundTransport(new StdioV2(), options));
  serveStdio(() => two, { transport: boundTransport(new StdioV2()) });
  const inputSchema = fromJsonSchema<{ id: number }>({ type: "object" });
  two.registerTool(
    "a",
    { inputSchema },
    boundToolCallback(async ({ id }): Promise<CallToolResultV2> => ({ content: [{ type: "text", text: `${id}` }] })),
  );
  two.registerTool("b", { inputSchema }, async ({ id }) => {
    const result: CallToolResultV2 = { content: [], structuredContent: { id } };
    return (await boundCallToolResult(result, { outputSchema: "strip" })).result;
  });
}

async function hosts() {
  const one = boundClient(new ClientV1({ name: "a", version: "1" }), { spill: memorySpill() });
  const first = await one.callTool({ name: "a" }, CompatibilityCallToolResultSchema, { timeout: 1000 });
  expectType<typeof first.model, Awaited<ReturnType<ClientV1["callTool"]>>>(true);
  await one.listTools();

  const two = boundClient(new ClientV2({ name: "a", version: "1" }));
  await two.connect(new StreamableHTTPClientTransport(new URL("http://localhost/mcp")));
  const second = await two.callTool({ name: "a" }, { timeout: 1000 });
  expectType<typeof second.full, Awaited<ReturnType<ClientV2["callTool"]>>>(true);
  // @ts-expect-error: a client without tools
  boundClient({ listTools: () => [] });
}

const { forward, answer } = createMessageBounder(options).fromClient({ jsonrpc: "2.0", id: 1, method: "ping" });
expectType<typeof answer, Promise<unknown> | undefined>(true);
// @ts-expect-error: three words, not any
createMessageBounder({ outputSchema: "drop" });
// @ts-expect-error: no transport
boundTransport({});

Promise.all([servers(), hosts(), forward]).catch(() => undefined);
