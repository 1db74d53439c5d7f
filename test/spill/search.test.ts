/** Searches by regular expression: what a naive search finds, whatever the window, and in memory that the window sets. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linearRegex } from "../../src/regex/linearRegex.js";
import { readSpill, type SpillWindow } from "../../src/spill/readSpill.js";
import type { SearchRequest, SpillRequest } from "../../src/spill/request.js";
import { fits } from "../../src/text/fits.js";
import type { Limits } from "../../src/text/limits.js";
import { runs } from "../support/runs.js";
import { counting, type Kept, keep } from "./pointer/support.js";

async function search(kept: Kept, search: SearchRequest, limits: Limits): Promise<SpillWindow[]> {
  const found: SpillWindow[] = [];
  for (let request: SpillRequest | undefined = { search }; request !== undefined; request = found.at(-1)?.next) {
    const window = await readSpill(kept.sink, kept.id, request, limits, { regex: linearRegex });
    if ("gone" in window) throw new Error("gone");
    found.push(window);
  }
  return found;
}

/** Matches, context and marks as the tool has them, from all the lines at once. */
function naive(text: string, pattern: RegExp, context: number): string {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  if (lines.at(-1) === "") lines.pop();
  const isMatch = lines.map((line) => pattern.test(line));
  const entries: string[] = [];
  let last = -1;
  for (const [index, line] of lines.entries()) {
    if (!isMatch.slice(Math.max(0, index - context), index + context + 1).includes(true)) continue;
    if (context > 0 && last >= 0 && index > last + 1) entries.push("--");
    entries.push(`${index + 1}${isMatch[index] ? ":" : "-"}${line}`);
    last = index;
  }
  return entries.join("\n");
}

const content = fc
  .array(fc.constantFrom("a", "b", "ab", "\n", "\n", "\r\n", "é", "中", "🟡", "needle", "12", " "), { maxLength: 80 })
  .map((parts) => parts.join(""));
const pattern = fc.constantFrom(
  "needle",
  "^a",
  "b$",
  "\\d+",
  "a.b",
  "[é中]",
  "🟡.",
  "^$",
  "(?:a|b){2}",
  "\\bneedle\\b",
  "A",
);

describe("a search by regular expression", () => {
  it("should always show what a naive search shows, context and all", async () => {
    await fc.assert(
      fc.asyncProperty(content, pattern, fc.nat(3), fc.boolean(), async (text, pattern, context, ignoreCase) => {
        const expected = naive(text, new RegExp(pattern, ignoreCase ? "iu" : "u"), context);
        const [window, ...more] = await search(await keep(text), { pattern, regex: true, ignoreCase, context }, {});
        expect([window?.text, more]).toEqual([expected, []]);
        expect(window?.matches).toBe(expected.match(/^\d+:/gm)?.length ?? 0);
      }),
      runs(500),
    );
  });

  it("should always give every match once, and counts that add up, in any size of windows", async () => {
    const limits = fc.record(
      {
        maxBytes: fc.integer({ min: 100, max: 400 }),
        maxLines: fc.integer({ min: 1, max: 6 }),
        maxTokens: fc.integer({ min: 100, max: 300 }),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(content, pattern, fc.nat(2), limits, async (text, pattern, context, limits) => {
        const windows = await search(await keep(text), { pattern, regex: true, context }, limits);
        for (const window of windows) expect(fits(window.text, limits)).toBe(true);
        const shown = windows.flatMap((window) => window.text.match(/^\d+:.*$/gm) ?? []);
        const expected = naive(text, new RegExp(pattern, "u"), 0);
        expect(shown.join("\n")).toBe(expected);
        expect(windows.reduce((sum, { matches = 0 }) => sum + matches, 0)).toBe(shown.length);
      }),
      runs(500),
    );
  });

  it("should show a window around a match in a long line, with its line and byte", async () => {
    const kept = await keep(`first\n${"é".repeat(20_000)}needle 42${"y".repeat(20_000)}\n`);
    const [window] = await search(kept, { pattern: "needle \\d+", regex: true }, { maxBytes: 2000 });
    expect(window?.text).toMatch(/^2@40006:…é{200}needle 42y+…$/);
  });

  it("should know where a line begins and ends that is too long to hold", async () => {
    const long = "x".repeat(2_500_000);
    const kept = await keep(`${long}\ny${long}y\nx\n`);
    const numbers = async (pattern: string) =>
      (await search(kept, { pattern, regex: true }, {})).flatMap(({ text }) => text.match(/^\d+(?:@\d+)?/gm) ?? []);
    expect(await numbers("^x{3}")).toEqual(["1@0"]);
    expect(await numbers("^x$")).toEqual(["3"]);
    expect(await numbers("x{3}y$")).toEqual([`2@${2 * 2_500_000 + 2 - 3}`]);
    expect(await numbers("^y")).toEqual([`2@${2_500_001}`]);
    expect(await numbers("x$")).toEqual([`1@${2_500_000 - 1}`, "3"]);
  });

  it("should not go through what stands before the cursor again", async () => {
    const kept = await keep(Array.from({ length: 200_000 }, (_, index) => `line ${index}`).join("\n"));
    const { sink, taken } = counting(kept.sink);
    let most = 0;
    let pages = 0;
    for (
      let request: SpillRequest | undefined = { search: { pattern: "7$", regex: true } };
      request !== undefined;
      pages++
    ) {
      const window = await readSpill(sink, kept.id, request, { maxBytes: 4096 }, { regex: linearRegex });
      if ("gone" in window) throw new Error("gone");
      most = Math.max(most, taken());
      request = window.next;
    }
    expect(pages).toBeGreaterThan(50);
    expect(most).toBeLessThanOrEqual(3 * 65_536);
  });
});
