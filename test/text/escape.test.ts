import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOfEscape, MAX_ESCAPE_UNITS, openEscapeAt } from "../../src/text/escape.js";
import { runs } from "../support/runs.js";

const ESC = "\u001b";

describe("endOfEscape", () => {
  it.each([
    ["CSI, colour", `${ESC}[31mtext`, 5],
    ["CSI without parameters", `${ESC}[mtext`, 3],
    ["CSI with private and intermediate bytes", `${ESC}[?25 htext`, 7],
    ["CSI with many parameters", `${ESC}[38;2;255;128;0mtext`, 17],
    ["CSI ended by ~", `${ESC}[3~text`, 4],
    ["OSC title, ended by BEL", `${ESC}]0;title\u0007text`, 10],
    ["OSC 8 link, ended by ST", `${ESC}]8;;https://example.org${ESC}\\text`, 26],
    ["DCS", `${ESC}P1$r0m${ESC}\\text`, 9],
    ["SOS", `${ESC}Xabc${ESC}\\text`, 7],
    ["PM", `${ESC}^abc${ESC}\\text`, 7],
    ["APC", `${ESC}_abc${ESC}\\text`, 7],
    ["character set", `${ESC}(Btext`, 3],
    ["reset", `${ESC}ctext`, 2],
    ["save cursor", `${ESC}7text`, 2],
  ])("ends %s behind its final byte", (_name, text, end) => {
    expect(endOfEscape(text, 0)).toBe(end);
    expect(endOfEscape(`before${text}`, 6)).toBe(6 + end);
    expect(text.slice(end)).toBe("text");
  });

  it.each([
    ["ESC alone", ESC],
    ["CSI", `${ESC}[`],
    ["CSI in its parameters", `${ESC}[38;2;2`],
    ["OSC", `${ESC}]8;;https://exam`],
    ["OSC in its terminator", `${ESC}]0;title${ESC}`],
    ["character set", `${ESC}(`],
  ])("is -1 for %s that the text's end cuts short", (_name, text) => {
    expect(endOfEscape(text, 0)).toBe(-1);
  });

  it.each([
    ["CSI by a line end", `${ESC}[31\ntext`, 4],
    ["CSI by another ESC", `${ESC}[31${ESC}[0m`, 4],
    ["CSI by a character beyond ASCII", `${ESC}[31é`, 4],
    ["CSI by DEL", `${ESC}[31\u007f`, 4],
    ["OSC by a line end", `${ESC}]0;title\ntext`, 9],
    ["OSC by another ESC", `${ESC}]0;a${ESC}[0m`, 5],
    ["ESC by ESC", `${ESC}${ESC}[0m`, 1],
    ["ESC by a line end", `${ESC}\ntext`, 1],
  ])("ends %s before it", (_name, text, end) => {
    expect(endOfEscape(text, 0)).toBe(end);
  });

  it("takes a sequence that does not end for text after a length", () => {
    for (const opening of [`${ESC}[`, `${ESC}]`, `${ESC}(`]) {
      const text = opening + (opening === `${ESC}(` ? "#" : "1").repeat(3 * MAX_ESCAPE_UNITS);
      const end = endOfEscape(text, 0);
      expect(end).toBeGreaterThanOrEqual(MAX_ESCAPE_UNITS);
      expect(end).toBeLessThanOrEqual(MAX_ESCAPE_UNITS + opening.length);
    }
  });
});

describe("openEscapeAt", () => {
  it("finds the sequence that the end cuts short, and no other", () => {
    expect(openEscapeAt("plain")).toBe(-1);
    expect(openEscapeAt(`${ESC}[31mred${ESC}[0m`)).toBe(-1);
    expect(openEscapeAt(`${ESC}[31mred${ESC}[0`)).toBe(8);
    expect(openEscapeAt(`red${ESC}`)).toBe(3);
    expect(openEscapeAt(`${ESC}]8;;https://example.org${ESC}`)).toBe(0);
  });

  it("is always where a prefix stops inside a sequence, and -1 at every other prefix", () => {
    const sequence = fc
      .constantFrom("[31m", "[2K", "]0;title\u0007", `]8;;u${ESC}\\`, "(B", "c", "P1q")
      .map((rest) => ESC + rest);
    const part = fc.oneof(sequence, fc.constantFrom("text", "\n", "é", " "));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const text = parts.join("");
        for (let length = 0; length <= text.length; length++) {
          const prefix = text.slice(0, length);
          expect(openEscapeAt(prefix)).toBe(naiveOpen(prefix));
        }
      }),
      runs(300),
    );
  });
});

/** Takes open sequences off the end until none is left: what one broke off is open itself once that is gone. */
function naiveOpen(text: string): number {
  let first = -1;
  for (let at = lastOpen(text); at !== -1; at = lastOpen(text.slice(0, at))) first = at;
  return first;
}

/** Sequences from the start, one after another. */
function lastOpen(text: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== ESC) continue;
    const end = endOfEscape(text, at);
    if (end === -1) return at;
    at = end - 1;
  }
  return -1;
}
