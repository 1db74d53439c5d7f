/** The proxy on raw lines, before a server that does what servers should not: one test for each thing that can go wrong. */
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../spillway.js";
import { type RawClient, startProxy } from "./rawClient.js";

const FIXTURE = resolve(import.meta.dirname ?? "test/e2e/mcp-proxy", "fixture.mjs");
const folder = temporaryFolder();
let count = 0;
let seen = "";
let store = "";

beforeEach(() => {
  const own = join(folder, `test-${++count}`);
  mkdirSync(own);
  seen = join(own, "seen.log");
  store = join(own, "store");
});

function start(options: readonly string[] = [], mode = ""): RawClient {
  return startProxy(["--store", store, ...options], [process.execPath, FIXTURE, seen, mode]);
}

async function started(options: readonly string[] = [], mode = ""): Promise<RawClient> {
  const client = start(options, mode);
  await client.initialize();
  return client;
}

const size = (line: string): number => Buffer.byteLength(JSON.stringify(JSON.parse(line).result));
const seenLines = (): string[] => readFileSync(seen, "utf8").split("\n");

describe("1: ids", () => {
  it("should tell 1 from its text, and both from a question of the server with the same id", async () => {
    const client = await started();
    client.send({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "slow", arguments: { ms: 150, count: 5000 } },
    });
    client.send({ jsonrpc: "2.0", id: "1", method: "tools/call", params: { name: "slow", arguments: { ms: 50 } } });
    const request = { method: "roots/list" };
    client.send({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "ask", arguments: { request } } });
    await client.next((line) => line === '{"jsonrpc":"2.0","id":2,"method":"roots/list"}');
    client.send({ jsonrpc: "2.0", id: 2, result: { roots: [] } });
    const answer = await client.next((line) => line.startsWith('{"jsonrpc":"2.0","id":2,"result"'));
    expect(JSON.parse(JSON.parse(answer).result.content[0].text).result).toEqual({ roots: [] });

    const small = await client.next((line) => line.startsWith('{"jsonrpc":"2.0","id":"1","result"'));
    expect(small).toContain("a line of text");
    const large = await client.next((line) => line.startsWith('{"jsonrpc":"2.0","id":1,"result"'));
    expect(size(large)).toBeLessThanOrEqual(16_384);
    expect(large).toContain("read_result");
  });

  it("should keep the digits of an id that a double cannot hold", async () => {
    const client = await started();
    for (const [id, count] of [
      ["12345678901234567891", 1],
      ["12345678901234567892", 5000],
    ] as const) {
      client.send(
        `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"read_result","arguments":{"id":"none"}}}`,
      );
      expect(await client.next((line) => line.includes(id))).toContain(`"id":${id},`);
      expect(count).toBeGreaterThan(0);
    }
  });
});

describe("2: bytes", () => {
  it("should pass on both ways what it does not rewrite as it came: spaces, numbers, unknown fields, order", async () => {
    const client = await started();
    const odd =
      '{ "id":"a", "x-new":{"n":1.0}, "method":"tools/call","jsonrpc":"2.0","params":{"name":"raw","arguments":{"lines":["{ \\"unknown\\":12345678901234567891,\\"result\\":{\\"content\\":[],\\"n\\":1.50},\\"id\\":ID,  \\"jsonrpc\\":\\"2.0\\"}\\n"]}}}';
    client.send(odd);
    const answer = await client.next((line) => line.includes("1.50"));
    expect(answer).toBe(
      '{ "unknown":12345678901234567891,"result":{"content":[],"n":1.50},"id":"a",  "jsonrpc":"2.0"}',
    );
    expect(seenLines()).toContain(odd);
  });

  it("should keep unknown fields and large numbers of what it does rewrite", async () => {
    const client = await started();
    const { line, result } = await client.ask("tools/list");
    expect(line).toContain('"maximum":12345678901234567891');
    expect(result.tools[0]["x-unknown"]).toEqual({ kept: true });
    const answer = await client.call("text", { count: 5000 });
    expect(answer.line).toContain('"x-unknown":1');
  });

  it("should show and keep numbers that a double cannot hold with all their digits", async () => {
    const client = await started();
    const { result } = await client.call("structured", { rows: 3000 });
    const [, id] = /read_result \{"id":"([^"]+)"/.exec(result.content[0].text) ?? [];
    const window = await client.call("read_result", { id, pointer: "/rows/2999/id" });
    expect(window.result.content[0].text).toContain("12345678901264550001");
  });
});

describe("3: what is rewritten", () => {
  it("should announce resources, list its tools, and strip output schemas", async () => {
    const client = start();
    const { result } = await client.initialize();
    expect(result.capabilities).toEqual({ tools: { listChanged: true }, resources: {} });
    const { tools } = (await client.ask("tools/list")).result;
    expect(tools.slice(-2).map(({ name }: { name: string }) => name)).toEqual(["read_result", "search_result"]);
    expect(JSON.stringify(tools.slice(0, -2))).not.toContain("outputSchema");
  });

  it("should bound a result, and join to it again from windows", async () => {
    const client = await started();
    const text = `${'a line of é and " and 🟡'}\n`.repeat(4000);
    const { result, line } = await client.call("text", { line: text.slice(0, text.indexOf("\n")), count: 4000 });
    expect(size(line)).toBeLessThanOrEqual(16_384);
    const [, id] = /read_result \{"id":"([^"]+)"/.exec(result.content[0].text) ?? [];
    let joined = "";
    let args: object | undefined = { id };
    while (args !== undefined) {
      const window = await client.call("read_result", args);
      expect(size(window.line)).toBeLessThanOrEqual(16_384);
      const { text: answer } = window.result.content[0];
      const first = answer.slice(0, answer.indexOf("\n"));
      joined += answer.slice(answer.indexOf("\n") + 1);
      const next = / next: read_result (\{.*\})$/.exec(first)?.[1];
      args = next === undefined ? undefined : JSON.parse(next);
    }
    expect(joined).toBe(text);
  });

  it("should bound errors, and let other methods be", async () => {
    const client = await started();
    const { error, line } = await client.call("error", { count: 50_000 });
    expect(error?.code).toBe(-32_000);
    expect(Buffer.byteLength(line)).toBeLessThan(17_000);
    const text = "x".repeat(100_000);
    const whole = `{"jsonrpc":"2.0","id":"ask-9","result":{"contents":[{"uri":"a://b","text":"${text}"}]}}`;
    expect((await client.ask("fixture/huge", { lines: [`${whole}\n`] }, "ask-9")).line).toBe(whole);
  });
});

describe("4: a process that saw no handshake", () => {
  it("should bound all the same, and answer for a server that knows no resources", async () => {
    const client = start();
    expect(size((await client.call("text", { count: 5000 })).line)).toBeLessThanOrEqual(16_384);
    expect((await client.ask("resources/list")).result).toEqual({ resources: [] });
    expect((await client.ask("resources/templates/list")).result.resourceTemplates).toHaveLength(1);
  });

  it("should read what a process before it has kept, if it is the same server in the same folder", async () => {
    const first = await started();
    const { result } = await first.call("text", { count: 5000 });
    await first.end();
    const [, id] = /read_result \{"id":"([^"]+)"/.exec(result.content[0].text) ?? [];
    const second = start();
    expect((await second.call("read_result", { id })).result.isError).toBeUndefined();
    const other = start(["--session", "another"]);
    expect((await other.call("read_result", { id })).result.isError).toBe(true);
  });
});

describe("5: eras", () => {
  it("should answer as the request's era wants it", async () => {
    const client = start();
    const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    const own = { name: "read_result", arguments: { id: "none" } };
    expect((await client.ask("tools/call", { ...own, _meta })).result.resultType).toBe("complete");
    expect((await client.ask("tools/call", own)).result.resultType).toBeUndefined();
    expect((await client.ask("resources/list", { _meta })).result).toMatchObject({ ttlMs: 0, cacheScope: "private" });
    expect((await client.ask("resources/read", { uri: "spill://none", _meta })).error?.code).toBe(-32_602);
    expect((await client.ask("resources/read", { uri: "spill://none" })).error?.code).toBe(-32_002);
  });
});

describe("6: what is no result yet, cancellation, own tools", () => {
  it("should pass a question of any size, and a late answer to what was cancelled", async () => {
    const client = await started();
    const inputRequests = { a: { message: "x".repeat(50_000) } };
    const line = JSON.stringify({ jsonrpc: "2.0", id: "q", result: { resultType: "input_required", inputRequests } });
    expect((await client.ask("tools/call", { name: "raw", arguments: { lines: [`${line}\n`] } }, "q")).line).toBe(line);

    client.send({
      jsonrpc: "2.0",
      id: "late",
      method: "tools/call",
      params: { name: "slow", arguments: { ms: 100, count: 5000 } },
    });
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "late" } };
    client.send(cancel);
    const late = await client.next((line) => line.includes('"id":"late"'));
    expect(size(late)).toBeLessThanOrEqual(16_384);
    expect(seenLines()).toContain(JSON.stringify(cancel));
  });

  it("should answer its own tools, which the server never sees", async () => {
    const client = await started();
    await client.call("read_result", { id: "none" });
    await client.call("text");
    expect(seenLines().join()).not.toContain("read_result");
  });
});

describe("7: pages", () => {
  it("should add its tools behind the last page, and leave the order alone", async () => {
    const client = await started([], "pages");
    const first = (await client.ask("tools/list")).result;
    expect(first.tools.map(({ name }: { name: string }) => name)).toEqual(["text", "structured", "raw", "ask"]);
    const { tools } = (await client.ask("tools/list", { cursor: first.nextCursor })).result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      "slow",
      "die",
      "late",
      "error",
      "save",
      "read_result",
      "search_result",
    ]);
  });
});

describe("8: batches", () => {
  it("should handle each message of a batch", async () => {
    const client = await started();
    const call = (id: number, name: string, args: object) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name, arguments: args },
    });
    client.send([call(1, "text", { count: 5000 }), call(2, "read_result", { id: "none" })]);
    expect(size(await client.next((line) => line.startsWith('{"jsonrpc":"2.0","id":1,')))).toBeLessThanOrEqual(16_384);
    const own = await client.next((line) => line.startsWith("["));
    expect(JSON.parse(own)).toMatchObject([{ id: 2, result: { isError: true } }]);
    const answers = `[${["b1", "b2"].map((id) => `{"jsonrpc":"2.0","id":"${id}","result":{"content":[{"type":"text","text":"${"x".repeat(50_000)}"}]}}`)}]`;
    client.send([
      { ...call(0, "raw", { lines: [`${answers}\n`] }), id: "b1" },
      { ...call(0, "ask", { request: {} }), id: "b2" },
    ]);
    const both = await client.next((line) => line.startsWith('[{"jsonrpc":"2.0","id":"b1"'));
    expect(JSON.parse(both)).toHaveLength(2);
    expect(Buffer.byteLength(both)).toBeLessThan(34_000);
  });
});

describe("9: lines", () => {
  it("should send what is no message to stderr, and take CRLF, a byte order mark and blank lines", async () => {
    const client = await started([], "bom");
    const lines = [
      "Listening on port 80\n",
      "42\n",
      "null\n",
      "\n",
      "\r\n",
      '"text"\n',
      "{broken\n",
      '{"jsonrpc":"2.0","id":ID,"result":{"content":[]}}\r\n',
    ];
    const answer = await client.ask("tools/call", { name: "raw", arguments: { lines } });
    expect(answer.result).toEqual({ content: [] });
    for (const line of client.lines) expect(typeof JSON.parse(line)).toBe("object");
    expect(client.stderr()).toContain('Listening on port 80\n42\nnull\n"text"\n{broken\n');
  });

  it("should let the server say what it thinks of malformed lines", async () => {
    const client = await started();
    client.send("{nonsense");
    expect(await client.next((line) => line.includes("-32700"))).toContain("Parse error");
    client.send('{"jsonrpc":"2.0","id":"crlf","method":"tools/call","params":{"name":"text","arguments":{}}}\r');
    await client.next((line) => line.includes('"id":"crlf"'));
  });
});

describe("10: lines that are larger than memory should hold", () => {
  const ceiling = ["--max-message", "64KiB"];

  it.each(["before", "behind"])("should find the id %s the payload, and give a bounded result", async (where) => {
    const client = await started(ceiling);
    const result = `"result":{"content":[{"type":"text","text":"${"first line\\nsecond é\\n".repeat(20_000)}the end"}],"isError":true}`;
    const line = where === "before" ? `{"jsonrpc":"2.0","id":ID,${result}}` : `{${result},"jsonrpc":"2.0","id":ID}`;
    const answer = await client.ask("tools/call", { name: "raw", arguments: { lines: [`${line}\n`] } });
    expect(answer.result.isError).toBe(true);
    expect(size(answer.line)).toBeLessThanOrEqual(16_384);
    const [start, end] = answer.result.content.map(({ text }: { text: string }) => text);
    expect(start).toContain("first line\\nsecond é");
    expect(end).toContain("the end");
    const [, next] = / next: read_result (\{.*\})\n/.exec(start) ?? [];
    expect((await client.call("read_result", JSON.parse(next as string))).result.isError).toBeUndefined();
  });

  it("should show structured content where there is no text", async () => {
    const client = await started(ceiling);
    const { result } = await client.call("structured", { rows: 5000 });
    expect(result.content[0].text).toContain('[{"id":12345678901234560001,"name":"row 0"}');
  });

  it("should answer with an error what is no result of a tool, and go on", async () => {
    const client = await started(ceiling);
    const text = "x".repeat(200_000);
    const { error } = await client.ask("fixture/huge", {
      lines: [`{"jsonrpc":"2.0","id":ID,"result":{"text":"${text}"}}\n`],
    });
    expect(error).toMatchObject({
      code: -32_603,
      message: expect.stringMatching(/^the response has 2000\d\d bytes, too many .*spill:/),
    });
    const failed = await client.call("raw", {
      lines: [`{"jsonrpc":"2.0","id":ID,"error":{"code":-7,"message":"${text}"}}\n`],
    });
    expect(failed.error?.code).toBe(-7);
    await client.call("raw", {
      lines: [
        `[1,"${text}"]\n`,
        `{"id":1,"method":"x","params":"${text}"}\n`,
        '{"jsonrpc":"2.0","id":ID,"result":{}}\n',
      ],
    });
    expect((await client.call("text")).result.content[0].text).toBe("a line of text\n");
    expect(seenLines().some((line) => line.includes('"id":1,"error"'))).toBe(true);
  });

  it("should pass on a large request, and bound its response", async () => {
    const client = await started(ceiling);
    const { result } = await client.call("save", { content: "é".repeat(500_000) });
    expect(result.content[0].text).toBe("string 1000000");
    const answer = await client.call("text", { line: "x".repeat(100_000) });
    expect(size(answer.line)).toBeLessThanOrEqual(16_384);
  });

  it("should pass on whole what is excluded", async () => {
    const client = await started([...ceiling, "--exclude", "text"]);
    const { result } = await client.call("text", { count: 100_000 });
    expect(result.content[0].text).toHaveLength(1_500_000);
  });
});

describe.skipIf(process.platform !== "linux")("11: backpressure", () => {
  it("should not take from the server what the client does not read", async () => {
    const client = await started();
    client.process.stdout?.pause();
    client.send({ jsonrpc: "2.0", method: "fixture/flood", params: { count: 1500, bytes: 60_000 } });
    await setTimeout(1500);
    const status = readFileSync(`/proc/${client.process.pid}/status`, "utf8");
    const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
    expect(peak).toBeLessThan(170); // 90 MB wait
    client.process.stdout?.resume();
    client.send({ jsonrpc: "2.0", id: "last", method: "tools/call", params: { name: "text" } });
    await client.next((line) => line.includes('"id":"last"'));
    expect(client.lines.filter((line) => line.includes("notifications/message"))).toHaveLength(1500);
  });
});

describe("12: ends", () => {
  const pid = () => Number(/pid (\d+)/.exec(readFileSync(seen, "utf8"))?.[1]);
  /** A process that ended and that nobody has waited for is not alive. */
  const isAlive = () => {
    try {
      process.kill(pid(), 0);
      return process.platform !== "linux" || !/\) Z/.test(readFileSync(`/proc/${pid()}/stat`, "utf8"));
    } catch {
      return false;
    }
  };

  it("should end with the server's exit code, soon, once stdin closes", async () => {
    const client = await started();
    expect(await client.end()).toBe(0);
    expect(isAlive()).toBe(false);
  });

  it("should leave no server that ignores all of it, in less time than clients wait", async () => {
    const client = await started([], "stubborn");
    const before = Date.now();
    expect(await client.end()).toBe(137);
    expect(Date.now() - before).toBeLessThan(4000);
    expect(isAlive()).toBe(false);
  });

  it("should end if the client reads no longer", async () => {
    const client = await started([], "stubborn");
    client.process.stdout?.destroy();
    client.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "text", arguments: { count: 100 } } });
    client.send({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "slow", arguments: { ms: 100 } } });
    await new Promise((resolve) => client.process.once("exit", resolve));
    expect(isAlive()).toBe(false);
  });

  it("should end with 128 + the signal of a server that is killed in the middle of a call", async () => {
    const client = await started();
    await client.call("text");
    const failed = client.call("die");
    await expect(failed).rejects.toThrow("ended");
    expect(client.process.exitCode).toBe(137);
  });

  it("should pass on signals, to what the server has started too", async () => {
    const client = startProxy(
      ["--store", store],
      ["sh", "-c", `"${process.execPath}" "${FIXTURE}" "${seen}" stubborn; true`],
    );
    await client.initialize();
    client.process.kill("SIGTERM");
    await new Promise((resolve) => client.process.once("exit", resolve));
    await setTimeout(50);
    expect(isAlive()).toBe(false);
  });

  it("should end with 127 and a reason if there is no such command", async () => {
    const client = startProxy(["--store", store], ["no-such-command-here"]);
    await new Promise((resolve) => client.process.once("close", resolve));
    expect(client.process.exitCode).toBe(127);
    expect(client.stderr()).toBe(
      'spillway: cannot start "no-such-command-here": no such command, or no such working directory\n',
    );
  });
});

describe("13 and 14: stderr, environment, options", () => {
  it("should hand through stderr and environment, and take nothing behind -- for its own", async () => {
    const script = "process.stderr.write(process.env.SPILLWAY_TEST_WORD + process.argv.slice(1))";
    process.env["SPILLWAY_TEST_WORD"] = "word";
    const client = startProxy(["--store", store], [process.execPath, "-e", script, "--", "--limit", "--store"]);
    await new Promise((resolve) => client.process.once("close", resolve));
    expect(client.stderr()).toBe("word--limit,--store");
    expect(client.process.exitCode).toBe(0);
  });
});

describe("15: what counts", () => {
  it.each([100, 1000, 1280, 4096, 16_384, 100_000])("should be the encoded result: %i bytes", async (limit) => {
    const client = await started(["--limit", String(limit), "--client", "claude-desktop"]);
    const { line } = await client.call("text", { line: 'é"\\\t\u0001🟡', count: 40_000 });
    expect(size(line)).toBeLessThanOrEqual(limit);
    if (limit > 1000) expect(size(line)).toBeGreaterThan(0.8 * limit);
  });
});

describe("16: listings", () => {
  it("should bound the same whether tools were listed never, once, or again", async () => {
    const client = await started();
    const sizes: number[] = [];
    for (let round = 0; round < 3; round++) {
      sizes.push(size((await client.call("text", { count: 5000 })).line));
      await client.ask("tools/list");
    }
    expect(new Set(sizes).size).toBe(1);
    expect(sizes[0]).toBeLessThanOrEqual(16_384);
  });
});
