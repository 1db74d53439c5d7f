import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanTerminal, createTerminalCleaner } from "../../src/text/terminal.js";
import { chunksOf, splits } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";
import { referenceClean } from "./terminalReference.js";

const ESC = "\u001b";

const piece = fc.constantFrom(
  ...["text", "a", " ", "é", "中", "🟡", "\ud83d", "\udfe1", "\n", "\r\n", "\r", "\r\r\n", "\t", "\b", "\0", "\u0007"],
  ...["\u007f", "\u009b", ESC, `${ESC}[`, `${ESC}[31m`, `${ESC}[0m`, `${ESC}[2K`, `${ESC}[1G`, `${ESC}[0A`, `${ESC}c`],
  ...[`${ESC}]0;title\u0007`, `${ESC}]8;;https://example.org${ESC}\\`, `${ESC}]open`, `${ESC}(`, "[", "2K", "\\", "m"],
);
/** What programs that draw several lines print, and what nobody would. */
const moving = fc.constantFrom(
  ...[
    "A",
    "2A",
    "9A",
    "B",
    "3B",
    "E",
    "F",
    "2F",
    "J",
    "0J",
    "2J",
    "K",
    "2K",
    "1K",
    "H",
    "3;4H",
    "d",
    "?25l",
    "200A",
  ].map((final) => `${ESC}[${final}`),
  ...[`${ESC}M`, `${ESC}D`, `${ESC}E`, `${ESC}c`, "\n", "\n", "\r", "row", "x", "\n\n\n", "\r\n"],
);
const drawing = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: moving },
      { weight: 1, arbitrary: fc.constantFrom("a", "bc", "🟡", "\b", "\0", " ") },
    ),
    { maxLength: 24, size: "max" },
  )
  .map((pieces) => pieces.join(""));
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

  it("keeps of several lines that are redrawn the last picture", () => {
    const docker = ["Pulling", "50%", "100%"].map(
      (state, at) => `${at === 0 ? "" : `${ESC}[2A`}${ESC}[2K\rweb: ${state}\n${ESC}[2K\rdb: ${state}\n`,
    );
    expect(cleanTerminal(`start\n${docker.join("")}done\n`)).toBe("start\nweb: 100%\ndb: 100%\ndone\n");
    const compose = `a ...\nb ...\n${ESC}[1A${ESC}[2K\rb ... done${ESC}[1B\r${ESC}[2A${ESC}[2K\ra ... done${ESC}[2B\rall\n`;
    expect(cleanTerminal(compose)).toBe("a ... done\nb ... done\nall\n");
  });

  it("takes lines off that were erased, and not drawn again", () => {
    const erase = [..."AAA", "G"].map((move) => `${ESC}[2K${ESC}[${move}`).join("");
    expect(cleanTerminal(`one\ntwo\nthree\n${erase}ONE\nTWO\n`)).toBe("ONE\nTWO\n");
    expect(cleanTerminal(`one\ntwo\nthree\n${ESC}[3A${ESC}[0JONE\n`)).toBe("ONE\n");
  });

  it("puts what is written at another place of the screen on a line of its own", () => {
    expect(cleanTerminal(`left${ESC}[2;40Hright`)).toBe("left\nright");
    expect(cleanTerminal(`before${ESC}[2J${ESC}[Hafter\n`)).toBe("before\nafter\n");
    expect(cleanTerminal(`text${ESC}c`)).toBe("text");
  });

  it("goes up over 128 lines, and no further", () => {
    const rows = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join("");
    expect(cleanTerminal(`${rows(128, "old")}${ESC}[128A${rows(128, "new")}`)).toBe(rows(128, "new"));
    expect(cleanTerminal(`${rows(129, "old")}${ESC}[129A${rows(129, "new")}`)).toBe(
      rows(129, "old") + rows(129, "new"),
    );
    expect(cleanTerminal(`${"x".repeat(4096)}\n${ESC}[Ay`)).toBe("y\n");
    expect(cleanTerminal(`${"x".repeat(4097)}\n${ESC}[Ay`)).toBe(`${"x".repeat(4097)}\ny`);
    const wide = `${"x".repeat(4095)}\n`;
    expect(cleanTerminal(`${wide.repeat(3)}${ESC}[3Ay`)).toBe(`y\n${wide.repeat(2)}`);
    expect(cleanTerminal(`${wide.repeat(4)}${ESC}[4Ay`)).toBe(`${wide.repeat(4)}y`);
  });

  it("adds no empty line behind a frame that is too long to be held", () => {
    expect(cleanTerminal(`${"x".repeat(5000)}\r\r\n`)).toBe(`${"x".repeat(5000)}\r\n`);
    expect(cleanTerminal(`${"x".repeat(5000)}\r1%\r2%\n`)).toBe(`${"x".repeat(5000)}\n2%\n`);
  });

  it("shows characters that nobody sees, if asked to", () => {
    const hidden = "a\u202eb\u200bc\u{e0041}d\ufeff\u2066e";
    expect(cleanTerminal(hidden)).toBe(hidden);
    expect(cleanTerminal(hidden, { invisible: "show" })).toBe("a<U+202E>b<U+200B>c<U+E0041>d<U+FEFF><U+2066>e");
    expect(cleanTerminal(`${ESC}[31m${hidden}`, { invisible: "show" })).toBe(
      "a<U+202E>b<U+200B>c<U+E0041>d<U+FEFF><U+2066>e",
    );
    const cleaner = createTerminalCleaner({ invisible: "show" });
    const pieces = hidden.split("").map((unit) => cleaner.write(unit));
    expect(pieces.join("") + cleaner.end()).toBe(cleanTerminal(hidden, { invisible: "show" }));
    expect(cleaner.altered).toBe(true);
    expect(() => cleanTerminal("", { invisible: "hide" as never })).toThrow(/^invisible must be one of/);
  });

  it("always does what the reference does", () => {
    fc.assert(
      fc.property(fc.oneof(drawing, hostile, longHostile), (text) => {
        expect(cleanTerminal(text)).toBe(referenceClean(text));
      }),
      runs(3000),
    );
  });

  it("always does what the reference does, over lines that are long, or many", () => {
    const block = fc.constantFrom(
      "row\n".repeat(70),
      `${"w".repeat(1500)}\n`.repeat(5),
      `${"z".repeat(4090)}\n`,
      "v".repeat(4000),
      "u".repeat(4090),
      `${ESC}[60A`,
      `${ESC}[128A`,
      `${ESC}[3A`,
      "\r",
      "t",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(block, moving), { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        expect(cleanTerminal(text)).toBe(referenceClean(text));
      }),
      runs(300),
    );
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
        const text = moving.replaceAll("[0A", "").replaceAll(`${ESC}c`, ""); // the cursor stays in its line
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
      fc.property(fc.oneof(longHostile, drawing), splits(), (text, places) => {
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

  it("never holds more than it can reach back over, of lines without end or of many", () => {
    for (const piece of ["x".repeat(1000), "line of text\n", `${ESC}]0;${"t".repeat(500)}`, "a\r", `row\n${ESC}[1A`]) {
      const cleaner = createTerminalCleaner();
      let given = 0;
      let out = 0;
      for (let at = 0; at < 20_000; at++) {
        given += piece.length;
        out += cleaner.write(piece).length;
      }
      expect(cleaner.end().length, JSON.stringify(piece.slice(0, 20))).toBeLessThan(40_000);
      expect(out).toBeLessThanOrEqual(given);
    }
  });

  it("reads a sequence that never ends once, however it is chunked", () => {
    const cleaner = createTerminalCleaner();
    cleaner.write(`${ESC}]0;`);
    const start = performance.now();
    for (let at = 0; at < 300_000; at++) cleaner.write(`${ESC}]x`);
    expect(performance.now() - start).toBeLessThan(20_000); // again and again, it would be minutes
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
