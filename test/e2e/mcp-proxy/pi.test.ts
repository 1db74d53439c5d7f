/** pi's own client of MCP, as it is published, before the proxy: what its model gets, and that pi cuts nothing of it again. */
import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { bringOnce } from "../../support/bringOnce.js";
import { CLI, ROOT, temporaryFolder } from "../spillway.js";

const HERE = resolve(import.meta.dirname ?? "test/e2e/mcp-proxy");
/** The pi that its extension is tried in, and its Node. */
const PI = join(ROOT, "test/e2e/pi");
const CLIENT = join(PI, "node_modules/@earendil-works/pi-mcp/dist/index.js");
const NODES = join(ROOT, "test/nodes");
const isLinux = process.platform === "linux" && process.arch === "x64";
const NODE = isLinux ? join(NODES, "node_modules/node24/bin/node") : process.execPath;
const canRun = isLinux || Number.parseInt(process.versions.node, 10) >= 23;
const run = promisify(execFile);
const folder = temporaryFolder();

interface Report {
  readonly tools: readonly string[];
  /** Bytes of the result, and of the text that the model gets. */
  readonly resultBytes: number;
  readonly modelBytes: number;
  readonly start: string;
  readonly isCutByPi: boolean;
  readonly windows: string;
}

describe.skipIf(!canRun)(
  "pi-mcp 1.6.0",
  () => {
    const log = join(folder, "big.log");

    beforeAll(async () => {
      await bringOnce(PI, () => existsSync(CLIENT));
      if (isLinux) await bringOnce(NODES, () => existsSync(NODE));
      writeFileSync(
        log,
        Array.from({ length: 20_000 }, (_, n) => `line ${n} "quoted" of a log that goes on and on`).join("\n"),
      );
    }, 900_000);

    async function report(options?: readonly string[]): Promise<Report> {
      const server = join(ROOT, "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js");
      const own = [process.execPath, CLI, "mcp", "--store", join(folder, "store"), ...(options ?? []), "--"];
      const command = [...(options === undefined ? [] : own), process.execPath, server, folder];
      const args = [join(HERE, "piClient.mjs"), CLIENT, log, JSON.stringify(command)];
      const { stdout } = await run(NODE, args, { maxBuffer: 2 ** 27 });
      return JSON.parse(stdout) as Report;
    }

    it("should give the model what fits, which pi cuts no further, and windows of all of it", async () => {
      const direct = await report();
      const proxied = await report([]);
      console.log(
        `pi-mcp: ${direct.resultBytes} → ${proxied.resultBytes} bytes; model ${direct.modelBytes} → ${proxied.modelBytes}`,
      );
      expect(direct.isCutByPi).toBe(true);
      expect(proxied.isCutByPi).toBe(false);
      expect(proxied.resultBytes).toBeLessThanOrEqual(16_384);
      expect(proxied.start).toMatch(/^\[spillway: .*read_result/);
      expect(proxied.tools).toEqual([...direct.tools, "read_result", "search_result"]);
      expect(proxied.windows).toBe("same");
    });

    it("should leave all to pi's programs, where that is asked for", async () => {
      const passed = await report(["--pass-client", "pi-test"]);
      expect(passed).toEqual(await report());
    });
  },
  120_000,
);
