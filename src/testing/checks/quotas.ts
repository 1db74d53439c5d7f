/** Caps on what is kept, for stores that take them. */
import { encodeUtf8 } from "#platform";
import { fails, holds, includes, same } from "../expect.js";
import { keep, listedIds, readText, sha256, someBytes } from "../tools.js";
import type { Check } from "../types.js";

export const QUOTA_CHECKS: readonly Check[] = [
  {
    name: "keeps of a Spill what its cap allows, to the byte, and counts the rest",
    needs: "quotas",
    async run(open) {
      for (const size of [9, 10, 11, 25]) {
        const sink = await open({ maxBytes: 10 });
        const whole = someBytes(size);
        const ref = await keep(sink, {}, [whole.subarray(0, 4), whole.subarray(4)]);
        const kept = whole.subarray(0, 10);
        includes(`the ref of ${size} bytes under a cap of 10`, ref, {
          bytes: kept.length,
          totalBytes: size,
          complete: size <= 10,
          sha256: sha256(kept),
        });
        same(`what is read of ${size} bytes under a cap of 10`, await sink.read(ref.id), kept);
      }
    },
  },
  {
    name: "fails at a cap where it is told to, and keeps nothing of it",
    needs: "quotas",
    async run(open) {
      const sink = await open({ maxBytes: 10, maxTotalBytes: 10, overQuota: "fail" });
      const writer = await sink.create({ callId: "over" });
      await writer.write(encodeUtf8("01234"));
      await fails("a write past the cap", () => writer.write(encodeUtf8("567890")), "quota");
      await fails("the next write", () => writer.write(encodeUtf8("x")), "quota");
      await fails("the commit", () => writer.commit(), "quota");
      await writer.abort();
      same("what is listed", await listedIds(sink), []);
      const ref = await keep(sink, { callId: "exact" }, ["0123456789"]);
      includes("the ref of a Spill of the cap's size", ref, { bytes: 10, complete: true });
    },
  },
  {
    name: "tells a caller who waits for the commit alone of a cap that was passed",
    needs: "quotas",
    async run(open) {
      const sink = await open({ maxBytes: 3, overQuota: "fail" });
      const writer = await sink.create({});
      const written = [writer.write(encodeUtf8("abc")), writer.write(encodeUtf8("d"))];
      const settled = Promise.allSettled(written); // listened to from the start: no rejection is unhandled
      await fails("the commit", () => writer.commit(), "quota");
      same(
        "the outcomes of the writes",
        (await settled).map(({ status }) => status),
        ["fulfilled", "rejected"],
      );
    },
  },
  {
    name: "never lets writers at the same time pass the total together",
    needs: "quotas",
    async run(open) {
      const sink = await open({ maxTotalBytes: 1000 });
      const calls = Array.from({ length: 20 }, (_, index) => ({ callId: `${index}` }));
      const writers = await Promise.all(calls.map((call) => sink.create(call)));
      for (let round = 0; round < 10; round++) {
        await Promise.all(writers.map((writer, index) => writer.write(new Uint8Array(9).fill(index))));
      }
      const refs = await Promise.all(writers.map((writer) => writer.commit()));
      same(
        "bytes kept of 1800 under a total of 1000",
        refs.reduce((sum, { bytes }) => sum + bytes, 0),
        1000,
      );
      for (const { bytes, totalBytes, complete } of refs) {
        holds(`a ref of ${bytes} of ${totalBytes} bytes`, totalBytes === 90 && complete === (bytes === 90));
      }
    },
  },
  {
    name: "does not go on behind a gap when another writer gives room back",
    needs: "quotas",
    async run(open) {
      const sink = await open({ maxTotalBytes: 10 });
      const other = await sink.create({ callId: "other" });
      await other.write(encodeUtf8("12345"));
      const writer = await sink.create({ callId: "writer" });
      await writer.write(encodeUtf8("abcdefg"));
      await other.abort();
      await writer.write(encodeUtf8("xyz"));
      const ref = await writer.commit();
      includes("the ref", ref, { bytes: 5, totalBytes: 10, complete: false });
      same("what is read", await readText(sink, ref.id), "abcde");
    },
  },
  {
    name: "has room again after an abort, a removal and a replay, each counted once",
    needs: "quotas",
    async run(open) {
      const sink = await open({ maxTotalBytes: 10 });
      for (let round = 1; round <= 3; round++) {
        const writer = await sink.create({});
        await writer.write(encodeUtf8("0123456789"));
        await writer.abort();
        await writer.abort();
        const ref = await keep(sink, { callId: "c" }, ["abcde"]);
        same(`the ref of a replay in round ${round}`, await keep(sink, { callId: "c" }, ["abcde"]), ref);
        const rest = await keep(sink, { callId: "rest" }, ["fghijk"]);
        includes(`the ref of 6 bytes in round ${round}, with room for 5`, rest, { bytes: 5, totalBytes: 6 });
        for (const { id } of [ref, ref, rest]) await sink.remove(id);
      }
    },
  },
];
