import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeBound } from "../../src/budget/computeBound.js";
import { createLedger, type Ledger } from "../../src/budget/ledger.js";
import type { BoundPolicy } from "../../src/budget/policy.js";
import { tokensToBytes } from "../../src/budget/tokenMath.js";
import { NOT_NUMBERS } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";

function opened(policy: BoundPolicy, batch: { calls?: number; headroom?: number }): Ledger {
  const ledger = createLedger(policy);
  ledger.open("b", batch);
  return ledger;
}

describe("createLedger", () => {
  it("gives each call of a batch the Bound that computeBound gives for so many", () => {
    const ledger = opened({}, { calls: 3, headroom: 100_003 });
    const expected = computeBound({ headroom: 100_003, calls: 3 });
    for (const call of ["1", "2", "3"]) expect(ledger.boundFor("b", call).maxBytes).toBeCloseTo(expected.maxBytes, -1);
    expect(ledger.boundFor("b", "1")).toEqual(expected);
  });

  it("passes on what a call did not need", () => {
    const ledger = opened({}, { calls: 4, headroom: 40_000 });
    expect(ledger.boundFor("b", "1").maxBytes).toBe(5000);
    ledger.settle("b", "1", 1200);
    expect(ledger.status("b")).toEqual({ calls: 4, settled: 1, spentBytes: 1200, leftBytes: 18_800 });
    expect(ledger.boundFor("b", "2").maxBytes).toBe(6266); // 18,800 ÷ 3, in whole tokens
  });

  it("holds reservations against calls that ask meanwhile", () => {
    const ledger = opened({ minOutputBytes: 0 }, { headroom: 40_000 });
    expect(ledger.boundFor("b", "1").maxBytes).toBe(20_000); // the number of calls is not known
    expect(ledger.boundFor("b", "2").maxBytes).toBe(0);
    ledger.settle("b", "1", 500);
    expect(ledger.boundFor("b", "2").maxBytes).toBe(19_500);
    expect(ledger.status("b").leftBytes).toBe(0);
  });

  it("keeps the floor of calls that come when nothing is left", () => {
    const ledger = opened({}, { headroom: 40_000 });
    ledger.settle("b", "1", 20_000);
    expect(ledger.boundFor("b", "2")).toEqual({ maxBytes: 4096, tokens: 2048, source: "floor" });
    const shared = opened({ floorPolicy: "shared" }, { headroom: 4000 }); // 8,000 bytes in all
    shared.settle("b", "1", 7000);
    expect(shared.boundFor("b", "2").maxBytes).toBe(1000);
    shared.settle("b", "2", 1000);
    expect(shared.boundFor("b", "3").maxBytes).toBe(0);
  });

  it("gives blind calls the ceiling, and counts what they took once a Headroom is known", () => {
    const ledger = opened({ minOutputBytes: 0 }, { calls: 3 });
    expect(ledger.boundFor("b", "1")).toEqual({ maxBytes: 52_000, tokens: 26_000, source: "blind" });
    expect(ledger.status("b")).toEqual({ calls: 3, settled: 0, spentBytes: 0 });
    ledger.settle("b", "1", 15_000);
    ledger.open("b", { headroom: 40_000 });
    expect(ledger.status("b")).toEqual({ calls: 3, settled: 1, spentBytes: 15_000, leftBytes: 5000 });
    expect(ledger.boundFor("b", "2").maxBytes).toBe(2500);
  });

  it("keeps the first Headroom and the larger number of calls when a batch is opened again", () => {
    const ledger = opened({}, { calls: 2, headroom: 40_000 });
    ledger.open("b", { calls: 4, headroom: 1 });
    ledger.open("b", { calls: 3 });
    ledger.open("b");
    expect(ledger.status("b")).toMatchObject({ calls: 4, leftBytes: 20_000 });
  });

  it("takes back what a call had when it asks again, reserved or settled", () => {
    const ledger = opened({}, { calls: 2, headroom: 40_000 });
    const first = ledger.boundFor("b", "1");
    expect(ledger.boundFor("b", "1")).toEqual(first);
    ledger.settle("b", "1", 9000);
    expect(ledger.boundFor("b", "1")).toEqual(first);
    ledger.settle("b", "1", 10);
    ledger.settle("b", "1", 20);
    expect(ledger.status("b")).toMatchObject({ settled: 1, spentBytes: 20 });
  });

  it("keeps batches apart, and forgets what is closed", () => {
    const ledger = opened({}, { headroom: 40_000 });
    ledger.open("c", { headroom: 80_000 });
    ledger.settle("c", "1", 5);
    expect(ledger.status("b").spentBytes).toBe(0);
    ledger.close("b");
    ledger.close("b");
    ledger.settle("b", "late", 5);
    expect(() => ledger.boundFor("b", "1")).toThrow(new RangeError("batchId must name an open batch"));
    expect(() => ledger.status("b")).toThrow(RangeError);
  });

  it("takes calls without a ceiling in a Headroom without an end", () => {
    const ledger = opened({ maxOutputTokens: Infinity }, { headroom: Infinity });
    expect(ledger.boundFor("b", "1").maxBytes).toBe(Infinity);
    expect(ledger.boundFor("b", "2").maxBytes).toBe(Infinity);
    ledger.settle("b", "1", 7);
    ledger.settle("b", "2", 8);
    expect(ledger.status("b")).toEqual({ settled: 2, spentBytes: 15, leftBytes: Infinity });
  });

  it("never admits more than the allowance, unless floors forbid it", () => {
    const step = fc.record({
      call: fc.nat(6),
      used: fc.double({ min: 0, max: 1, noNaN: true }),
      settles: fc.boolean(),
    });
    const plan = fc.record({
      headroom: fc.nat(200_000),
      calls: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
      policy: fc.record({
        shareOfHeadroom: fc.double({ min: 0, max: 1, noNaN: true }),
        minOutputBytes: fc.constantFrom(0, 100, 4096),
        floorPolicy: fc.constantFrom("strict", "shared"),
        inflation: fc.constantFrom(0.7, 1, 2, 3),
      }),
      steps: fc.array(step, { maxLength: 20 }),
    });
    fc.assert(
      fc.property(plan, ({ headroom, calls, policy, steps }) => {
        const ledger = opened(policy as BoundPolicy, { headroom, ...(calls === undefined ? {} : { calls }) });
        const bounds = new Map<string, number>();
        const floorsOf = new Map<string, boolean>();
        for (const { call, used, settles } of steps) {
          const id = String(call);
          const bound = ledger.boundFor("b", id);
          floorsOf.set(id, bound.source === "floor");
          bounds.set(id, settles ? Math.floor(bound.maxBytes * used) : bound.maxBytes);
          if (settles) ledger.settle("b", id, bounds.get(id) ?? 0);
        }
        const total = (ids: Iterable<string>) => [...ids].reduce((sum, id) => sum + (bounds.get(id) ?? 0), 0);
        const rate = { inflation: policy.inflation };
        const byShare = [...bounds.keys()].filter((id) => floorsOf.get(id) === false);
        expect(total(byShare)).toBeLessThanOrEqual(tokensToBytes(headroom * policy.shareOfHeadroom, rate) + 1);
        if (policy.floorPolicy === "shared") {
          expect(total(bounds.keys())).toBeLessThanOrEqual(tokensToBytes(headroom, rate) + 1);
        }
      }),
      runs(),
    );
  });

  it("always keeps the sums of what was settled", () => {
    const events = fc.array(fc.tuple(fc.nat(5), fc.nat(100_000), fc.boolean()), { maxLength: 40 });
    fc.assert(
      fc.property(events, (events) => {
        const ledger = opened({}, { headroom: 100_000 });
        const settled = new Map<string, number>();
        for (const [call, bytes, asks] of events) {
          const id = String(call);
          if (asks) {
            ledger.boundFor("b", id);
            settled.delete(id);
          } else {
            ledger.settle("b", id, bytes);
            settled.set(id, bytes);
          }
        }
        const spentBytes = [...settled.values()].reduce((sum, bytes) => sum + bytes, 0);
        expect(ledger.status("b")).toMatchObject({ settled: settled.size, spentBytes });
      }),
      runs(),
    );
  });

  it.each(NOT_NUMBERS)("refuses %s where a number is asked for", (wrong) => {
    const ledger = createLedger();
    expect(() => ledger.settle("b", "1", wrong as never)).toThrow(/^bytes must be/);
    if (wrong === undefined) return;
    expect(() => ledger.open("b", { calls: wrong as never })).toThrow(/^calls must be/);
    expect(() => ledger.open("b", { headroom: wrong as never })).toThrow(/^headroom must be/);
    expect(() => createLedger({ minOutputBytes: wrong as never })).toThrow(/^minOutputBytes must be/);
  });

  it("refuses what is no id", () => {
    const ledger = opened({}, {});
    expect(() => ledger.open(7 as never)).toThrow(/^batchId must be a string/);
    expect(() => ledger.boundFor("b", null as never)).toThrow(/^callId must be a string/);
    expect(() => ledger.close({} as never)).toThrow(/^batchId must be a string/);
  });
});
