/** A server for the conformance suite, over HTTP in either era, with or without a bounder between. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createMcpHandler,
  Server,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { boundServer, type McpConnectionOptions } from "spillway/mcp";
import { type Answer, type Json, PROMPTS, RESOURCES, TOOLS, templateResource } from "./content.js";

const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  logging: {},
  completions: {},
};

export interface Fixture {
  url(era: "legacy" | "modern"): string;
  close(): Promise<void>;
}

export async function startFixture(options?: McpConnectionOptions): Promise<Fixture> {
  const make = () => (options === undefined ? makeServer() : boundServer(makeServer(), options));
  const modern = createMcpHandler(make, { legacy: "reject" });
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  async function legacy(request: Request): Promise<Response> {
    const known = sessions.get(request.headers.get("mcp-session-id") ?? "");
    if (known !== undefined) return known.handleRequest(request);
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await make().connect(transport);
    return transport.handleRequest(request);
  }

  const http = createServer(async (incoming, outgoing) => {
    const request = await requestOf(incoming, outgoing);
    // Only ourselves: a page that rebinds its name to this address is turned away.
    if (!/^(?:localhost|127\.0\.0\.1):\d+$/.test(incoming.headers.host ?? ""))
      return void outgoing.writeHead(403).end();
    const origin = incoming.headers.origin ?? "http://localhost";
    if (!/^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(origin)) return void outgoing.writeHead(403).end();
    const handle = incoming.url === "/modern" ? (one: Request) => modern.fetch(one) : legacy;
    await respond(await handle(request).catch(() => new Response(null, { status: 500 })), outgoing);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: (era) => `http://127.0.0.1:${port}/${era}`,
    async close() {
      for (const transport of sessions.values()) await transport.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

export function makeServer(): Server {
  const server = new Server({ name: "fixture", version: "1.0.0" }, { capabilities: CAPABILITIES });
  const on = (method: string, handler: (params: Json, context: ServerContext) => Answer) =>
    (server.setRequestHandler as (name: string, run: unknown) => void).call(
      server,
      method,
      (request: { params?: Json }, context: ServerContext) => {
        // The SDK takes what the client answered out of the params.
        const { inputResponses, requestState } = context.mcpReq as { inputResponses?: Json; requestState?: unknown };
        const state = typeof requestState === "function" ? (requestState as () => unknown)() : undefined;
        const more = {
          ...(inputResponses === undefined ? {} : { inputResponses }),
          ...(state === undefined ? {} : { requestState: state }),
        };
        const meta = {
          ...(context.mcpReq as { _meta?: Json })._meta,
          ...(context.mcpReq as { envelope?: Json }).envelope,
        };
        return handler(
          { ...request.params, _meta: { ...meta, ...(request.params?.["_meta"] as Json | undefined) }, ...more },
          context,
        );
      },
    );

  on("tools/list", () => ({
    tools: Object.keys(TOOLS).map((name) => ({ name, description: name, inputSchema: { type: "object" } })),
  }));
  on("tools/call", (params, context) => {
    const tool = TOOLS[String(params["name"])];
    if (tool === undefined) throw Object.assign(new Error("Unknown tool"), { code: -32_602 });
    return tool({ args: (params["arguments"] ?? {}) as Json, params, context });
  });
  on("resources/list", () => ({
    resources: Object.entries(RESOURCES).map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType })),
  }));
  on("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "data", mimeType: "application/json" }],
  }));
  on("resources/read", ({ uri }) => {
    const found = RESOURCES[String(uri)] ?? templateResource(String(uri));
    if (found === undefined)
      throw Object.assign(new Error(`Resource not found: ${String(uri)}`), { code: -32_602, data: { uri } });
    return { contents: [{ uri, ...found }] };
  });
  on("resources/subscribe", () => ({}));
  on("resources/unsubscribe", () => ({}));
  on("prompts/list", () => ({
    prompts: Object.entries(PROMPTS).map(([name, { args }]) => ({
      ...{ name, description: name },
      arguments: args.map((arg) => ({ name: arg, description: arg, required: true })),
    })),
  }));
  on("prompts/get", (params, context) => {
    const prompt = PROMPTS[String(params["name"])];
    if (prompt === undefined) throw Object.assign(new Error("Unknown prompt"), { code: -32_602 });
    return prompt.get({ args: (params["arguments"] ?? {}) as Json, params, context });
  });
  on("completion/complete", () => ({ completion: { values: ["paris", "park", "party"], total: 150, hasMore: false } }));
  return server;
}

async function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Request> {
  const body: Buffer[] = [];
  for await (const chunk of incoming) body.push(chunk as Buffer);
  const abort = new AbortController();
  outgoing.on("close", () => abort.abort());
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as [string, string]);
  return new Request(`http://${incoming.headers.host ?? "localhost"}${incoming.url ?? "/"}`, {
    method: incoming.method ?? "GET",
    headers,
    signal: abort.signal,
    ...(body.length > 0 ? { body: Buffer.concat(body) } : {}),
  });
}

async function respond(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  const reader = response.body?.getReader();
  outgoing.on("close", () => void reader?.cancel().catch(() => undefined));
  try {
    for (let step = await reader?.read(); step !== undefined && !step.done; step = await reader?.read())
      outgoing.write(step.value);
  } catch {
    // the client went away
  }
  outgoing.end();
}
