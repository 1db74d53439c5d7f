/** The part of the contract that is about quotas. */
import { describe, expect, it } from "vitest";
import type { SpillSink } from "../../src/spill/types.js";
import { all, bytes, sha256, spill, text } from "./helpers.js";

export interface QuotaOptions {
  readonly maxBytes?: number;
  readonly maxTotalBytes?: number;
  readonly overQuota?: "partial" | "fail";
}

export function describeQuotas(name: string, open: (options?: QuotaOptions) => SpillSink): void {
  describe(`${name} keeps its quotas`, () => {
    it("keeps all that fits one Spill's quota, to the byte", async () => {
      for (const [size, kept] of [
        [9, 9],
        [10, 10],
        [11, 10],
        [25, 10],
      ] as const) {
        const sink = open({ maxBytes: 10 });
        const whole = Buffer.alloc(size, "0123456789abcde");
        const ref = await spill(sink, {}, [whole.subarray(0, 4), whole.subarray(4)]);
        expect(ref).toMatchObject({ bytes: kept, totalBytes: size, complete: size <= 10 });
        expect(ref.sha256).toBe(sha256(whole.subarray(0, kept)));
        expect(text(await sink.read(ref.id))).toBe(text(whole.subarray(0, kept)));
      }
    });

    it("fails at the quota where it is told to, and keeps nothing", async () => {
      const sink = open({ maxBytes: 10, maxTotalBytes: 10, overQuota: "fail" });
      const writer = await sink.create({ callId: "over" });
      await writer.write(bytes("01234"));
      await expect(writer.write(bytes("567890"))).rejects.toMatchObject({ code: "quota" });
      await expect(writer.write(bytes("x"))).rejects.toMatchObject({ code: "quota" });
      await expect(writer.commit()).rejects.toMatchObject({ code: "quota" });
      await writer.abort();
      expect(await all(sink)).toEqual([]);
      expect(await spill(sink, { callId: "exact" }, ["0123456789"])).toMatchObject({ bytes: 10, complete: true });
    });

    it("tells a caller who waits only for the commit of the quota", async () => {
      const sink = open({ maxBytes: 3, overQuota: "fail" });
      const writer = await sink.create({});
      void writer.write(bytes("abc"));
      const refused = writer.write(bytes("d"));
      await expect(writer.commit()).rejects.toMatchObject({ code: "quota" });
      await expect(refused).rejects.toMatchObject({ code: "quota" });
    });

    it("never lets writers at the same time pass the total together", async () => {
      const sink = open({ maxTotalBytes: 1000 });
      const writers = await Promise.all(Array.from({ length: 20 }, (_, index) => sink.create({ callId: `${index}` })));
      await Promise.all(
        writers.map(async (writer, index) => {
          for (let round = 0; round < 10; round++) await writer.write(Buffer.alloc(9, `${index}`));
        }),
      );
      const refs = await Promise.all(writers.map((writer) => writer.commit()));
      expect(refs.reduce((sum, ref) => sum + ref.bytes, 0)).toBe(1000);
      expect(refs.every((ref) => ref.totalBytes === 90 && ref.complete === (ref.bytes === 90))).toBe(true);
    });

    it("does not go on behind a gap when another writer gives room back", async () => {
      const sink = open({ maxTotalBytes: 10 });
      const other = await sink.create({ callId: "other" });
      await other.write(bytes("12345"));
      const writer = await sink.create({ callId: "writer" });
      await writer.write(bytes("abcdefg"));
      await other.abort();
      await writer.write(bytes("xyz"));
      const ref = await writer.commit();
      expect(ref).toMatchObject({ bytes: 5, totalBytes: 10, complete: false });
      expect(text(await sink.read(ref.id))).toBe("abcde");
    });

    it("has room again after an abort, a removal and a reuse, each counted once", async () => {
      const sink = open({ maxTotalBytes: 10 });
      for (let round = 0; round < 3; round++) {
        const writer = await sink.create({});
        await writer.write(bytes("0123456789"));
        await writer.abort();
        await writer.abort();
        const ref = await spill(sink, { callId: "c" }, ["abcde"]);
        const reused = await spill(sink, { callId: "c" }, ["abcde"]);
        expect(reused).toStrictEqual(ref);
        const rest = await spill(sink, { callId: "rest" }, ["fghijk"]);
        expect(rest).toMatchObject({ bytes: 5, totalBytes: 6, complete: false });
        for (const { id } of [ref, ref, rest]) await sink.remove(id);
      }
    });
  });
}
