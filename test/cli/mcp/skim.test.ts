import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSkimmer } from "../../../src/cli/mcp/skim.js";
import { runs } from "../../support/runs.js";

function skimmed(text: string, cuts: readonly number[] = []) {
  const skim = createSkimmer();
  const bytes = Buffer.from(text);
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const payload = edges.slice(1).flatMap((end, index) => skim.write(bytes.subarray(edges[index], end)));
  return { skim, payload: Buffer.concat(payload).toString() };
}

describe("createSkimmer", () => {
  it("should find id and payload, wherever they stand", () => {
    for (const text of [
      '{"jsonrpc":"2.0","id":7,"result":{"content":[]}}',
      '{"result":{"content":[]},"jsonrpc":"2.0","id":7}',
      ' { "id" : 7 , "result":{"content":[]}} \r',
    ]) {
      const { skim, payload } = skimmed(text);
      expect(payload).toBe('{"content":[]}');
      expect(skim.member("id")).toBe("7");
      expect(skim).toMatchObject({ isWhole: true, payload: "result" });
    }
  });

  it("should tell 1 from its text, and keep all digits", () => {
    expect(skimmed('{"id":"1"}').skim.member("id")).toBe('"1"');
    expect(skimmed('{"id":12345678901234567890}').skim.member("id")).toBe("12345678901234567890");
  });

  it("should not take for the id what only looks like it", () => {
    const { skim } = skimmed(String.raw`{"result":{"id":1,"t":"\"id\":2,","x":[{"id":3}]},"id":4,"z":{"id":5}}`);
    expect(skim.member("id")).toBe("4");
    expect(skim.member("result.id")).toBe("1");
  });

  it("should read names as JSON does", () => {
    expect(skimmed(String.raw`{"\u0069d":4}`).skim.member("id")).toBe("4");
  });

  it("should see what is no whole message", () => {
    for (const text of [
      "",
      "[]",
      '[{"id":1}]',
      '{"id":1',
      '{"id":1}}',
      '{"id":1}{"id":2}',
      '"id"',
      "nonsense",
      '{"id":"1}',
    ])
      expect(skimmed(text).skim.isWhole, text).toBe(false);
  });

  it("should leave large members, and look into them", () => {
    const { skim } = skimmed(
      JSON.stringify({ params: { name: "a", arguments: { text: "x".repeat(1e5) }, _meta: { k: 1 } }, id: 1 }),
    );
    expect(skim.member("params.arguments")).toBeUndefined();
    expect(skim.member("params.name")).toBe('"a"');
    expect(skim.member("params._meta")).toBe('{"k":1}');
  });

  it("should find what JSON.parse finds, in any pieces", () => {
    const name = fc.oneof(
      fc.constantFrom("id", "result", "error", "method", "isError", "\\", '"'),
      fc.string({ maxLength: 6 }),
    );
    const message = fc.dictionary(name, fc.jsonValue({ maxDepth: 4 }), { maxKeys: 6 });
    fc.assert(
      fc.property(message, fc.constantFrom(0, 1), fc.array(fc.nat(), { maxLength: 8 }), (message, space, cuts) => {
        const text = JSON.stringify(message, null, space);
        const { skim, payload } = skimmed(text, cuts);
        expect(skim.isWhole).toBe(true);
        for (const [name, value] of Object.entries(message)) {
          const isContainer = typeof value === "object" && value !== null;
          if (!isContainer && !name.includes(".")) expect(JSON.parse(skim.member(name) as string)).toEqual(value);
          if (!isContainer || Array.isArray(value) || name.includes(".")) continue;
          for (const [inner, member] of Object.entries(value as object)) {
            if (inner.includes(".") || inner.includes("\ufffd")) continue;
            expect(JSON.parse(skim.member(`${name}.${inner}`) as string)).toEqual(member);
          }
        }
        const payloads = Object.entries(message).filter(([name]) => name === "result" || name === "error");
        if (payloads.length === 1) expect(JSON.parse(payload)).toEqual((payloads[0] as [string, unknown])[1]);
      }),
      runs(1000),
    );
  });
});
