/** The store in memory against the plainest model of it, under any order of calls. */
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { memorySpill } from "../../src/spill/memory.js";
import type { SpillInfo, SpillWriter } from "../../src/spill/types.js";
import { runs } from "../support/runs.js";
import { all, bytes, text } from "./helpers.js";

const NOW = 1_800_000_000_000;
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

const CAP = 40;
const TOMBSTONES = 3;

const call = fc.nat(4);
const step = fc.oneof(
  fc.record({ do: fc.constant("open" as const), call }),
  fc.record({
    do: fc.constant("write" as const),
    writer: fc.nat(9),
    text: fc.constantFrom("", "a", "bcd", "0123456789"),
  }),
  fc.record({ do: fc.constant("commit" as const), writer: fc.nat(9) }),
  fc.record({ do: fc.constant("abort" as const), writer: fc.nat(9) }),
  fc.record({ do: fc.constantFrom("read" as const, "remove" as const), spill: fc.nat(9) }),
  fc.record({ do: fc.constant("sweep" as const), maxTotalBytes: fc.nat(CAP), retain: fc.nat(9) }),
  fc.record({ do: fc.constant("wait" as const), seconds: fc.nat(900) }),
);

/** What the model knows of an id. */
interface Known {
  content: string;
  state: "kept" | "removed" | "swept";
  lastUse: number;
}

it("keeps what it says, in the caps, whatever is asked of it in whatever order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const sink = memorySpill({ maxTotalBytes: CAP, maxTombstones: TOMBSTONES, key: "k" });
      const writers: { writer: SpillWriter; content: string }[] = [];
      const known = new Map<string, Known>();
      let stones: string[] = []; // eldest first
      let clock = NOW;
      const bury = (id: string, state: "removed" | "swept") => {
        (known.get(id) as Known).state = state;
        stones = [...stones.filter((other) => other !== id), id].slice(-TOMBSTONES);
      };

      for (const each of steps) {
        vi.setSystemTime(++clock); // so that no two uses are at the same time
        const open = "writer" in each ? writers[each.writer % Math.max(1, writers.length)] : undefined;
        const id = "spill" in each ? [...known.keys()][each.spill % Math.max(1, known.size)] : undefined;
        const found = id === undefined ? undefined : known.get(id);
        if (each.do === "open") writers.push({ writer: await sink.create({ callId: String(each.call) }), content: "" });
        if (each.do === "wait") clock += each.seconds * 1000;
        if (each.do === "write" && open !== undefined) {
          await open.writer.write(bytes(each.text));
          open.content += each.text;
        }
        if (each.do === "abort" && open !== undefined) await open.writer.abort();
        if (each.do === "abort" || each.do === "commit") writers.splice(writers.indexOf(open as never), open ? 1 : 0);
        if (each.do === "commit" && open !== undefined) {
          const ref = await open.writer.commit();
          const before = known.get(ref.id);
          expect(ref.totalBytes).toBe(open.content.length);
          const content = open.content.slice(0, ref.bytes);
          if (before !== undefined && (before.state === "kept" || stones.includes(ref.id))) {
            expect(before.content).toBe(content); // an id is for one content, as long as it is known
          }
          stones = stones.filter((other) => other !== ref.id);
          known.set(ref.id, { content, state: "kept", lastUse: clock });
        }
        if (each.do === "read" && id !== undefined && found !== undefined) {
          const code = stones.includes(id) ? "gone" : "not_found";
          const read = sink.read(id).then(text, (error: { code: string }) => error.code);
          expect(await read).toBe(found.state === "kept" ? found.content : code);
          if (found.state === "kept") found.lastUse = clock;
        }
        if (each.do === "remove" && id !== undefined && found !== undefined) {
          expect(await sink.remove(id)).toBe(found.state === "kept");
          if (found.state === "kept") bury(id, "removed");
        }
        if (each.do === "sweep") {
          const retain = [...known.keys()].slice(each.retain, each.retain + 1);
          await sink.sweep?.({ maxTotalBytes: each.maxTotalBytes, retain });
          const kept = [...known]
            .filter(([, { state }]) => state === "kept")
            .sort((a, b) => a[1].lastUse - b[1].lastUse);
          let total = kept.reduce((sum, [, { content }]) => sum + content.length, 0);
          for (const [other, { content, lastUse }] of kept) {
            if (retain.includes(other) || clock - lastUse < 600_000 || total <= each.maxTotalBytes) continue;
            total -= content.length;
            bury(other, "swept");
          }
        }

        const kept = [...known].filter(([, { state }]) => state === "kept");
        const infos = await all(sink);
        expect(infos.map((info) => info.id).sort()).toEqual(kept.map(([other]) => other).sort());
        expect(infos.reduce((sum, info) => sum + info.bytes, 0)).toBeLessThanOrEqual(CAP);
        for (const [other, { state, content }] of known) {
          const told = await sink.stat(other);
          if (state === "kept") expect((told as SpillInfo).bytes).toBe(content.length);
          else if (stones.includes(other)) expect(told).toMatchObject({ gone: true, reason: state });
          else expect(told).toBeUndefined();
        }
      }
      // No byte of the quota was lost on the way.
      for (const { writer } of writers) await writer.abort();
      for (const id of known.keys()) await sink.remove(id);
      const whole = await sink.create({ callId: "whole" });
      await whole.write(new Uint8Array(CAP));
      expect(await whole.commit()).toMatchObject({ bytes: CAP, complete: true });
    }),
    runs(300),
  );
});
