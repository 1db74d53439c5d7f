/** Values made to run code, to go on for ever, or to cost more than they look; and a patched language. */
import { describe, expect, it } from "vitest";
import { measureJson } from "../../src/json/measure.js";
import { doublings, fastestTimes, growthExponent } from "../support/growth.js";
import { slowBytes } from "./slowMeasure.js";
import { createTrap, HOSTILE } from "./values.js";

function refused(kind: string, pointer: string) {
  return { ok: false, reason: "unsupported", kind, pointer, atLeast: expect.any(Number) };
}

describe("code of a value", () => {
  it.each(HOSTILE)("is never run: %s, %s", (kind, _name, build) => {
    for (const around of [
      (value: unknown) => value,
      (value: unknown) => [value],
      (value: unknown) => ({ a: { b: [0, { c: value }] } }),
      (value: unknown) => Object.assign(Object.create(null), { a: value }),
    ]) {
      const { calls, trap } = createTrap();
      const value = around(build(trap));
      for (const options of [{}, { maxBytes: 1000 }, { layers: 2, space: 2 }] as const) {
        expect(measureJson(value, options)).toMatchObject({ ok: false, reason: "unsupported", kind });
      }
      expect(calls).toEqual([]);
    }
  });

  it("is not run where it has no say", () => {
    const { calls, trap } = createTrap();
    const value = {
      [Symbol.toPrimitive]: trap("toPrimitive"),
      toString: trap("toString"),
      valueOf: trap("valueOf"),
      get [Symbol.toStringTag]() {
        return trap("tag")();
      },
      [Symbol.iterator]: trap("iterator"),
      array: Object.defineProperties([1], {
        [Symbol.iterator]: { get: trap("iterator of an array") },
        map: { get: trap("map") },
        constructor: { get: trap("constructor") },
      }),
      instance: new (class Point {
        x = 1;
        get y() {
          return trap("inherited getter")();
        }
        static [Symbol.hasInstance] = trap("hasInstance");
      })(),
      typed: Object.defineProperty(new Uint8Array(2), "length", { get: trap("length") }),
      map: Object.defineProperty(new Map(), "size", { get: trap("size") }),
    };
    const measured = measureJson(value);
    expect(calls).toEqual([]);
    expect(measured).toEqual({ ok: true, bytes: slowBytes(value) });
  });

  it("is told from a value that has it and is known to be plain", () => {
    expect(measureJson({ a: Buffer.from("x") }, { trusted: true })).toEqual(refused("toJSON", "/a"));
    expect(measureJson([1, { a: 2n }], { trusted: true })).toEqual(refused("bigint", "/1/a"));
    expect(measureJson([Object(1)], { trusted: true })).toEqual(refused("boxed", "/0"));
    const cloned = structuredClone({
      date: new Date(0),
      map: new Map([[1, 2]]),
      list: [1, [2]],
      error: new Error("x"),
    });
    expect(measureJson(cloned, { trusted: true })).toEqual({ ok: true, bytes: slowBytes(cloned) });
  });
});

describe("a patched language", () => {
  const patch = (target: object, key: PropertyKey, descriptor: PropertyDescriptor, run: () => void) => {
    const before = Object.getOwnPropertyDescriptor(target, key);
    Object.defineProperty(target, key, { ...descriptor, configurable: true });
    try {
      run();
    } finally {
      if (before === undefined) Reflect.deleteProperty(target, key);
      else Object.defineProperty(target, key, before);
      if (Array.isArray(target)) target.length = 0;
    }
  };
  const toJSON = () => "patched";

  it("has a toJSON for each object", () => {
    for (const descriptor of [{ value: toJSON }, { value: toJSON, enumerable: true }, { get: () => toJSON }]) {
      const measured: unknown[] = [];
      patch(Object.prototype, "toJSON", descriptor, () => {
        for (const value of [{}, [], { a: 1 }, [1], () => 1, 1n, new Map(), new Date(0)])
          measured.push(measureJson(value));
        measured.push(
          measureJson(Object.assign(Object.create(null), { a: 1, b: "x" })),
          measureJson("x"),
          measureJson(1),
        );
      });
      expect(measured.slice(0, 7)).toEqual(new Array(7).fill(refused("toJSON", "")));
      expect(measured.slice(7)).toEqual([26, 15, 3, 1].map((bytes) => ({ ok: true, bytes })));
    }
  });

  it("has one for arrays alone, or for bigints", () => {
    const measured: unknown[] = [];
    patch(Array.prototype, "toJSON", { value: toJSON }, () => {
      measured.push(measureJson({ a: 1 }), measureJson({ a: [] }), measureJson([1], { trusted: true }));
    });
    patch(BigInt.prototype, "toJSON", { value: toJSON }, () => {
      measured.push(measureJson({ a: 1n }), measureJson([1n]), measureJson(1n), measureJson(new BigInt64Array(1)));
    });
    expect(measured).toEqual([
      { ok: true, bytes: 7 },
      refused("toJSON", "/a"),
      refused("toJSON", ""),
      refused("toJSON", "/a"),
      refused("toJSON", "/0"),
      refused("toJSON", ""),
      refused("toJSON", "/0"),
    ]);
  });

  it("has a toJSON that is no method, and members for each object", () => {
    const value = { a: [1, { b: new Map() }] };
    const bytes = slowBytes(value);
    const measured: unknown[] = [];
    patch(Object.prototype, "toJSON", { value: 5, enumerable: true }, () => {
      measured.push(measureJson(value), measureJson(value, { trusted: true }), slowBytes(value));
    });
    expect(measured).toEqual([{ ok: true, bytes }, { ok: true, bytes }, bytes]);
  });

  it("has elements for each array", () => {
    const { calls, trap } = createTrap();
    const measured: unknown[] = [];
    const holed = new Array(2);
    patch(Array.prototype, 1, { value: "x", writable: true }, () => {
      measured.push(measureJson({ holed }), measureJson([1, 2, 3]), measureJson(holed, { trusted: true }));
      measured.push(measureJson({ a: 1, x: { y: [{ b: 1, x: 2 }] } }));
    });
    patch(
      Object.prototype,
      1,
      { value: "x", enumerable: true, writable: true },
      () => void measured.push(measureJson(holed)),
    );
    patch(Array.prototype, 0, { get: trap("get"), set: trap("set") }, () => {
      measured.push(measureJson(holed), measureJson({ a: { b: [[1n]] } }), measureJson({ a: { b: [[1]] } }));
    });
    expect(calls).toEqual([]);
    expect(measured).toEqual([
      refused("accessor", "/holed/1"),
      { ok: true, bytes: 7 },
      refused("accessor", "/1"),
      { ok: true, bytes: 33 },
      refused("accessor", "/1"),
      refused("accessor", "/0"),
      refused("bigint", "/a/b/0/0"),
      { ok: true, bytes: 17 },
    ]);
  });

  it.each(["toJSON", "toISOString", "valueOf", "toString", Symbol.toPrimitive])("has another %s for dates", (name) => {
    const { calls, trap } = createTrap();
    let measured: unknown;
    patch(Date.prototype, name, { value: trap(String(name)) }, () => {
      measured = measureJson([new Date(0)]);
    });
    expect(measured).toEqual(refused("toJSON", "/0"));
    expect(calls).toEqual([]);
    expect(measureJson(new Date(0))).toEqual({ ok: true, bytes: 26 });
  });

  it("has a prototype of arrays that inherits from elsewhere", () => {
    const { calls, trap } = createTrap();
    let measured: unknown;
    try {
      Object.setPrototypeOf(Array.prototype, new Proxy({}, { get: trap("get"), has: trap("has") }));
      measured = measureJson([1]);
    } finally {
      Object.setPrototypeOf(Array.prototype, Object.prototype);
    }
    expect(measured).toEqual(refused("proxy", ""));
    expect(calls).toEqual([]);
  });
});

describe("cycles", () => {
  it("are named where they close, and not where something only comes twice", () => {
    const value: Record<string, unknown> = { name: "a", list: [{}] };
    (value["list"] as unknown[]).push({ deep: value["list"] });
    expect(measureJson(value)).toEqual(refused("cycle", "/list/1/deep"));
    const own: unknown[] = [];
    own.push(1, own);
    expect(measureJson(own)).toEqual(refused("cycle", "/1"));
    expect(measureJson({ own })).toEqual(refused("cycle", "/own/1"));
    expect(measureJson(own, { trusted: true, space: 2, layers: 2 })).toEqual(refused("cycle", "/1"));
  });

  it.each(Array.from({ length: 40 }, (_, index) => index))(
    "are found after %d other levels, at any length",
    (before) => {
      for (const length of [1, 2, 3, 7, 8, 9, 31, 33]) {
        const first: Record<string, unknown> = {};
        let last = first;
        for (let level = 1; level < length; level++) {
          const next: Record<string, unknown> = { x: level };
          last["a"] = level % 3 === 0 ? [0, next] : next;
          last = next;
        }
        last["self"] = first;
        let value: unknown = first;
        for (let level = 0; level < before; level++)
          value = level % 2 === 0 ? { side: [1, { y: 2 }], in: value } : [value, 1];
        const measured = measureJson(value);
        expect(measured).toEqual(refused("cycle", expect.any(String) as unknown as string));
        // The way leads to an object that it passed before, and to none twice before that.
        const pointer = measured.ok || measured.reason === "capacity" ? "" : measured.pointer;
        const passed: unknown[] = [value];
        for (const key of pointer.split("/").slice(1)) passed.push((passed.at(-1) as Record<string, unknown>)[key]);
        expect(passed.at(-1)).toBe(first);
        expect(new Set(passed).size).toBe(passed.length - 1);
        expect(measureJson(value, { trusted: true })).toEqual(measured);
        // Nothing is counted beyond the place where it closes: one byte less stops before.
        const { atLeast } = measured as { atLeast: number };
        expect(measureJson(value, { maxBytes: atLeast })).toEqual(measured);
        expect(measureJson(value, { maxBytes: atLeast - 1 })).toMatchObject({ reason: "capacity" });
      }
    },
  );

  it("are met after the limit where they stand behind it", () => {
    const cyclic: Record<string, unknown> = { long: "x".repeat(100) };
    cyclic["self"] = cyclic;
    expect(measureJson(cyclic, { maxBytes: 50 })).toMatchObject({ reason: "capacity" });
    expect(measureJson(cyclic, { maxBytes: 1_000_000 })).toEqual(refused("cycle", "/self"));
  });
});

describe("shared references", () => {
  const dag = (levels: number, of: (child: unknown) => unknown, leaf: unknown = "leaf") => {
    let value = leaf;
    for (let level = 0; level < levels; level++) value = of(value);
    return value;
  };
  const SHAPES: readonly (readonly [string, (child: unknown) => unknown])[] = [
    ["pairs", (child) => [child, child]],
    ["members", (child) => ({ left: child, right: child })],
    ["a child at two depths", (child) => ({ a: child, b: [child] })],
    ["three deep ones", (child) => [[child], { c: [child] }, child]],
  ];

  it.each(SHAPES)("are counted each time: %s", (_name, of) => {
    for (const levels of [0, 1, 5, 9]) {
      for (const space of [0, 3, "\udc00\ud800"]) {
        for (const layers of [1, 2] as const) {
          const value = dag(levels, of);
          expect(measureJson(value, { space, layers })).toEqual({ ok: true, bytes: slowBytes(value, space, layers) });
        }
      }
    }
  });

  it.each(SHAPES)("of 2^40 leaves and more end at once, with a limit and without: %s", (_name, of) => {
    const value = dag(40, of);
    expect(measureJson(value, { maxBytes: 50_000 })).toMatchObject({ reason: "capacity" });
    const whole = measureJson(value, { space: 1 });
    expect(whole.ok ? whole.bytes : whole.atLeast).toBeGreaterThan(2 ** 40);
    expect(measureJson(dag(60, of), { layers: 2 })).toEqual({
      ok: false,
      reason: "capacity",
      atLeast: Number.MAX_SAFE_INTEGER,
    });
    // One by one they would take hours.
    expect(fastestTimes([1], () => () => measureJson(value, { space: 1 }), 3)[0]).toBeLessThan(5000);
  });

  it("are as large as arithmetic says", () => {
    // "leaf" is 6 bytes, and a pair two of the level below and 3 more.
    for (const levels of [10, 20, 30, 40]) {
      const value = dag(levels, (child) => [child, child]);
      expect(measureJson(value)).toEqual({ ok: true, bytes: 9 * 2 ** levels - 3 });
    }
  });

  it("are found among many others that are as large", () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, text: "x".repeat(300) }));
    const bytes = slowBytes(rows) as number;
    const value = dag(20, (child) => [child, child], rows);
    expect(measureJson(value)).toEqual({ ok: true, bytes: (bytes + 3) * 2 ** 20 - 3 });
  });
});

describe("depth", () => {
  it("of a million levels is measured", () => {
    const levels = 1_000_000;
    let [arrays, objects, both]: unknown[] = [[], {}, 1];
    for (let level = 1; level < levels; level++) [arrays, objects] = [[arrays], { a: objects }];
    for (let level = 1; level < 200_000; level++) both = { a: [both, 1] };
    expect(measureJson(arrays)).toEqual({ ok: true, bytes: 2 * levels });
    expect(measureJson(objects, { layers: 2 })).toEqual({ ok: true, bytes: 2 + 8 * (levels - 1) + 2 });
    expect(measureJson(both, { trusted: true })).toEqual({ ok: true, bytes: 10 * 199_999 + 1 });
    expect(measureJson(arrays, { maxBytes: 50_000 })).toMatchObject({ reason: "capacity" });
  });

  it("is told by a pointer as long as it is", () => {
    let value: unknown = 1n;
    for (let level = 0; level < 100_000; level++) value = level % 2 === 0 ? [value] : { a: value };
    expect(measureJson(value)).toEqual(refused("bigint", "/a/0".repeat(50_000)));
  });
});

describe("the work", () => {
  it("ends soon after the limit, however large the value", () => {
    const huge: readonly (readonly [string, unknown])[] = [
      ["a long string", "x".repeat(100_000_000)],
      ["a long key", { ["x".repeat(100_000_000)]: 1 }],
      ["a long array", new Array(1e9)],
      ["a typed array", new Uint8Array(1e8)],
      ["references to a record", new Array(1_000_000).fill({ text: "x".repeat(2000) })],
      ["arrays of arrays", new Array(100).fill(new Array(100).fill(new Array(100).fill(new Array(100).fill([]))))],
    ];
    for (const [name, value] of huge) {
      const run = () => measureJson(value, { maxBytes: 50_000 });
      expect(run(), name).toMatchObject({ ok: false, reason: "capacity" });
      // Milliseconds: microseconds as a rule, and far from what any of them takes as a whole.
      expect(fastestTimes([1], () => run, 7)[0], name).toBeLessThan(100);
    }
  });

  it("of a whole typed array is refused where no string could hold it", () => {
    expect(measureJson(new Uint8Array(2 ** 26))).toMatchObject({ ok: false, reason: "capacity" });
  });

  it("does not grow with the prototypes that objects share", () => {
    const sizes = doublings(250, 5);
    const costs = sizes.map((size) => {
      let prototype: object = {};
      for (let level = 0; level < size * 4; level++) prototype = Object.create(prototype);
      const value = Array.from({ length: size * 4 }, () => Object.create(prototype));
      const start = process.cpuUsage();
      measureJson(value);
      return Math.max(1, process.cpuUsage(start).user);
    });
    expect(growthExponent(sizes, costs)).toBeLessThan(1.7);
  });
});
