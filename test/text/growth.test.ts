/** How the work of a cut grows, counted and not timed; and with what it does not grow. The times: `test/growth.test.ts`. */
import { describe, expect, it } from "vitest";
import { createCollector } from "../../src/text/collector.js";
import { cut } from "../../src/text/cut.js";
import type { TokenCounter } from "../../src/text/limits.js";
import { measureText } from "../../src/text/size.js";
import { doublings, fastestTimes, growthExponent } from "../support/growth.js";
import { EVERY_KIND } from "./options.js";

describe("createCollector", () => {
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
    { retry: 3 }, // by the clock, which garbage collection and other programs disturb
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
