/** Where the runtime has no test for proxies, and no native code: the same sizes, and an outcome whatever a trap does. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { admitJson } from "../../src/json/admit.js";
import { measureJson } from "../../src/json/measure.js";
import { runs } from "../support/runs.js";
import { slowBytes } from "./slowMeasure.js";
import { createTrap, HOSTILE, plainValue } from "./values.js";

vi.mock("../../src/platform/node.js", () => import("../../src/platform/portable.js"));

describe("on a runtime that is not Node", () => {
  it("is the portable platform that is tested", async () => {
    const { tellsProxies } = await import("#platform");
    expect(tellsProxies).toBe(false);
  });

  it("always measures and encodes what JSON.stringify does", () => {
    fc.assert(
      fc.property(plainValue, fc.constantFrom(1, 2), (build, layers) => {
        const value = build(() => () => expect.unreachable());
        const text = JSON.stringify(value);
        fc.pre(text !== undefined);
        const bytes = slowBytes(value, undefined, layers);
        expect(measureJson(value, { layers })).toEqual({ ok: true, bytes });
        expect(admitJson(value, { layers })).toEqual({ ok: true, bytes, text });
      }),
      runs(2000, 60_000),
    );
  });

  it.each(HOSTILE.filter(([kind]) => kind !== "proxy"))("never runs code of a value: %s, %s", (kind, _name, build) => {
    const { calls, trap } = createTrap();
    expect(measureJson({ a: [build(trap)] })).toMatchObject({ ok: false, reason: "unsupported", kind });
    expect(calls).toEqual([]);
  });

  it.each(HOSTILE.filter(([kind]) => kind === "proxy"))("survives %s: %s", (kind, name, build) => {
    const { calls, trap } = createTrap();
    for (const around of [(value: unknown) => value, (value: unknown) => ({ a: 1, b: [0, value] })]) {
      const value = around(build(trap));
      expect(measureJson(value)).toMatchObject({ ok: false, reason: "unsupported", kind });
      expect(admitJson(value, { maxBytes: 1000 })).toEqual(measureJson(value));
    }
    expect(calls.length > 0).toBe(name !== "a revoked proxy");
  });

  it("points at the proxy whose trap throws", () => {
    const throwing = new Proxy(
      { x: 1 },
      {
        ownKeys: () => {
          throw new Error("secret");
        },
      },
    );
    expect(measureJson({ a: [1, { b: throwing }] })).toEqual({
      ok: false,
      reason: "unsupported",
      kind: "proxy",
      pointer: "/a/1/b",
      atLeast: expect.any(Number),
    });
  });

  it("survives whatever an array says of its length", () => {
    for (const length of [-1, 1.5, Number.NaN, "3", {}, 2 ** 53, undefined]) {
      const lying = new Proxy([], { get: (array, key) => (key === "length" ? length : Reflect.get(array, key)) });
      expect(measureJson([lying])).toMatchObject({ ok: false, kind: "proxy", pointer: "/0" });
    }
  });

  it("ends on proxies that make others for ever, at the limit", () => {
    const endless = (): object =>
      new Proxy(
        {},
        {
          ownKeys: () => ["a", "b"],
          getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }),
          get: (_target, key) => (key === "toJSON" ? undefined : endless()),
        },
      );
    expect(measureJson(endless(), { maxBytes: 100_000 })).toMatchObject({ ok: false, reason: "capacity" });
  });

  it("admits no text of another size than was measured", () => {
    let reads = 0;
    const growing = new Proxy(
      { a: "" },
      { get: (_target, key) => (key === "a" ? "x".repeat(reads++ * 10) : undefined) },
    );
    expect(measureJson(growing)).toMatchObject({ ok: true });
    expect(admitJson(growing, { maxBytes: 1000 })).toEqual({
      ok: false,
      reason: "unsupported",
      kind: "proxy",
      pointer: "",
      atLeast: 0,
    });
    expect(admitJson(growing, { maxBytes: 1000, layers: 2 })).toMatchObject({ ok: false, kind: "proxy" });
  });

  it("looks at no more of an array than the limit has room for", () => {
    let looks = 0;
    const count = <T>(value: T): T => {
      looks++;
      return value;
    };
    const watched = new Proxy(new Array(10_000).fill({ a: 1 }), {
      get: (array, key) => count(Reflect.get(array, key)),
      getOwnPropertyDescriptor: (array, key) => count(Reflect.getOwnPropertyDescriptor(array, key)),
    });
    expect(measureJson(watched, { maxBytes: 20_700 })).toMatchObject({ ok: false, reason: "capacity" });
    expect(looks).toBeLessThan(3 * 200);
    expect(measureJson(watched, { maxBytes: 20_000 })).toMatchObject({ ok: false, reason: "capacity" });
  });
});
