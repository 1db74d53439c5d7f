/** The servers that everybody has, behind the proxy, for the clients of both SDKs: what a call gave before, and gives now. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as TransportV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CLI, ROOT } from "../spillway.js";

const LIMIT = 16_384;
const folder = mkdtempSync(join(tmpdir(), "spillway-mcp-servers-"));
const files = join(folder, "files");
const table: string[][] = [["client", "call", "bytes before", "after"]];
const open: { close(): Promise<void> }[] = [];

const serverOf = (name: string, ...args: string[]) => [
  process.execPath,
  join(ROOT, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`),
  ...args,
];
const PACKAGE = join(ROOT, "node_modules/zod");
const FILESYSTEM = serverOf("filesystem", files, PACKAGE);
const EVERYTHING = serverOf("everything", "stdio");

/** As much of a client as both SDKs have. */
interface AnyClient {
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  listTools(): Promise<{ tools: { name: string; outputSchema?: unknown }[] }>;
  close(): Promise<void>;
}
interface Result {
  readonly content: readonly { readonly type: string; readonly text?: string; readonly data?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

type Connect = (command: readonly string[]) => Promise<AnyClient>;

const connectV1: Connect = async ([command = "", ...args]) => {
  const client = new ClientV1({ name: "test", version: "1" });
  await client.connect(new TransportV1({ command, args, stderr: "ignore", env: environment() }));
  open.push(client);
  return client as AnyClient;
};
const connectV2: Connect = async ([command = "", ...args]) => {
  const client = new ClientV2({ name: "test", version: "1" });
  await client.connect(new TransportV2({ command, args, stderr: "ignore", env: environment() }));
  open.push(client);
  return client as unknown as AnyClient;
};
const CLIENTS: readonly [string, Connect][] = [
  ["SDK 1", connectV1],
  ["SDK 2", connectV2],
];

function environment(): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", MEMORY_FILE_PATH: join(folder, `memory-${memories}.json`) };
}
let memories = 0;

function behindProxy(command: readonly string[], ...options: string[]): string[] {
  return [process.execPath, CLI, "mcp", "--store", join(folder, "store"), ...options, "--", ...command];
}

async function call(client: AnyClient, name: string, args: Record<string, unknown> = {}): Promise<Result> {
  return (await client.callTool({ name, arguments: args })) as Result;
}

const bytesOf = (result: unknown): number => Buffer.byteLength(JSON.stringify(result));
const idIn = ({ content: [first] }: Result): string => /"id":"([^"]+)"/.exec(first?.text ?? "")?.[1] ?? "";

/** All windows of a Spill, each inside the limit. */
async function readAll(client: AnyClient, id: string): Promise<string> {
  let text = "";
  for (let args: Record<string, unknown> | undefined = { id }; args !== undefined; ) {
    const window = await call(client, "read_result", args);
    expect(bytesOf(window)).toBeLessThanOrEqual(LIMIT);
    const answer = window.content[0]?.text ?? "";
    const end = answer.indexOf("\n");
    text += answer.slice(end + 1);
    const next = / next: read_result (\{.*\})$/.exec(answer.slice(0, end))?.[1];
    args = next === undefined ? undefined : (JSON.parse(next) as Record<string, unknown>);
  }
  return text;
}

beforeAll(() => {
  mkdirSync(files, { recursive: true });
  const line = (n: number) =>
    `2026-11-30T12:${String(n % 60).padStart(2, "0")} request ${n} served "ok" in ${n % 97} ms, caché`;
  writeFileSync(join(files, "big.log"), Array.from({ length: 27_000 }, (_, n) => line(n)).join("\n"));
  writeFileSync(
    join(files, "picture.png"),
    Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(400_000, 7)]),
  );
});

afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  console.log(table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")).join("\n"));
});

describe.each(CLIENTS)("server-filesystem for the client of %s", (name, connect) => {
  const log = join(files, "big.log");
  it.each([
    ["read_text_file", { path: log }],
    ["directory_tree", { path: PACKAGE }],
    ["read_media_file", { path: join(files, "picture.png") }],
    ["read_multiple_files", { paths: [log, log] }],
    ["search_files", { path: PACKAGE, pattern: "**/*" }],
  ])("should bound %s", async (tool, args) => {
    const direct = await connect(FILESYSTEM);
    const before = await call(direct, tool, args);
    const client = await connect(behindProxy(FILESYSTEM));
    await client.listTools();
    const after = await call(client, tool, args);
    table.push([name, tool, `${bytesOf(before)}`, `${bytesOf(after)}`]);
    expect(bytesOf(before)).toBeGreaterThan(LIMIT);
    expect(bytesOf(after)).toBeLessThanOrEqual(LIMIT);
    expect(after.structuredContent).toBeUndefined();

    // Without the structured content, which repeats the text, it may fit.
    if (bytesOf(before.content) < LIMIT - 64) return expect(after.content).toEqual(before.content);
    const whole = await readAll(client, idIn(after));
    const [first] = before.content;
    if (tool === "read_media_file") {
      const kept = JSON.parse(whole) as Result;
      expect(kept.content).toEqual(before.content);
      expect(after.content[0]?.text).toMatch(/image/);
    } else expect(whole).toBe(first?.text);
  });

  it("should let small results and errors be what they are", async () => {
    const direct = await connect(FILESYSTEM);
    const client = await connect(behindProxy(FILESYSTEM));
    for (const [tool, args] of [
      ["list_allowed_directories", {}],
      ["read_text_file", { path: log, head: 3 }],
      ["read_text_file", { path: join(files, "none") }],
    ] as const) {
      expect(await call(client, tool, args)).toEqual(await call(direct, tool, args));
    }
  });
});

describe.each(CLIENTS)("server-memory for the client of %s", (name, connect) => {
  it("should bound a graph of 3,000 entities", async () => {
    memories++;
    const client = await connect(behindProxy(serverOf("memory")));
    const entities = Array.from({ length: 3000 }, (_, n) => ({
      name: `entity ${n}`,
      entityType: "thing",
      observations: [`observed ${n}`, "a fact of some length that is worth keeping"],
    }));
    const created = await call(client, "create_entities", { entities });
    expect(bytesOf(created)).toBeLessThanOrEqual(LIMIT);
    const graph = await call(client, "read_graph");
    expect(bytesOf(graph)).toBeLessThanOrEqual(LIMIT);
    const whole = JSON.parse(await readAll(client, idIn(graph))) as { entities: unknown[] };
    expect(whole.entities).toEqual(entities);
    const direct = await connect(serverOf("memory"));
    const before = await call(direct, "read_graph");
    table.push([name, "read_graph", `${bytesOf(before)}`, `${bytesOf(graph)}`]);
    expect(bytesOf(await call(client, "search_result", { id: idIn(graph), query: "entity 2999" }))).toBeLessThan(LIMIT);
  });
});

describe("server-everything", () => {
  it.each(CLIENTS)("should give the client of %s what it gives without the proxy", async (name, connect) => {
    const direct = await connect(EVERYTHING);
    const client = await connect(behindProxy(EVERYTHING));
    const names = async (one: AnyClient) => (await one.listTools()).tools.map(({ name }) => name);
    const before = await names(direct);
    expect(await names(client)).toEqual([...before, "read_result", "search_result"]);
    for (const [tool, args] of [
      ["echo", { message: "hello" }],
      ["get-sum", { a: 1, b: 2 }],
      ["get-tiny-image", {}],
      ["get-structured-content", { location: "New York" }],
      ["get-resource-links", { count: 3 }],
    ] as const) {
      if (!before.includes(tool)) continue;
      expect(await call(client, tool, args)).toEqual(await call(direct, tool, args));
    }
    const message = "a word, ".repeat(40_000);
    const large = await call(client, "echo", { message });
    table.push([name, "echo", `${bytesOf(await call(direct, "echo", { message }))}`, `${bytesOf(large)}`]);
    expect(bytesOf(large)).toBeLessThanOrEqual(LIMIT);
    expect(await readAll(client, idIn(large))).toBe(`Echo: ${message}`);
  });

  it("should let a client with capabilities sample, elicit, show its roots, and hear of progress", async () => {
    const [command = "", ...args] = behindProxy(EVERYTHING);
    const capabilities = { sampling: {}, elicitation: {}, roots: { listChanged: true } };
    const client = new ClientV1({ name: "test", version: "1" }, { capabilities });
    const said: string[] = [];
    client.setRequestHandler(CreateMessageRequestSchema, () => {
      said.push("sampling");
      return { model: "m", role: "assistant", content: { type: "text", text: "sampled" } };
    });
    client.setRequestHandler(ElicitRequestSchema, () => {
      said.push("elicitation");
      return { action: "decline" };
    });
    client.setRequestHandler(ListRootsRequestSchema, () => {
      said.push("roots");
      return { roots: [{ uri: "file:///a", name: "a" }] };
    });
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void said.push("list_changed"));
    await client.connect(new TransportV1({ command, args, stderr: "ignore" }));
    open.push(client);
    await new Promise((resolve) => setTimeout(resolve, 700));
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    const plain = await connectV1(behindProxy(EVERYTHING));
    expect(names.length).toBeGreaterThan((await plain.listTools()).tools.length);
    expect(names.at(-1)).toBe("search_result");

    const sampling = names.find((name) => /sampling/.test(name) && !/async/.test(name)) as string;
    const sampled = await client.callTool({ name: sampling, arguments: { prompt: "p", maxTokens: 10 } });
    expect(JSON.stringify(sampled)).toContain("sampled");
    const eliciting = names.find((name) => /elicitation/.test(name) && !/async|url/i.test(name)) as string;
    expect(JSON.stringify(await client.callTool({ name: eliciting, arguments: {} }))).toMatch(/declined/i);
    const progress: number[] = [];
    const long = { name: "trigger-long-running-operation", arguments: { duration: 0.3, steps: 3 } };
    await client.callTool(long, undefined, { onprogress: ({ progress: at }) => void progress.push(at) });
    // Of what comes in one piece with the result, version 1 forgets the progress.
    expect(progress.slice(0, 2)).toEqual([1, 2]);
    const aborted = client.callTool({ ...long, arguments: { duration: 5, steps: 5 } }, undefined, {
      signal: AbortSignal.timeout(100),
    });
    await expect(aborted).rejects.toThrow();
    expect(await client.listPrompts()).toHaveProperty("prompts");
    expect((await client.listResources()).resources.length).toBeGreaterThan(0);
    await client.setLoggingLevel("debug");
    expect(said).toEqual(expect.arrayContaining(["sampling", "elicitation", "roots"]));
  });
});
