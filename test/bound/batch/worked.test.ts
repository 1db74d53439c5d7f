/** The arithmetic of docs/batches.md. */
import { allocate, boundBatch, computeBound, createLedger, headroom } from "spillway";
import { memorySpill } from "spillway/spill";
import { describe, expect, it } from "vitest";

const SIZES = [500, 90_000, 2000, 40_000];
const FREE = headroom({ contextWindow: 200_000, reserveTokens: 20_000, usedTokens: 140_000 });

describe("four results of one message", () => {
  it("get what the page says", async () => {
    expect(FREE).toBe(40_000);
    expect(computeBound({ headroom: FREE })).toMatchObject({ maxBytes: 20_000, tokens: 10_000 });
    expect(computeBound({ headroom: FREE, calls: 4 }).maxBytes).toBe(5000);
    expect(allocate(SIZES, 20_000)).toEqual([500, 8750, 2000, 8750]);

    const ledger = createLedger();
    ledger.open("message", { calls: 4, headroom: FREE as number });
    const bounds = SIZES.map((size, call) => {
      const { maxBytes } = ledger.boundFor("message", String(call));
      ledger.settle("message", String(call), Math.min(size, maxBytes));
      return maxBytes;
    });
    expect(bounds).toEqual([5000, 6500, 6500, 11_000]);

    const results = SIZES.map((size) => ({ result: "x".repeat(size) }));
    const views = await boundBatch(results, { headroom: FREE, spill: memorySpill() });
    expect(views.map(({ text }) => Buffer.byteLength(text))).toEqual([500, 8750, 2000, 8750]);
  });
});
