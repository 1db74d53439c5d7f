import fc from "fast-check";
import { boundResult } from "spillway";
import { describe, expect, it } from "vitest";
import { renderJson } from "../../src/json/render.js";
import { checkView } from "./checkView.js";
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

  it("always bounds it as the text that it is, and keeps that", async () => {
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
        checkView(bounded, { source, limits, position: positionOf(view) });
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
