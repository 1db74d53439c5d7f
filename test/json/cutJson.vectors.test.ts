import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cutJson } from "../../src/json/cutJson.js";
import { type JsonCutVectorCase, jsonCutVectors } from "../vectors/jsonCutVectors.js";
import { COUNTERS, textOf } from "../vectors/naive.js";

const json = readFileSync(new URL("../vectors/json/cut.json", import.meta.url), "utf8");

describe("cut.json", () => {
  const { cases } = JSON.parse(json) as { cases: readonly JsonCutVectorCase[] };

  it.each(cases)("$name", ({ input, limits, options: { countTokens, ...options }, expected }) => {
    const counter = countTokens === undefined ? {} : { countTokens: COUNTERS[countTokens] };
    const { text, truncated, kind, elisions } = cutJson(textOf(input), limits, { ...options, ...counter });
    expect({ text, truncated, kind, elisions }).toEqual(expected);
  });

  it("is what the slow reference makes: run `npm run vectors` after a change", () => {
    expect(jsonCutVectors()).toEqual({ cut: json });
  });
});
