/** Servers that people use, as processes: through the bounder as a proxy would put it between, and without. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client as ClientV2, InMemoryTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createMessageBounder } from "spillway/mcp";
import { fileSpill } from "spillway/spill/file";
import { afterAll, describe, expect, it } from "vitest";
import { encodedSize } from "../arbitraries.js";
import type { AnyClient } from "./servers.js";

const ROOT = resolve(import.meta.dirname ?? "test", "../../../..");
const FOLDER = mkdtempSync(join(tmpdir(), "spillway-mcp-"));
const LOG = Array.from({ length: 60_000 }, (_, line) => `${line} "request" served`).join("\n");
mkdirSync(join(FOLDER, "files"));
writeFileSync(join(FOLDER, "files", "big.log"), LOG);
writeFileSync(join(FOLDER, "files", "small.txt"), "small");
writeFileSync(join(FOLDER, "files", "picture.png"), Buffer.alloc(200_000, 7));

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const SERVERS = {
  filesystem: ["server-filesystem/dist/index.js", join(FOLDER, "files")],
  memory: ["server-memory/dist/index.js"],
  everything: ["server-everything/dist/index.js", "stdio"],
} as const;

async function start(name: keyof typeof SERVERS, sdk: "v1" | "v2", isBounded = true): Promise<AnyClient> {
  const [script, ...args] = SERVERS[name];
  const wire = new StdioClientTransport({
    command: process.execPath,
    args: [join(ROOT, "node_modules/@modelcontextprotocol", script), ...args],
    env: { MEMORY_FILE_PATH: join(FOLDER, "memory.json") },
    stderr: "ignore",
  });
  const client = (sdk === "v1"
    ? new ClientV1({ name: "test", version: "1" })
    : new ClientV2({ name: "test", version: "1" })) as unknown as AnyClient & { connect(to: unknown): Promise<void> };
  if (!isBounded) {
    await client.connect(wire);
    return client;
  }
  const [near, far] = InMemoryTransport.createLinkedPair();
  const bounder = createMessageBounder({ spill: fileSpill({ directory: join(FOLDER, "spills") }) });
  far.onmessage = (message) => {
    const { forward, answer } = bounder.fromClient(message);
    if (forward !== undefined) void wire.send(forward as never);
    void answer?.then((message) => far.send(message as never));
  };
  wire.onmessage = async (message) => far.send((await bounder.fromServer(message)) as never).catch(() => undefined);
  far.onclose = () => void wire.close();
  await far.start();
  await wire.start();
  await client.connect(near);
  return client;
}

describe.each(["v1", "v2"] as const)("real servers, client %s", (sdk) => {
  it("filesystem: files of megabytes, listings and pictures come inside the limit, and can be read to the end", async () => {
    const client = await start("filesystem", sdk);
    const { tools } = await client.listTools();
    expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([]);
    const path = join(FOLDER, "files");
    const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
    const log = await call("read_text_file", { path: join(path, "big.log") });
    expect(encodedSize(log)).toBeLessThanOrEqual(16_384);
    expect(encodedSize(log)).toBeGreaterThan(14_700);
    const id = /"id":"([^"]+)"/.exec(log.content[0]?.text ?? "")?.[1];
    expect(id).toMatch(/^read_text_file-/);
    const found = await call("search_result", { id, query: "^43210 ", regex: true });
    expect(found.content[0]?.text).toContain('43211:43210 "request" served');
    for (const [name, args] of [
      ["read_media_file", { path: join(path, "picture.png") }],
      ["read_multiple_files", { paths: [join(path, "big.log"), join(path, "small.txt")] }],
    ] as const) {
      const result = await call(name, args);
      expect(encodedSize(result)).toBeLessThanOrEqual(16_384);
      expect(result.content[0]?.text).toMatch(/^\[spillway: /);
    }
    const small = await call("read_text_file", { path: join(path, "small.txt") });
    expect(small).toMatchObject({
      content: [{ type: "text", text: "small" }],
      structuredContent: { content: "small" },
    });
    expect(await call("read_text_file", { path: "/nowhere" })).toMatchObject({ isError: true });
    await client.close();
  });

  it("memory: a graph is cut entity by entity", async () => {
    const client = await start("memory", sdk);
    const entities = Array.from({ length: 900 }, (_, id) => ({
      name: `e${id}`,
      entityType: "thing",
      observations: [`seen ${id} times`],
    }));
    const made = await client.callTool({ name: "create_entities", arguments: { entities } });
    expect(encodedSize(made)).toBeLessThanOrEqual(16_384);
    const graph = await client.callTool({ name: "read_graph", arguments: {} });
    const [, ...json] = (graph.content[0]?.text ?? "").split("\n");
    expect(JSON.parse(json.join("\n"))).toHaveProperty("entities");
    await client.close();
  });

  it("everything: what is small is as without a bounder, in between and in order", async () => {
    const [direct, bounded] = [await start("everything", sdk, false), await start("everything", sdk)];
    const [before, after] = [await direct.listTools(), await bounded.listTools()];
    const names = ({ tools }: typeof before) => tools.map(({ name }) => name);
    expect(names(after)).toEqual([...names(before), "read_result", "search_result"]);
    for (const [name, args] of [
      ["echo", { message: "hello" }],
      ["get-tiny-image", {}],
      ["get-annotated-message", { messageType: "error", includeImage: true }],
      ["get-resource-links", { count: 3 }],
      ["get-structured-content", { location: "New York" }],
      ["trigger-long-running-operation", { duration: 0.1, steps: 2 }],
    ] as const) {
      expect(await bounded.callTool({ name, arguments: args })).toEqual(
        await direct.callTool({ name, arguments: args }),
      );
    }
    const big = await bounded.callTool({ name: "echo", arguments: { message: "é\n".repeat(99_000) } });
    expect(encodedSize(big)).toBeLessThanOrEqual(16_384);
    await Promise.all([direct.close(), bounded.close()]);
  });
});
