import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanTerminal, createTerminalCleaner } from "../../src/text/terminal.js";
import { chunksOf, splits } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";

const ESC = "\u001b";

const piece = fc.constantFrom(
  ...["text", "a", " ", "é", "中", "🟡", "\ud83d", "\udfe1", "\n", "\r\n", "\r", "\r\r\n", "\t", "\b", "\0", "\u0007"],
  ...["\u007f", "\u009b", ESC, `${ESC}[`, `${ESC}[31m`, `${ESC}[0m`, `${ESC}[2K`, `${ESC}[1G`, `${ESC}[0A`, `${ESC}c`],
  ...[`${ESC}]0;title\u0007`, `${ESC}]8;;https://example.org${ESC}\\`, `${ESC}]open`, `${ESC}(`, "[", "2K", "\\", "m"],
);
const hostile = fc.array(piece, { maxLength: 16, size: "max" }).map((pieces) => pieces.join(""));
const long = fc.constantFrom("x".repeat(4095), "y".repeat(4096), "🟡".repeat(2100), `${ESC}]${"z".repeat(4200)}`);
const longHostile = fc
  .array(fc.oneof({ weight: 4, arbitrary: piece }, { weight: 1, arbitrary: long }), { maxLength: 10, size: "max" })
  .map((pieces) => pieces.join(""));

describe("cleanTerminal", () => {
  it("keeps of the frames of a progress bar the last", () => {
    expect(cleanTerminal("Progress 1%\rProgress 2%\rProgress 100%\n")).toBe("Progress 100%\n");
    expect(cleanTerminal("1%\r2%\r\n")).toBe("2%\r\n");
    expect(cleanTerminal("a\n50%\r100%")).toBe("a\n100%");
  });

  it("keeps the last frame that is not empty", () => {
    expect(cleanTerminal("50%\r100%\r")).toBe("100%");
    expect(cleanTerminal("50%\r100%\r\r\n")).toBe("100%\r\n");
    expect(cleanTerminal("done\r\u001b[K\n")).toBe("done\n");
  });

  it("takes erasing a line, and going to its first column, for the start of a frame", () => {
    expect(cleanTerminal(`1%${ESC}[2K${ESC}[0A${ESC}[0E2%${ESC}[2K${ESC}[0A${ESC}[0E3%\n`)).toBe("3%\n");
    expect(cleanTerminal(`1%${ESC}[1G2%${ESC}[G3%\n`)).toBe("3%\n");
  });

  it("leaves CRLF, tabs and other whitespace alone", () => {
    const text = "one\r\ntwo\t2\r\n\n  three\u00a0\u2028\n";
    expect(cleanTerminal(text)).toBe(text);
  });

  it("strips colours, links, titles and character sets", () => {
    expect(cleanTerminal(`${ESC}[1;31merror${ESC}[0m: no`)).toBe("error: no");
    expect(cleanTerminal(`${ESC}]8;;https://example.org${ESC}\\link${ESC}]8;;${ESC}\\`)).toBe("link");
    expect(cleanTerminal(`${ESC}]8;;https://example.org\u0007link${ESC}]8;;\u0007`)).toBe("link");
    expect(cleanTerminal(`${ESC}]0;title\u0007${ESC}(B${ESC}=text`)).toBe("text");
  });

  it("drops an escape sequence that the end cuts short", () => {
    for (const open of [ESC, `${ESC}[`, `${ESC}[38;2`, `${ESC}]8;;https://exam`, `${ESC}(`]) {
      expect(cleanTerminal(`text${open}`)).toBe("text");
    }
  });

  it("lets an unterminated title swallow no more than its line", () => {
    expect(cleanTerminal(`${ESC}]0;title\nkept\n`)).toBe("\nkept\n");
  });

  it("shows NUL and other controls as pictures", () => {
    expect(cleanTerminal("a\0b")).toBe("a␀b");
    expect(cleanTerminal("\u0001\u0007\u000b\u000c\u001f\u007f")).toBe("␁␇␋␌␟␡");
    expect(cleanTerminal("\u0085\u009b31m")).toBe("\ufffd\ufffd31m");
    expect(cleanTerminal("\u007fELF\u0002\u0001\u0001\0")).toBe("␡ELF␂␁␁␀");
  });

  it("lets a backspace take the character before it, whole, and none of the line before", () => {
    expect(cleanTerminal("ab\bc")).toBe("ac");
    expect(cleanTerminal("a🟡\bb")).toBe("ab");
    expect(cleanTerminal("\b\ba\n\bb")).toBe("a\nb");
    expect(cleanTerminal("N\bNA\bAM\bME\bE")).toBe("NAME"); // bold, as man pages have it
  });

  it("gives back the text itself where there is nothing to clean, and an empty one", () => {
    expect(cleanTerminal("plain é 中 🟡\n")).toBe("plain é 中 🟡\n");
    expect(cleanTerminal("")).toBe("");
  });

  it("loses no text of a line too long to hold, when a frame restarts behind it", () => {
    const bar = "x".repeat(10_000);
    const cleaned = cleanTerminal(`${bar}\rdone\n`);
    expect(cleaned.startsWith(bar)).toBe(true);
    expect(cleaned.endsWith("done\n")).toBe(true);
  });

  it("refuses anything but a string", () => {
    for (const value of [undefined, null, 1, {}]) expect(() => cleanTerminal(value as never)).toThrow(TypeError);
  });

  it("never leaves a control character but a tab, a line feed and a CRLF", () => {
    fc.assert(
      fc.property(longHostile, (text) => {
        expect(cleanTerminal(text).replaceAll("\r\n", "\n")).not.toMatch(/[^\P{Cc}\t\n]/u);
      }),
      runs(),
    );
  });

  it("is always idempotent", () => {
    fc.assert(
      fc.property(longHostile, (text) => {
        const cleaned = cleanTerminal(text);
        expect(cleanTerminal(cleaned)).toBe(cleaned);
      }),
      runs(),
    );
  });

  it("always keeps the number of line feeds of a text whose lines can be held", () => {
    fc.assert(
      fc.property(hostile, (moving) => {
        const text = moving.replaceAll(/\[0A|\u001bc/g, ""); // the cursor stays in its line
        expect(cleanTerminal(text).split("\n").length).toBe(text.split("\n").length);
      }),
      runs(),
    );
  });

  it("never touches a text without controls", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const plain = text.replace(/[^\P{Cc}\t\n]/gu, "");
        expect(cleanTerminal(plain)).toBe(plain);
      }),
      runs(300),
    );
  });
});

describe("createTerminalCleaner", () => {
  it("always gives the same as cleanTerminal, for any chunking", () => {
    fc.assert(
      fc.property(longHostile, splits(), (text, places) => {
        const cleaner = createTerminalCleaner();
        const pieces = chunksOf(text, places).map((chunk) => cleaner.write(chunk));
        expect(pieces.join("") + cleaner.end()).toBe(cleanTerminal(text));
      }),
      runs(2000),
    );
  });

  it("always gives the same as cleanTerminal, unit by unit, and says whether it altered anything", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const cleaner = createTerminalCleaner();
        const pieces = text.split("").map((unit) => cleaner.write(unit));
        const cleaned = pieces.join("") + cleaner.end();
        expect(cleaned).toBe(cleanTerminal(text));
        expect(cleaner.altered || cleaned === text).toBe(true);
      }),
      runs(),
    );
  });

  it("says that it altered nothing where it did not", () => {
    const cleaner = createTerminalCleaner();
    expect(cleaner.write("a\r") + cleaner.write("\n") + cleaner.end()).toBe("a\r\n");
    expect(cleaner.altered).toBe(false);
    cleaner.write("\r");
    cleaner.write("x");
    expect(cleaner.altered).toBe(true);
  });

  it("never splits a frame from its return between chunks", () => {
    const cleaner = createTerminalCleaner();
    const pieces = ["50", "%\r", "10", "0%", "\r", "\n"].map((chunk) => cleaner.write(chunk));
    expect(pieces.join("") + cleaner.end()).toBe("100%\r\n");
  });
});
