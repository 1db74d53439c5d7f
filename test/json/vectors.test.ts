import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { admitJson } from "../../src/json/admit.js";
import { measureJson } from "../../src/json/measure.js";
import { createJsonStringMeter } from "../../src/json/meter.js";
import { inputValue, type JsonVectorCase, jsonVectors, spaceOf } from "../vectors/jsonVectors.js";

const FOLDER = new URL("../vectors/json/", import.meta.url);

describe("measure.json", () => {
  const { cases } = JSON.parse(read("measure")) as { cases: readonly JsonVectorCase[] };

  it.each(cases)("$name", ({ input, options, expected: { bytes, fits, text } }) => {
    const value = inputValue(input);
    const settings = { ...options, space: spaceOf(options) };
    const measured = measureJson(value, settings);
    if (fits) expect(measured).toEqual({ ok: true, bytes });
    else {
      expect(measured).toMatchObject({ ok: false, reason: "capacity" });
      const atLeast = measured.ok ? 0 : measured.atLeast;
      expect(atLeast).toBeGreaterThan(options.maxBytes as number);
      expect(atLeast).toBeLessThanOrEqual(bytes);
    }
    expect(measureJson(value, { ...settings, trusted: true })).toEqual(measured);
    const admitted = admitJson(value, settings);
    expect(admitted.ok).toBe(fits);
    if (admitted.ok && text !== undefined) expect(admitted.text).toBe(text);
    if (typeof value === "string") {
      const meter = createJsonStringMeter();
      for (const unit of value.split("")) meter.write(unit);
      expect(options.layers === 2 ? meter.escapedBytes : meter.bytes).toBe(bytes);
    }
  });
});

describe("test/vectors/json", () => {
  it("is what the slow reference makes: run `npm run vectors` after a change", () => {
    const made = jsonVectors();
    expect(readdirSync(FOLDER)).toEqual(expect.arrayContaining(Object.keys(made).map((subject) => `${subject}.json`)));
    for (const [subject, json] of Object.entries(made)) expect(read(subject)).toBe(json);
  });

  it("has no lone surrogate in its JSON", () => {
    for (const file of readdirSync(FOLDER)) {
      expect(JSON.stringify(JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")))).not.toMatch(/[^\\]\\ud[89a-f]/i);
    }
  });
});

function read(subject: string): string {
  return readFileSync(new URL(`${subject}.json`, FOLDER), "utf8");
}
