/** What a listener is told. */
import { describe, expect, it } from "vitest";
import { boundContent } from "../../src/bound/boundContent.js";
import { boundResult } from "../../src/bound/boundResult.js";
import { readTools } from "../../src/bound/readTools.js";
import type { SpillwayEvent } from "../../src/spill/event.js";
import { memorySpill } from "../../src/spill/memory.js";
import { readSpill } from "../../src/spill/readSpill.js";
import { sweep } from "../../src/spill/sweep.js";

const SECRET = "s3cr3t";
const log = `${SECRET}\n`.repeat(1000);

/** A listener, and what it was told, without durations. */
function listener() {
  const events: SpillwayEvent[] = [];
  return { onEvent: (event: SpillwayEvent) => void events.push(event), events };
}

const milliseconds = expect.any(Number);

describe("onEvent", () => {
  it("tells of a View and its Spill", async () => {
    const { onEvent, events } = listener();
    const { text } = await boundResult(log, { limits: { maxBytes: 500 }, spill: memorySpill(), onEvent });
    expect(events).toEqual([
      { type: "spilled", bytes: 7000, totalBytes: 7000, complete: true },
      {
        type: "bounded",
        kind: "text",
        truncated: true,
        altered: false,
        limitedBy: "bytes",
        sourceBytes: 7000,
        viewBytes: new TextEncoder().encode(text).length,
        milliseconds,
      },
    ]);
  });

  it("tells of a View alone where nothing is cut", async () => {
    const { onEvent, events } = listener();
    await boundResult({ json: [1] }, { limits: {}, spill: memorySpill(), onEvent });
    expect(events).toEqual([
      { type: "bounded", kind: "json", truncated: false, altered: false, sourceBytes: 3, viewBytes: 3, milliseconds },
    ]);
  });

  it("tells of a store that fails, by its code", async () => {
    const { onEvent, events } = listener();
    const spill = memorySpill({ maxBytes: 10, overQuota: "fail" });
    await boundResult(log, { limits: { maxBytes: 500 }, spill, onEvent });
    expect(events[0]).toEqual({ type: "failed", code: "quota" });
  });

  it("tells of content", async () => {
    const { onEvent, events } = listener();
    const content = [
      { type: "text", text: log },
      { type: "text", text: "short" },
    ];
    await boundContent(content, { limits: { maxBytes: 900 }, spill: memorySpill(), onEvent });
    expect(events.map(({ type }) => type)).toEqual(["spilled", "bounded"]);
    expect(events[1]).toMatchObject({ kind: "content", truncated: true, sourceBytes: 7005 });
  });

  it("tells of windows by every request, of what is gone, and of sweeps", async () => {
    const { onEvent, events } = listener();
    const sink = memorySpill();
    const { spill } = await boundResult({ json: [log] }, { limits: { maxBytes: 500 }, spill: sink });
    if (spill.state !== "kept") throw new Error(spill.state);
    const { id, bytes: totalBytes } = spill.ref;
    const requests = [
      {},
      { bytes: { from: 1, count: 5 } },
      { lines: { from: 1 } },
      { search: { pattern: "none" } },
      { pointer: "/0" },
    ];
    for (const request of requests) await readSpill(sink, id, request, { maxBytes: 100 }, { onEvent });
    expect(events.map((event) => event.type === "read" && event.request)).toEqual([
      "start",
      "bytes",
      "lines",
      "search",
      "pointer",
    ]);
    expect(events[1]).toEqual({
      type: "read",
      request: "bytes",
      windowBytes: 5,
      totalBytes,
      gone: false,
      milliseconds,
    });

    events.length = 0;
    await sweep(sink, { maxTotalBytes: 0, graceSeconds: 0 }, { onEvent });
    expect(events[0]).toMatchObject({ type: "swept", swept: 1, sweptBytes: totalBytes, kept: 0 });
    const [read] = readTools(sink, { onEvent });
    await readSpill(sink, id, {}, {}, { onEvent });
    expect(events[1]).toMatchObject({ type: "read", windowBytes: 0, totalBytes, gone: true });
    await read.handler({ id });
    expect(events).toHaveLength(2); // the tool asks the store alone for what is gone
  });

  it("never holds content, an id or a path", async () => {
    const { onEvent, events } = listener();
    const sink = memorySpill();
    const meta = { tool: SECRET, callId: SECRET, sessionId: SECRET };
    const { spill } = await boundResult(log, { limits: { maxBytes: 500 }, spill: sink, meta, onEvent });
    if (spill.state !== "kept") throw new Error(spill.state);
    const [read, search] = readTools(sink, { onEvent });
    await read.handler({ id: spill.ref.id });
    await search.handler({ id: spill.ref.id, query: SECRET });
    expect(events).toHaveLength(4);
    expect(JSON.stringify(events)).not.toContain(SECRET);
    expect(JSON.stringify(events)).not.toContain(spill.ref.id);
  });

  it("costs no result when the listener throws", async () => {
    const onEvent = () => {
      throw new Error("the counter is broken");
    };
    const spill = memorySpill();
    expect((await boundResult(log, { limits: { maxBytes: 500 }, spill, onEvent })).spill.state).toBe("kept");
    await expect(sweep(spill, {}, { onEvent })).resolves.toMatchObject({ kept: 1 });
  });

  it.each([1, "on", {}])("refuses %j", async (onEvent) => {
    const wrong = { onEvent: onEvent as never };
    await expect(boundResult("", { limits: {}, ...wrong })).rejects.toThrow(/^onEvent must be a function/);
    await expect(readSpill(memorySpill(), "a", {}, {}, wrong)).rejects.toThrow(/^onEvent must be a function/);
    await expect(sweep(memorySpill(), {}, wrong)).rejects.toThrow(/^onEvent must be a function/);
    expect(() => readTools(memorySpill(), wrong)).toThrow(/^onEvent must be a function/);
  });
});
