/** A result of 100 MB: both SDKs' clients drop the connection at 10 MiB, and behind the proxy they get a bounded one. */
import { spawn } from "node:child_process";
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
  it("should take at most twice the time of parsing it, in memory that does not grow", async () => {
    const peaks: number[] = [];
    const costs: { own: number; read: number }[] = [];
    let times = "";
    for (const count of [COUNT / 9, COUNT]) {
      const proxied = startProxy(["--store", join(folder, "store")], COMMAND);
      await proxied.initialize();
      const before = cpuOf(proxied.process.pid as number);
      const took = await timeOf(() => proxied.call("text", { line: LINE, count }));
      const status = readFileSync(`/proc/${proxied.process.pid}/status`, "utf8");
      peaks.push(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
      // The processor's time of the proxy alone, all threads: what the server and this client take is not its.
      const own = cpuOf(proxied.process.pid as number) - before;
      await proxied.end();
      const { parse, read } = await costOfParsing(count);
      times = `${((count * (LINE.length + 4)) / 1e6).toFixed()} MB: proxy ${own} ms of processor, to read and parse ${read.toFixed()} ms, of which parse ${parse.toFixed()} ms; round trip ${took.toFixed()} ms, peak ${peaks.at(-1)?.toFixed()} MB`;
      console.log(times);
      costs.push({ own, read });
    }
    // By what the larger one takes more: what comes first is compiled first.
    const [small, large] = costs as [(typeof costs)[0], (typeof costs)[0]];
    expect(large.own - small.own, times).toBeLessThan(2 * (large.read - small.read));
    expect((peaks[1] as number) - (peaks[0] as number), String(peaks)).toBeLessThan(40);
    expect(peaks[1]).toBeLessThan(200);
  });
});

async function timeOf(perform: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await perform();
  return performance.now() - before;
}

/** What it takes a process, in milliseconds of the processor, to read the same bytes from a pipe and parse them. */
function costOfParsing(count: number): Promise<{ readonly read: number; readonly parse: number }> {
  const child = spawn(process.execPath, ["-e", READER], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify({ content: [{ type: "text", text: `${LINE}\n`.repeat(count) }] }));
  return new Promise((resolve) => {
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
    });
    child.once("close", () => resolve(JSON.parse(said)));
  });
}

const READER = `
  const chunks = [];
  const at = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  const start = at();
  process.stdin.on("data", (chunk) => chunks.push(chunk)).on("end", () => {
    const before = at();
    JSON.parse(Buffer.concat(chunks).toString());
    console.log(JSON.stringify({ read: at() - start, parse: at() - before }));
  });`;

/** Milliseconds of the processor so far. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
