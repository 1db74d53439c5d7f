/** What every SpillSink of this library promises, as tests: run on each store by its own test file. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SpillMeta, SpillSink } from "../../src/spill/types.js";
import { describeIds } from "./contract-ids.js";
import { describeQuotas, type QuotaOptions } from "./contract-quota.js";
import { all, bytes, sha256, spill, text } from "./helpers.js";

/** @param races - Whether the store promises one Spill for writers of the same content that finish at the same time. */
export function describeContract(
  name: string,
  open: (options?: QuotaOptions) => SpillSink,
  { races = true }: { races?: boolean } = {},
): void {
  describeIds(name, open);
  describeQuotas(name, open);

  describe(`${name} keeps what it promises of every store`, () => {
    it("gives back exactly the bytes, whatever the chunks", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 }), async (chunks) => {
          const sink = open();
          const ref = await spill(sink, { callId: "c" }, chunks);
          const whole = Buffer.concat(chunks);
          expect(ref).toMatchObject({ bytes: whole.length, totalBytes: whole.length, complete: true });
          expect(ref.sha256).toBe(sha256(whole));
          expect(ref.uri).toBe(`spill://${ref.id}`);
          expect(Buffer.from(await sink.read(ref.id))).toEqual(whole);
        }),
        { numRuns: 40 },
      );
    });

    it("keeps large and many small chunks alike", async () => {
      const sink = open();
      const large = Buffer.alloc(3_000_000, "large ");
      const small = Array.from({ length: 2000 }, (_, index) => Buffer.from(String(index)));
      const ref = await spill(sink, {}, [...small, large, ...small]);
      expect(sha256(await sink.read(ref.id))).toBe(sha256(Buffer.concat([...small, large, ...small])));
    });

    it("tiles: successive ranges give the whole", async () => {
      const sink = open();
      const whole = Buffer.from("0123456789".repeat(50));
      const { id } = await spill(sink, {}, [whole]);
      const parts: Uint8Array[] = [];
      for (let start = 0; start < whole.length; start += 37)
        parts.push(await sink.read(id, { start, end: start + 37 }));
      expect(Buffer.concat(parts)).toEqual(whole);
    });

    it("cuts a range to the Spill, and gives nothing for one that is empty or reversed", async () => {
      const sink = open();
      const { id } = await spill(sink, {}, ["abcdef"]);
      const read = async (start?: number, end?: number) => text(await sink.read(id, { start, end }));
      expect(await read()).toBe("abcdef");
      expect(await read(2)).toBe("cdef");
      expect(await read(undefined, 2)).toBe("ab");
      expect(await read(5, 6)).toBe("f");
      expect(await read(5, 99)).toBe("f");
      expect(await read(0, Number.POSITIVE_INFINITY)).toBe("abcdef");
      expect(await read(6, 7)).toBe("");
      expect(await read(99, 100)).toBe("");
      expect(await read(4, 2)).toBe("");
      await expect(sink.read(id, { start: -1 })).rejects.toThrow(RangeError);
      await expect(sink.read(id, { end: 1.5 })).rejects.toThrow(/range\.end/);
      await expect(sink.read(id, { start: "0" as unknown as number })).rejects.toThrow(TypeError);
    });

    it("shows nothing of a Spill before its commit", async () => {
      const sink = open();
      const { id } = await spill(sink, { callId: "c" }, ["abc"]);
      await sink.remove(id); // so that the id is known beforehand
      const writer = await sink.create({ callId: "c" });
      await writer.write(bytes("abc"));
      expect(await all(sink)).toEqual([]);
      expect(await sink.stat(id)).toMatchObject({ gone: true });
      await expect(sink.read(id)).rejects.toMatchObject({ code: "gone" });
      expect(await writer.commit()).toMatchObject({ id });
      expect(await all(sink)).toHaveLength(1);
    });

    it("copies each chunk, also for a caller who does not wait", async () => {
      const sink = open();
      const writer = await sink.create({});
      const chunk = bytes("first");
      const waiting = writer.write(chunk);
      chunk.set(bytes("other"));
      await waiting;
      await Promise.all([writer.write(bytes("-")), writer.write(chunk)]);
      chunk.fill(0);
      const ref = await writer.commit();
      expect(text(await sink.read(ref.id))).toBe("first-other");
      expect(ref.sha256).toBe(sha256("first-other"));
    });

    it("never hands out what it relies on", async () => {
      const sink = open();
      const meta = { tool: "bash", callId: "c" };
      const { id } = await spill(sink, meta, ["abc"]);
      meta.tool = "changed";
      (await sink.read(id)).fill(0);
      (await sink.read(id, { start: 0, end: 3 })).fill(0);
      const info = (await sink.stat(id)) as { meta: { tool: string }; bytes: number };
      info.bytes = 0;
      info.meta.tool = "changed";
      expect(text(await sink.read(id))).toBe("abc");
      expect(await sink.stat(id)).toMatchObject({ bytes: 3, meta: { tool: "bash", callId: "c" } });
    });

    it("describes a Spill as plain data that survives JSON", async () => {
      const sink = open();
      const meta = { tool: "b", callId: "c", sessionId: "s", seq: 3, mediaType: "text/plain", encoding: "utf-8" };
      const before = Date.now();
      const ref = await spill(sink, meta, ["abc"]);
      const info = await sink.stat(ref.id);
      expect(info).toEqual({ ...ref, meta, createdAt: expect.any(Number) });
      expect(ref).toMatchObject({ mediaType: "text/plain", encoding: "utf-8" });
      expect((info as { createdAt: number }).createdAt).toBeGreaterThanOrEqual(before);
      const bare = await spill(sink, {}, ["abc"]);
      for (const value of [ref, info, bare, await sink.stat(bare.id)]) {
        expect(JSON.parse(JSON.stringify(value))).toStrictEqual(value);
      }
    });

    it("knows no id that it did not give out", async () => {
      const sink = open();
      for (const id of ["unknown", "", "..", ".", "a/b", "../key", "A", "a".repeat(97), "é", "key", ".spillway"]) {
        expect(await sink.stat(id)).toBeUndefined();
        expect(await sink.remove(id)).toBe(false);
        await expect(sink.read(id)).rejects.toMatchObject({ name: "SpillError", code: "not_found" });
      }
      expect(await all(sink)).toEqual([]);
    });

    it("leaves a tombstone for a removed Spill", async () => {
      const sink = open();
      const { id } = await spill(sink, { tool: "bash" }, ["abc"]);
      const other = await spill(sink, { tool: "grep" }, ["abc"]);
      const before = Date.now();
      expect(await sink.remove(id)).toBe(true);
      const gone = await sink.stat(id);
      expect(gone).toStrictEqual({
        gone: true,
        id,
        bytes: 3,
        tool: "bash",
        goneAt: expect.any(Number),
        reason: "removed",
      });
      expect((gone as { goneAt: number }).goneAt).toBeGreaterThanOrEqual(before);
      await expect(sink.read(id)).rejects.toMatchObject({ code: "gone" });
      expect(await sink.remove(id)).toBe(false);
      expect((await all(sink)).map((info) => info.id)).toEqual([other.id]);
    });

    it("lists by session, and one without a session only when none is asked for", async () => {
      const sink = open();
      const a = await spill(sink, { sessionId: "a" }, ["1"]);
      const b = await spill(sink, { sessionId: "b" }, ["1"]);
      const none = await spill(sink, {}, ["1"]);
      const ids = async (sessionId?: string) => (await all(sink, sessionId)).map((info) => info.id).sort();
      expect(await ids()).toEqual([a.id, b.id, none.id].sort());
      expect(await ids("a")).toEqual([a.id]);
      expect(await ids("")).toEqual([]);
      expect((await all(sink, "a"))[0]).toEqual(await sink.stat(a.id));
    });

    it("takes nothing after commit or abort", async () => {
      const sink = open();
      const done = await sink.create({ callId: "done" });
      await done.write(bytes("abc"));
      const ref = await done.commit();
      const aborted = await sink.create({ callId: "aborted" });
      await aborted.write(bytes("abc"));
      await aborted.abort();
      for (const writer of [done, aborted]) {
        await expect(writer.write(bytes("d"))).rejects.toMatchObject({ code: "closed" });
        await expect(writer.commit()).rejects.toMatchObject({ code: "closed" });
        await expect(writer.abort()).resolves.toBeUndefined();
      }
      expect((await all(sink)).map((info) => info.id)).toEqual([ref.id]);
      expect(text(await sink.read(ref.id))).toBe("abc");
    });

    it("believes a caller who knows of more bytes than came", async () => {
      const sink = open();
      expect(await spill(sink, {}, ["abc"], { totalBytes: 2 })).toMatchObject({ complete: true, totalBytes: 3 });
      expect(await spill(sink, {}, ["abc"], { totalBytes: 3 })).toMatchObject({ complete: true, totalBytes: 3 });
      expect(await spill(sink, {}, ["abc"], { totalBytes: 4 })).toMatchObject({ complete: false, totalBytes: 4 });
      expect(await spill(sink, {}, ["abc"], { incomplete: true })).toMatchObject({ complete: false, totalBytes: 3 });
    });

    it("names a caller's mistake, and leaves the writer usable", async () => {
      const sink = open();
      const create = (meta: unknown) => sink.create(meta as SpillMeta);
      await expect(create(undefined)).rejects.toThrow(TypeError);
      await expect(create({ tool: 1 })).rejects.toThrow(/meta\.tool/);
      await expect(create({ callId: null })).rejects.toThrow(TypeError);
      await expect(create({ seq: "1" })).rejects.toThrow(TypeError);
      await expect(create({ seq: -1 })).rejects.toThrow(RangeError);
      await expect(create({ seq: 1.5 })).rejects.toThrow(/meta\.seq/);
      const writer = await sink.create({});
      await expect(writer.write("abc" as unknown as Uint8Array)).rejects.toThrow(TypeError);
      await expect(writer.commit({ totalBytes: -1 })).rejects.toThrow(RangeError);
      await expect(writer.commit({ incomplete: 1 as unknown as boolean })).rejects.toThrow(TypeError);
      await writer.write(bytes("abc"));
      expect(await writer.commit()).toMatchObject({ bytes: 3, complete: true });
    });

    it.runIf(races)("keeps one Spill for twenty writers of the same call and content", async () => {
      const sink = open();
      const refs = await Promise.all(Array.from({ length: 20 }, () => spill(sink, { callId: "c" }, ["abc", "def"])));
      for (const ref of refs) expect(ref).toStrictEqual(refs[0]);
      expect(await all(sink)).toHaveLength(1);
    });

    it("keeps each of twenty contents of one call at the same time", async () => {
      const sink = open();
      const refs = await Promise.all(
        Array.from({ length: 20 }, (_, index) => spill(sink, { callId: "c" }, [`content ${index % 10}`])),
      );
      if (races) expect(new Set(refs.map((ref) => ref.id)).size).toBe(10);
      for (const [index, ref] of refs.entries()) {
        expect(text(await sink.read(ref.id))).toBe(`content ${index % 10}`);
      }
    });
  });
}
