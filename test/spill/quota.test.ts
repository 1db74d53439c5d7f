import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createQuota } from "../../src/spill/quota.js";

describe("createQuota", () => {
  it("never lets what is kept pass a cap, nor loses or invents a byte, whatever the writers do", () => {
    const step = fc.record({ writer: fc.nat(3), bytes: fc.nat(40), release: fc.boolean() });
    fc.assert(
      fc.property(fc.nat(60), fc.nat(120), fc.array(step, { maxLength: 60 }), (maxBytes, maxTotalBytes, steps) => {
        const quota = createQuota({ maxBytes, maxTotalBytes, overQuota: "partial" });
        const leases = Array.from({ length: 4 }, () => quota.open());
        for (const { writer, bytes, release } of steps) {
          const lease = leases[writer];
          if (release) lease?.release();
          else lease?.reserve(bytes);
          expect(Math.max(...leases.map((each) => each.keptBytes))).toBeLessThanOrEqual(maxBytes);
          expect(leases.reduce((sum, each) => sum + each.keptBytes, 0)).toBeLessThanOrEqual(maxTotalBytes);
        }
        for (const lease of leases) lease.release();
        expect(quota.open().reserve(1000)).toBe(Math.min(maxBytes, maxTotalBytes));
      }),
    );
  });

  it("reserves nothing for a chunk that it refuses, and goes on refusing", () => {
    const quota = createQuota({ maxBytes: 10, maxTotalBytes: 10, overQuota: "fail" });
    const lease = quota.open();
    expect(lease.reserve(4)).toBe(4);
    expect(() => lease.reserve(7)).toThrow("quota");
    expect(() => lease.reserve(1)).toThrow("quota");
    expect(lease.keptBytes).toBe(4);
    expect(quota.open().reserve(6)).toBe(6);
  });

  it("is not full at the cap, only past it", () => {
    const lease = createQuota({ maxBytes: 10, maxTotalBytes: 20, overQuota: "fail" }).open();
    expect(lease.reserve(10)).toBe(10);
    expect(lease.reserve(0)).toBe(0);
    expect(() => lease.reserve(1)).toThrow("quota");
  });

  it("takes no account of bytes where there are no caps", () => {
    const none = Number.POSITIVE_INFINITY;
    const lease = createQuota({ maxBytes: none, maxTotalBytes: none, overQuota: "partial" }).open();
    expect(lease.reserve(2 ** 40)).toBe(2 ** 40);
    expect(lease.receivedBytes).toBe(2 ** 40);
  });
});
