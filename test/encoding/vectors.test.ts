import { readFileSync } from "node:fs";
import { createDecoder } from "spillway/encoding";
import { describe, expect, it } from "vitest";
import { encodingVectors } from "../vectors/encodingVectors.js";

const json = readFileSync(new URL("../vectors/encoding/decode.json", import.meta.url), "utf8");
const { cases } = JSON.parse(json) as {
  cases: { name: string; input: { base64: string }; options: { encoding: string }; expected: { text: string } }[];
};

describe("encoding/decode.json", () => {
  it.each(cases)("$name", ({ input, options, expected }) => {
    const bytes = Buffer.from(input.base64, "base64");
    for (const size of [bytes.length, 1, 3]) {
      const decoder = createDecoder(options);
      let text = "";
      for (let at = 0; at < bytes.length; at += size) text += decoder.write(bytes.subarray(at, at + size));
      expect(text + decoder.end()).toBe(expected.text);
    }
  });

  it("is what the cases say", () => {
    expect(json).toBe(encodingVectors()["decode"]);
  });
});
