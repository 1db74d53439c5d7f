import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLines } from "../../../src/cli/mcp/lines.js";
import { runs } from "../../support/runs.js";

async function* source(chunks: readonly string[]): AsyncIterable<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk, "latin1");
}

async function linesOf(chunks: readonly string[], ceiling: number) {
  const found: { text: string; isLarge: boolean; isWhole?: boolean }[] = [];
  await readLines(source(chunks), {
    ceiling,
    line: (line) => void found.push({ text: line.toString("latin1"), isLarge: false }),
    large() {
      const pieces: Buffer[] = [];
      return {
        write: (piece) => void pieces.push(piece),
        end: (isWhole) => void found.push({ text: Buffer.concat(pieces).toString("latin1"), isLarge: true, isWhole }),
      };
    },
  });
  return found;
}

describe("readLines", () => {
  it("should take a line of the ceiling whole, and one more byte in pieces", async () => {
    expect(await linesOf(["abcd\nabcde\nx"], 4)).toEqual([
      { text: "abcd", isLarge: false },
      { text: "abcde", isLarge: true, isWhole: true },
      { text: "x", isLarge: false },
    ]);
  });

  it("should say that the end cut a large line", async () => {
    expect(await linesOf(["abc", "def"], 4)).toEqual([{ text: "abcdef", isLarge: true, isWhole: false }]);
  });

  it("should find the same lines in any chunks", async () => {
    const text = fc.array(fc.constantFrom("a", "b", "\n", "\r\n", "longer"), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), fc.array(fc.nat(60)), async (parts, ceiling, cuts) => {
        const whole = parts.join("");
        const edges = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length];
        const chunks = edges.slice(1).map((end, index) => whole.slice(edges[index], end));
        const found = await linesOf(chunks, ceiling);
        expect(found.map(({ text }) => text)).toEqual(whole.split("\n").filter((line) => line !== ""));
        for (const { text, isLarge } of found) expect(isLarge).toBe(text.length > ceiling);
      }),
      runs(300),
    );
  });

  it("should not join what it holds again with each chunk", async () => {
    const chunk = "x".repeat(1024);
    const started = performance.now();
    await linesOf(
      Array.from({ length: 20_000 }, () => chunk),
      1e9,
    ); // 20 MB: quadratic takes minutes
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
