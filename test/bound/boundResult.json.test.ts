import fc from "fast-check";
import { type Bounded, boundResult } from "spillway";
import { estimateTokens } from "spillway/tokens";
import { describe, expect, it } from "vitest";
import { renderJson } from "../../src/json/render.js";
import { checkView } from "./checkView.js";
import { isInside, isWellFormed, minus, type SomeLimits, sizeOf } from "./oracle.js";
import { mapSpill, sha256 } from "./stores.js";
import { positionOf, runs, someLimits, someView, utf8 } from "./support.js";

describe("boundResult of { json }", () => {
  it("says that marks stand for what has no JSON, and keeps the text it shows", async () => {
    const spill = mapSpill();
    const bounded = await boundResult({ json: { id: 9007199254740993n } }, { limits: { maxBytes: 100 }, spill });
    const text = '{"id":"[bigint 9007199254740993]"}';
    expect(bounded).toMatchObject({ text, kind: "json", altered: true, truncated: false });
    expect(bounded.spill).toMatchObject({ state: "kept", ref: { bytes: text.length, sha256: sha256(utf8(text)) } });
  });

  it("leaves plain data as JSON.stringify writes it", async () => {
    const bounded = await boundResult({ json: { a: [1, null] } }, { limits: {} });
    expect(bounded).toMatchObject({ text: '{"a":[1,null]}', altered: false, spill: { state: "none" } });
  });

  it("runs nothing of the value's own", async () => {
    const calls: string[] = [];
    const json = {
      get secret() {
        calls.push("get");
        return 1;
      },
      toString: () => void calls.push("toString"),
      proxy: new Proxy({}, { get: () => void calls.push("trap"), has: () => calls.push("has") > 0 }),
    };
    const { text } = await boundResult({ json }, { limits: { maxBytes: 100 } });
    expect(text).toBe('{"secret":"[accessor]","proxy":"[proxy]"}');
    expect(calls).toEqual([]);
  });

  it("cuts it record by record, so that what stands beside the notice is JSON", async () => {
    const json = { rows: Array.from({ length: 500 }, (_, id) => ({ id, name: `user ${id}` })), done: true };
    const bounded = await boundResult({ json }, { limits: { maxBytes: 400 }, spill: mapSpill() });
    expect(bounded.text).toMatchInlineSnapshot(`
      "{"rows":[{"id":0,"name":"user 0"},{"id":1,"name":"user 1"},{"id":2,"name":"user 2"},{"id":3,"name":"user 3"},"[spillway: … 493 of 500 items omitted, next at /rows from 4 …]",{"id":497,"name":"user 497"},{"id":498,"name":"user 498"},{"id":499,"name":"user 499"}],"done":true}
      [spillway: parts of 1 line, 209 of 14,302 bytes shown (limit 400 bytes); complete output kept as spill://call-adcbd124]"
    `);
    expect(bounded.elisions).toEqual([{ pointer: "/rows", kept: 7, total: 500, next: { pointer: "/rows", from: 4 } }]);
    expect(bounded).toMatchObject({ limitedBy: "bytes", kind: "json", truncated: true, altered: false });
  });

  it("cuts it as JSON at whatever limit, and keeps its whole text", async () => {
    const value = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withSparseArray: true,
      maxDepth: 4,
    });
    await fc.assert(
      fc.asyncProperty(value, someLimits, someView, async (json, limits, view) => {
        const { text: source, altered } = renderJson(json);
        fc.pre(!source.includes("…") && !source.includes("[spillway"));
        const spill = mapSpill();
        const bounded = await boundResult({ json }, { limits, spill, ...view });
        if (bounded.truncated) checkJsonView(bounded, source, limits);
        else checkView(bounded, { source, limits, position: positionOf(view) });
        expect(bounded).toMatchObject({ kind: "json", altered, sourceBytes: utf8(source).length });
        const isKept = bounded.truncated || altered;
        expect(bounded.spill.state).toBe(isKept ? "kept" : "none");
        const [kept] = spill.kept.values();
        if (isKept) expect(kept?.bytes.toString()).toBe(source);
      }),
      runs(1000),
    );
  });
});

/** The View is JSON, a notice, or both on lines of their own; encoded values have no line ends. */
function checkJsonView({ text, shown, omitted, total, elisions }: Bounded, source: string, limits: SomeLimits): void {
  expect(isInside(source, limits, estimateTokens), "what fits is not cut").toBe(false);
  expect(isInside(text, limits, estimateTokens), "inside every limit").toBe(true);
  expect(isWellFormed(text)).toBe(true);
  expect(total).toEqual(sizeOf(source));
  expect(omitted).toEqual(minus(total, shown));
  expect(elisions?.length).toBeGreaterThan(0);
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("[spillway: "));
  expect(lines.length).toBeLessThanOrEqual(1);
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
}
