/** A connection, message by message: what is bounded, what is answered, and that nothing else is touched. */
import { createMessageBounder } from "spillway/mcp";
import { memorySpill } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { encodedSize } from "../arbitraries.js";
import { connect, copy, idIn, LOG, MODERN, textOf, textResult } from "./support.js";

const SCHEMA = { type: "object", properties: { content: { type: "string" } }, required: ["content"] };

describe("results of tools/call", () => {
  it("should be inside the limit, with the notice first and a link to the whole", async () => {
    const message = await connect().ask("tools/call", { name: "log", arguments: {} }, textResult(LOG));
    const text = textOf(message);
    expect(encodedSize(message.result)).toBeLessThanOrEqual(16_384);
    expect(encodedSize(message.result)).toBeGreaterThan(16_384 * 0.9);
    expect(text.slice(0, 200)).toMatch(/^\[spillway: .* through read_result \{"id":"log-[0-9a-f]{8}"\}\]\n/);
    expect(text).toContain("line 0 of");
    expect(text).toContain("line 3999 of");
    expect(message.result?.content?.[1]).toMatchObject({ type: "resource_link", uri: `spill://${idIn(text)}` });
  });

  it("should be the same object where they are inside it", async () => {
    const { bounder } = connect();
    bounder.fromClient({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "a" } });
    const message = { jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: "ok" }], extra: 1e21 } };
    expect(bounder.fromServer(message)).toBe(message);
  });

  it('should tell 1 from "1", and the server\'s own requests from answers', async () => {
    const { bounder } = connect();
    bounder.fromClient({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "a" } });
    bounder.fromClient({ jsonrpc: "2.0", id: "1", method: "prompts/get", params: { name: "a" } });
    const big = { content: [{ type: "text", text: LOG }] };
    const sampling = { jsonrpc: "2.0", id: 1, method: "sampling/createMessage", params: { messages: [big] } };
    expect(bounder.fromServer(sampling)).toBe(sampling);
    const answer = { jsonrpc: "2.0", id: 1, result: { content: { type: "text", text: LOG } } };
    expect(bounder.fromClient(answer)).toEqual({ forward: answer });
    const prompt = { jsonrpc: "2.0", id: "1", result: big };
    expect(bounder.fromServer(prompt)).toBe(prompt);
    expect(encodedSize(await bounder.fromServer({ jsonrpc: "2.0", id: 1, result: big }))).toBeLessThan(17_000);
  });

  it("should be bounded also after the call was cancelled: a client closes on too long a message", async () => {
    const { bounder } = connect();
    bounder.fromClient({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "a" } });
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
    expect(bounder.fromClient(cancelled).forward).toBe(cancelled);
    const late = { jsonrpc: "2.0", id: 7, result: { content: [{ type: "text", text: LOG }] } };
    expect(encodedSize(await bounder.fromServer(late))).toBeLessThan(17_000);
    expect(bounder.fromServer(late)).toBe(late); // nobody asked for it any more
  });

  it("should pass untouched while they are questions or tasks", async () => {
    const wire = connect({ maxEncodedBytes: 2000 });
    for (const result of [
      { resultType: "input_required", inputRequests: { a: { params: LOG } }, requestState: LOG },
      { resultType: "task", taskId: "t", requestState: LOG },
      { task: { taskId: "t", status: "working", statusMessage: LOG } },
    ]) {
      const id = JSON.stringify(result).length;
      wire.bounder.fromClient({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "a" } });
      const message = { jsonrpc: "2.0", id, result };
      expect(wire.bounder.fromServer(message)).toBe(message);
    }
  });

  it.each([
    ["tasks/result", { taskId: "t1" }, textResult(LOG)],
    ["tasks/get", { taskId: "t1" }, { result: { taskId: "t1", status: "completed", ...textResult(LOG) } }],
  ])("should be bounded in %s, under the name of the tool", async (method, params, body) => {
    const wire = connect();
    await wire.ask("tools/call", { name: "slow", task: {} }, { result: { task: { taskId: "t1", status: "working" } } });
    const message = await wire.ask(method, params, body);
    expect(encodedSize(message.result)).toBeLessThan(17_000);
    expect(JSON.stringify(message)).toContain("slow-");
    if (method === "tasks/get") expect(message.result).toMatchObject({ taskId: "t1", status: "completed" });
  });

  it("should be bounded in notifications of tasks, as the same Spill", async () => {
    const wire = connect();
    await wire.ask("tools/call", { name: "slow" }, { result: { resultType: "task", taskId: "t1" } });
    const params = { taskId: "t1", status: "completed", ...textResult(LOG) };
    const told = (await wire.bounder.fromServer({ jsonrpc: "2.0", method: "notifications/tasks", params })) as {
      params: { result: { content: { text: string }[] } };
    };
    const asked = await wire.ask("tasks/get", { taskId: "t1" }, { result: { taskId: "t1", ...textResult(LOG) } });
    expect(told.params.result.content[0]?.text).toMatch(/^\[spillway: /);
    expect(asked.result?.["result"]).toEqual(told.params.result);
  });
});

describe("batches", () => {
  it("should be taken one by one, and split where a part is answered here", async () => {
    const { bounder } = connect();
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "a" } };
    const own = {
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "read_result", arguments: { id: "x-00000000" } },
    };
    const { forward, answer } = bounder.fromClient([call, own]);
    expect(forward).toEqual([call]);
    expect(await answer).toMatchObject([{ id: 2, result: { isError: true } }]);
    expect(bounder.fromClient([own]).forward).toBeUndefined();
    const whole = [
      { jsonrpc: "2.0", id: 9, method: "ping" },
      { jsonrpc: "2.0", method: "notifications/x" },
    ];
    expect(bounder.fromClient(whole).forward).toBe(whole);
    const answers = [
      { jsonrpc: "2.0", id: 9, result: {} },
      { jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: LOG }] } },
    ];
    const bounded = (await bounder.fromServer(answers)) as unknown[];
    expect(bounded[0]).toBe(answers[0]);
    expect(encodedSize(bounded[1])).toBeLessThan(17_000);
    const small = [{ jsonrpc: "2.0", id: 9, result: {} }];
    expect(bounder.fromServer(small)).toBe(small);
  });
});

describe("the listing of tools", () => {
  it("should have the added tools behind the last page, and no other order", async () => {
    const wire = connect();
    const first = await wire.ask(
      "tools/list",
      {},
      { result: { tools: [{ name: "b" }, { name: "a" }], nextCursor: "2" } },
    );
    expect(first.result?.["tools"]).toEqual([{ name: "b" }, { name: "a" }]);
    const second = await wire.listTools([{ name: "c" }], { cursor: "2" });
    const tools = second.result?.["tools"] as {
      name: string;
      description: string;
      inputSchema: object;
      annotations: object;
    }[];
    expect(tools.map(({ name }) => name)).toEqual(["c", "read_result", "search_result"]);
    for (const { name, description, annotations } of tools.slice(1)) {
      expect(name.length).toBeLessThanOrEqual(20);
      expect(Buffer.byteLength(description)).toBeLessThan(2048);
      expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true });
    }
    expect(tools[1]?.inputSchema).toMatchObject({
      required: ["id"],
      properties: { id: {}, offset: {}, limit: {}, line: {}, lines: {}, pointer: {}, from: {} },
    });
    expect(tools[2]?.inputSchema).toMatchObject({
      required: ["id", "query"],
      properties: { regex: {}, context: {}, after: {} },
    });
  });

  it("should call them otherwise where the server has one of that name, and leave the server's alone", async () => {
    const wire = connect();
    const names = async (tools: object[]) =>
      (((await wire.listTools(tools)).result?.["tools"] ?? []) as { name: string }[]).map(({ name }) => name);
    expect(await names([{ name: "read_result" }])).toEqual([
      "read_result",
      "spillway_read_result",
      "spillway_search_result",
    ]);
    const text = textOf(await wire.ask("tools/call", { name: "read_result", arguments: {} }, textResult(LOG)));
    expect(text).toContain("through spillway_read_result {");
    expect(
      textOf(await wire.askOwn("tools/call", { name: "spillway_read_result", arguments: { id: idIn(text), line: 9 } })),
    ).toContain("line 8 of");
    expect(await names([{ name: "read_result" }, { name: "spillway_search_result" }])).toHaveLength(2);
    expect(textOf(await wire.ask("tools/call", { name: "spillway_read_result" }, textResult(LOG)))).toContain(
      " in spill://",
    );
  });

  it.each([
    ["strip", undefined],
    ["error", SCHEMA],
  ] as const)("should treat output schemas by policy: %s", async (outputSchema, expected) => {
    const message = await connect({ outputSchema }).listTools([{ name: "a", outputSchema: SCHEMA, extra: 1 }]);
    const listed = { name: "a", extra: 1, ...(expected && { outputSchema: expected }) };
    expect((message.result?.["tools"] ?? []) as object[]).toContainEqual(listed);
  });

  it("should take policies by the tool's name", async () => {
    const message = await connect({ outputSchema: { a: "error" } }).listTools([
      { name: "a", outputSchema: SCHEMA },
      { name: "b", outputSchema: SCHEMA },
    ]);
    expect(message.result?.["tools"]).toMatchObject([{ outputSchema: SCHEMA }, {}, {}, {}]);
    expect((message.result?.["tools"] ?? []) as object[]).toContainEqual({ name: "b" });
  });

  it("should be left as it is without a store, or where no window would fit", async () => {
    for (const options of [{ spill: undefined }, { maxEncodedBytes: 1279 }, { tools: false as const }]) {
      const { bounder } = connect(options);
      bounder.fromClient({ jsonrpc: "2.0", id: 1, method: "tools/list" });
      const message = { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "a" }] } };
      expect(bounder.fromServer(message)).toBe(message);
    }
  });
});

describe("the added tools", () => {
  it.each(["legacy", "modern"])("should read and search what was cut, inside the limit (%s)", async (era) => {
    const wire = connect({ maxEncodedBytes: 3000 });
    const params = era === "modern" ? { _meta: MODERN } : {};
    const id = idIn(textOf(await wire.ask("tools/call", { name: "log", ...params }, textResult(LOG))));
    const call = (name: string, args: object) =>
      wire.askOwn("tools/call", { name, arguments: { id, ...args }, ...params });

    const window = await call("read_result", { line: 2000 });
    expect(textOf(window)).toMatch(/^\[spillway: lines 2,000-.* next: read_result \{"id"/);
    expect(encodedSize(window.result)).toBeLessThanOrEqual(3000);
    expect(window.result?.["resultType"]).toBe(era === "modern" ? "complete" : undefined);
    const next = JSON.parse(textOf(window).split("\n")[0]?.split("read_result ")[1] ?? "") as object;
    expect(textOf(await call("read_result", next))).toContain("log");
    expect(textOf(await call("search_result", { query: "line 39+ ", regex: true }))).toContain("40:line 39 of");
    const bad = await call("read_result", { offset: 1, line: 1 });
    expect(bad.result).toMatchObject({ isError: true });
    expect(textOf(await wire.askOwn("tools/call", { name: "read_result" }))).toContain("id must be");
  });

  it("should give every byte back, window by window, whatever has to be escaped", async () => {
    const wire = connect({ maxEncodedBytes: 1500 });
    const text = '"\\\u0001\n🟡\t'.repeat(700);
    const id = idIn(textOf(await wire.ask("tools/call", { name: "raw" }, textResult(text))));
    let read = "";
    for (let args: object | undefined = { id, offset: 0 }; args !== undefined; ) {
      const message = await wire.askOwn("tools/call", { name: "read_result", arguments: args });
      expect(encodedSize(message.result)).toBeLessThanOrEqual(1500);
      const [line = "", ...body] = textOf(message).split("\n");
      read += body.join("\n");
      const next = line.split("read_result ")[1];
      args = next === undefined ? undefined : (JSON.parse(next) as object);
    }
    expect(read).toBe(text);
  });

  it("should read no Spill of another session, and the same one's on another connection", async () => {
    const spill = memorySpill();
    const one = connect({ spill, sessionId: "one" });
    const id = idIn(textOf(await one.ask("tools/call", { name: "log" }, textResult(LOG))));
    const read = { name: "read_result", arguments: { id } };
    expect((await connect({ spill, sessionId: "two" }).askOwn("tools/call", read)).result).toMatchObject({
      isError: true,
    });
    expect((await connect({ spill, sessionId: "one" }).askOwn("tools/call", read)).result).not.toHaveProperty(
      "isError",
    );
    const random = createMessageBounder({ spill }).fromClient({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: read,
    });
    expect(await random.answer).toMatchObject({ result: { isError: true } });
  });
});

describe("spill:// as resources", () => {
  it.each(["legacy", "modern"])("should be declared, listed as a template, and read in windows (%s)", async (era) => {
    const wire = connect({ maxEncodedBytes: 3000 });
    const params = era === "modern" ? { _meta: MODERN } : {};
    const cached = era === "modern" ? { resultType: "complete", ttlMs: 0, cacheScope: "private" } : {};
    const hello = era === "modern" ? "server/discover" : "initialize";
    const declared = await wire.ask(hello, params, { result: { capabilities: { tools: {} }, extra: 1 } });
    expect(declared.result).toEqual({ capabilities: { tools: {}, resources: {} }, extra: 1 });

    const none = { error: { code: -32_601, message: "Method not found" } };
    expect((await wire.ask("resources/list", params, none)).result).toEqual({ resources: [], ...cached });
    const templates = (await wire.ask("resources/templates/list", params, none)).result;
    expect(templates).toMatchObject({
      resourceTemplates: [{ uriTemplate: expect.stringContaining("spill://{id}") as string, name: "spill" }],
      ...cached,
    });

    const id = idIn(textOf(await wire.ask("tools/call", { name: "log", ...params }, textResult(LOG))));
    let uri = `spill://${id}?line=2000`;
    for (const _ of [1, 2]) {
      const { result } = await wire.askOwn("resources/read", { uri, ...params });
      const [content] = (result?.["contents"] ?? []) as { uri: string; text: string }[];
      expect(encodedSize(result)).toBeLessThanOrEqual(3000);
      expect(result).toMatchObject(cached);
      expect(content?.uri).toBe(uri);
      expect(content?.text).toMatch(
        /^\[spillway: lines 2,\d+-.*\] next: spill:\/\/log-[0-9a-f]{8}\?line=\d+(?:&at=\d+)?\n/,
      );
      uri = content?.text.split("\n")[0]?.split("next: ")[1] ?? "";
    }
    const missing = await wire.askOwn("resources/read", { uri: "spill://x-00000000", ...params });
    expect(missing.error).toMatchObject({
      code: era === "modern" ? -32_602 : -32_002,
      message: expect.stringContaining("no result is kept") as string,
    });
    expect((await wire.askOwn("resources/read", { uri: "spill://%zz?%", ...params })).error).toBeDefined();
  });

  it("should stand beside the server's own resources, which stay as they are", async () => {
    const wire = connect();
    const capabilities = { tools: {}, resources: { subscribe: true } };
    const { bounder } = wire;
    bounder.fromClient({ jsonrpc: "2.0", id: "i", method: "initialize", params: {} });
    const hello = { jsonrpc: "2.0", id: "i", result: { capabilities } };
    expect(bounder.fromServer(hello)).toBe(hello);
    const listed = await wire.ask("resources/templates/list", {}, { result: { resourceTemplates: [{ name: "own" }] } });
    expect(listed.result?.["resourceTemplates"]).toMatchObject([{ name: "own" }, { name: "spill" }]);
    const page = { result: { resourceTemplates: [{ name: "own" }], nextCursor: "2" } };
    expect((await wire.ask("resources/templates/list", {}, page)).result).toEqual(page.result);
    const list = { result: { resources: [{ uri: "a://b", name: "b" }] } };
    expect((await wire.ask("resources/list", {}, list)).result).toEqual(list.result);
    const read = { result: { contents: [{ uri: "ui://a", text: LOG }] } };
    expect((await wire.ask("resources/read", { uri: "ui://a" }, read)).result).toEqual(read.result);
    const failed = { error: { code: -32_601, message: "no" } };
    expect((await wire.ask("resources/read", { uri: "a://b" }, failed)).error).toEqual(failed.error);
  });

  it("should not be declared for a server without tools, or where they are off", async () => {
    const off = { error: { code: -32_601, message: "no" } };
    const { bounder } = connect();
    bounder.fromClient({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} });
    const hello = { jsonrpc: "2.0", id: 1, result: { capabilities: { prompts: {} } } };
    expect(bounder.fromServer(hello)).toBe(hello);
    expect((await connect({ resources: false }).ask("resources/list", {}, off)).error).toEqual(off.error);
    const read = { jsonrpc: "2.0", id: 2, method: "resources/read", params: { uri: "spill://x-00000000" } };
    expect(connect({ resources: false }).bounder.fromClient(read)).toEqual({ forward: read });
  });
});

describe("errors of JSON-RPC", () => {
  it("should be inside the limit, with code and small data kept", async () => {
    const wire = connect({ maxEncodedBytes: 2000 });
    const message = await wire.ask("prompts/get", {}, { error: { code: -32_000, message: LOG, data: { a: 1 } } });
    expect(encodedSize(message.error)).toBeLessThanOrEqual(2000);
    expect(message.error).toMatchObject({ code: -32_000, data: { a: 1 } });
    expect(message.error?.message).toMatch(
      /^\[spillway: .*the tool reported an error; complete output through read_result/,
    );
    const other = await wire.ask("tools/call", {}, { error: { code: -1, message: "broken", data: { stack: LOG } } });
    expect(encodedSize(other.error)).toBeLessThanOrEqual(2000);
    expect(other.error).not.toHaveProperty("data");
    expect(other.error?.message).toMatch(/left out: [\d,]+ bytes of data; .*\nbroken$/s);
    const id = idIn(other.error?.message ?? "");
    expect(
      textOf(await wire.askOwn("tools/call", { name: "read_result", arguments: { id, pointer: "/data/stack" } })),
    ).toContain("line 0 of");
  });

  it("should be the same object where they are inside it", () => {
    const { bounder } = connect();
    for (const id of [null, 4]) {
      const message = { jsonrpc: "2.0", id, error: { code: -32_601, message: "no" } };
      expect(bounder.fromServer(message)).toBe(message);
    }
  });
});

describe("limits of clients and tools", () => {
  const hello = (name: string) => ({
    clientInfo: { name, version: "1" },
    capabilities: {},
    protocolVersion: "2025-11-25",
  });
  const initialized = { result: { capabilities: { tools: {} } } };

  it("should be the client's own where that is smaller, by either way of telling its name", async () => {
    const wire = connect();
    await wire.ask("initialize", hello("Visual Studio Code"), initialized);
    expect(encodedSize((await wire.ask("tools/call", { name: "a" }, textResult(LOG))).result)).toBeLessThanOrEqual(
      8192,
    );
    const _meta = {
      ...MODERN,
      "io.modelcontextprotocol/clientInfo": { name: "visual studio code - insiders", version: "1" },
    };
    expect(
      encodedSize((await connect().ask("tools/call", { name: "a", _meta }, textResult(LOG))).result),
    ).toBeLessThanOrEqual(8192);
    const off = connect({ clients: false });
    await off.ask("initialize", hello("Visual Studio Code"), initialized);
    expect(encodedSize((await off.ask("tools/call", { name: "a" }, textResult(LOG))).result)).toBeGreaterThan(8192);
  });

  it("should be raised by the tool's listing, up to the ceiling and what the client takes", async () => {
    const tools = [
      { name: "a", _meta: { "anthropic/maxResultSizeChars": 50_000 } },
      { name: "b", _meta: { "anthropic/maxResultSizeChars": 900_000 } },
    ];
    const sizeOf = async (client: string, name: string) => {
      const wire = connect();
      await wire.ask("initialize", hello(client), initialized);
      await wire.listTools(tools);
      return encodedSize((await wire.ask("tools/call", { name }, textResult(LOG.repeat(3)))).result);
    };
    expect(await sizeOf("claude-code", "a")).toBeGreaterThan(45_000);
    expect(await sizeOf("claude-code", "a")).toBeLessThanOrEqual(50_000);
    expect(await sizeOf("claude-code", "b")).toBeLessThanOrEqual(65_536);
    expect(await sizeOf("claude-code", "c")).toBeLessThanOrEqual(16_384);
    expect(await sizeOf("codex-mcp-client", "b")).toBeLessThanOrEqual(40_000);
    expect(await sizeOf("Visual Studio Code", "a")).toBeLessThanOrEqual(8192);
  });

  it("should be what limitOf says, or none", async () => {
    const calls: unknown[] = [];
    const wire = connect({
      limitOf: (call) => {
        calls.push(copy(call));
        return call.tool === "free" ? false : call.meta?.["dev.example/small"] === true ? 2000 : undefined;
      },
    });
    expect((await wire.ask("tools/call", { name: "free" }, textResult(LOG))).result).toEqual(
      (textResult(LOG) as { result: object }).result,
    );
    expect(
      encodedSize(
        (await wire.ask("tools/call", { name: "a", _meta: { "dev.example/small": true } }, textResult(LOG))).result,
      ),
    ).toBeLessThanOrEqual(2000);
    expect(encodedSize((await wire.ask("tools/call", { name: "a" }, textResult(LOG))).result)).toBeGreaterThan(15_000);
    expect(calls[1]).toEqual({ tool: "a", meta: { "dev.example/small": true }, maxEncodedBytes: 16_384 });
  });
});

describe("everything else", () => {
  it.each([
    { jsonrpc: "2.0", method: "notifications/message", params: { data: LOG } },
    { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 1, message: LOG } },
    { jsonrpc: "2.0", id: 1, result: { messages: [{ role: "user", content: { type: "text", text: LOG } }] } },
    { jsonrpc: "2.0", id: 99, result: { content: [{ type: "text", text: LOG }] } },
    "no object",
    null,
    7,
  ])("should pass as it is, %#", (message) => {
    const { bounder } = connect();
    bounder.fromClient({ jsonrpc: "2.0", id: 1, method: "prompts/get", params: {} });
    expect(bounder.fromServer(message)).toBe(message);
    expect(bounder.fromClient(message).forward).toBe(message);
  });

  it.each([
    [{ maxEncodedBytes: 63 }, RangeError, "maxEncodedBytes"],
    [{ maxEncodedBytes: "1" as never }, TypeError, "maxEncodedBytes"],
    [{ outputSchema: "drop" as never }, RangeError, "outputSchema"],
    [{ tools: { read: "a b" } }, RangeError, "tools.read"],
    [{ tools: { read: "a", search: "a" } }, RangeError, "tools.read"],
    [{ limitOf: 3 as never }, TypeError, "limitOf"],
    [{ spill: {} as never }, TypeError, "spill"],
  ])("should reject a mistaken option, %#", (options, Kind, name) => {
    expect(() => createMessageBounder(options)).toThrow(Kind);
    expect(() => createMessageBounder(options)).toThrow(name);
  });
});
