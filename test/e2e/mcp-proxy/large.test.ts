import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as TransportV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it } from "vitest";
import { CLI, temporaryFolder } from "../spillway.js";
import { startProxy } from "./rawClient.js";

const FIXTURE = resolve(import.meta.dirname ?? "test/e2e/mcp-proxy", "fixture.mjs");
const folder = temporaryFolder();
const COMMAND = [process.execPath, FIXTURE, "", "plain"];
const PROXIED = [process.execPath, CLI, "mcp", "--store", join(folder, "store"), "--", ...COMMAND];
const LINE = '2026-11-30T12:00:00Z request served "ok" from /srv/www/index.html in 12 ms';
const COUNT = 9 * Math.ceil(100e6 / 9 / (LINE.length + 4));

async function connect(sdk: string, [command = "", ...args]: readonly string[]) {
  const params = { command, args, stderr: "ignore" as const };
  if (sdk === "SDK 1") {
    const client = new ClientV1({ name: "test", version: "1" });
    await client.connect(new TransportV1(params));
    return client;
  }
  const client = new ClientV2({ name: "test", version: "1" });
  await client.connect(new TransportV2(params));
  return client;
}

describe.each(["SDK 1", "SDK 2"])("the client of %s", (sdk) => {
  const call = { name: "text", arguments: { line: LINE, count: COUNT } };

  it("should lose the connection without the proxy", async () => {
    const client = await connect(sdk, COMMAND);
    const args = { line: LINE, count: COUNT / 9 }; // 11 MB
    await expect(client.callTool({ name: "text", arguments: args })).rejects.toThrow();
    await client.close();
  });

  it("should get a bounded result through it, and the end of the whole", async () => {
    const client = await connect(sdk, PROXIED);
    const result = await client.callTool(call);
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(16_384);
    const [start] = result.content as { text: string }[];
    const [, total = ""] = /of ([\d,]+) of spill:/.exec(start?.text ?? "") ?? [];
    expect(Number(total.replaceAll(",", ""))).toBeGreaterThan(100e6);
    const [, id = ""] = /"id":"([^"]+)"/.exec(start?.text ?? "") ?? [];
    const args = { id, offset: 100e6, limit: 200 };
    const window = await client.callTool({ name: "read_result", arguments: args });
    expect(JSON.stringify(window)).toContain("index.html");
    await client.close();
  });
});

describe.skipIf(process.platform !== "linux")("the proxy", () => {
  it("should take time in proportion, and memory that does not grow", async () => {
    const peaks: number[] = [];
    const costs: number[] = [];
    for (const count of [COUNT / 9, COUNT]) {
      const proxied = startProxy(["--store", join(folder, "store")], COMMAND);
      await proxied.initialize();
      const before = cpuOf(proxied.process.pid as number);
      await proxied.call("text", { line: LINE, count });
      const status = readFileSync(`/proc/${proxied.process.pid}/status`, "utf8");
      peaks.push(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
      // The processor's time of the proxy alone, all threads: what the server and this client take is not its.
      costs.push(cpuOf(proxied.process.pid as number) - before);
      await proxied.end();
    }
    const [small, large] = costs as [number, number];
    expect(large, String(costs)).toBeLessThan(2 * 9 * small);
    expect((peaks[1] as number) - (peaks[0] as number), String(peaks)).toBeLessThan(40);
    expect(peaks[1]).toBeLessThan(200);
  });
});

/** Milliseconds of the processor so far. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
