import { describe, expect, it } from "vitest";
import { floorOf } from "../../../src/adapters/pi/batch/settle.js";
import { freeOf, readUsage, reserveTokens } from "../../../src/adapters/pi/headroom.js";
import { DEFAULT_SETTINGS } from "../../../src/adapters/pi/settings/keys.js";
import { contextOf } from "./fakePi.js";

const model = { provider: "acme", id: "m/1" };

describe("reserveTokens", () => {
  it.each([
    ["pi's default", undefined, 16_384],
    ["pi's default", { compaction: "on" }, 16_384],
    ["the plain setting", { compaction: { reserveTokens: 9 } }, 9],
    ["0", { compaction: { reserveTokens: 0 } }, 0],
    ["the model's", { compaction: { reserveTokens: 9, modelOverrides: { "acme/m/1": { reserveTokens: 5 } } } }, 5],
    ["the model's 0", { compaction: { reserveTokens: 9, modelOverrides: { "acme/m/1": { reserveTokens: 0 } } } }, 0],
    [
      "the plain one for other models",
      { compaction: { reserveTokens: 9, modelOverrides: { "acme/m": { reserveTokens: 5 } } } },
      9,
    ],
    [
      "the plain one where the model's has none",
      { compaction: { reserveTokens: 9, modelOverrides: { "acme/m/1": {} } } },
      9,
    ],
    [
      "the plain one for what is no count",
      { compaction: { reserveTokens: 9, modelOverrides: { "acme/m/1": { reserveTokens: -1 } } } },
      9,
    ],
  ])("should be %s", (_what, settings, expected) => {
    expect(reserveTokens(settings, model)).toBe(expected);
  });

  it("should not take a name of the language for a model's", () => {
    const settings = { compaction: { modelOverrides: {} } };
    expect(reserveTokens(settings, { provider: "__proto__", id: "" })).toBe(16_384);
    expect(reserveTokens(settings, undefined)).toBe(16_384);
  });
});

describe("freeOf", () => {
  const free = (tokens: number | null, contextWindow = 40_000) =>
    freeOf(readUsage(contextOf({ usage: { tokens, contextWindow } }), {}));

  it("should be window − reserve − usage, and the window without the reserve", () => {
    expect(free(634)).toEqual({ headroom: 22_982, windowTokens: 39_366 });
    expect(free(50_000)).toEqual({ headroom: 0, windowTokens: 0 });
  });

  it("should be unknown without a window, without a usage, and where pi throws", () => {
    expect(free(null)).toBeUndefined();
    expect(free(5, 0)).toBeUndefined();
    expect(freeOf(readUsage(contextOf({}), {}))).toBeUndefined();
    const throwing = {
      ...contextOf({}),
      getContextUsage: () => {
        throw new Error("stale");
      },
    };
    expect(freeOf(readUsage(throwing, {}))).toBeUndefined();
  });
});

describe("floorOf", () => {
  it("should be the setting, unless the floors of many calls would fill the window", () => {
    expect(floorOf(39_366, 4, DEFAULT_SETTINGS)).toBe(4096);
    expect(floorOf(39_366, 36, DEFAULT_SETTINGS)).toBe(1093);
    expect(floorOf(0, 1, DEFAULT_SETTINGS)).toBe(512);
    expect(floorOf(Infinity, 1, DEFAULT_SETTINGS)).toBe(4096);
    expect(floorOf(0, 1, { ...DEFAULT_SETTINGS, minOutputBytes: 0 })).toBe(0);
  });
});
