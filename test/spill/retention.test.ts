import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseVictims, resolvePolicy, type Sweepable } from "../../src/spill/retention.js";
import type { SweepPolicy } from "../../src/spill/types.js";
import { runs } from "../support/runs.js";

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;

/** A Spill of 10 bytes that was last used so many milliseconds ago. */
function aged(id: string, age: number, more: Partial<Sweepable> = {}): Sweepable {
  return { id, bytes: 10, createdAt: NOW - age, ...more };
}

function swept(spills: readonly Sweepable[], policy: SweepPolicy): string[] {
  return chooseVictims(spills, resolvePolicy({ graceSeconds: 0, ...policy }), NOW).map(({ id }) => id);
}

describe("chooseVictims", () => {
  it("takes what is as old as the age, and not what is a millisecond younger", () => {
    const spills = [aged("young", DAY - 1), aged("old", DAY), aged("older", DAY + 1)];
    expect(swept(spills, { maxAgeDays: 1 })).toEqual(["older", "old"]);
    expect(swept(spills, { maxAgeDays: 0 })).toEqual(["older", "old", "young"]);
    expect(swept(spills, { maxAgeDays: Number.POSITIVE_INFINITY })).toEqual([]);
  });

  it("takes what was used the longest ago until the rest fits the cap exactly", () => {
    const spills = [aged("b", 2000), aged("c", 1000), aged("a", 3000)];
    expect(swept(spills, { maxTotalBytes: 30 })).toEqual([]);
    expect(swept(spills, { maxTotalBytes: 29 })).toEqual(["a"]);
    expect(swept(spills, { maxTotalBytes: 20 })).toEqual(["a"]);
    expect(swept(spills, { maxTotalBytes: 0 })).toEqual(["a", "b", "c"]);
  });

  it("counts from the last read, or from the commit if that was later", () => {
    const spills = [
      aged("read", 9000, { readAt: NOW - 1000 }),
      aged("unread", 5000),
      aged("kept again", 2000, { readAt: NOW - 8000 }),
    ];
    expect(swept(spills, { maxTotalBytes: 10 })).toEqual(["unread", "kept again"]);
  });

  it("leaves what is younger than the grace period, also past the cap, and not what is as old", () => {
    const spills = [aged("young", 599_999), aged("old", 600_000)];
    expect(swept(spills, { maxTotalBytes: 0, maxAgeDays: 0, graceSeconds: undefined })).toEqual(["old"]);
    expect(swept(spills, { maxTotalBytes: 0, graceSeconds: Number.POSITIVE_INFINITY })).toEqual([]);
    const readInside = [aged("read", DAY, { readAt: NOW - 1000 })];
    expect(swept(readInside, { maxAgeDays: 0, graceSeconds: 2 })).toEqual([]);
  });

  it("counts what is retained against the cap, and lets others make room for it", () => {
    const spills = [aged("a", 3000), aged("b", 2000), aged("c", 1000)];
    expect(swept(spills, { maxTotalBytes: 10, retain: ["a", "spill://c"] })).toEqual(["b"]);
    expect(swept(spills, { maxAgeDays: 0, retain: new Set(["b", "../a", "A", ""]) })).toEqual(["a", "c"]);
  });

  it("takes a time to come for now: a clock that was set back loses nothing", () => {
    const spills = [aged("ahead", -DAY), aged("old", 1000)];
    expect(swept(spills, { maxTotalBytes: 10 })).toEqual(["old"]);
    expect(swept(spills, { maxTotalBytes: 0, graceSeconds: 1 })).toEqual(["old"]);
    expect(swept(spills, { maxAgeDays: 0 })).toEqual(["old", "ahead"]);
  });

  it("keeps the order that it gets where the clock cannot tell", () => {
    const spills = ["c", "a", "d", "b"].map((id) => aged(id, 1000));
    expect(swept(spills, { maxTotalBytes: 20 })).toEqual(["c", "a"]);
    expect(swept([...spills].reverse(), { maxTotalBytes: 20 })).toEqual(["b", "d"]);
  });

  it("always keeps what it must, brings the rest inside the caps, and takes no more than that needs", () => {
    const spill = fc.record({
      bytes: fc.nat(100),
      createdAt: fc.integer({ min: NOW - 100, max: NOW + 5 }),
      readAt: fc.option(fc.integer({ min: NOW - 100, max: NOW + 5 }), { nil: undefined }),
      isRetained: fc.boolean(),
    });
    const policy = fc.record({ maxTotalBytes: fc.nat(1500), age: fc.nat(120), grace: fc.nat(60) });
    fc.assert(
      fc.property(fc.array(spill, { maxLength: 30 }), policy, (list, { maxTotalBytes, age, grace }) => {
        const spills = list.map((each, index) => ({ ...each, id: String(index) }));
        const retain = spills.filter(({ isRetained }) => isRetained).map(({ id }) => id);
        const retention = { maxTotalBytes, maxAgeMilliseconds: age, graceMilliseconds: grace, retain: new Set(retain) };
        const victims = chooseVictims(spills, retention, NOW);
        const left = spills.filter((each) => !victims.includes(each));

        const used = (each: (typeof spills)[number]) => Math.max(each.createdAt, each.readAt ?? 0);
        const ageOf = (each: (typeof spills)[number]) => Math.max(0, NOW - used(each));
        const mayGo = (each: (typeof spills)[number]) => !each.isRetained && ageOf(each) >= grace;
        const total = (some: readonly { bytes: number }[]) => some.reduce((sum, { bytes }) => sum + bytes, 0);

        expect(new Set(victims).size).toBe(victims.length);
        expect(victims.every(mayGo)).toBe(true);
        expect(left.filter(mayGo).every((each) => ageOf(each) < age)).toBe(true);
        if (total(left) > maxTotalBytes) expect(left.some(mayGo)).toBe(false);
        for (const victim of victims) {
          for (const other of left.filter(mayGo)) expect(used(victim)).toBeLessThanOrEqual(used(other));
        }
        // Without the last that went for room, the rest would not have fit.
        const last = victims.at(-1);
        if (last !== undefined && ageOf(last) < age) expect(total([...left, last])).toBeGreaterThan(maxTotalBytes);
      }),
      runs(),
    );
  });
});

describe("resolvePolicy", () => {
  it("has a grace of ten minutes and no caps, unless told otherwise", () => {
    expect(resolvePolicy({})).toEqual({
      maxTotalBytes: Number.POSITIVE_INFINITY,
      maxAgeMilliseconds: Number.POSITIVE_INFINITY,
      graceMilliseconds: 600_000,
      retain: new Set(),
    });
  });

  it("takes fractions of days and seconds", () => {
    const { maxAgeMilliseconds, graceMilliseconds } = resolvePolicy({ maxAgeDays: 0.5, graceSeconds: 0.25 });
    expect([maxAgeMilliseconds, graceMilliseconds]).toEqual([DAY / 2, 250]);
  });

  it.each([
    [undefined, TypeError, "policy must be an object, got undefined"],
    [{ maxTotalBytes: -1 }, RangeError, "maxTotalBytes must be an integer ≥ 0 or Infinity, got -1"],
    [{ maxTotalBytes: "1" }, TypeError, 'maxTotalBytes must be an integer ≥ 0 or Infinity, got "1"'],
    [{ maxAgeDays: -0.5 }, RangeError, "maxAgeDays must be a finite number ≥ 0, got -0.5"],
    [{ maxAgeDays: Number.NaN }, RangeError, "maxAgeDays must be a finite number ≥ 0, got NaN"],
    [{ graceSeconds: null }, TypeError, "graceSeconds must be a finite number ≥ 0, got null"],
    [{ retain: "7-bash-0f3a9c42" }, TypeError, "retain must be an iterable of ids or uris, got string"],
    [{ retain: 7 }, TypeError, "retain must be an iterable of ids or uris, got number"],
    [{ retain: {} }, TypeError, "retain must be an iterable of ids or uris, got object"],
    [{ retain: [7] }, TypeError, "retain[] must be a string, got 7"],
  ])("refuses %j", (policy, Kind, message) => {
    expect(() => resolvePolicy(policy as SweepPolicy)).toThrow(new Kind(message));
  });
});
