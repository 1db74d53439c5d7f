/** Windows of Spills in a bucket: the same as of those in memory, and no more bytes moved than they need. */
import { describe, expect, it } from "vitest";
import { linearRegex } from "../../../src/regex/index.js";
import { memorySpill } from "../../../src/spill/memory.js";
import { readSpill } from "../../../src/spill/readSpill.js";
import type { SpillRequest } from "../../../src/spill/request.js";
import { s3Spill } from "../../../src/spill/s3/index.js";
import { spill } from "../helpers.js";
import { BUCKET, clientAt, useServer } from "./server.js";

const server = useServer();
const LIMITS = { maxBytes: 8192 };
const LINES = Array.from({ length: 200_000 }, (_, index) => `line ${index + 1} of a log, wide: 🟡é\n`).join("");
const JSON_TEXT = JSON.stringify({ rows: Array.from({ length: 5000 }, (_, id) => ({ id, name: `row ${id}` })) });

/** The same content in a bucket and in memory. */
async function both(content: string) {
  const prefix = server.prefix();
  const open = () => s3Spill({ client: clientAt(server.proxy.port), bucket: BUCKET, prefix, key: "k" });
  const memory = memorySpill({ key: "k" });
  const { id } = await spill(open(), { tool: "t" }, [content]);
  await spill(memory, { tool: "t" }, [content]);
  return { id, memory, open };
}

/** The bytes of Spills that a piece of work moved, and the ranges that it asked for. */
async function moved(work: () => Promise<unknown>): Promise<{ bytes: number; ranges: number }> {
  server.proxy.reset();
  await work();
  const ranges = server.proxy.seen.filter(({ operation, key }) => operation === "getObject" && key.includes("/data/"));
  return { bytes: ranges.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0), ranges: ranges.length };
}

describe("windows of a Spill in a bucket", () => {
  it("are those of the same Spill in memory", async () => {
    const requests: SpillRequest[] = [
      {},
      { bytes: { from: 0 } },
      { bytes: { from: 1_000_001, count: 100 } },
      { lines: { from: 150_000, count: 3 } },
      { search: { pattern: "line 199999 " } },
      { search: { pattern: "^line 1\\d99 ", regex: true, context: 1 } },
    ];
    const { id, memory, open } = await both(LINES);
    for (const request of requests) {
      const options = { regex: linearRegex };
      expect(await readSpill(open(), id, request, LIMITS, options)).toStrictEqual(
        await readSpill(memory, id, request, LIMITS, options),
      );
    }
    const json = await both(JSON_TEXT);
    for (const request of [{ pointer: "/rows/4000" }, { pointer: "/rows", from: 4990 }]) {
      expect(await readSpill(json.open(), json.id, request, LIMITS)).toStrictEqual(
        await readSpill(json.memory, json.id, request, LIMITS),
      );
    }
  });

  it("move little more than they show, wherever they are", async () => {
    const { id, open } = await both(LINES);
    for (const from of [0, 3_000_000, 6_000_000]) {
      const { bytes, ranges } = await moved(() => readSpill(open(), id, { bytes: { from } }, LIMITS));
      expect(bytes).toBeLessThanOrEqual(LIMITS.maxBytes + 4);
      expect(ranges).toBe(1);
    }
  });

  it("take few requests for a search through the whole, and move it once", async () => {
    const { id, open } = await both(LINES);
    const size = Buffer.byteLength(LINES);
    const { bytes, ranges } = await moved(() => readSpill(open(), id, { search: { pattern: "nowhere" } }, LIMITS));
    expect(bytes).toBe(size);
    expect(ranges).toBeLessThanOrEqual(12);
  });

  it("ask for nothing again that the one before has moved, when they are read one after the other", async () => {
    const { id, open } = await both(LINES.slice(0, 1_000_000));
    const sink = open();
    let windows = 0;
    const { bytes, ranges } = await moved(async () => {
      for (let request: SpillRequest | undefined = { bytes: { from: 0 } }; request !== undefined; windows++) {
        const window = await readSpill(sink, id, request, LIMITS);
        if ("gone" in window) throw new Error("gone");
        request = window.next;
      }
    });
    expect(windows).toBeGreaterThan(100);
    expect(ranges).toBeLessThan(15);
    expect(bytes).toBe(Buffer.byteLength(LINES.slice(0, 1_000_000)));
  });

  it("tell at once of a removal by somebody else", async () => {
    const { id, open } = await both(LINES);
    const sink = open();
    expect(await readSpill(sink, id, {}, LIMITS)).toHaveProperty("text");
    await open().remove(id);
    expect(await readSpill(sink, id, {}, LIMITS)).toMatchObject({ gone: true, reason: "removed" });
  });
});
