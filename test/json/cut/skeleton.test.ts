import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Large, Skeleton } from "../../../src/json/cut/skeleton.js";
import { runs } from "../../support/runs.js";

interface Nested extends Large {
  readonly depth: number;
}

/** Values nested in each other, each behind all that end before it, as a scan finds them. */
function nested(): fc.Arbitrary<Nested[]> {
  // Opening and closing brackets: what closes first is found first.
  return fc.array(fc.boolean(), { maxLength: 300, size: "max" }).map((turns) => {
    const open: number[] = [];
    const found: Nested[] = [];
    let at = 0;
    const close = () => found.push({ start: open.pop() as number, end: ++at, count: at % 7, depth: open.length });
    for (const opens of turns) {
      if (opens) open.push(at++);
      else if (open.length > 0) close();
    }
    while (open.length > 0) close();
    return found;
  });
}

describe("Skeleton", () => {
  it("finds every value by its start and by its end", () => {
    const check = (values: readonly Nested[]) => {
      const skeleton = skeletonOf(values);
      const places = Array.from({ length: 400 }, (_, at) => at);
      const found = places.map((at) => [skeleton.startingAt(at), skeleton.endingAt(at)]);
      const expected = places.map((at) => [
        withoutDepth(values.find(({ start }) => start === at)),
        withoutDepth(values.find(({ end }) => end === at)),
      ]);
      expect(found).toEqual(expected);
    };
    fc.assert(fc.property(nested(), check), runs(200));
  });

  it("finds what is added after a look", () => {
    const skeleton = new Skeleton(100);
    skeleton.add(5, 9, 1, 1);
    expect(skeleton.startingAt(3)).toBeUndefined();
    skeleton.add(3, 10, 2, 0);
    expect(skeleton.startingAt(3)).toEqual({ start: 3, end: 10, count: 2 });
    expect(skeleton.startingAt(5)).toEqual({ start: 5, end: 9, count: 1 });
  });

  it("forgets what is nested deepest where there is too much: never more than it may keep, the outer levels whole", () => {
    const check = (values: readonly Nested[], power: number) => {
      const mostValues = 64 * 2 ** power;
      const skeleton = skeletonOf(values, mostValues);
      const known = values.filter(({ start }) => skeleton.startingAt(start) !== undefined);
      expect(known.length).toBeLessThanOrEqual(mostValues);
      if (values.length <= mostValues) expect(known).toEqual(values);
      for (const value of known) {
        expect(skeleton.startingAt(value.start)).toEqual(withoutDepth(value));
        expect(skeleton.endingAt(value.end)).toEqual(withoutDepth(value));
      }
      const deepest = Math.max(-1, ...known.map(({ depth }) => depth));
      const forgotten = values.filter((value) => !known.includes(value));
      for (const { depth } of forgotten) expect(depth).toBeGreaterThan(deepest);
    };
    fc.assert(fc.property(nested(), fc.constantFrom(0, 1), check), runs(300));
  });

  it("keeps the outer levels of a chain that it cannot keep whole", () => {
    const depth = 1_000_000;
    const skeleton = new Skeleton(2 * depth);
    for (let level = depth - 1; level >= 0; level--) skeleton.add(level, 2 * depth - level, 1, level);
    for (const level of [0, 1, 999, 60_000]) {
      const large = { start: level, end: 2 * depth - level, count: 1 };
      expect(skeleton.startingAt(level)).toEqual(large);
      expect(skeleton.endingAt(large.end)).toEqual(large);
    }
    expect(skeleton.startingAt(depth - 1)).toBeUndefined();
  });

  it("calls values large from 1,024 units on, and in a huge text from so many that few stand side by side", () => {
    expect(new Skeleton(0).leastUnits).toBe(1024);
    expect(new Skeleton(2 ** 26).leastUnits).toBe(1024);
    expect(new Skeleton(2 ** 26 + 1).leastUnits).toBe(1025);
    expect(new Skeleton(2 ** 29).leastUnits).toBe(8192);
  });
});

function skeletonOf(values: readonly Nested[], mostValues?: number): Skeleton {
  const skeleton = new Skeleton(1000, mostValues === undefined ? {} : { mostValues });
  for (const { start, end, count, depth } of values) skeleton.add(start, end, count, depth);
  return skeleton;
}

function withoutDepth(value: Nested | undefined): Large | undefined {
  return value && { start: value.start, end: value.end, count: value.count };
}
