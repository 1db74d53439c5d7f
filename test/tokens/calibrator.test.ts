import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CalibratorOptions, createCalibrator } from "../../src/tokens/calibrator.js";
import { estimateTokens } from "../../src/tokens/estimate.js";
import { runs } from "../support/runs.js";
import { FAMILIES, mean, readCorpus } from "./corpus.js";

const usage = fc.record({
  estimated: fc.integer({ min: 0, max: 1e6 }),
  actual: fc.integer({ min: 0, max: 1e6 }),
  cached: fc.option(fc.nat(1e5), { nil: undefined }),
});

describe("createCalibrator", () => {
  it("should leave estimates as they are until three requests are known", () => {
    const calibrator = createCalibrator();
    for (const known of [0, 1, 2]) {
      expect([known, calibrator.factor("m")]).toEqual([known, 1]);
      calibrator.observe("m", { estimated: 1000, actual: 1300 });
    }
    expect(calibrator.factor("m")).toBe(1.3);
    expect(calibrator.scale("m", 1001)).toBe(1302);
    expect(calibrator.factor("another")).toBe(1);
  });

  it("should not be moved by outliers, nor by prefixes that came from a cache and were not said", () => {
    const calibrator = createCalibrator();
    for (let turn = 0; turn < 10; turn++) {
      calibrator.observe("m", { estimated: 1000, actual: 1200 });
      if (turn % 3 === 0) calibrator.observe("m", { estimated: 50_000, actual: 900 });
      if (turn % 4 === 0) calibrator.observe("m", { estimated: 1000, actual: 4000 });
      calibrator.observe("m", { estimated: 10, actual: 40 });
    }
    expect(calibrator.factor("m")).toBe(1.2);
  });

  it("should add what came from a cache where it is said", () => {
    const calibrator = createCalibrator();
    for (let turn = 0; turn < 3; turn++) calibrator.observe("m", { estimated: 1000, actual: 100, cached: 800 });
    expect(calibrator.factor("m")).toBe(0.9);
  });

  it("should follow a change within its history", () => {
    const calibrator = createCalibrator({ history: 8 });
    for (let turn = 0; turn < 20; turn++) calibrator.observe("m", { estimated: 1000, actual: 700 });
    for (let turn = 0; turn < 8; turn++) calibrator.observe("m", { estimated: 1000, actual: 1400 });
    expect(calibrator.factor("m")).toBe(1.4);
  });

  it("should lean to the high side where a limit asks for it", () => {
    const calibrator = createCalibrator({ quantile: 0.9 });
    for (let turn = 0; turn < 11; turn++) calibrator.observe("m", { estimated: 1000, actual: 1000 + 10 * turn });
    expect(calibrator.factor("m")).toBeCloseTo(1.09);
  });

  it("always stays from 0.5 to 2, is the same for the same history, and goes on from what it wrote", () => {
    const observations = fc.array(fc.tuple(fc.constantFrom("a", "b", "__proto__"), usage), { maxLength: 60 });
    fc.assert(
      fc.property(observations, observations, (first, second) => {
        const one = createCalibrator();
        const other = createCalibrator();
        for (const [model, seen] of first) for (const each of [one, other]) each.observe(model, seen);
        const resumed = createCalibrator({ state: JSON.parse(JSON.stringify(one)) });
        for (const [model, seen] of second) for (const each of [one, other, resumed]) each.observe(model, seen);
        expect(other.toJSON()).toEqual(one.toJSON());
        expect(resumed.toJSON()).toEqual(one.toJSON());
        for (const model of ["a", "b", "__proto__"]) {
          expect(one.factor(model)).toBeGreaterThanOrEqual(0.5);
          expect(one.factor(model)).toBeLessThanOrEqual(2);
        }
      }),
      runs(),
    );
  });

  it("should keep a bounded number of models, those seen last", () => {
    const calibrator = createCalibrator();
    for (let model = 0; model < 100; model++) calibrator.observe(`m${model}`, { estimated: 1000, actual: 1000 });
    const kept = calibrator.toJSON().models.map(([id]) => id);
    expect(kept).toHaveLength(64);
    expect(kept.at(-1)).toBe("m99");
  });

  it("should halve the error of the generic profile over sessions with models of every family", () => {
    const holdout = readCorpus("holdout");
    const before: number[] = [];
    const after: number[] = [];
    for (const [family, name] of FAMILIES.entries()) {
      // A session stays with its kind of text, and each request sends all that came before again.
      for (const category of [
        "chinese",
        "japanese",
        "korean",
        "russian",
        "arabic",
        "hindi",
        "greek",
        "vietnamese",
        "latin-languages",
      ]) {
        const calibrator = createCalibrator();
        const texts = holdout.filter((sample) => sample.category === category);
        let estimated = 0;
        let actual = 0;
        for (const [turn, { text, tokens }] of [...texts, ...texts.toReversed()].entries()) {
          estimated += estimateTokens(text, { bias: "expected" });
          actual += tokens[family] as number;
          if (turn >= 3) {
            before.push(Math.abs(estimated / actual - 1));
            after.push(Math.abs(calibrator.scale(name, estimated) / actual - 1));
          }
          calibrator.observe(name, { estimated, actual });
        }
      }
    }
    expect(mean(after)).toBeLessThanOrEqual(mean(before) / 2);
  });

  it("should refuse bad options and usage by name", () => {
    const call = (options: unknown) => () => createCalibrator(options as CalibratorOptions);
    expect(call(null)).toThrow(TypeError);
    expect(call({ quantile: 2 })).toThrow(/^quantile must be/);
    expect(call({ history: 0 })).toThrow(/^history must be/);
    expect(call({ state: {} })).toThrow(/^state\.version/);
    expect(call({ state: { version: 1 } })).toThrow(/^state\.models/);
    expect(call({ state: { version: 1, models: [["a"]] } })).toThrow(/^state\.models/);
    expect(call({ state: { version: 1, models: [["a", ["x"]]] } })).toThrow(TypeError);
    const calibrator = createCalibrator();
    expect(() => calibrator.observe("m", null as never)).toThrow(/^usage must be/);
    expect(() => calibrator.observe("m", { estimated: -1, actual: 1 })).toThrow(/^usage\.estimated/);
    expect(() => calibrator.observe("m", { estimated: 1, actual: Number.NaN })).toThrow(/^usage\.actual/);
    expect(() => calibrator.scale(1 as never, 5)).toThrow(/^modelId/);
  });
});
