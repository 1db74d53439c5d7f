/** A host's client, and servers of which no transport can be had. */
import { Client as ClientV2, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { readTools } from "spillway";
import { boundClient, boundServer, boundToolCallback } from "spillway/mcp";
import { memorySpill, type SpillSink, scoped } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { encodedSize } from "../arbitraries.js";
import { connectPair, LOG, PAIRS, serverV2, TOOLS } from "./servers.js";

describe.each(PAIRS)("boundClient, server and client %s", (pair) => {
  it("should give the model a part, and a program all", async () => {
    const spill = memorySpill();
    const client = await connectPair(pair, { maxEncodedBytes: 1e9, tools: false });
    const bounded = boundClient(client, { maxEncodedBytes: 4000, spill, meta: { sessionId: "s" } });
    const { tools } = await bounded.listTools();
    expect(tools).toHaveLength(5);
    const { model, full, spill: ref } = await bounded.callTool({ name: "log" });
    expect(encodedSize(model)).toBeLessThanOrEqual(4000);
    expect(full.content[0]?.text).toBe(LOG);
    const [read] = readTools(scoped(spill, { sessionId: "s" }));
    expect((await read.handler({ id: ref?.id, line: 2000 })).text).toContain("line 1999 says");
    expect(ref?.id).toMatch(/^log-/);
    const small = await bounded.callTool({ name: "count" });
    expect(small.model).toBe(small.full);
    await bounded.close();
  });
});

describe("boundClient", () => {
  it("should pass every argument on, and what the client throws", async () => {
    const seen: unknown[][] = [];
    const client = {
      async callTool(...args: unknown[]) {
        seen.push(args);
        if (args[0] === "bad") throw new RangeError("no such tool");
        return { content: [] };
      },
      name: "own",
    };
    const bounded = boundClient(client);
    await bounded.callTool({ name: "a" }, undefined, { timeout: 1 });
    expect(seen).toEqual([[{ name: "a" }, undefined, { timeout: 1 }]]);
    await expect(bounded.callTool("bad")).rejects.toThrow("no such tool");
    expect(bounded.name).toBe("own");
    expect(() => boundClient({} as never)).toThrow("client must have a method callTool");
  });
});

describe("boundServer", () => {
  /** The HTTP handler of version 2, which makes a server and a transport for each request. */
  async function overHttp(era: "legacy" | "modern", sessionId: string, spill: SpillSink) {
    const handler = createMcpHandler(() => boundServer(serverV2(), { maxEncodedBytes: 4000, spill, sessionId }));
    return connectHttp(handler, era);
  }

  it.each(["legacy", "modern"] as const)(
    "should bound what an HTTP handler serves, and keep it for one user (%s)",
    async (era) => {
      const spill = memorySpill();
      const client = await overHttp(era, "alice", spill);
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain("read_result");
      const call = async (who: typeof client, name: string, args: Record<string, unknown> = {}) => {
        const result = await who.callTool({ name, arguments: args });
        expect(encodedSize(result)).toBeLessThanOrEqual(4000);
        return (result.content[0] as { text: string }).text;
      };
      const id = /"id":"([^"]+)"/.exec(await call(client, "log"))?.[1];
      expect(await call(client, "fail")).toContain("last words");
      expect(await call(client, "read_result", { id, line: 2000 })).toContain("line 1999 says");
      const other = await overHttp(era, "bob", spill);
      expect(await call(other, "read_result", { id })).toContain("no result is kept");
      expect(await client.listResources()).toMatchObject({ resources: [] });
      await Promise.all([client.close(), other.close()]);
    },
  );

  it("should check its options at once, and be the server in all else", () => {
    expect(() => boundServer(serverV2(), { maxEncodedBytes: 1 })).toThrow(RangeError);
    expect(() => boundServer({} as never)).toThrow("server must have a method connect");
    const server = serverV2();
    expect(boundServer(server).server).toBe(server.server);
    expect(boundServer(server)).toBeInstanceOf(McpServer);
  });
});

async function connectHttp(handler: { fetch(request: Request): Promise<Response> }, era: "legacy" | "modern") {
  const negotiation = era === "modern" ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {};
  const client = new ClientV2({ name: "test", version: "1" }, negotiation);
  const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
  await client.connect(new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch }));
  return client;
}

describe("boundToolCallback", () => {
  /** The HTTP handler of version 2, without a network. */
  async function overHttp(era: "legacy" | "modern", wrapped: boolean) {
    const handler = createMcpHandler(() => {
      const server = new McpServer({ name: "test", version: "1" });
      for (const [name, { run }] of Object.entries(TOOLS)) {
        const callback = async () => run() as never;
        const bounded = boundToolCallback(callback, { maxEncodedBytes: 4000, meta: { tool: name }, readTool: false });
        server.registerTool(name, { inputSchema: fromJsonSchema({ type: "object" }) }, wrapped ? bounded : callback);
      }
      return server;
    });
    return connectHttp(handler, era);
  }

  it.each(["legacy", "modern"] as const)("should bound results and what is thrown over HTTP (%s)", async (era) => {
    const client = await overHttp(era, true);
    for (const name of ["log", "rows", "image", "fail"]) {
      const result = await client.callTool({ name, arguments: {} });
      expect(encodedSize({ ...result, _meta: undefined, resultType: undefined })).toBeLessThanOrEqual(4000);
      expect(result.isError ?? false).toBe(name === "fail");
    }
    expect(await client.callTool({ name: "count", arguments: {} })).toMatchObject({ structuredContent: { count: 1 } });
    await client.close();
    const without = await overHttp(era, false);
    expect(encodedSize(await without.callTool({ name: "fail", arguments: {} }))).toBeGreaterThan(2_000_000);
    await without.close();
  });

  it("should throw on what is short, and leave alone what is no result", async () => {
    const error = new RangeError("short");
    const failing = boundToolCallback(() => {
      throw error;
    });
    await expect(failing()).rejects.toBe(error);
    const question = { resultType: "input_required", inputRequests: { a: LOG } };
    expect(await boundToolCallback(async () => question)()).toBe(question);
    expect(await boundToolCallback((a: number, b: number) => a + b)(1, 2)).toBe(3);
    const odd = await boundToolCallback(() => Promise.reject({ toString: () => LOG.repeat(2) }))();
    expect(odd).toMatchObject({ isError: true });
    expect(() => boundToolCallback(3 as never)).toThrow("callback must be a function");
  });
});
