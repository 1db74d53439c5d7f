import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { largest, passedLimit } from "../../../src/json/cut/largest.js";
import type { Room } from "../../../src/text/limits.js";
import { runs } from "../../support/runs.js";

const NO_LIMIT: Room = { bytes: Infinity, chars: Infinity, lines: Infinity, tokens: Infinity };

/** A text that takes one byte a unit, of which so many pass no limit. */
function attempts(most: number, least = 0) {
  const tried: number[] = [];
  const attempt = (units: number) => {
    tried.push(units);
    if (units < least) return undefined;
    return { result: units, units, passed: units > most ? ("tokens" as const) : undefined };
  };
  return { tried, attempt };
}

describe("largest", () => {
  it("finds the most units that pass no limit, to a hundredth, in few attempts", () => {
    const check = (most: number, available: number, least: number) => {
      const { tried, attempt } = attempts(most, least);
      const { best, limitedBy } = largest(NO_LIMIT, available, "lines", attempt);
      const answer = Math.min(most, available);
      if (answer < least) {
        expect(best).toBeUndefined();
        return;
      }
      expect(best ?? 0).toBeLessThanOrEqual(answer);
      expect(best ?? 0).toBeGreaterThanOrEqual(Math.floor(answer / 1.01) - 1);
      expect(limitedBy).toBe(tried.some((units) => units > most) ? "tokens" : "lines");
      expect(tried.length).toBeLessThan(45);
      // No attempt is much larger than what fits: time and memory are in proportion to the limits.
      expect(Math.max(0, ...tried)).toBeLessThanOrEqual(Math.max(1024, 2 * answer, 2 * least));
    };
    fc.assert(fc.property(fc.nat(100_000), fc.nat(1_000_000), fc.nat(2), check), runs());
  });

  it("takes the first guess where a limit in units is what stops it", () => {
    for (const [room, first] of [
      [{ ...NO_LIMIT, bytes: 700 }, "bytes"],
      [{ ...NO_LIMIT, chars: 700 }, "chars"],
    ] as const) {
      const { tried, attempt } = attempts(5000);
      expect(largest(room, 10_000, first, attempt)).toEqual({ best: 700, limitedBy: first });
      expect(tried).toEqual([700]);
    }
  });

  it("gives nothing where nothing passes, and names the limit", () => {
    const never = (units: number) => ({ result: units, units, passed: "lines" as const });
    expect(largest(NO_LIMIT, 1000, "tokens", never)).toEqual({ best: undefined, limitedBy: "lines" });
    expect(largest({ ...NO_LIMIT, bytes: 0 }, 1000, "bytes", () => undefined)).toEqual({
      best: undefined,
      limitedBy: "bytes",
    });
  });

  it("ends under any answers, however they contradict each other", () => {
    const check = (answers: readonly boolean[], most: number) => {
      let turn = 0;
      const attempt = (units: number) => ({
        result: units,
        units,
        passed: answers[turn++ % answers.length] ? undefined : ("tokens" as const),
      });
      const { best } = largest(NO_LIMIT, most, "tokens", attempt);
      expect(turn).toBeLessThan(80);
      if (best !== undefined) expect(best).toBeLessThanOrEqual(most);
    };
    fc.assert(fc.property(fc.array(fc.boolean(), { minLength: 1 }), fc.nat(2 ** 30), check), runs(300));
  });
});

describe("passedLimit", () => {
  const count = (text: string) => text.length * 10;

  it.each([
    ["bytes", { bytes: 5, chars: 1, lines: 0, tokens: 1 }],
    ["chars", { bytes: 6, chars: 4, lines: 0, tokens: 1 }],
    ["lines", { bytes: 6, chars: 5, lines: 1, tokens: 1 }],
    ["tokens", { bytes: 6, chars: 5, lines: 2, tokens: 49 }],
    [undefined, { bytes: 6, chars: 5, lines: 2, tokens: 50 }],
  ] as const)("names the first that is passed: %s", (limit, room) => {
    expect(passedLimit("é\nabc", room, count)).toBe(limit);
  });

  it("lets nothing pass no limit, and counts no tokens in vain", () => {
    const never = () => {
      throw new Error("counted");
    };
    expect(passedLimit("", { bytes: 0, chars: 0, lines: 0, tokens: 0 }, never)).toBeUndefined();
    expect(passedLimit("abc", { ...NO_LIMIT, chars: 3 }, never)).toBeUndefined();
    expect(passedLimit("abc", { ...NO_LIMIT, chars: 2, tokens: 1 }, never)).toBe("chars");
  });
});
