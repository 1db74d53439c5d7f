/** The MCP Inspector's command line, as it is published, before the proxy. Behind SPILLWAY_DEEP: a hundred megabytes to bring. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { bringOnce } from "../../support/bringOnce.js";
import { CLI, ROOT, temporaryFolder } from "../spillway.js";

const HERE = resolve(import.meta.dirname ?? "test/e2e/mcp-proxy", "inspector");
const INSPECTOR = join(HERE, "node_modules/.bin/mcp-inspector");
const NODES = join(ROOT, "test/nodes");
const NODE = join(NODES, "node_modules/node24/bin/node");
const canRun = process.env["SPILLWAY_DEEP"] !== undefined && process.platform === "linux" && process.arch === "x64";
const run = promisify(execFile);
const folder = temporaryFolder();

describe.skipIf(!canRun)(
  "MCP Inspector 2.12.0",
  () => {
    const log = join(folder, "big.log");

    beforeAll(async () => {
      await bringOnce(HERE, () => existsSync(INSPECTOR));
      await bringOnce(NODES, () => existsSync(NODE));
      mkdirSync(join(folder, "home"));
      writeFileSync(log, "a line of a log\n".repeat(50_000));
      const server = join(ROOT, "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js");
      const args = [CLI, "mcp", "--store", join(folder, "store"), "--", process.execPath, server, folder];
      const mcpServers = { logs: { type: "stdio", command: process.execPath, args } };
      writeFileSync(join(folder, "mcp.json"), JSON.stringify({ mcpServers }));
    }, 900_000);

    async function inspect(...args: string[]) {
      const own = [INSPECTOR, "--cli", "--config", join(folder, "mcp.json"), "--server", "logs", "--method", ...args];
      const { stdout } = await run(NODE, own, { cwd: folder, env: { ...process.env, HOME: join(folder, "home") } });
      return JSON.parse(stdout);
    }

    it("should list the tools of the server, and those that are added", async () => {
      const { tools } = await inspect("tools/list");
      const names = tools.map(({ name }: { name: string }) => name);
      expect(names).toContain("read_text_file");
      expect(names.slice(-2)).toEqual(["read_result", "search_result"]);
    });

    it("should get a bounded result, and a window of the whole", async () => {
      const result = await inspect("tools/call", "--tool-name", "read_text_file", "--tool-arg", `path=${log}`);
      expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(16_384);
      const [, id] = /read_result \{"id":"([^"]+)"/.exec(result.content[0].text) ?? [];
      const window = await inspect(
        "tools/call",
        "--tool-name",
        "read_result",
        "--tool-arg",
        `id=${id}`,
        "--tool-arg",
        "line=49999",
      );
      expect(window.content[0].text).toMatch(
        /^\[spillway: lines 49,999-50,000,.*\na line of a log\na line of a log\n$/,
      );
    });
  },
  240_000,
);
