import { describe, expect, it } from "vitest";
import { boundBatch } from "../../src/bound/boundBatch.js";
import { memorySpill } from "../../src/spill/memory.js";
import { utf8Length } from "../../src/text/size.js";

const lines = (count: number) => "a line of a log\n".repeat(count);

describe("boundBatch", () => {
  it("leaves small results whole and cuts the largest alike", async () => {
    const results = [lines(10), lines(10_000), lines(100), lines(2000)].map((result) => ({ result }));
    const views = await boundBatch(results, { headroom: 40_000, spill: memorySpill() });
    const sizes = views.map(({ text }) => utf8Length(text));
    expect(views.map(({ truncated }) => truncated)).toEqual([false, true, false, true]);
    expect(sizes[0]).toBe(160);
    expect(sizes[2]).toBe(1600);
    expect(sizes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(20_000);
    expect(Math.abs((sizes[1] ?? 0) - (sizes[3] ?? 0))).toBeLessThan(20);
    expect(sizes[1]).toBeGreaterThan(9000);
  });
});
