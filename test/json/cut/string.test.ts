import { describe, expect, it } from "vitest";
import { shrunk } from "./support.js";

describe("shrinkString", () => {
  it.each([
    [1, undefined],
    [2, '""'],
    [3, '"j"'],
    [4, '"aj"'],
    [5, '"aij"'],
    [8, '"abchij"'],
    [11, '"abcdfghij"'],
    [12, '"abcdefghij"'],
  ])("keeps the start and the end in %i units", (room, text) => {
    expect(shrunk('"abcdefghij"', room)?.text).toBe(text);
  });

  it("keeps the start, the end, or parts of both", () => {
    expect(shrunk('"abcdefghij"', 8, { headShare: 1 })?.text).toBe('"abcdef"');
    expect(shrunk('"abcdefghij"', 8, { headShare: 0 })?.text).toBe('"efghij"');
    expect(shrunk('"abcdefghij"', 8, { headShare: 0.75 })?.text).toBe('"abcdij"');
  });

  it("parts no escape sequence and no pair, and keeps each as it is spelled", () => {
    const json = '"\\u0041\\n🟡\\ud83d\\ude00\\"\\\\é\\u00e9\\/"';
    for (let room = 2; room < json.length; room++) {
      for (const headShare of [0, 0.3, 0.5, 1]) {
        const kept = shrunk(json, room, { headShare })?.text ?? "";
        expect(kept.length).toBeLessThanOrEqual(room);
        expect(!/\p{Surrogate}/u.test(kept)).toBe(true);
        const value = JSON.parse(kept) as string;
        expect(/\p{Surrogate}/u.test(value)).toBe(false);
      }
    }
    expect(shrunk(json, 20)?.text).toBe('"\\u0041\\né\\u00e9\\/"');
  });

  it("counts chars of what the string stands for, and says from which to read on", () => {
    const json = `"${"\\n".repeat(100)}${"\\ud83d\\ude00".repeat(100)}"`;
    expect(shrunk(json, 102)).toEqual({
      text: `"${"\\n".repeat(25)}${"\\ud83d\\ude00".repeat(4)}"`,
      elisions: [{ pointer: "", kept: 33, total: 300, next: { pointer: "", from: 25 } }],
    });
  });

  it("says inside what is left out", () => {
    const { text } = shrunk(`"${"x".repeat(10_000)}"`, 400, { marker: true }) ?? { text: "" };
    expect(text).toMatch(/^"x+\[spillway: … 9,665 of 10,000 chars omitted, next from 167 …\]x+"$/);
    expect(shrunk(`"${"x".repeat(10_000)}"`, 100, { marker: true })?.text).toMatch(/^"x+\[…\]x+"$/);
    expect(shrunk(`"${"x".repeat(100)}"`, 11, { marker: true })?.text).toBe('"xxxxxxxxx"');
  });
});
