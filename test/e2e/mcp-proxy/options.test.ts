/** What the options of `spillway mcp` do, seen from a client. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../spillway.js";
import { type Message, type RawClient, startProxy } from "./rawClient.js";

const FIXTURE = resolve(import.meta.dirname ?? "test/e2e/mcp-proxy", "fixture.mjs");
const folder = temporaryFolder();
let count = 0;

async function started(options: readonly string[], clientName?: string): Promise<RawClient> {
  const own = join(folder, `test-${++count}`);
  mkdirSync(own);
  const store = options.includes("--store") ? [] : ["--store", join(own, "store")];
  const client = startProxy([...store, ...options], [process.execPath, FIXTURE]);
  await client.initialize(clientName);
  return client;
}

const size = ({ line }: Message): number => Buffer.byteLength(JSON.stringify(JSON.parse(line).result));
const textOf = ({ result }: Message): string => result.content[0].text;
const idOf = (message: Message): string => /"id":"([^"]+)"/.exec(textOf(message))?.[1] ?? "";

describe("limits", () => {
  it("should be for all tools, for one, and for none", async () => {
    const client = await started(["--limit", "2KiB", "--tool", "slow=8000", "--exclude", "raw"]);
    const { tools } = (await client.ask("tools/list")).result;
    const withSchema = tools.filter((tool: object) => "outputSchema" in tool).map(({ name }: { name: string }) => name);
    expect(withSchema).toEqual(["raw"]);
    const text = await client.call("text", { count: 5000 });
    expect(size(text)).toBeLessThanOrEqual(2048);
    const slow = await client.call("slow", { ms: 1, count: 5000 });
    expect(size(slow)).toBeLessThanOrEqual(8000);
    expect(size(slow)).toBeGreaterThan(6000);
    const line = JSON.stringify({
      jsonrpc: "2.0",
      id: "r",
      result: { content: [{ type: "text", text: "x".repeat(1e5) }] },
    });
    expect((await client.ask("tools/call", { name: "raw", arguments: { lines: [`${line}\n`] } }, "r")).line).toBe(line);
  });

  it.each([
    [[], "someone", 16_384],
    [[], "Visual Studio Code", 8192],
    [["--client", "vs-code"], "someone", 8192],
    [["--client", "codex"], "someone", 40_000],
    [["--client", "codex", "--limit", "10000"], "someone", 10_000],
    [["--limit", "30000"], "copilot-cli", 20_000],
  ])("should be %j for %s: %i bytes", async (options, name, limit) => {
    const client = await started(options, name);
    const bytes = size(await client.call("text", { count: 5000 }));
    expect(bytes).toBeLessThanOrEqual(limit);
    expect(bytes).toBeGreaterThan(0.85 * limit);
  });

  it("should be raised by a tool that asks for it, up to a ceiling", async () => {
    for (const [options, limit] of [
      [[], 40_000],
      [["--max-raised", "20000"], 20_000],
    ] as const) {
      const client = await started(options);
      await client.ask("tools/list");
      const bytes = size(await client.call("late", { count: 5000 }));
      expect(bytes).toBeLessThanOrEqual(limit);
      expect(bytes).toBeGreaterThan(0.85 * limit);
    }
  });
});

describe("--schema", () => {
  it.each(["strip", "loosen", "error"])("should be %s", async (policy) => {
    const client = await started(["--schema", policy]);
    const [tool] = (await client.ask("tools/list")).result.tools;
    const { result } = await client.call("structured", { rows: 3000 });
    expect(tool.outputSchema === undefined).toBe(policy === "strip");
    expect(tool.outputSchema?.anyOf !== undefined).toBe(policy === "loosen");
    expect(result.structuredContent?.bounded?.id !== undefined).toBe(policy === "loosen");
    expect(result.isError === true).toBe(policy === "error");
  });
});

describe("--pass-client", () => {
  it("should change nothing for a host that runs programs on results", async () => {
    const client = await started(["--pass-client", "Code-Mode", "--max-message", "64KiB"], "code-mode");
    const { result } = await client.ask("tools/list");
    expect(result.tools).toHaveLength(9);
    expect(result.tools[0].outputSchema).toBeDefined();
    expect(textOf(await client.call("text", { count: 10_000 }))).toHaveLength(150_000);
    expect((await client.call("save", { content: "x".repeat(100_000) })).result.content[0].text).toBe("string 100000");
    const other = await started(["--pass-client", "code-mode"], "other");
    expect(size(await other.call("text", { count: 10_000 }))).toBeLessThanOrEqual(16_384);
  });
});

describe("--log", () => {
  it("should tell sizes and tools, and nothing of the content", async () => {
    const log = join(folder, "bounded.log");
    const client = await started(["--log", log, "--max-message", "100000"]);
    await client.call("text", { line: "a secret", count: 1 });
    await client.call("text", { line: "a secret", count: 5000 });
    await client.call("text", { line: "a secret", count: 20_000 });
    await client.end();
    const text = readFileSync(log, "utf8");
    const events = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events).toMatchObject([
      {
        type: "bounded",
        tool: "text",
        truncated: true,
        sourceBytes: expect.any(Number),
        viewBytes: expect.any(Number),
      },
      { type: "bounded", tool: "text", truncated: true },
    ]);
    expect(events[0].sourceBytes).toBeGreaterThan(50_000);
    expect(events[1].sourceBytes).toBeGreaterThan(200_000);
    for (const { viewBytes } of events) expect(viewBytes).toBeLessThan(16_600);
    expect(text).not.toContain("secret");
    expect(statSync(log).mode & 0o77).toBe(0);
  });
});

describe("--config", () => {
  it("should have the same names, and give way to the command line", async () => {
    const file = join(folder, "config.json");
    writeFileSync(
      file,
      JSON.stringify({ limit: "4KiB", tool: { slow: 2000 }, exclude: ["raw"], "max-message": 65_536 }),
    );
    const client = await started(["--config", file]);
    expect(size(await client.call("text", { count: 500 }))).toBeLessThanOrEqual(4096);
    expect(size(await client.call("slow", { ms: 1, count: 500 }))).toBeLessThanOrEqual(2000);
    const own = await started(["--config", file, "--limit", "6KiB"]);
    expect(size(await own.call("text", { count: 900 }))).toBeGreaterThan(4096);
  });
});

describe("--handle", () => {
  it("should fill an argument with the complete content of a kept result, and say so", async () => {
    const log = join(folder, "handles.log");
    const client = await started(["--handle", "save:content", "--log", log]);
    const { tools } = (await client.ask("tools/list")).result;
    const named = (wanted: string) => tools.find(({ name }: { name: string }) => name === wanted);
    expect(named("save").inputSchema.properties.content.anyOf[0]).toEqual({ type: "string" });
    expect(named("text").inputSchema.properties.content).toEqual({ type: "string" });
    const id = idOf(await client.call("text", { line: "é", count: 40_000 }));
    const $spill = id;
    expect(textOf(await client.call("save", { content: { $spill } }))).toBe("string 120000");
    expect(textOf(await client.call("save", { content: { $spill: `spill://${id}` } }))).toBe("string 120000");
    expect(readFileSync(log, "utf8")).toContain('"type":"argument","tool":"save","argument":"content","bytes":120000');
    // No handle: another argument, another tool, more than the one name, or inside something.
    expect(textOf(await client.call("save", { content: { $spill, and: 1 } }))).toBe("object 15");
    expect(textOf(await client.call("save", { content: [{ $spill }] }))).toBe("object 15");
    expect(textOf(await client.call("text", { line: { $spill } }))).toBe("[object Object]\n");
  });

  it("should refuse what is not there, another session's, or too large, before the server sees it", async () => {
    const store = join(folder, "shared");
    const first = await started(["--store", store]);
    const id = idOf(await first.call("text", { count: 5000 }));
    const other = await started(["--store", store, "--session", "other", "--handle", "save:content"]);
    for (const $spill of [id, "none", "../../etc/passwd", ""]) {
      const { result } = await other.call("save", { content: { $spill } });
      expect(result.isError).toBe(true);
      expect(result.content[0].text).toContain('"content" cannot be filled');
    }
    const small = await started(["--store", store, "--handle", "save:content", "--max-argument", "50000"]);
    const { result } = await small.call("save", { content: { $spill: id } });
    expect(result.content[0].text).toMatch(/75000 bytes, and an argument can take 50000/);
  });

  it("should be off unless it is asked for", async () => {
    const client = await started([]);
    const id = idOf(await client.call("text", { count: 5000 }));
    expect(textOf(await client.call("save", { content: { $spill: id } }))).toBe("object 15");
  });
});
