import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Span } from "../../../src/json/cut/members.js";
import { sizeOfSpans } from "../../../src/json/cut/shown.js";
import { longerText, type NaiveSize } from "../../support/arbitraries.js";
import { runs } from "../../support/runs.js";
import { naiveBytes } from "../../text/reference.js";

/** A character is shown if a span has it; a line, if any of its characters is. */
function naiveShown(text: string, spans: readonly Span[]): NaiveSize {
  const lines = new Set<number>();
  let line = 0;
  for (let index = 0; index < text.length; index++) {
    if (spans.some(({ start, end }) => start <= index && index < end)) lines.add(line);
    if (text[index] === "\n") line++;
  }
  const parts = spans.map(({ start, end }) => text.slice(start, end));
  return {
    bytes: parts.reduce((sum, part) => sum + naiveBytes(part), 0),
    chars: parts.reduce((sum, part) => sum + part.length, 0),
    lines: lines.size,
  };
}

/** Spans in order, some of them empty, some next to each other. */
function spansOf(text: string, places: readonly number[]): Span[] {
  const ends = places.map((place) => place % (text.length + 1)).sort((a, b) => a - b);
  const spans: Span[] = [];
  for (let index = 0; index + 1 < ends.length; index++) {
    if (places[index] !== undefined && (places[index] as number) % 3 !== 0) {
      spans.push({ start: ends[index] as number, end: ends[index + 1] as number });
    }
  }
  return spans;
}

describe("sizeOfSpans", () => {
  it("counts what a look at each character counts", () => {
    const lined = fc
      .tuple(longerText(), fc.array(fc.nat(400), { maxLength: 30, size: "max" }))
      .map(([text, places]) => ({ text, spans: spansOf(text, places) }));
    const check = ({ text, spans }: { text: string; spans: Span[] }) => {
      // Spans part no pair, as no cut does.
      fc.pre(
        spans.every(({ start, end }) =>
          [start, end].every((at) => !/^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1))),
        ),
      );
      expect(sizeOfSpans(text, spans)).toEqual(naiveShown(text, spans));
    };
    fc.assert(fc.property(lined, check), runs());
  });

  it("counts a line of which several spans have a part once", () => {
    const spans = (...places: number[]) => {
      const made: Span[] = [];
      for (let index = 0; index < places.length; index += 2) {
        made.push({ start: places[index] as number, end: places[index + 1] as number });
      }
      return made;
    };
    expect(sizeOfSpans("abcdef", spans(0, 1, 2, 3, 4, 5)).lines).toBe(1);
    expect(sizeOfSpans("ab\ncd", spans(0, 1, 3, 4)).lines).toBe(2);
    expect(sizeOfSpans("ab\ncd", spans(0, 1, 2, 3)).lines).toBe(1);
    expect(sizeOfSpans("ab\ncd", spans(0, 1, 2, 4)).lines).toBe(2);
    expect(sizeOfSpans("ab\ncd", spans(0, 3, 3, 5)).lines).toBe(2);
    expect(sizeOfSpans("\n\n\n", spans(0, 1, 2, 3)).lines).toBe(2);
    expect(sizeOfSpans("ab\n", spans(0, 0, 3, 3))).toEqual({ bytes: 0, chars: 0, lines: 0 });
    expect(sizeOfSpans("", [])).toEqual({ bytes: 0, chars: 0, lines: 0 });
  });
});
