import { describe, expect, it } from "vitest";
import { AT_MOST_LINEAR, doublings, growthExponent, type Prepare, timeExponent } from "./growth.js";

describe("growthExponent", () => {
  const sizes = doublings(100, 8);

  it("finds the exponent of a power exactly", () => {
    for (const exponent of [0, 0.5, 1, 1.5, 2, 3]) {
      const costs = sizes.map((size) => 7 * size ** exponent);
      expect(growthExponent(sizes, costs)).toBeCloseTo(exponent, 10);
    }
  });

  it("takes n log n for linear, and n² for what it is, a constant cost and noise on top", () => {
    const noisy = (cost: number, index: number) => cost * (index % 2 === 0 ? 0.8 : 1.25) + 50;
    const logarithmic = sizes.map((size, index) => noisy(size * Math.log2(size), index));
    const quadratic = sizes.map((size, index) => noisy(size ** 2, index));
    expect(growthExponent(sizes, logarithmic)).toBeLessThan(AT_MOST_LINEAR);
    expect(growthExponent(sizes, quadratic)).toBeGreaterThan(AT_MOST_LINEAR);
  });
});

describe("timeExponent", () => {
  const LINEAR: Readonly<Record<string, Prepare>> = {
    "n turns": (size) => () => spin(size * 100),
    "n log n turns": (size) => () => spin(size * Math.log2(size) * 10),
    "n turns, asynchronously": (size) => async () => {
      for (let at = 0; at < 8; at++) {
        await Promise.resolve();
        spin(size * 10);
      }
    },
    "next to nothing, whatever the size": (size) => () => size,
    "an array filled": (size) => () => Array.from({ length: size }, (_, index) => ({ index })).length,
  };
  const QUADRATIC: Readonly<Record<string, Prepare>> = {
    "n² turns": (size) => () => spin(size * size),
    "n² turns, asynchronously": (size) => async () => {
      for (let at = 0; at < size; at++) {
        spin(size);
        if (at % 64 === 0) await Promise.resolve();
      }
    },
    "an array copied for each item": (size) => () => {
      let items: number[] = [];
      for (let at = 0; at < size; at++) items = [...items, at];
      return items;
    },
    "a text searched from the start for each line": (size) => {
      const text = "ab\n".repeat(size);
      return () => {
        let last = 0;
        for (let line = 0; line < size; line += 16) last = text.lastIndexOf("x", line * 3);
        return last;
      };
    },
    "a regular expression that tries every start": (size) => {
      const text = "a".repeat(size);
      return () => /a*b/.test(text);
    },
  };

  /** Quadratic only where the copies outweigh the steps that make them. */
  const HIDDEN: Readonly<Record<string, Prepare>> = {
    "all bytes copied for each chunk that comes": (size) => () => {
      let held = new Uint8Array(0);
      for (let at = 0; at < size; at += 64) {
        const longer = new Uint8Array(held.length + 64);
        longer.set(held);
        held = longer;
      }
      return held;
    },
  };

  it.each(Object.entries(LINEAR))("lets %s pass", async (_name, prepare) => {
    expect(await timeExponent(prepare)).toBeLessThan(AT_MOST_LINEAR);
  });

  it.each(Object.entries(QUADRATIC))("never lets %s pass, however often it tries", async (_name, prepare) => {
    expect(await timeExponent(prepare)).toBeGreaterThan(AT_MOST_LINEAR);
  });

  it.each(Object.entries(HIDDEN))("never lets %s pass a long look", async (_name, prepare) => {
    expect(await timeExponent(prepare, { look: "long" })).toBeGreaterThan(AT_MOST_LINEAR);
  });
});

function spin(turns: number): number {
  let state = 1;
  for (let turn = 0; turn < turns; turn++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state;
}
