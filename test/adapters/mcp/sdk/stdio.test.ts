/** Servers of both SDKs over pipes, with clients that start them: one process after the other, if they like. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodedSize } from "../arbitraries.js";
import type { AnyClient } from "./servers.js";

const ROOT = resolve(import.meta.dirname ?? "test", "../../../..");
const SERVER = join(ROOT, "temp", `mcp-stdio-${process.pid}.mjs`); // beside the packages, so that it finds them by name
const FOLDER = mkdtempSync(join(tmpdir(), "spillway-mcp-stdio-"));

beforeAll(async () => {
  mkdirSync(join(ROOT, "temp"), { recursive: true });
  const source = (path: string) => join(ROOT, "src", path);
  await build({
    entryPoints: [join(ROOT, "test/adapters/mcp/sdk/stdioServer.ts")],
    outfile: SERVER,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["@modelcontextprotocol/*", "re2js", "fast-json-stable-stringify"],
    alias: {
      "#platform": source("platform/node.ts"),
      "spillway/mcp": source("adapters/mcp/index.ts"),
      "spillway/spill/file": source("spill/file/index.ts"),
    },
  });
});

afterAll(() => {
  rmSync(SERVER, { force: true });
  rmSync(FOLDER, { recursive: true, force: true });
});

async function start(server: string, client: string, mode: string | undefined): Promise<AnyClient> {
  const command = {
    command: process.execPath,
    args: [SERVER, server, join(FOLDER, "spills")],
    stderr: "inherit" as const,
  };
  const info = { name: "test", version: "1" };
  const made =
    client === "v1"
      ? new ClientV1(info)
      : new ClientV2(
          info,
          mode === undefined ? {} : { versionNegotiation: { mode: mode === "auto" ? "auto" : { pin: mode } } },
        );
  await made.connect((client === "v1" ? new StdioV1(command) : new StdioV2(command)) as never);
  return made as unknown as AnyClient;
}

describe.each([
  ["v1", "v1", undefined],
  ["v1", "v2", "auto"],
  ["v2", "v1", undefined],
  ["v2", "v2", "auto"],
  ["v2", "v2", "2026-07-28"],
] as const)("server %s, client %s, %s, over stdio", (server, client, mode) => {
  it("should bound results, and read them on in the next process", async () => {
    const first = await start(server, client, mode);
    const result = await first.callTool({ name: "log" });
    expect(encodedSize(result)).toBeLessThanOrEqual(4000);
    await first.close();

    const id = /"id":"([^"]+)"/.exec(result.content[0]?.text ?? "")?.[1];
    const second = await start(server, client, mode);
    const window = await second.callTool({ name: "read_result", arguments: { id, line: 2500 } });
    expect(window.content[0]?.text).toContain("line 2499 says");
    expect((await second.listTools()).tools.map(({ name }) => name)).toContain("read_result");
    await second.close();
  });
});
