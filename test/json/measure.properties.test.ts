/** Random values against `JSON.stringify`; limits at their edges. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { admitJson } from "../../src/json/admit.js";
import { measureJson } from "../../src/json/measure.js";
import { createJsonStringMeter } from "../../src/json/meter.js";
import * as node from "../../src/platform/node.js";
import * as portable from "../../src/platform/portable.js";
import { runs } from "../support/runs.js";
import { findByPointer, slowBytes } from "./slowMeasure.js";
import { anyString, anyValue, createTrap, HOSTILE, plainValue } from "./values.js";

const layers = fc.constantFrom(1, 2);
const space = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  fc.integer({ min: -1, max: 12 }),
  fc.constantFrom("\t", "é", "🟡🟡🟡🟡🟡🟡", "\udc00\ud800", '"', "\\"),
);

/** A value that must run nothing. */
function noTrap(): never {
  throw new Error("a plain value has no code");
}

describe("measureJson", () => {
  it("always gives the size of the text that JSON.stringify makes", () => {
    fc.assert(
      fc.property(plainValue, layers, space, (build, layer, indent) => {
        const value = build(() => noTrap);
        const bytes = slowBytes(value, indent, layer);
        const expected =
          bytes === undefined
            ? { ok: false, reason: "unsupported", kind: "absent", pointer: "", atLeast: 0 }
            : { ok: true, bytes };
        expect(measureJson(value, { layers: layer, space: indent })).toEqual(expected);
        expect(measureJson(value, { layers: layer, space: indent, trusted: true })).toEqual(expected);
      }),
      runs(5000, 100_000),
    );
  });

  it("always lets a value through at its size, and stops one byte below it", () => {
    fc.assert(
      fc.property(
        plainValue,
        layers,
        space,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (build, layer, indent, share) => {
          const value = build(() => noTrap);
          const bytes = slowBytes(value, indent, layer);
          fc.pre(bytes !== undefined);
          const measured = (maxBytes: number) => measureJson(value, { layers: layer, space: indent, maxBytes });
          expect(measured(bytes)).toEqual({ ok: true, bytes });
          expect(measured(bytes + 1)).toEqual({ ok: true, bytes });
          expect(measured(bytes - 1)).toEqual({ ok: false, reason: "capacity", atLeast: bytes });
          const maxBytes = Math.floor(share * (bytes - 1));
          const stopped = measured(maxBytes);
          expect(stopped).toMatchObject({ ok: false, reason: "capacity" });
          const atLeast = stopped.ok ? 0 : stopped.atLeast;
          expect(atLeast).toBeGreaterThan(maxBytes);
          expect(atLeast).toBeLessThanOrEqual(bytes);
        },
      ),
      runs(2000, 60_000),
    );
  });

  it("never runs code of a value, and points at what it refuses", () => {
    fc.assert(
      fc.property(anyValue, layers, fc.option(fc.nat(300)), (build, layer, most) => {
        const { calls, trap } = createTrap();
        const value = build(trap);
        const maxBytes = most ?? Number.POSITIVE_INFINITY;
        const measured = measureJson(value, { layers: layer, maxBytes });
        expect(calls).toEqual([]);
        if (measured.ok) {
          expect(measured.bytes).toBe(slowBytes(value, undefined, layer));
          expect(measured.bytes).toBeLessThanOrEqual(maxBytes);
        } else if (measured.reason === "capacity") {
          expect(measured.atLeast).toBeGreaterThan(maxBytes);
        } else {
          expect(measured.atLeast).toBeLessThanOrEqual(maxBytes);
          const { parents, found } = findByPointer(value, measured.pointer);
          // What it points at is refused by itself, for the same reason.
          if (measured.kind === "accessor") {
            const isGetter = typeof (found as PropertyDescriptor | undefined)?.get === "function";
            expect(isGetter || (found === undefined && Array.isArray(parents.at(-1)))).toBe(true);
          }
          if (measured.kind !== "accessor")
            expect(measureJson(found)).toMatchObject({ ok: false, kind: measured.kind, pointer: "" });
        }
        expect(calls).toEqual([]);
      }),
      runs(5000, 100_000),
    );
  });

  it("finds each kind of hostile value anywhere", () => {
    fc.assert(
      fc.property(fc.constantFrom(...HOSTILE), plainValue, fc.boolean(), ([kind, , build], plain, inArray) => {
        const { calls, trap } = createTrap();
        const around = { before: plain(() => noTrap), ...(inArray ? { x: [1, build(trap)] } : { x: build(trap) }) };
        const measured = measureJson(around);
        expect(measured).toMatchObject({ ok: false, reason: "unsupported", kind });
        expect(measured).toHaveProperty("pointer", expect.stringMatching(inArray ? /^\/x\/1/ : /^\/x/));
        expect(measureJson(build(trap))).toMatchObject({ ok: false, kind });
        expect(calls).toEqual([]);
      }),
      runs(1000, 30_000),
    );
  });
});

describe("every way to measure a string", () => {
  it("agrees on 1,500 cases from every part of Unicode", () => {
    const codes = Array.from({ length: 1500 }, (_, index) => (index < 0x180 ? index : 0x180 + (index - 0x180) * 999));
    expect(codes.at(-1)).toBeGreaterThan(0x10ffff);
    for (const code of codes) {
      const one = String.fromCodePoint(code % 0x110000);
      const around = ["", "a", "\ud83d", "中".repeat(code % 70)][code % 4] as string;
      expectSame([one, around + one, one + around, `${around}${one}"${one.repeat(code % 60)}`]);
    }
  });

  it("agrees on every code unit, alone and beside others", () => {
    for (let unit = 0; unit < 0x10000; unit++) {
      const text = String.fromCharCode(unit);
      const bytes = Buffer.byteLength(JSON.stringify(text)) - 2;
      const escapedBytes = Buffer.byteLength(JSON.stringify(JSON.stringify(text))) - 6;
      if (portable.measureJsonString(text).bytes !== bytes) expect.unreachable(`${unit}`);
      if (portable.measureJsonString(text).escapedBytes !== escapedBytes) expect.unreachable(`${unit}`);
      const long = "x".repeat(unit % 50) + text + "é".repeat(40);
      if (node.measureJsonString(long).bytes !== bytes + (unit % 50) + 80) {
        if (!/[\udc00-\udfff]/.test(text)) expect.unreachable(`${unit}`);
      }
    }
  });

  it("always agrees on any string", () => {
    fc.assert(
      fc.property(anyString, (text) => expectSame([text])),
      runs(2000, 60_000),
    );
  });

  function expectSame(texts: readonly string[]): void {
    for (const text of texts) {
      const json = JSON.stringify(text);
      const bytes = Buffer.byteLength(json);
      const escapedBytes = Buffer.byteLength(JSON.stringify(json));
      const inside = { bytes: bytes - 2, escapedBytes: escapedBytes - 6 };
      expect(node.measureJsonString(text)).toEqual(inside);
      expect(portable.measureJsonString(text)).toEqual(inside);
      expect(measureJson(text)).toEqual({ ok: true, bytes });
      expect(measureJson(text, { layers: 2 })).toEqual({ ok: true, bytes: escapedBytes });
      expect(measureJson({ [text]: [text] })).toEqual({ ok: true, bytes: 2 * bytes + 5 });
      expect(admitJson(text)).toEqual({ ok: true, bytes, text: json });
      const meter = createJsonStringMeter();
      for (let at = 0; at < text.length; at += 7) meter.write(text.slice(at, at + 7));
      expect([meter.bytes, meter.escapedBytes]).toEqual([bytes, escapedBytes]);
    }
  }
});
