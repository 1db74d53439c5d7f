import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { admit, admitJson } from "../../src/json/admit.js";
import { type MeasureOptions, measureJson, resolveMeasureOptions } from "../../src/json/measure.js";
import type * as intrinsics from "../../src/json/walk/intrinsics.js";
import type * as walking from "../../src/json/walk/walk.js";
import type * as writing from "../../src/json/write.js";
import { runs } from "../support/runs.js";
import { slowBytes } from "./slowMeasure.js";
import { anyValue, createTrap, plainValue } from "./values.js";

/** What happens in the course of an admission, in order. */
const events = vi.hoisted(() => [] as string[]);

vi.mock("../../src/json/walk/walk.js", async (original) => {
  const { walkJson, ...rest } = await original<typeof walking>();
  return { ...rest, walkJson: recorded("measured", walkJson) };
});
vi.mock("../../src/json/walk/intrinsics.js", async (original) => {
  const { stringify, ...rest } = await original<typeof intrinsics>();
  return { ...rest, stringify: recorded("encoded", stringify) };
});
vi.mock("../../src/json/write.js", async (original) => {
  const { writeJson, ...rest } = await original<typeof writing>();
  return { ...rest, writeJson: recorded("written", writeJson) };
});

function recorded<T extends (...args: never[]) => unknown>(event: string, run: T): T {
  return ((...args: Parameters<T>) => {
    events.push(event);
    return run(...args);
  }) as T;
}

afterEach(() => void events.splice(0));

describe("admitJson", () => {
  it("gives the text and its size", () => {
    expect(admitJson({ id: 1 }, { maxBytes: 8 })).toEqual({ ok: true, text: '{"id":1}', bytes: 8 });
    expect(admitJson([1, "é"], { space: 2 })).toEqual({ ok: true, text: '[\n  1,\n  "é"\n]', bytes: 15 });
    expect(admitJson("x".repeat(1000), { maxBytes: 100 })).toEqual({ ok: false, reason: "capacity", atLeast: 1002 });
  });

  it("gives the text of one layer, whatever it measures", () => {
    const value = { a: 'say "\n"' };
    const bytes = slowBytes(value, undefined, 2) as number;
    expect(admitJson(value, { layers: 2 })).toEqual({ ok: true, text: JSON.stringify(value), bytes });
    expect(admitJson(value, { layers: 2, maxBytes: bytes })).toMatchObject({ ok: true });
    expect(admitJson(value, { layers: 2, maxBytes: bytes - 1 })).toEqual({
      ok: false,
      reason: "capacity",
      atLeast: bytes,
    });
  });

  it("measures first, and encodes nothing of what it refuses", () => {
    expect(admitJson([1, 2, 3])).toMatchObject({ ok: true });
    expect(events).toEqual(["measured", "encoded"]);
    events.splice(0);
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    for (const value of [new Array(1000).fill(1), "x".repeat(101), { a: 1n }, new Proxy({}, {}), cyclic, undefined]) {
      expect(admitJson(value, { maxBytes: 100 }).ok).toBe(false);
      expect(events.splice(0)).toEqual(["measured"]);
    }
  });

  it("allocates nothing of the size of a text that it refuses", () => {
    const value = new Array(50).fill("x".repeat(10_000_000));
    const before = process.memoryUsage().rss;
    for (let turn = 0; turn < 5; turn++) {
      expect(admitJson(value, { maxBytes: 499_000_000 })).toMatchObject({ ok: false, reason: "capacity" });
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });

  it("always gives what JSON.stringify gives, with the size of it", () => {
    fc.assert(
      fc.property(plainValue, fc.constantFrom(undefined, 1, "\t", "\udc00\ud800"), (build, space) => {
        const value = build(() => () => expect.unreachable());
        const text = JSON.stringify(value, null, space);
        fc.pre(text !== undefined);
        expect(admitJson(value, { space })).toEqual({ ok: true, text, bytes: Buffer.byteLength(text) });
      }),
      runs(3000, 60_000),
    );
  });

  it("always refuses what measureJson refuses, and runs no code of it", () => {
    fc.assert(
      fc.property(anyValue, fc.nat(200), (build, maxBytes) => {
        const { calls, trap } = createTrap();
        const value = build(trap);
        const admitted = admitJson(value, { maxBytes });
        const measured = measureJson(value, { maxBytes });
        expect(calls).toEqual([]);
        if (admitted.ok) {
          expect(measured).toEqual({ ok: true, bytes: admitted.bytes });
          expect(Buffer.byteLength(admitted.text)).toBe(admitted.bytes);
        } else expect(measured).toEqual(admitted);
      }),
      runs(2000, 60_000),
    );
  });

  it("encodes values that are deeper than the stack", () => {
    const levels = 300_000;
    let [arrays, objects]: unknown[] = [[], {}];
    for (let level = 1; level < levels; level++) [arrays, objects] = [[arrays], { a: objects, b: level % 2 }];
    const deep = admitJson(arrays);
    expect(deep).toEqual({ ok: true, text: "[".repeat(levels) + "]".repeat(levels), bytes: 2 * levels });
    const admitted = admitJson(objects);
    if (!admitted.ok) return expect.unreachable();
    expect(admitted.text).toHaveLength(admitted.bytes);
    expect(admitted.text.startsWith('{"a":{"a":{"a":{')).toBe(true);
    expect(admitted.text.endsWith('"b":0},"b":1},"b":0},"b":1}'.slice(-20))).toBe(true);
  });

  it("leaves a text of hundreds of megabytes, or a string of them, to no single call of JSON.stringify", () => {
    const value = ["x".repeat(140_000_000), "é\\"];
    const admitted = admitJson(value);
    expect(events.slice(0, 2)).toEqual(["measured", "written"]);
    expect(admitted.ok && admitted.bytes).toBe(140_000_011);
    expect(admitted.ok && admitted.text.endsWith('xxx","é\\\\"]')).toBe(true);
  });

  it("refuses a text that no string can hold, with its size", () => {
    // 6 bytes each, of which a string of V8 has room for 536,870,888 / 6.
    const value = new Array(90).fill("\u0001".repeat(1_000_000));
    expect(admitJson(value)).toEqual({ ok: false, reason: "capacity", atLeast: 90 * 6_000_003 + 1 });
    expect(events.slice(0, 2)).toEqual(["measured", "written"]); // to count its units
    expect(admitJson(new Array(1e9))).toEqual({ ok: false, reason: "capacity", atLeast: 5_000_000_001 });
    const huge = new Array(2000).fill("x".repeat(1_000_000));
    expect(admitJson(huge)).toEqual({ ok: false, reason: "capacity", atLeast: 2_000_006_001 });
  });

  it("takes the text of another encoder only where it has the size that was measured", () => {
    const compareKeys = (one: string, other: string) => (one < other ? -1 : 1);
    const admitted = (encode: (value: unknown) => string, options: MeasureOptions = {}) =>
      admit({ b: 1, a: "é" }, resolveMeasureOptions(options), { compareKeys, encode });
    const sorted = { ok: true, text: '{"a":"é","b":1}', bytes: 16 };
    expect(admitted(() => "sixteen letters!")).toEqual({ ...sorted, text: "sixteen letters!" });
    expect(admitted(() => '{"a":"\\u00e9","b":1}')).toEqual(sorted);
    expect(admitted(() => expect.unreachable("too deep"))).toEqual(sorted);
    expect(admitted(() => expect.unreachable("has no indent"), { space: 1 })).toEqual({
      ok: true,
      text: '{\n "a": "é",\n "b": 1\n}',
      bytes: 23,
    });
    expect(admitted(() => expect.unreachable("not admitted"), { maxBytes: 15 })).toMatchObject({ ok: false });
  });

  it.each([{ maxBytes: -1 }, { layers: 3 }, { space: {} }, { trusted: "yes" }])(
    "throws for the options %o",
    (options) => {
      expect(() => admitJson(1, options as MeasureOptions)).toThrow(Object.keys(options)[0]);
    },
  );
});
