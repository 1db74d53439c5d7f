/** Servers and clients of both SDKs, with tools whose results are too large. */
import { Client as ClientV2, InMemoryTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { Server as ServerV1 } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { fromJsonSchema, McpServer as ServerV2 } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { boundTransport, type McpConnectionOptions } from "spillway/mcp";

export const LOG = Array.from({ length: 3000 }, (_, line) => `line ${line} says "hello"`).join("\n");
export const ROWS = Array.from({ length: 900 }, (_, id) => ({ id, name: `row ${id}` }));

type Schema = Parameters<typeof fromJsonSchema>[0];

interface Tool {
  readonly outputSchema?: Schema;
  readonly run: () => object;
}

const STRINGS: Schema = {
  type: "object",
  properties: { content: { type: "string" } },
  required: ["content"],
  additionalProperties: false,
};
const ROW: Schema = {
  type: "object",
  properties: { id: { type: "integer" }, name: { type: "string" } },
  required: ["id", "name"],
};

/** As servers have them: the text again as structured content, records, media, an exception of two megabytes. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  log: {
    outputSchema: STRINGS,
    run: () => ({ content: [{ type: "text", text: LOG }], structuredContent: { content: LOG } }),
  },
  rows: {
    outputSchema: {
      type: "object",
      properties: { rows: { type: "array", items: { $ref: "#/$defs/row" }, minItems: 900 } },
      required: ["rows"],
      $defs: { row: ROW },
    },
    run: () => ({
      content: [{ type: "text", text: JSON.stringify({ rows: ROWS }) }],
      structuredContent: { rows: ROWS },
    }),
  },
  count: {
    outputSchema: { type: "object", properties: { count: { type: "integer" } }, required: ["count"] },
    run: () => ({ content: [{ type: "text", text: '{"count":1}' }], structuredContent: { count: 1 } }),
  },
  image: { run: () => ({ content: [{ type: "image", data: "QUJD".repeat(20_000), mimeType: "image/png" }] }) },
  fail: {
    outputSchema: STRINGS,
    run: () => {
      throw new Error(`first words ${LOG.repeat(30)} last words`);
    },
  },
};

const INFO = { name: "test", version: "1" };

export function serverV1(): ServerV1 {
  const server = new ServerV1(INFO, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.entries(TOOLS).map(([name, { outputSchema }]) => ({
      ...{ name, inputSchema: { type: "object" as const } },
      ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as { type: "object" } }),
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    try {
      return TOOLS[params.name]?.run() ?? {};
    } catch (error) {
      return { content: [{ type: "text", text: String(error) }], isError: true };
    }
  });
  return server;
}

export function serverV2(): ServerV2 {
  const server = new ServerV2(INFO);
  for (const [name, { outputSchema, run }] of Object.entries(TOOLS)) {
    const inputSchema = fromJsonSchema({ type: "object" });
    const output = outputSchema === undefined ? {} : { outputSchema: fromJsonSchema(outputSchema) };
    server.registerTool(name, { inputSchema, ...output }, async () => run() as never);
  }
  return server;
}

/** What of a client is used, whichever it is. */
export interface AnyClient {
  listTools(): Promise<{ tools: { name: string; outputSchema?: unknown }[] }>;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<Result>;
  listResources(): Promise<{ resources: unknown[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: { uri: string; text?: string }[] }>;
  close(): Promise<void>;
}

export interface Result {
  readonly content: readonly { readonly type: string; readonly text: string; readonly uri?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

/** By name: SDK of the server, SDK of the client, and the era that they speak. */
export const PAIRS = ["v1 v1", "v1 v2", "v2 v1", "v2 v2", "v2 v2 modern"] as const;

export async function connectPair(pair: (typeof PAIRS)[number], options: McpConnectionOptions): Promise<AnyClient> {
  const [server, client, era] = pair.split(" ");
  const [near, far] = InMemoryTransport.createLinkedPair();
  const bounded = boundTransport(far, options);
  if (server === "v1") await serverV1().connect(bounded as Parameters<ServerV1["connect"]>[0]);
  else serveStdio(serverV2, { transport: bounded });
  const made =
    client === "v1"
      ? new ClientV1(INFO)
      : new ClientV2(INFO, era === "modern" ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {});
  await made.connect(near as never);
  return made as unknown as AnyClient;
}
