import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measureJson } from "../../src/json/measure.js";
import { createJsonStringMeter } from "../../src/json/meter.js";
import { chunksOf, splits } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";
import { anyString } from "./values.js";

function sizes(text: string) {
  const json = JSON.stringify(text);
  return { bytes: Buffer.byteLength(json), escapedBytes: Buffer.byteLength(JSON.stringify(json)) };
}

function metered(chunks: readonly string[]) {
  const meter = createJsonStringMeter();
  for (const chunk of chunks) meter.write(chunk);
  return { bytes: meter.bytes, escapedBytes: meter.escapedBytes };
}

describe("createJsonStringMeter", () => {
  it("gives the sizes of its own example", () => {
    expect(metered(['say "', 'hi"\n'])).toEqual({ bytes: 14, escapedBytes: 23 });
    expect(sizes('say "hi"\n')).toEqual({ bytes: 14, escapedBytes: 23 });
  });

  it("begins with the quotes of an empty string", () => {
    expect(metered([])).toEqual({ bytes: 2, escapedBytes: 6 });
    expect(metered(["", ""])).toEqual(sizes(""));
  });

  it.each([
    ["the halves of a pair", ["\ud83d", "\udfe1"]],
    ["the halves of a pair with nothing between", ["a\ud83d", "", "", "\udfe1b"]],
    ["two halves that make none", ["\udfe1", "\ud83d"]],
    ["a first half twice", ["\ud83d", "\ud83d", "\udfe1"]],
    ["a first half at the end", ["a", "\ud83d"]],
    ["a first half before a letter", ["\ud83d", "a"]],
    ["a second half first", ["\udfe1", "a"]],
    ["a pair of which the rest is another's first half", ["\ud83d", "\udfe1\ud83d", "\udfe1"]],
  ])("joins %s", (_name, chunks) => {
    expect(metered(chunks)).toEqual(sizes(chunks.join("")));
  });

  it("says at any time what came so far would take", () => {
    const meter = createJsonStringMeter();
    let text = "";
    for (const unit of 'a"\ud83d\udfe1\ud83d\n\udfe1\u0001é') {
      for (const half of unit.split("")) {
        meter.write(half);
        text += half;
        expect([meter.bytes, meter.escapedBytes]).toEqual(Object.values(sizes(text)));
        expect(meter.bytes).toBe(meter.bytes);
      }
    }
  });

  it("always gives the sizes of the whole, for any chunking", () => {
    fc.assert(
      fc.property(anyString, splits(), (text, places) => {
        const whole = metered([text]);
        expect(whole).toEqual(sizes(text));
        expect(measureJson(text)).toEqual({ ok: true, bytes: whole.bytes });
        expect(measureJson(text, { layers: 2 })).toEqual({ ok: true, bytes: whole.escapedBytes });
        expect(metered(chunksOf(text, places))).toEqual(whole);
        expect(metered(text.split(""))).toEqual(whole);
      }),
      runs(3000, 60_000),
    );
  });

  it("takes only strings", () => {
    const meter = createJsonStringMeter();
    for (const piece of [1, null, undefined, Buffer.from("x")]) {
      expect(() => meter.write(piece as unknown as string)).toThrow(TypeError);
      expect(() => meter.write(piece as unknown as string)).toThrow("piece");
    }
    expect(meter.bytes).toBe(2);
  });
});
