import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BoundInput, computeBound } from "../../src/budget/computeBound.js";
import { tokensToBytes } from "../../src/budget/tokenMath.js";
import { cut } from "../../src/text/cut.js";
import { estimateTokens } from "../../src/tokens/estimate.js";
import { NOT_NUMBERS } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";

const input: fc.Arbitrary<BoundInput> = fc.record(
  {
    headroom: fc.oneof(
      fc.nat(200_000),
      fc.double({ min: 0, max: 2e5, noNaN: true }),
      fc.constant(Infinity),
      fc.constant(undefined),
    ),
    shareOfHeadroom: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.25, 1)),
    calls: fc.integer({ min: 1, max: 20 }),
    minOutputBytes: fc.oneof(fc.nat(10_000), fc.constant(0)),
    floorPolicy: fc.constantFrom("strict", "shared"),
    maxOutputTokens: fc.oneof(fc.nat(30_000), fc.constant(Infinity)),
    maxLines: fc.oneof(fc.nat(1000), fc.constant(Infinity)),
    inflation: fc.double({ min: 0.5, max: 4, noNaN: true }),
    bytesPerChar: fc.double({ min: 1, max: 6, noNaN: true }),
    enforce: fc.constantFrom("bytes", "tokens"),
  },
  { requiredKeys: ["headroom"] },
);

/** The options with their defaults, as DESIGN §4.1 states them. */
function stated(given: BoundInput) {
  const { shareOfHeadroom = 0.25, calls = 1, minOutputBytes = 4096, floorPolicy = "strict" } = given;
  const { maxOutputTokens = 26_000, inflation = 2, bytesPerChar = 4 } = given;
  return { shareOfHeadroom, calls, minOutputBytes, floorPolicy, maxOutputTokens, inflation, bytesPerChar };
}

describe("computeBound", () => {
  it("gives 8,192 bytes for a quarter of 16,384 tokens, the worked example", () => {
    expect(computeBound({ headroom: 16_384 })).toEqual({ maxBytes: 8192, tokens: 4096, source: "share" });
  });

  it("gives a blind call the outer ceiling alone", () => {
    expect(computeBound({ headroom: undefined })).toEqual({ maxBytes: 52_000, tokens: 26_000, source: "blind" });
    expect(computeBound({ headroom: undefined, calls: 9, shareOfHeadroom: 0 }).maxBytes).toBe(52_000);
    expect(computeBound({ headroom: undefined, maxOutputTokens: 10 }).maxBytes).toBe(20);
  });

  it("changes from floor to share to ceiling exactly at the edges", () => {
    const at = (headroom: number) => computeBound({ headroom });
    expect(at(8191)).toEqual({ maxBytes: 4096, tokens: 2048, source: "floor" });
    expect(at(8192)).toEqual({ maxBytes: 4096, tokens: 2048, source: "share" });
    expect(at(8195)).toEqual({ maxBytes: 4096, tokens: 2048, source: "share" });
    expect(at(8196)).toEqual({ maxBytes: 4098, tokens: 2049, source: "share" });
    expect(at(104_000)).toEqual({ maxBytes: 52_000, tokens: 26_000, source: "share" });
    expect(at(104_003)).toEqual({ maxBytes: 52_000, tokens: 26_000, source: "share" });
    expect(at(104_004)).toEqual({ maxBytes: 52_000, tokens: 26_000, source: "ceiling" });
  });

  it("keeps the floor when nothing is free, or no share is given", () => {
    expect(computeBound({ headroom: 0 })).toEqual({ maxBytes: 4096, tokens: 2048, source: "floor" });
    expect(computeBound({ headroom: 1e6, shareOfHeadroom: 0 })).toEqual({
      maxBytes: 4096,
      tokens: 2048,
      source: "floor",
    });
  });

  it("gives nothing when nothing is free and there is no floor", () => {
    expect(computeBound({ headroom: 0, minOutputBytes: 0 })).toEqual({ maxBytes: 0, tokens: 0, source: "share" });
    expect(computeBound({ headroom: Infinity, shareOfHeadroom: 0, minOutputBytes: 0 }).maxBytes).toBe(0);
  });

  it("lets the ceiling win over the floor", () => {
    const ceiling = (maxOutputTokens: number) => computeBound({ headroom: 0, maxOutputTokens });
    expect(ceiling(0)).toEqual({ maxBytes: 0, tokens: 0, source: "ceiling" });
    expect(ceiling(2047)).toEqual({ maxBytes: 4094, tokens: 2047, source: "ceiling" });
    expect(ceiling(2048)).toEqual({ maxBytes: 4096, tokens: 2048, source: "floor" });
    expect(ceiling(2049)).toEqual({ maxBytes: 4096, tokens: 2048, source: "floor" });
  });

  it("is at the ceiling in tokens too, where a token is less than a byte and both are as many bytes", () => {
    const bound = computeBound({
      headroom: 9,
      shareOfHeadroom: 1,
      minOutputBytes: 0,
      maxOutputTokens: 8,
      bytesPerChar: 1,
    });
    expect(bound).toEqual({ maxBytes: 4, tokens: 8, source: "ceiling" });
  });

  it("divides the share among the calls of a batch, rounded down", () => {
    expect(computeBound({ headroom: 100_000, calls: 4 })).toEqual({ maxBytes: 12_500, tokens: 6250, source: "share" });
    expect(computeBound({ headroom: 100_000, calls: 3 }).tokens).toBe(8333);
  });

  it("gives each call of a batch its floor, or with floorPolicy shared a part of the Headroom", () => {
    const batch = { headroom: 2000, calls: 4 };
    expect(computeBound({ ...batch }).maxBytes).toBe(4096);
    expect(computeBound({ ...batch, floorPolicy: "shared" })).toEqual({ maxBytes: 1000, tokens: 500, source: "floor" });
    expect(computeBound({ headroom: 0, calls: 4, floorPolicy: "shared" }).maxBytes).toBe(0);
    expect(computeBound({ headroom: 8192, calls: 4, floorPolicy: "shared" }).maxBytes).toBe(4096);
    expect(computeBound({ headroom: undefined, floorPolicy: "shared" }).maxBytes).toBe(52_000);
  });

  it("takes endless Headroom and an endless ceiling", () => {
    expect(computeBound({ headroom: Infinity })).toEqual({ maxBytes: 52_000, tokens: 26_000, source: "ceiling" });
    const endless = computeBound({ headroom: Infinity, maxOutputTokens: Infinity });
    expect(endless).toEqual({ maxBytes: Infinity, tokens: Infinity, source: "share" });
    expect(computeBound({ headroom: undefined, maxOutputTokens: Infinity }).maxBytes).toBe(Infinity);
    expect(computeBound({ headroom: 8000, maxOutputTokens: Infinity, minOutputBytes: 0 }).maxBytes).toBe(4000);
  });

  it("passes maxLines on, and only where it was given", () => {
    expect(computeBound({ headroom: 16_384, maxLines: 2000 })).toMatchObject({ maxLines: 2000 });
    expect(computeBound({ headroom: undefined, maxLines: 0 })).toMatchObject({ maxLines: 0 });
    expect("maxLines" in computeBound({ headroom: 16_384 })).toBe(false);
    expect("maxLines" in computeBound({ headroom: 16_384, maxLines: undefined })).toBe(false);
  });

  it("limits tokens too with enforce tokens, also on the floor, at the ceiling and blind", () => {
    const enforced = (headroom: number | undefined) => computeBound({ headroom, enforce: "tokens" });
    expect(enforced(16_384)).toEqual({ maxBytes: 8192, maxTokens: 4096, tokens: 4096, source: "share" });
    expect(enforced(0)).toMatchObject({ maxTokens: 2048 });
    expect(enforced(1e9)).toMatchObject({ maxTokens: 26_000 });
    expect(enforced(undefined)).toMatchObject({ maxTokens: 26_000 });
  });

  it("is accepted where Limits are: hexadecimal, two bytes a token, is cut by its tokens", () => {
    const bound = computeBound({ headroom: 2000, minOutputBytes: 0, enforce: "tokens" });
    const { head, tail, limitedBy } = cut("9f3a".repeat(1000), bound);
    expect(limitedBy).toBe("tokens");
    expect(estimateTokens(head) + estimateTokens(tail)).toBeLessThanOrEqual(500);
  });

  describe("bad input", () => {
    const RANGES: Readonly<Record<string, readonly number[]>> = {
      headroom: [-1, Number.NaN, -Infinity],
      shareOfHeadroom: [-0.1, 1.1, Number.NaN, Infinity],
      calls: [0, -1, 1.5, Number.NaN, Infinity],
      minOutputBytes: [-1, 0.5, Number.NaN, Infinity],
      maxOutputTokens: [-1, 0.5, Number.NaN, -Infinity],
      maxLines: [-1, 0.5, Number.NaN, -Infinity],
      inflation: [0, -1, Number.NaN, Infinity],
      bytesPerChar: [0, -1, Number.NaN, Infinity],
    };

    it.each(Object.entries(RANGES))(
      "refuses %s out of range, naming option and value, also blind",
      (option, values) => {
        for (const value of values) {
          for (const headroom of [1000, undefined]) {
            const act = () => computeBound({ headroom, [option]: value });
            expect(act).toThrow(RangeError);
            expect(act).toThrow(new RegExp(`^${option} must be .*, got ${value}$`));
          }
        }
      },
    );

    it.each(Object.keys(RANGES))("refuses %s that is no number, naming option and value", (option) => {
      for (const [shown, value] of NOT_NUMBERS) {
        const act = () => computeBound({ headroom: 1000, [option]: value } as BoundInput);
        expect(act).toThrow(TypeError);
        expect(act).toThrow(new RegExp(`^${option} must be .*, got ${shown}$`));
      }
    });

    it.each(["floorPolicy", "enforce"])("refuses an unknown %s", (option) => {
      expect(() => computeBound({ headroom: 1, [option]: "lines" })).toThrow(RangeError);
      expect(() => computeBound({ headroom: 1, [option]: "lines" })).toThrow(`${option} must be one of`);
      expect(() => computeBound({ headroom: 1, [option]: 1 } as never)).toThrow(TypeError);
      expect(() => computeBound({ headroom: 1, [option]: null } as never)).toThrow(TypeError);
    });

    it("refuses anything but an object", () => {
      for (const value of [undefined, null, 16_384]) {
        expect(() => computeBound(value as never)).toThrow(TypeError);
        expect(() => computeBound(value as never)).toThrow("input must be an object");
      }
    });
  });

  it("never passes the ceiling, and never goes below a strict floor unless the ceiling says so", () => {
    fc.assert(
      fc.property(input, (given) => {
        const { maxOutputTokens, minOutputBytes, floorPolicy, ...rate } = stated(given);
        const ceiling = tokensToBytes(maxOutputTokens, { inflation: rate.inflation, bytesPerChar: rate.bytesPerChar });
        const { maxBytes, source } = computeBound(given);
        expect(maxBytes).toBeLessThanOrEqual(ceiling);
        if (floorPolicy === "strict" && given.headroom !== undefined) {
          expect(maxBytes).toBeGreaterThanOrEqual(Math.min(minOutputBytes, ceiling));
        }
        if (source === "ceiling" || source === "blind") expect(maxBytes).toBe(ceiling);
        expect(source === "blind").toBe(given.headroom === undefined);
      }),
      runs(),
    );
  });

  it("never shows more tokens than the ceiling", () => {
    fc.assert(
      fc.property(input, (given) => {
        const { maxTokens = 0, tokens } = computeBound(given);
        expect(tokens).toBeLessThanOrEqual(stated(given).maxOutputTokens);
        expect(maxTokens).toBeLessThanOrEqual(stated(given).maxOutputTokens);
      }),
      runs(),
    );
  });

  it("always has bytes = floor(tokens × bytesPerChar ÷ inflation), but on the floor, where tokens pay for the bytes", () => {
    fc.assert(
      fc.property(input, (given) => {
        const { inflation, bytesPerChar } = stated(given);
        const { maxBytes, tokens, source } = computeBound(given);
        if (source !== "floor") expect(maxBytes).toBe(Math.floor((tokens * bytesPerChar) / inflation));
        else expect(tokens).toBe(Math.ceil((maxBytes * inflation) / bytesPerChar));
        expect(Number.isInteger(maxBytes) || maxBytes === Infinity).toBe(true);
        expect(Number.isInteger(tokens) || tokens === Infinity).toBe(true);
      }),
      runs(),
    );
  });

  it("never shrinks when the Headroom grows", () => {
    fc.assert(
      fc.property(input, fc.nat(50_000), (given, more) => {
        if (given.headroom === undefined) return;
        const { maxBytes, tokens } = computeBound(given);
        const larger = computeBound({ ...given, headroom: given.headroom + more });
        expect(larger.maxBytes).toBeGreaterThanOrEqual(maxBytes);
        expect(larger.tokens).toBeGreaterThanOrEqual(tokens);
      }),
      runs(),
    );
  });

  it("never lets the calls of a batch spend more than their share together, where no floor applies", () => {
    fc.assert(
      fc.property(input, (given) => {
        const { calls, shareOfHeadroom } = stated(given);
        const { tokens, source } = computeBound({ ...given, minOutputBytes: 0 });
        if (given.headroom === undefined || given.headroom === Infinity) return;
        expect(source).not.toBe("floor");
        expect(calls * tokens).toBeLessThanOrEqual(given.headroom * shareOfHeadroom);
      }),
      runs(),
    );
  });

  it("never lets shared floors of a batch pass the Headroom together", () => {
    fc.assert(
      fc.property(input, (given) => {
        if (given.headroom === undefined || given.headroom === Infinity) return;
        const { calls, inflation, bytesPerChar } = stated(given);
        const { maxBytes } = computeBound({ ...given, floorPolicy: "shared" });
        const inBytes = (given.headroom * bytesPerChar) / inflation;
        expect(calls * maxBytes).toBeLessThanOrEqual(inBytes * (1 + Number.EPSILON * 8));
      }),
      runs(),
    );
  });

  it("never lets enforced tokens of shared floors pass the Headroom together, but for rounding up", () => {
    fc.assert(
      fc.property(input, (given) => {
        if (given.headroom === undefined || given.headroom === Infinity) return;
        const { calls = 1 } = given;
        const { maxTokens } = computeBound({ ...given, floorPolicy: "shared", enforce: "tokens" });
        expect(calls * (maxTokens as number)).toBeLessThan(given.headroom + calls);
      }),
      runs(),
    );
  });
});
