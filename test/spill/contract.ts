/** What every SpillSink of this library promises, as tests: run on each store by its own test file. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSpillId } from "../../src/spill/id.js";
import type { SpillSink } from "../../src/spill/types.js";
import { type SpillQuotas, spillSinkChecks } from "../../src/testing/index.js";
import { HOSTILE_NAMES, sha256, spill } from "./helpers.js";

/**
 * @param races - Whether the store promises one Spill for writers of the same content that finish at the same time.
 * @param tries - How often the properties are tried.
 */
export function describeContract(
  name: string,
  open: (quotas?: SpillQuotas) => SpillSink,
  { races = true, tries = 50 }: { races?: boolean; tries?: number } = {},
): void {
  describe(name, () => {
    for (const check of spillSinkChecks(open, { quotas: true, races })) it(check.name, check.run);

    it("gives back exactly the bytes of any chunks", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 }), async (chunks) => {
          const sink = open();
          const ref = await spill(sink, { callId: "c" }, chunks);
          const whole = Buffer.concat(chunks);
          expect(ref).toMatchObject({ bytes: whole.length, totalBytes: whole.length, complete: true });
          expect(ref.sha256).toBe(sha256(whole));
          expect(Buffer.from(await sink.read(ref.id))).toEqual(whole);
        }),
        { numRuns: tries },
      );
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
        { numRuns: tries },
      );
    });
  });
}
