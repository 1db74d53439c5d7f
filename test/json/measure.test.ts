/** What `JSON.stringify` writes, rule by rule. */
import { describe, expect, it } from "vitest";
import { type MeasureOptions, measureJson } from "../../src/json/measure.js";
import { slowBytes } from "./slowMeasure.js";

const LAYERS = [1, 2] as const;
const SPACES = [
  undefined,
  0,
  0.5,
  1,
  2.9,
  10,
  11,
  1e9,
  Infinity,
  -1,
  Number.NaN,
  "",
  "\t",
  "--",
  "a longer indent",
  "é🟡",
];

/** Each `[name, value]` has the size of its text, in both layers, with every indent. */
function expectExact(value: unknown): void {
  for (const layers of LAYERS) {
    for (const space of SPACES) {
      const bytes = slowBytes(value, space, layers);
      expect(bytes).toBeDefined();
      expect(measureJson(value, { layers, space }), `${layers} ${JSON.stringify(space)}`).toEqual({ ok: true, bytes });
    }
  }
}

function refused(kind: string, pointer: string) {
  return { ok: false, reason: "unsupported", kind, pointer, atLeast: expect.any(Number) };
}

describe("measureJson", () => {
  it("gives the sizes of its own examples", () => {
    expect(measureJson({ name: "naïve", tags: ["🟡"] })).toEqual({ ok: true, bytes: 33 });
    expect(measureJson(new Array(1e9), { maxBytes: 50_000 })).toEqual({
      ok: false,
      reason: "capacity",
      atLeast: 2_000_000_001,
    });
    expect(measureJson({ rows: [{ id: 1n }] })).toEqual(refused("bigint", "/rows/0/id"));
  });

  it.each([
    ["undefined", undefined],
    ["a function", () => 1],
    ["a class", class {}],
    ["a symbol", Symbol("s")],
  ])("says that %s has no JSON at all", (_, value) => {
    for (const layers of LAYERS) {
      expect(measureJson(value, { layers, maxBytes: 0 })).toEqual({ ...refused("absent", ""), atLeast: 0 });
    }
  });

  it.each([
    ["true, false and null", [true, false, null]],
    ["members that have no JSON", { a: undefined, b: () => 1, c: Symbol("c"), d: 1, e: undefined }],
    ["objects of which nothing is left", [{ a: undefined }, { a: { b: () => 1 } }]],
    ["elements that have no JSON", [undefined, () => 1, Symbol("c"), 1]],
    ["NaN and infinities", [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
    ["zeros", [0, -0]],
    [
      "large and small numbers",
      [1e21, 1e-7, 5e-324, 1.7976931348623157e308, 2 ** 53, -(2 ** 53), 123456789012345680000],
    ],
    ["fractions", [0.1, 0.2 + 0.1, 1.5, -1.25, 0.0001, 0.00001, 99999.9999, 1 / 3, 123456789.123456]],
    ["what is escaped", '"\\/\b\t\n\f\r\0\u0001\u001f\u007f'],
    ["separators that JavaScript had to escape once", "\u2028\u2029"],
    ["a byte order mark", "\ufeff"],
    ["every width of UTF-8", "aé中🟡\u07ff\u0800\uffff\u{10ffff}"],
    ["lone surrogates", ["\ud83d", "\udfe1", "\udfe1\ud83d", "\ud83d\ud83d\udfe1\udfe1", "a\ud83d", "\ud83dz"]],
    ["lone surrogates in keys", { "\ud83d": "\udfe1", '"': 1, "\n": 2 }],
    ["empty ones", [{}, [], "", [[]], [{}], { "": {} }, { a: [] }]],
    ["keys that look like indices", { 2: 2, 1: 1, b: 0, "-1": 0, "01": 0 }],
    ["an own __proto__", JSON.parse('{"__proto__":{"a":[1,"x"]}}')],
    ["symbol keys and hidden properties", Object.defineProperty({ [Symbol("s")]: 1n, a: 1 }, "h", { value: 1n })],
    ["an object without a prototype", Object.assign(Object.create(null), { a: { b: 1 } })],
    ["what is inherited", Object.assign(Object.create({ inherited: 1n }), { own: 1 })],
    ["dates", [new Date(0), new Date(-1), new Date(8.64e15), new Date(-8.64e15), new Date(253402300800000)]],
    [
      "the edges of the years of four digits",
      [-62167219200000, -62167219200001, 253402300799999].map((t) => new Date(t)),
    ],
    ["dates that are none", { a: new Date(Number.NaN) }],
    ["a subclass of Date", [new (class Day extends Date {})(0)]],
    ["Map, Set, RegExp, Error, Promise", [new Map([[1, 2]]), new Set([1]), /x/, new Error("x"), Promise.resolve()]],
    ["ArrayBuffer and DataView", [new ArrayBuffer(8), new DataView(new ArrayBuffer(8))]],
    ["typed arrays", [new Uint8Array(300), new Float64Array([0.5, Number.NaN]), new Int16Array(0)]],
    ["a typed array with more than its elements", Object.assign(new Uint8Array(3), { extra: ["x"] })],
    ["boxed symbols", [Object(Symbol("s"))]],
    ["a toJSON that is no method", { toJSON: { a: 1 } }],
    ["a prototype whose toJSON is none", Object.create({ toJSON: 1 })],
    [
      "a setter without a getter, which reads as undefined",
      Object.defineProperty({ a: 1 }, "b", { set() {}, enumerable: true }),
    ],
    ["the same object again and again", ((shared) => [shared, { shared }, [shared, shared]])({ a: [1, { b: "x" }] })],
    ["frozen ones", Object.freeze({ a: Object.freeze([1]) })],
    ["a subclass of Array", [new (class Rows extends Array<number> {})(1, 2, 3)]],
  ])("measures %s", (_, value) => expectExact(value));

  it("measures class instances by their own fields", () => {
    class Point {
      x = 1;
      #y = 2n;
      get y() {
        return this.#y;
      }
      method() {}
    }
    expectExact([
      new Point(),
      new (class Deeper extends Point {
        z = [new Point()];
      })(),
    ]);
  });

  it("measures arguments as the object that they are", () => {
    (function many(..._values: unknown[]) {
      // biome-ignore lint/complexity/noArguments: the exotic object is meant
      expectExact({ list: arguments });
    })(1, "x", [2]);
  });

  it("counts what is missing of an array as null, and leaves out what else an array has", () => {
    // biome-ignore lint/suspicious/noSparseArray: a hole is meant
    expectExact([, 1, , { a: [, ,] }, ,]);
    expectExact(Object.assign(new Array(3), { 1: "x", extra: 1n, "-1": 1n }));
    expectExact(Object.defineProperty([1, 2, 3], 1, { value: "hidden but there", enumerable: false }));
  });

  it("goes on with what is there where much of an array is missing", () => {
    const sparse = new Array(200_000);
    sparse[5] = "x";
    sparse[70_000] = [1];
    sparse[70_001] = undefined;
    sparse[199_999] = { a: 1 };
    Object.defineProperty(sparse, 150_000, { value: "hidden", enumerable: false });
    expect(measureJson({ sparse })).toEqual({ ok: true, bytes: slowBytes({ sparse }) });
    expect(measureJson(sparse, { space: 2, layers: 2 })).toEqual({ ok: true, bytes: slowBytes(sparse, 2, 2) });
    expect(measureJson(new Array(200_000).fill(undefined))).toEqual({ ok: true, bytes: 200_000 * 5 + 1 });
    expect(measureJson(Object.assign(new Array(2 ** 32 - 1), { 4294967294: 1n }))).toEqual(
      refused("bigint", "/4294967294"),
    );
    expect(measureJson(new Array(2 ** 32 - 1))).toEqual({ ok: true, bytes: 5 * (2 ** 32 - 1) + 1 });
  });

  it("takes an array for one wherever it comes from", () => {
    expectExact(Object.setPrototypeOf([1, "x"], null));
    expectExact(Object.setPrototypeOf([1, "x"], Object.prototype));
    expect(measureJson(Object.setPrototypeOf({ length: 2, 0: 1 }, Array.prototype))).toEqual({
      ok: true,
      bytes: slowBytes({ length: 2, 0: 1 }),
    });
  });

  const { rawJSON } = JSON as { rawJSON?: (text: string) => object };
  it.skipIf(rawJSON === undefined)("writes what JSON.rawJSON was given as it is", () => {
    const raw = rawJSON as (text: string) => object;
    expectExact([raw("12345678901234567890"), raw('"é\ud800\\u0041\\n"'), raw("null"), raw("1.0")]);
    expectExact(raw('"\\\\"'));
    // Only what that function made is raw.
    expectExact(Object.freeze(Object.assign(Object.create(null), { rawJSON: "1" })));
  });

  it("takes an indent that is half a pair, twice", () => {
    for (const space of ["\udc00\ud800", "\ud800", "\udc00", "123456789🟡", "🟡"]) {
      for (const layers of LAYERS) {
        const value = { a: [[[{ b: 1 }]], []], c: {} };
        expect(measureJson(value, { space, layers })).toEqual({ ok: true, bytes: slowBytes(value, space, layers) });
      }
    }
  });

  it("takes an indent in an object, as JSON.stringify does", () => {
    for (const space of [Object(3), Object("--"), Object("a longer indent")]) {
      expect(measureJson([[1]], { space })).toEqual({ ok: true, bytes: slowBytes([[1]], space) });
    }
  });

  it.each([
    [{ a: [{ b: 1n }] }, "bigint", "/a/0/b"],
    [{ "a/b": { "m~n": [0, 1n] } }, "bigint", "/a~1b/m~0n/1"],
    [{ "": { " ": 1n } }, "bigint", "// "],
    [[[[], [Object(1)]]], "boxed", "/0/1/0"],
    [1n, "bigint", ""],
    [{ a: 1, b: Object("x") }, "boxed", "/b"],
    [Object.assign(Object.create(null), { a: Buffer.from("x") }), "toJSON", "/a"],
  ])("points at what it refuses: %#", (value, kind, pointer) => {
    expect(measureJson(value)).toEqual(refused(kind, pointer));
    expect(measureJson(value, { layers: 2, space: 2 })).toEqual(refused(kind, pointer));
  });

  it("names the first in the order of the text", () => {
    const getter = { get: () => 1, enumerable: true };
    expect(measureJson(Object.defineProperty({ a: { b: [1n] }, c: 1n }, "d", getter))).toEqual(
      refused("bigint", "/a/b/0"),
    );
    expect(measureJson(Object.defineProperty({ a: { b: [1] } }, "d", getter))).toEqual(refused("accessor", "/d"));
    expect(measureJson([{ a: [], b: Object(1), c: 1n }, 1n])).toEqual(refused("boxed", "/0/b"));
    expect(measureJson([{ a: [{}], b: 1n, c: { d: Object(1) } }])).toEqual(refused("bigint", "/0/b"));
  });

  it.each<[unknown, string, typeof TypeError | typeof RangeError]>([
    [{ maxBytes: -1 }, "maxBytes", RangeError],
    [{ maxBytes: 1.5 }, "maxBytes", RangeError],
    [{ maxBytes: Number.NaN }, "maxBytes", RangeError],
    [{ maxBytes: "1" }, "maxBytes", TypeError],
    [{ maxBytes: 1n }, "maxBytes", TypeError],
    [{ maxBytes: null }, "maxBytes", TypeError],
    [{ layers: 3 }, "layers", RangeError],
    [{ layers: 0 }, "layers", RangeError],
    [{ layers: "2" }, "layers", TypeError],
    [{ space: null }, "space", TypeError],
    [{ space: {} }, "space", TypeError],
    [{ space: true }, "space", TypeError],
    [{ space: Symbol("content") }, "space", TypeError],
    [{ trusted: 1 }, "trusted", TypeError],
    [null, "options", TypeError],
    [5, "options", TypeError],
  ])("throws for the options %o", (options, name, Kind) => {
    const call = () => measureJson("content", options as MeasureOptions);
    expect(call).toThrow(Kind);
    expect(call).toThrow(name);
    expect(call).not.toThrow("content");
  });

  it("ignores fields that it does not know, and takes Infinity for no limit", () => {
    expect(measureJson("x", { maxBytes: Infinity, replacer: () => 1 } as MeasureOptions)).toEqual({
      ok: true,
      bytes: 3,
    });
  });
});
