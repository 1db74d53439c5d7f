import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classOf, PLACES } from "../../src/tokens/classes.js";
import { createTokenMeter, type EstimateOptions, estimateTokens } from "../../src/tokens/estimate.js";
import { letterFor } from "../../src/tokens/profile.js";
import { PROFILES, type ProfileName } from "../../src/tokens/profiles.js";
import { CLASS_COUNT, START, weightsOf } from "../../src/tokens/weights.js";
import { chunksOf, longerText, splits, troubleText } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";
import { SAMPLES } from "./samples.js";

const anyText = fc.oneof(troubleText(), longerText(), fc.string({ unit: "binary" }), fc.string());
const bias = fc.constantFrom("safe", "expected", "hard");

/** UTF-8 bytes, a lone surrogate for 3. */
const bytesOf = (text: string) => Buffer.byteLength(text);

describe("estimateTokens", () => {
  it("is 8 for four Han characters, where length ÷ 4 says 1", () => {
    expect(estimateTokens("你好世界")).toBe(8);
  });

  it("is 0 for nothing, and at least 1 for anything", () => {
    for (const each of ["safe", "expected", "hard"] as const) {
      expect(estimateTokens("", { bias: each })).toBe(0);
      expect(estimateTokens(" ", { bias: each })).toBe(1);
      expect(estimateTokens("a", { bias: each })).toBe(1);
    }
  });

  it("with bias hard is the UTF-8 length, a lone surrogate for 3", () => {
    const hard = (text: string) => estimateTokens(text, { bias: "hard" });
    expect(["a", "é", "中", "🟡", "\ud83d", "\udfe1", "\udfe1\ud83d"].map(hard)).toEqual([1, 2, 3, 4, 3, 3, 6]);
  });

  it("takes safe and generic for its defaults", () => {
    const text = "Error: 错误 🚨\n";
    const safe = estimateTokens(text, { bias: "safe", profile: "generic" });
    expect(estimateTokens(text)).toBe(safe);
    expect(estimateTokens(text, { bias: undefined, profile: undefined })).toBe(safe);
    expect(estimateTokens(text, { profile: PROFILES.generic })).toBe(safe);
  });

  it("takes a profile of the caller's", () => {
    const half = letterFor(0.5, "nearest").repeat(PLACES);
    const profile = { safe: letterFor(1, "up").repeat(PLACES), expected: half };
    // The first character is a token, the others cost what the profile says.
    expect(estimateTokens("abcdefghi", { profile, bias: "expected" })).toBe(5);
    expect(estimateTokens("abcd中🟡", { profile })).toBeLessThanOrEqual(7);
    expect(estimateTokens("abcd中🟡", { profile, bias: "hard" })).toBe(11);
  });

  it.each(Object.keys(PROFILES) as ProfileName[])("knows %s by name", (profile) => {
    const text = SAMPLES.map((sample) => sample.text).join("\n");
    expect(estimateTokens(text, { profile })).toBe(estimateTokens(text, { profile: PROFILES[profile] }));
  });

  it.each(SAMPLES)("with bias safe is never below what real tokenizers count: $name", (sample) => {
    const most = Math.max(sample.o200k, sample.cl100k, sample.claude);
    // A run of base64 that was looked for to be dense may cost a little more than weights by class can tell.
    const share = sample.name.includes("densest") ? 0.95 : 1;
    expect(estimateTokens(sample.text)).toBeGreaterThanOrEqual(share * most);
  });

  it.each(SAMPLES)("with bias safe is not above three times the most of them, nor above the bytes: $name", (sample) => {
    const most = Math.max(sample.o200k, sample.cl100k, sample.claude);
    expect(estimateTokens(sample.text)).toBeLessThanOrEqual(3 * most);
    expect(estimateTokens(sample.text, { bias: "hard" })).toBeGreaterThanOrEqual(most);
  });

  it.each(SAMPLES)("with bias expected is between two fifths and twice the middle of them: $name", (sample) => {
    const middle = [sample.o200k, sample.cl100k, sample.claude].sort((a, b) => a - b)[1] as number;
    const expected = estimateTokens(sample.text, { bias: "expected" });
    expect(expected).toBeGreaterThanOrEqual(middle * 0.4);
    expect(expected).toBeLessThanOrEqual(middle * 2);
  });

  it("is never above the UTF-8 bytes, and expected never above safe", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const [safe, expected, hard] = (["safe", "expected", "hard"] as const).map((each) =>
          estimateTokens(text, { bias: each }),
        );
        expect(hard).toBe(bytesOf(text));
        expect(safe).toBeLessThanOrEqual(hard as number);
        expect(expected).toBeLessThanOrEqual(safe as number);
        expect(Number.isInteger(safe)).toBe(true);
      }),
      runs(),
    );
  });

  it("is not more for a text than for its parts where a character's weight is above its bytes", () => {
    const whole = estimateTokens("aa\u0301"); // the accent weighs 2.5 tokens, and is 2 bytes
    expect(whole).toBeLessThanOrEqual(estimateTokens("aa") + estimateTokens("\u0301"));
  });

  it("never is more for a text than for its parts, which is what lets head and tail be counted apart", () => {
    fc.assert(
      fc.property(anyText, anyText, bias, (first, second, each) => {
        if (/[\ud800-\udbff]$/.test(first) && /^[\udc00-\udfff]/.test(second)) return; // no cut parts a pair
        const options = { bias: each };
        const parts = estimateTokens(first, options) + estimateTokens(second, options);
        expect(estimateTokens(first + second, options)).toBeLessThanOrEqual(parts);
      }),
      runs(2000),
    );
  });

  it("never is less for more text", () => {
    fc.assert(
      fc.property(anyText, anyText, bias, (first, second, each) => {
        if (/[\ud800-\udbff]$/.test(first) && /^[\udc00-\udfff]/.test(second)) return; // completes a pair
        const options = { bias: each };
        expect(estimateTokens(first + second, options)).toBeGreaterThanOrEqual(estimateTokens(first, options));
        expect(estimateTokens(first + second, options)).toBeGreaterThanOrEqual(estimateTokens(second, options));
      }),
      runs(),
    );
  });

  it("always is the same for a lone surrogate as for the U+FFFD that replaces it", () => {
    fc.assert(
      fc.property(anyText, bias, (text, each) => {
        const repaired = Buffer.from(text).toString();
        expect(estimateTokens(text, { bias: each })).toBe(estimateTokens(repaired, { bias: each }));
      }),
      runs(),
    );
  });

  it("always is the sum of what each character costs after the one before it", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom("safe", "expected"), (text, each) => {
        const { after, repeated } = weightsOf(PROFILES.generic, each);
        let sum = 0;
        let before = START;
        let last = "";
        for (const character of Buffer.from(text).toString()) {
          const current = classOf(character.codePointAt(0) as number);
          sum += (character === last ? repeated[current] : after[before * CLASS_COUNT + current]) as number;
          [before, last] = [current, character];
        }
        expect(estimateTokens(text, { bias: each })).toBe(Math.ceil(sum / 1000));
      }),
      runs(),
    );
  });

  it("is the same for long texts, which are weighed in pieces, as for the pieces one by one", () => {
    const texts = [
      "ascii line 42;\n",
      "mostly ascii … 42;\n",
      "naïve café\n",
      "中文 and a 🟡\n",
      "\ud83d",
      "aaaa",
      "🟡",
    ];
    for (const text of texts) {
      const long = text.repeat(3000);
      const meter = createTokenMeter();
      for (let at = 0; at < long.length; at += 701) meter.write(long.slice(at, at + 701));
      expect(estimateTokens(long)).toBe(meter.tokens);
    }
  });
});

describe("createTokenMeter", () => {
  it("counts what came so far, at any time", () => {
    const meter = createTokenMeter({ bias: "hard" });
    expect(meter.tokens).toBe(0);
    meter.write("a\ud83d");
    expect([meter.tokens, meter.tokens]).toEqual([4, 4]);
    meter.write("\udfe1");
    expect(meter.tokens).toBe(5);
    meter.write("");
    expect(meter.tokens).toBe(5);
  });

  it("always is the estimate of the whole, for any chunking, and of every prefix", () => {
    fc.assert(
      fc.property(anyText, splits(), bias, (text, places, each) => {
        const meter = createTokenMeter({ bias: each });
        let seen = "";
        for (const chunk of chunksOf(text, places)) {
          meter.write(chunk);
          seen += chunk;
          expect(meter.tokens).toBe(estimateTokens(seen, { bias: each }));
        }
      }),
      runs(),
    );
  });

  it("meters are independent of each other", () => {
    const [first, second] = [createTokenMeter(), createTokenMeter()];
    first.write("\ud83d");
    second.write("\udfe1");
    expect(first.tokens).toBe(second.tokens);
    expect(createTokenMeter().tokens).toBe(0);
  });
});

describe.each([
  ["estimateTokens", (options: unknown) => estimateTokens("content", options as EstimateOptions)],
  ["createTokenMeter", (options: unknown) => createTokenMeter(options as EstimateOptions).tokens],
])("bad options of %s", (_name, call) => {
  it("are refused by name", () => {
    expect(() => call(null)).toThrow(new TypeError("options must be an object, got null"));
    expect(() => call("safe")).toThrow(TypeError);
    expect(() => call({ bias: "low" })).toThrow(RangeError);
    expect(() => call({ bias: "low" })).toThrow(/^bias must be one of "safe", "expected", "hard", got "low"$/);
    expect(() => call({ bias: 1 })).toThrow(TypeError);
    expect(() => call({ bias: null })).toThrow(TypeError);
    expect(() => call({ profile: "gpt" })).toThrow(RangeError);
    expect(() => call({ profile: "toString" })).toThrow(/^profile must be one of "generic"/);
    expect(() => call({ profile: 1 })).toThrow(TypeError);
    expect(() => call({ profile: null })).toThrow(/^profile must be an object, got null$/);
  });

  it("are refused where a profile is not whole", () => {
    const good = letterFor(1, "up").repeat(PLACES);
    expect(() => call({ profile: {} })).toThrow(/^profile\.expected must be a string/);
    expect(() => call({ profile: { expected: good } })).toThrow(/^profile\.safe must be a string/);
    expect(() => call({ profile: { safe: good, expected: good.slice(1) } })).toThrow(
      new TypeError(`profile.expected must have ${PLACES} characters, got ${PLACES - 1}`),
    );
    expect(() => call({ profile: { safe: `${good.slice(1)} `, expected: good } })).toThrow(
      /^profile\.safe must be made/,
    );
  });
});

it("a text that is no string is refused, and its content not repeated", () => {
  for (const value of [undefined, null, 5, ["content"]]) {
    expect(() => estimateTokens(value as never)).toThrow(TypeError);
    expect(() => createTokenMeter().write(value as never)).toThrow(/^piece must be a string/);
  }
  expect(() => estimateTokens(5 as never)).toThrow(/^text must be a string/);
});
