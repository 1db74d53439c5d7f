/** The part of the contract that is about ids: which content gets which one. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSpillId } from "../../src/spill/id.js";
import type { SpillSink } from "../../src/spill/types.js";
import { all, HOSTILE_NAMES, sha256, spill, text } from "./helpers.js";

export function describeIds(name: string, open: () => SpillSink): void {
  describe(`${name} gives ids as promised`, () => {
    it("reuses the Spill when a call is replayed with the same content", async () => {
      const sink = open();
      const meta = { sessionId: "s", seq: 7, tool: "bash", callId: "c" };
      const first = await spill(sink, meta, ["abc"]);
      const again = await spill(sink, meta, ["a", "bc"]);
      expect(again).toStrictEqual(first);
      expect(first.id).toMatch(/^7-bash-[0-9a-f]{8}$/);
      expect(await all(sink)).toHaveLength(1);
    });

    it("adds 16 digits of the digest for other content of the same call", async () => {
      const sink = open();
      const meta = { sessionId: "s", seq: 7, tool: "bash", callId: "c" };
      const first = await spill(sink, meta, ["abc"]);
      const other = await spill(sink, meta, ["abd"]);
      const third = await spill(sink, meta, ["abe"]);
      expect(other.id).toBe(`${first.id}-${sha256("abd").slice(0, 16)}`);
      expect(third.id).toBe(`${first.id}-${sha256("abe").slice(0, 16)}`);
      expect((await spill(sink, meta, ["abd"])).id).toBe(other.id);
      expect(text(await sink.read(first.id))).toBe("abc");
      expect(text(await sink.read(other.id))).toBe("abd");
    });

    it("lets the digest take the place of a call that has no name", async () => {
      const sink = open();
      const first = await spill(sink, { tool: "bash" }, ["abc"]);
      const other = await spill(sink, { tool: "bash" }, ["abd"]);
      expect(other.id).toMatch(/^bash-[0-9a-f]{8}$/);
      expect(other.id).not.toBe(first.id);
      expect(await spill(sink, { tool: "bash" }, ["abc"])).toStrictEqual(first);
    });

    it("never lets a part pass for a whole with the same bytes, nor JSON for text", async () => {
      const sink = open();
      const meta = { callId: "c" };
      const refs = [
        await spill(sink, meta, ["abc"]),
        await spill(sink, meta, ["abc"], { incomplete: true }),
        await spill(sink, meta, ["abc"], { incomplete: true, totalBytes: 9 }),
        await spill(sink, { ...meta, mediaType: "application/json" }, ["abc"]),
      ];
      expect(new Set(refs.map((ref) => ref.id)).size).toBe(4);
      expect(refs.map((ref) => ref.complete)).toEqual([true, false, false, true]);
      expect(refs.map((ref) => ref.totalBytes)).toEqual([3, 3, 9, 3]);
      expect((await spill(sink, meta, ["abc"], { incomplete: true, totalBytes: 9 })).id).toBe(refs[2]?.id);
      for (const ref of refs) expect(await sink.stat(ref.id)).toMatchObject(ref);
    });

    it("gives a removed id again to the same content, and to no other", async () => {
      const sink = open();
      const meta = { callId: "c" };
      const first = await spill(sink, meta, ["abc"]);
      await sink.remove(first.id);
      const other = await spill(sink, meta, ["abd"]);
      expect(other.id).not.toBe(first.id);
      expect(await sink.stat(first.id)).toMatchObject({ gone: true });
      expect(await spill(sink, meta, ["abc"])).toStrictEqual(first);
      expect(text(await sink.read(first.id))).toBe("abc");
      expect(await sink.remove(first.id)).toBe(true);
      await expect(sink.read(first.id)).rejects.toMatchObject({ code: "gone" });
    });

    it("gives well-formed ids to any names at all", async () => {
      const name = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...HOSTILE_NAMES));
      const meta = fc.record(
        { tool: name, callId: name, sessionId: name, mediaType: name, encoding: name, seq: fc.maxSafeNat() },
        { requiredKeys: [] },
      );
      await fc.assert(
        fc.asyncProperty(meta, fc.string(), async (meta, content) => {
          const sink = open();
          const ref = await spill(sink, meta, [content]);
          expect(isSpillId(ref.id)).toBe(true);
          expect(await sink.stat(ref.id)).toMatchObject({ id: ref.id, meta });
          expect(Buffer.from(await sink.read(ref.id))).toEqual(Buffer.from(content));
          expect(await spill(sink, meta, [content])).toStrictEqual(ref);
          const other = await spill(sink, meta, [`${content}!`]);
          expect(isSpillId(other.id) && other.id !== ref.id).toBe(true);
        }),
        { numRuns: 60 },
      );
    });

    it("tells apart names that look alike once made safe", async () => {
      const sink = open();
      const tools = ["a/b", "a b", "A/B", "a\0b", "a\nb", "a\ud800b", "a\udfffb", "a-b"];
      const ids = await Promise.all(tools.map(async (tool) => (await spill(sink, { tool, callId: "c" }, ["x"])).id));
      expect(new Set(ids).size).toBe(tools.length);
      for (const id of ids) expect(id).toMatch(/^a-b-[0-9a-f]{8}$/);
    });
  });
}
