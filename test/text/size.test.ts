import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measureText, utf8Length } from "../../src/text/size.js";
import { longerText, troubleText } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";
import { naiveBytes, naiveSize } from "./reference.js";

const anyText = fc.oneof(troubleText(), longerText(), fc.string({ unit: "binary" }), fc.string());

describe("utf8Length", () => {
  it.each([
    ["", 0],
    ["a", 1],
    ["\0", 1],
    ["\x7f", 1],
    ["\x80", 2],
    ["é", 2],
    ["\u07ff", 2],
    ["\u0800", 3],
    ["中", 3],
    ["\uffff", 3],
    ["🟡", 4],
    ["\u{10ffff}", 4],
    ["\ud83d", 3],
    ["\udfe1", 3],
    ["\udfe1\ud83d", 6],
    ["\ud83d\ud83d\udfe1", 7],
    ["\ufeff", 3],
  ])("of %j is %d", (text, bytes) => {
    expect(utf8Length(text)).toBe(bytes);
  });

  it("always is the sum over code points, a lone surrogate for 3", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(utf8Length(text)).toBe(naiveBytes(text));
      }),
      runs(),
    );
  });

  it("refuses anything but a string", () => {
    for (const value of [undefined, null, 1, ["a"], Buffer.from("a")]) {
      expect(() => utf8Length(value as never)).toThrow(/^text must be a string/);
      expect(() => measureText(value as never)).toThrow(TypeError);
    }
  });
});

describe("measureText", () => {
  it("measures bytes, chars and lines", () => {
    expect(measureText("naïve\n🟡")).toEqual({ bytes: 11, chars: 8, lines: 2 });
  });

  it.each([
    ["", 0],
    ["a", 1],
    ["a\n", 1],
    ["\n", 1],
    ["a\nb", 2],
    ["a\nb\n", 2],
    ["\n\n", 2],
    ["\n\n\na", 4],
    ["a\r\nb\r\n", 2],
    ["a\rb", 1],
    ["a\u2028b\u0085c\vd\f", 1],
  ])("counts the lines of %j as %d", (text, lines) => {
    expect(measureText(text).lines).toBe(lines);
  });

  it("always agrees with the naive measures", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(measureText(text)).toEqual(naiveSize(text));
      }),
      runs(),
    );
  });

  it("always adds up for texts joined by a line end", () => {
    fc.assert(
      fc.property(anyText, anyText, (first, second) => {
        const [a, b, both] = [measureText(`${first}\n`), measureText(second), measureText(`${first}\n${second}`)];
        expect(both).toEqual({ bytes: a.bytes + b.bytes, chars: a.chars + b.chars, lines: a.lines + b.lines });
      }),
      runs(),
    );
  });
});
