import { describe, expect, it } from "vitest";
import { isSpillError } from "../../src/spill/error.js";
import { memorySpill } from "../../src/spill/memory.js";
import { describeContract } from "./contract.js";
import { all, bytes, spill, text } from "./helpers.js";

describeContract("memorySpill", memorySpill);

describe("memorySpill", () => {
  it("derives ids with its key: the same key gives the same ids, as text or as bytes", async () => {
    const idWith = async (options?: Parameters<typeof memorySpill>[0]) =>
      (await spill(memorySpill(options), { callId: "c" }, ["abc"])).id;
    expect(await idWith({ key: "secret" })).toBe(await idWith({ key: bytes("secret") }));
    expect(await idWith({ key: "secret" })).not.toBe(await idWith({ key: "other" }));
    expect(await idWith()).not.toBe(await idWith());
  });

  it("does not follow a key that changes later", async () => {
    const key = bytes("secret");
    const sink = memorySpill({ key });
    key.fill(0);
    const { id } = await spill(sink, { callId: "c" }, ["abc"]);
    expect(id).toBe((await spill(memorySpill({ key: "secret" }), { callId: "c" }, ["abc"])).id);
  });

  it("says when a Spill was last read", async () => {
    const sink = memorySpill();
    const { id } = await spill(sink, {}, ["abc"]);
    expect(await sink.stat(id)).not.toHaveProperty("readAt");
    const before = Date.now();
    await sink.read(id, { start: 0, end: 1 });
    const info = (await sink.stat(id)) as { readAt: number };
    expect(info.readAt).toBeGreaterThanOrEqual(before);
  });

  it("skips a Spill that is removed while it is listed", async () => {
    const sink = memorySpill();
    const first = await spill(sink, { callId: "1" }, ["a"]);
    const second = await spill(sink, { callId: "2" }, ["a"]);
    const seen: string[] = [];
    for await (const { id } of sink.list()) {
      seen.push(id);
      await sink.remove(second.id);
    }
    expect(seen).toEqual([first.id]);
  });

  it("has caps of 64 MiB and 256 MiB unless told otherwise", async () => {
    const sink = memorySpill();
    const chunk = new Uint8Array(67_108_864);
    const whole = await spill(sink, { callId: "whole" }, [chunk]);
    expect(whole).toMatchObject({ bytes: 67_108_864, complete: true });
    expect(await spill(sink, { callId: "over" }, [chunk, "x"])).toMatchObject({ bytes: 67_108_864, complete: false });
    await spill(sink, { callId: "3" }, [chunk]);
    await spill(sink, { callId: "4" }, [chunk]);
    expect(await spill(sink, { callId: "5" }, ["x"])).toMatchObject({ bytes: 0, totalBytes: 1, complete: false });
    expect(await all(sink)).toHaveLength(5);
  });

  it("takes Infinity for no cap, and 0 for nothing at all", async () => {
    const free = memorySpill({ maxBytes: Number.POSITIVE_INFINITY, maxTotalBytes: Number.POSITIVE_INFINITY });
    expect(await spill(free, {}, ["abc"])).toMatchObject({ bytes: 3, complete: true });
    const none = memorySpill({ maxBytes: 0 });
    const ref = await spill(none, {}, ["abc"]);
    expect(ref).toMatchObject({ bytes: 0, totalBytes: 3, complete: false });
    expect(text(await none.read(ref.id))).toBe("");
    expect(await spill(memorySpill({ maxBytes: 0 }), {}, [])).toMatchObject({ bytes: 0, complete: true });
  });

  it("names an option that makes no sense", () => {
    const open = (options: object) => () => memorySpill(options);
    expect(open({ maxBytes: -1 })).toThrow(RangeError);
    expect(open({ maxBytes: "1" })).toThrow(/maxBytes/);
    expect(open({ maxTotalBytes: Number.NaN })).toThrow(/maxTotalBytes/);
    expect(open({ overQuota: "drop" })).toThrow(/overQuota/);
    expect(open({ key: 1 })).toThrow(TypeError);
    expect(open({ key: "" })).toThrow(RangeError);
    expect(() => memorySpill(null as unknown as undefined)).toThrow(TypeError);
  });

  it("rejects with errors that carry the brand and no content", async () => {
    const error = await memorySpill()
      .read("secret-id")
      .catch((caught: unknown) => caught);
    expect(isSpillError(error)).toBe(true);
    expect(String(error)).not.toContain("secret-id");
  });
});
