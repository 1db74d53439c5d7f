/** What is left of the way to a Spill when a harness cuts a View once more. The table is that of docs/notices.md. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { boundResult, parseNotice } from "spillway";
import { memorySpill } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";

type Position = "first" | "last";
type Fate = "read" | "found" | "lost";

/** Cutters as harnesses have them, by code units, as blunt as some of them are: `most` is what they show of a text. */
const CUTTERS: Readonly<Record<string, (view: string, most: number) => string>> = {
  "keeps the start": (view, most) => view.slice(0, most),
  "keeps the start, in words of its own": (view, most) =>
    `<persisted-output>\nOutput too large. Preview:\n${view.slice(0, most)}\n...\n</persisted-output>`,
  "keeps the end": (view, most) => view.slice(-most),
  "keeps the end, and says so behind it": (view, most) => `${view.slice(-most)}\n\n[Showing the last lines]`,
  "removes the middle": (view, most) => `${view.slice(0, most / 2)}…chars truncated…${view.slice(-most / 2)}`,
  "removes the middle, under a header": (view, most) =>
    `Warning: truncated output\nTotal output lines: 9\n\n${view.slice(0, most / 2)}…chars truncated…${view.slice(-most / 2)}`,
  "keeps a fifth from the start, the rest from the end": (view, most) =>
    `${view.slice(0, most / 5)}\n\n... [characters omitted] ...\n\n${view.slice((-most * 4) / 5)}`,
};

/** What each position comes to; `read`: by `parseNotice`; `found`: the id stands in the text; `lost`: nothing leads there. */
const FATES: Readonly<Record<string, readonly [first: Fate, last: Fate]>> = {
  "keeps the start": ["read", "lost"],
  "keeps the start, in words of its own": ["found", "lost"],
  "keeps the end": ["lost", "read"],
  "keeps the end, and says so behind it": ["lost", "found"],
  "removes the middle": ["read", "read"],
  "removes the middle, under a header": ["found", "read"],
  "keeps a fifth from the start, the rest from the end": ["read", "read"],
};

async function viewOf(text: string, position: Position, maxBytes: number) {
  const { text: view, spill } = await boundResult(text, {
    limits: { maxBytes },
    notice: { position, canRead: "tool" },
    spill: memorySpill(),
  });
  if (spill.state !== "kept") throw new Error("nothing was cut");
  return { view, id: spill.ref.id };
}

function fateOf(cut: string, id: string): Fate {
  if (parseNotice(cut)?.id === id) return "read";
  return cut.includes(id) ? "found" : "lost";
}

const cases = Object.entries(CUTTERS).map(([name, cutAgain]) => ({ name, cutAgain, fates: FATES[name] ?? [] }));
const word = fc.string({ unit: fc.constantFrom("a", "é", "🟡", " ", "\n", "[", "x"), maxLength: 40 });
/** Longer than any View here. */
const long = word.map((piece) => `line ${piece}\n`.repeat(2000));

describe.each(cases)("a cutter that $name", ({ cutAgain, fates }) => {
  it.each(["first", "last"] as const)("leaves of a notice that is %s what is promised", async (position) => {
    await fc.assert(
      fc.asyncProperty(long, fc.integer({ min: 4000, max: 9000 }), async (text, maxBytes) => {
        const { view, id } = await viewOf(text, position, maxBytes);
        expect(fateOf(cutAgain(view, 2000), id)).toBe(fates[position === "first" ? 0 : 1]);
      }),
      runs(20),
    );
  });
});

describe("docs/notices.md", () => {
  it("has this table", () => {
    const page = readFileSync(new URL("../../docs/notices.md", import.meta.url), "utf8");
    for (const [name, [first, last]] of Object.entries(FATES))
      expect(page).toContain(`| ${name} | ${first} | ${last} |`);
  });
});
