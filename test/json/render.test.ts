import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderJson } from "../../src/json/render.js";

const numRuns = process.env["SPILLWAY_DEEP"] ? 100_000 : 1000;

/** Counts every call of code that belongs to the value. */
function recorder() {
  const calls: string[] = [];
  const trap = (name: string) => () => {
    calls.push(name);
    throw new Error("secret");
  };
  const names = [
    "get",
    "has",
    "ownKeys",
    "getOwnPropertyDescriptor",
    "getPrototypeOf",
    "isExtensible",
    "apply",
  ] as const;
  const handler = Object.fromEntries(names.map((name) => [name, trap(name)])) as ProxyHandler<object>;
  return { calls, trap, proxy: (target: object) => new Proxy(target, handler) };
}

describe("renderJson", () => {
  it.each([
    ["a bigint", 12n, '"[bigint 12]"'],
    ["a bigint below zero", -5n, '"[bigint -5]"'],
    ["a bigint too long to print", 1n << 200n, '"[bigint]"'],
    ["undefined", undefined, '"[undefined]"'],
    ["a symbol", Symbol("secret"), '"[symbol]"'],
    ["a function", () => "secret", '"[function]"'],
    ["a nested bigint", { n: [1n] }, '{"n":["[bigint 1]"]}'],
    ["a boxed number", [Object(5)], '["[boxed]"]'],
    ["a boxed string", Object("x"), '"[boxed]"'],
    ["a boxed boolean", Object(true), '"[boxed]"'],
    ["a boxed bigint", Object(5n), '"[boxed]"'],
    ["a toJSON", { a: { toJSON: () => "secret" } }, '{"a":"[toJSON]"}'],
    ["an inherited toJSON", Object.create({ toJSON: () => 1 }), '"[toJSON]"'],
    ["a Buffer, which has a toJSON", Buffer.from("x"), '"[toJSON]"'],
    ["a huge sparse array", new Array(4e9), '"[array of 4000000000]"'],
  ])("marks %s", (_, value, text) => {
    expect(renderJson(value)).toEqual({ text, altered: true });
  });

  it.each([
    ["undefined, functions and symbols in objects", { a: undefined, b: () => 1, c: Symbol("c"), d: 1 }],
    ["undefined, functions and symbols in arrays", [undefined, () => 1, Symbol("c"), 1]],
    ["odd numbers", [-0, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 5e-324, 2 ** 53]],
    ["dates", [new Date(0), new Date(8.64e15), new Date(-1), new Date(Number.NaN)]],
    ["lone surrogates in keys and values", { "\ud800": "\udfff", "\u2028": '\u0000\b\n"\\' }],
    ["numeric keys before others", { b: 1, 2: 2, a: 3, 1: 4 }],
    ["Map and Set", [new Map([[1, 2]]), new Set([1])]],
    ["sparse arrays", Object.assign(new Array(3), { 1: "x", extra: 1 })],
    ["objects without a prototype", Object.assign(Object.create(null), { a: { __proto__: null, b: 1 } })],
    [
      "class instances",
      new (class Point {
        x = 1;
        #y = 2;
        get z() {
          return this.#y;
        }
      })(),
    ],
    ["symbol keys and hidden properties", Object.defineProperty({ [Symbol("s")]: 1 }, "hidden", { value: 1 })],
    ["a toJSON that is no function", { toJSON: 5 }],
    ["the same object twice", ((shared) => [shared, { shared }])({ a: [1] })],
    ["errors and regular expressions", [new Error("x"), /x/]],
    ["typed arrays", new Uint16Array([1, 2])],
    ["an own __proto__ key", JSON.parse('{"__proto__":{"a":1}}')],
    ["null", null],
    ["empty ones", [{}, [], "", [[]], { "": {} }]],
    ["boxed symbols", [Object(Symbol("x"))]],
  ])("gives what JSON.stringify gives for %s", (_, value) => {
    expect(renderJson(value)).toEqual({ text: JSON.stringify(value), altered: false });
  });

  it("marks a cycle where it closes, and nothing that only comes twice", () => {
    const value: Record<string, unknown> = { name: "a", list: [] };
    value["self"] = value;
    (value["list"] as unknown[]).push(value, value["list"]);
    expect(renderJson(value)).toEqual({
      text: '{"name":"a","list":["[cycle]","[cycle]"],"self":"[cycle]"}',
      altered: true,
    });
  });

  it("never runs a getter, a setter, a toJSON, a valueOf or a trap", () => {
    const { calls, trap, proxy } = recorder();
    const accessor = Object.defineProperty({ plain: 1 }, "got", {
      get: trap("get"),
      set: trap("set"),
      enumerable: true,
    });
    const onPrototype = Object.create(Object.defineProperty({}, "toJSON", { get: trap("toJSON getter") }));
    const underProxy = Object.create(proxy({}));
    const boxed = Object.assign(Object("x"), { toString: trap("toString"), valueOf: trap("valueOf") });
    const date = Object.assign(new Date(0), { toISOString: trap("toISOString"), valueOf: trap("date valueOf") });
    const array = Object.defineProperty([1, 2], 0, { get: trap("item"), enumerable: true });
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const tagged = {
      get [Symbol.toStringTag]() {
        return trap("tag")();
      },
      [Symbol.toPrimitive]: trap("primitive"),
    };
    const value = {
      accessor,
      onPrototype,
      underProxy,
      boxed,
      date,
      array,
      tagged,
      proxies: [proxy({}), proxy([]), proxy(() => {}), revoked.proxy],
      subclass: new (class extends Array {
        toJSON = trap("subclass");
      })(),
    };
    const { text, altered } = renderJson(value);
    expect(calls).toEqual([]);
    expect(altered).toBe(true);
    expect(text).not.toContain("secret");
    const parsed = JSON.parse(text);
    expect(parsed.accessor).toEqual({ plain: 1, got: "[accessor]" });
    expect(parsed.array).toEqual(["[accessor]", 2]);
    expect(parsed.proxies.slice(0, 2)).toEqual(["[proxy]", "[proxy]"]);
    expect(parsed).toMatchObject({ onPrototype: "[toJSON]", underProxy: "[toJSON]", subclass: "[toJSON]", tagged: {} });
  });

  it("gives something for an object that only looks like a date", () => {
    for (const value of [
      Object.create(Date.prototype),
      new (class extends Date {})(0),
      Object.setPrototypeOf({}, Date.prototype),
    ]) {
      expect(() => renderJson(value)).not.toThrow();
      expect(JSON.parse(renderJson(value).text)).toMatch(/^\[\w+\]$/);
    }
  });

  it("renders 200,000 levels", () => {
    const depth = 200_000;
    let [arrays, objects]: unknown[] = [[], {}];
    for (let level = 1; level < depth; level++) [arrays, objects] = [[arrays], { a: objects }];
    expect(renderJson(arrays)).toEqual({ text: "[".repeat(depth) + "]".repeat(depth), altered: false });
    expect(renderJson(objects).text).toBe(`${'{"a":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`);
  });

  it("grows in time as the value does", () => {
    const time = (size: number) => {
      const value = Array.from({ length: size }, (_, id) => ({ id, name: "row", tags: ["a", "b"] }));
      const start = process.cpuUsage();
      renderJson(value);
      return process.cpuUsage(start).user;
    };
    const best = (size: number) => Math.min(...[1, 2, 3].map(() => time(size)));
    best(2000);
    expect(Math.log(best(40_000) / best(5000)) / Math.log(8)).toBeLessThan(1.6);
  });

  it("always gives what JSON.stringify gives for plain data", () => {
    const value = fc.anything({
      withDate: true,
      withSparseArray: true,
      withTypedArray: true,
      withNullPrototype: true,
      withMap: true,
      withSet: true,
      stringUnit: "binary",
      maxDepth: 5,
    });
    fc.assert(
      fc.property(value, (plain) => {
        fc.pre(JSON.stringify(plain) !== undefined && !hasOwnToJson(plain));
        expect(renderJson(plain)).toEqual({ text: JSON.stringify(plain), altered: false });
      }),
      { numRuns },
    );
  });

  it("always gives JSON text, well formed and marked where it had to be, for anything at all", () => {
    const value = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withSparseArray: true,
      withObjectString: true,
    });
    fc.assert(
      fc.property(value, (anything) => {
        const { text, altered } = renderJson(anything);
        expect(text).not.toMatch(/\p{Surrogate}/u);
        const plain = JSON.parse(text);
        if (!altered) expect(JSON.stringify(plain)).toBe(text);
        else expect(text).toMatch(/\[(bigint( -?\d+)?|undefined|boxed|toJSON)\]/);
      }),
      { numRuns },
    );
  });

  /** A generated object may have a key of that name. */
  function hasOwnToJson(value: unknown): boolean {
    return JSON.stringify(value)?.includes("toJSON") ?? false;
  }
});

describe("renderJson of shared references", () => {
  it("never makes more text than its limit and what is open then, and stays JSON", () => {
    let value: unknown = "leaf";
    for (let level = 0; level < 40; level++) value = { a: value, b: [value] }; // 2^40 leaves
    const { text, altered } = renderJson(value, 10_000);
    expect(altered).toBe(true);
    expect(text.length).toBeLessThan(12_000);
    expect(() => JSON.parse(text)).not.toThrow();
  });

  it("leaves a text alone that is no longer than its limit", () => {
    const value = { a: ["x".repeat(100), 1] };
    const whole = JSON.stringify(value);
    expect(renderJson(value, whole.length)).toEqual({ text: whole, altered: false });
  });
});
