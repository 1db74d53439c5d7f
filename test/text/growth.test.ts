import { describe, expect, it } from "vitest";
import { createCollector } from "../../src/text/collector.js";
import { cut } from "../../src/text/cut.js";
import { createUtf8Decoder } from "../../src/text/decoder.js";
import { fits } from "../../src/text/fits.js";
import type { TokenCounter } from "../../src/text/limits.js";
import { measureText } from "../../src/text/size.js";
import { cleanTerminal, createTerminalCleaner } from "../../src/text/terminal.js";
import { toWellFormed } from "../../src/text/wellFormed.js";
import { estimateTokens } from "../../src/tokens/estimate.js";
import { AT_MOST_LINEAR, doublings, fastestTimes, growthExponent, timeExponent } from "../support/growth.js";
import { EVERY_KIND } from "./options.js";

const ESC = "\u001b";

/** Texts of a length that would find a weak spot, if there were one. */
const TEXTS: Readonly<Record<string, (units: number) => string>> = {
  "one endless line": (units) => "x".repeat(units),
  "empty lines": (units) => "\n".repeat(units),
  "short lines, two bytes a unit": (units) => "ab 中é\r\n".repeat(units / 7),
  "lone surrogates": (units) => "\ud83d".repeat(units),
  pairs: (units) => "🟡".repeat(units / 2),
  flags: (units) => "🇩🇪".repeat(units / 4),
  "combining marks": (units) => `a${"\u0301".repeat(units)}`,
  joiners: (units) => "👨‍".repeat(units / 3),
};

const TERMINAL: Readonly<Record<string, (units: number) => string>> = {
  frames: (units) => "50%\r".repeat(units / 4),
  returns: (units) => "\r".repeat(units),
  backspaces: (units) => "a\b".repeat(units / 2),
  "backspaces at the end of a long frame": (units) => "x".repeat(4000) + "a\b".repeat(units / 2),
  colours: (units) => `${ESC}[31mx`.repeat(units / 6),
  "escapes that do not end": (units) => `${ESC}[1`.repeat(units / 3),
  "titles that do not end": (units) => `${ESC}]`.repeat(units / 2),
  "a title that never ends": (units) => `${ESC}]${"x".repeat(units)}`,
  "ESC alone": (units) => ESC.repeat(units),
  NUL: (units) => "\0".repeat(units),
  "a long line": (units) => "x".repeat(units),
  CRLF: (units) => "x\r\n".repeat(units / 3),
};

const SIZES = doublings(16_384, 5);

/** By the clock, which garbage collection and other programs disturb: a bad measurement is tried again. */
const TIMED = { retry: 3 } as const;

describe.each(Object.entries(TEXTS))("of %s, the time grows no faster than the text", (_name, make) => {
  it.each(EVERY_KIND)("cut, keep %s, boundary %s", TIMED, (keep, boundary) => {
    const exponent = timeExponent(
      SIZES,
      (size) => {
        const text = make(size);
        return () => cut(text, { maxBytes: size / 4, maxLines: size / 8 }, { keep, boundary });
      },
      3,
    );
    expect(exponent).toBeLessThan(AT_MOST_LINEAR);
  });

  it.each([
    ["fits", (text: string) => fits(text, { maxBytes: text.length * 3 - 1, maxLines: text.length - 1 })],
    ["measureText", (text: string) => measureText(text)],
    ["toWellFormed", (text: string) => toWellFormed(text)],
    ["cleanTerminal", (text: string) => cleanTerminal(text)],
    ["estimateTokens", (text: string) => estimateTokens(text)],
  ])("%s", TIMED, (_function, run) => {
    const exponent = timeExponent(SIZES, (size) => {
      const text = make(size);
      return () => run(text);
    });
    expect(exponent).toBeLessThan(AT_MOST_LINEAR);
  });
});

describe.each(Object.entries(TERMINAL))("of %s, the time grows no faster than the text", (_name, make) => {
  it("cleanTerminal", TIMED, () => {
    const exponent = timeExponent(
      doublings(65_536, 4),
      (size) => {
        const text = make(size);
        return () => cleanTerminal(text);
      },
      3,
    );
    expect(exponent).toBeLessThan(AT_MOST_LINEAR);
  });

  it("createTerminalCleaner, in chunks of 50 units", TIMED, () => {
    const exponent = timeExponent(
      doublings(32_768, 4),
      (size) => {
        const text = make(size);
        return () => {
          const cleaner = createTerminalCleaner();
          for (let at = 0; at < text.length; at += 50) cleaner.write(text.slice(at, at + 50));
          return cleaner.end();
        };
      },
      3,
    );
    expect(exponent).toBeLessThan(AT_MOST_LINEAR);
  });
});

describe("createCollector", () => {
  const LIMITS = {
    bytes: { maxBytes: 2000 },
    lines: { maxLines: 100 },
    "tokens and all": { maxBytes: 4000, maxLines: 200, maxTokens: 1000 },
  };

  it.each(Object.entries(LIMITS))(
    "takes time in proportion to many tiny chunks, limited by %s",
    TIMED,
    (_name, limits) => {
      const exponent = timeExponent(
        doublings(8192, 4),
        (size) => () => {
          const collector = createCollector({ limits, boundary: "line" });
          for (let index = 0; index < size; index++) collector.write(index % 5 === 4 ? "\n" : "ab");
          return collector.end();
        },
        3,
      );
      expect(exponent).toBeLessThan(AT_MOST_LINEAR);
    },
  );

  it("takes time in proportion to many tiny chunks where nothing is cut", TIMED, () => {
    const exponent = timeExponent(
      doublings(8192, 4),
      (size) => () => {
        const collector = createCollector({ limits: { maxBytes: 10 * size, maxTokens: 10 * size } });
        for (let index = 0; index < size; index++) collector.write("ab\n");
        return collector.end();
      },
      3,
    );
    expect(exponent).toBeLessThan(AT_MOST_LINEAR);
  });

  it("takes time in proportion to the snapshots asked for", TIMED, () => {
    const exponent = timeExponent(
      doublings(256, 4),
      (size) => () => {
        const collector = createCollector({ limits: { maxBytes: 500, maxTokens: 400 }, boundary: "line" });
        for (let index = 0; index < size; index++) {
          collector.write("0123456789\n");
          collector.snapshot();
        }
        return collector.end();
      },
      3,
    );
    expect(exponent).toBeLessThan(AT_MOST_LINEAR);
  });

  it("counts the tokens of a few times as much text as came", () => {
    const costs = doublings(1000, 8).map((size) => {
      const counter = counting();
      const collector = createCollector({ limits: { maxTokens: 500 }, countTokens: counter.count });
      for (let index = 0; index < size; index++) collector.write("abc\n");
      collector.end();
      return counter.units();
    });
    expect(growthExponent(doublings(1000, 8), costs)).toBeLessThan(1.1);
    expect(costs.at(-1)).toBeLessThan(4 * 128_000 * 4);
  });
});

describe("createUtf8Decoder", () => {
  it.each([
    ["text", "ab é中🟡"],
    ["U+FFFD", "\ufffd"],
  ])("takes time in proportion to %s that comes byte by byte", TIMED, (_name, unit) => {
    const exponent = timeExponent(
      doublings(4096, 5),
      (size) => {
        const bytes = Buffer.from(unit.repeat(size / unit.length));
        return () => {
          const decoder = createUtf8Decoder();
          for (let at = 0; at < bytes.length; at++) decoder.write(bytes.subarray(at, at + 1));
          return decoder.end();
        };
      },
      3,
    );
    expect(exponent).toBeLessThan(AT_MOST_LINEAR);
  });
});

describe("cut, by the units that its token counter is shown", () => {
  it.each(EVERY_KIND)("grows with the limit no faster than n log n, keep %s, boundary %s", (keep, boundary) => {
    const sizes = doublings(1000, 8);
    const costs = sizes.map((size) => {
      const counter = counting();
      cut("abcdefg\n".repeat(size), { maxTokens: 4 * size }, { keep, boundary, countTokens: counter.count });
      return counter.units();
    });
    expect(growthExponent(sizes, costs)).toBeLessThan(1.25);
  });

  it.each(EVERY_KIND)(
    "does not grow with the text where counts are not asked for, keep %s, boundary %s",
    (keep, boundary) => {
      const costs = [4000, 4_000_000].map((units) => {
        const counter = counting();
        const text = "abcdefg\n".repeat(units / 8);
        cut(text, { maxTokens: 500 }, { keep, boundary, counts: false, countTokens: counter.count });
        return counter.units();
      });
      expect(costs[1]).toBeLessThanOrEqual((costs[0] as number) * 1.5);
    },
  );
});

describe("cut without counts", () => {
  it.each(EVERY_KIND)(
    "takes about as long for a text eight times as large, keep %s, boundary %s",
    TIMED,
    (keep, boundary) => {
      for (const unit of ["0123456789 abcdef\n", "x", "中é\n"]) {
        const times = fastestTimes(
          [1_000_000, 8_000_000],
          (units) => {
            const text = unit.repeat(units / unit.length);
            measureText(text); // flat
            const limits = { maxBytes: 50_000, maxLines: 5000, maxTokens: 30_000 };
            return () => cut(text, limits, { keep, boundary, counts: false });
          },
          7,
        );
        expect((times[1] as number) / (times[0] as number)).toBeLessThan(3);
      }
    },
  );
});

function counting(): { count: TokenCounter; units: () => number } {
  let units = 0;
  const count: TokenCounter = (text) => {
    units += text.length;
    return text.length;
  };
  return { count, units: () => units };
}
