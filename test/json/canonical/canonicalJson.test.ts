import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { admitJson } from "../../../src/json/admit.js";
import { canonicalJson } from "../../../src/json/canonical/canonicalJson.js";
import { runs } from "../../support/runs.js";

/** The same value with its keys sorted, so that JSON.stringify is the oracle. Integer keys come first in any object. */
function sortedText(value: unknown): string | undefined {
  if (Array.isArray(value)) return `[${Array.from(value, (item) => sortedText(item) ?? "null").join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => [key, sortedText((value as Record<string, unknown>)[key])] as const)
    .filter(([, text]) => text !== undefined);
  return `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
}

describe("canonicalJson", () => {
  it("sorts keys by their units, at every level", () => {
    const value = { b: 1, a: [{ z: 1, "10": 2, "9": 3, é: 4, Z: 5, "": 6, "\u{1f7e1}": 7, "\uff5e": 8 }] };
    expect(canonicalJson(value)).toEqual({
      ok: true,
      text: '{"a":[{"":6,"10":2,"9":3,"Z":5,"z":1,"é":4,"\u{1f7e1}":7,"\uff5e":8}],"b":1}',
      bytes: Buffer.byteLength('{"a":[{"":6,"10":2,"9":3,"Z":5,"z":1,"é":4,"\u{1f7e1}":7,"\uff5e":8}],"b":1}'),
    });
  });

  it("gives the same text at a depth that no stack holds", () => {
    let deep: unknown = { b: 1, a: 2 };
    for (let level = 0; level < 20_000; level++) deep = { y: deep, x: level };
    const admitted = canonicalJson(deep);
    const text = admitted.ok ? admitted.text : "";
    expect(text.slice(0, 30)).toBe('{"x":19999,"y":{"x":19998,"y":');
    expect(text).toContain('{"a":2,"b":1}');
    expect(admitted.ok && admitted.bytes).toBe(text.length);
  });

  it("indents where asked, and counts the second layer", () => {
    expect(canonicalJson({ b: [], a: { d: 1, c: 2 } }, { space: 1 })).toMatchObject({
      text: '{\n "a": {\n  "c": 2,\n  "d": 1\n },\n "b": []\n}',
    });
    const { text, bytes } = canonicalJson({ b: "é\n", a: 1 }, { layers: 2 }) as { text: string; bytes: number };
    expect(bytes).toBe(Buffer.byteLength(JSON.stringify(text)));
  });

  it("refuses what admitJson refuses, and runs nothing", () => {
    const calls: string[] = [];
    const values = [
      undefined,
      1n,
      { a: new Proxy({}, { ownKeys: () => [`${calls.push("trap")}`] }) },
      { toJSON: () => calls.push("toJSON") },
      Object.defineProperty({}, "x", { enumerable: true, get: () => calls.push("get") }),
    ];
    for (const value of values) expect(canonicalJson(value)).toEqual(admitJson(value));
    expect(canonicalJson({ a: "x".repeat(100) }, { maxBytes: 50 })).toMatchObject({ ok: false, reason: "capacity" });
    expect(calls).toEqual([]);
    expect(() => canonicalJson(1, { maxBytes: -1 })).toThrow(RangeError);
  });

  it("always equals JSON.stringify of the sorted value, and keeps the size", () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 4, withDate: true, withSparseArray: true }), (value) => {
        const admitted = admitJson(value);
        const canonical = canonicalJson(value);
        expect(canonical.ok).toBe(admitted.ok);
        if (!admitted.ok || !canonical.ok) return;
        expect(canonical.bytes).toBe(admitted.bytes);
        if (!hasDate(value)) expect(canonical.text).toBe(sortedText(value));
        expect(JSON.parse(canonical.text)).toEqual(JSON.parse(admitted.text));
      }),
      runs(2000),
    );
  });

  it("always gives one text for values that differ in the order of their keys alone", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).reverse());
        expect(canonicalJson(reversed)).toEqual(canonicalJson(object));
      }),
      runs(1000),
    );
  });
});

function hasDate(value: unknown): boolean {
  if (value instanceof Date) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(hasDate);
}
