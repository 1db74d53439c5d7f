import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cut } from "../../src/text/cut.js";
import type { Limits } from "../../src/text/limits.js";
import { limitsPlan, longerText, planned, troubleText } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";
import { anyOptions, EVERY_KIND, headShare, SOUND_COUNTERS } from "./options.js";
import { naiveSize, type ReferenceOptions, referenceCut } from "./reference.js";

describe.each(EVERY_KIND)("cut, keep %s, boundary %s", (keep, boundary) => {
  it("always is what the slow reference says, for every combination of limits", () => {
    const options = fc.record({ headShare, countTokens: fc.constantFrom(...SOUND_COUNTERS) });
    fc.assert(
      fc.property(troubleText(), limitsPlan(), options, (text, plan, rest) => {
        expectReference(text, limitsFor(text, plan, rest.countTokens), { keep, boundary, ...rest });
      }),
      runs(2000),
    );
  });

  it("always is what the slow reference says for every single limit from 0 to past the whole", () => {
    fc.assert(
      fc.property(troubleText(8), headShare, (text, share) => {
        const options = { keep, boundary, headShare: share, countTokens: countUnits };
        const { bytes, chars, lines } = naiveSize(text);
        for (let maxBytes = 0; maxBytes <= bytes + 1; maxBytes++) expectReference(text, { maxBytes }, options);
        for (let maxChars = 0; maxChars <= chars + 1; maxChars++) expectReference(text, { maxChars }, options);
        for (let maxLines = 0; maxLines <= lines + 1; maxLines++) expectReference(text, { maxLines }, options);
        for (let maxTokens = 0; maxTokens <= chars + 1; maxTokens++) expectReference(text, { maxTokens }, options);
      }),
      runs(60),
    );
  });
});

describe("cut", () => {
  it("always is what the slow reference says for longer texts", () => {
    const limit = fc.option(fc.nat(900), { nil: undefined });
    const limits = fc.record({ maxBytes: limit, maxChars: limit, maxLines: limit, maxTokens: limit });
    fc.assert(
      fc.property(longerText(), limits, anyOptions(), (text, caps, options) => {
        expectReference(text, caps, { ...options, countTokens: SOUND_COUNTERS[1] as typeof countUnits });
      }),
      runs(40),
    );
  });

  it("without counts always keeps the same", () => {
    fc.assert(
      fc.property(troubleText(), limitsPlan(), anyOptions(), (text, plan, options) => {
        const limits = limitsFor(text, plan, options.countTokens);
        const { truncated, limitedBy, head, tail } = cut(text, limits, options);
        const expected = limitedBy === undefined ? { truncated, head, tail } : { truncated, limitedBy, head, tail };
        expect(cut(text, limits, { ...options, counts: false })).toEqual(expected);
      }),
      runs(2000),
    );
  });
});

function expectReference(text: string, limits: Limits, options: ReferenceOptions): void {
  expect(cut(text, limits, options)).toEqual(referenceCut(text, limits, options));
}

function limitsFor(text: string, plan: Parameters<typeof planned>[0], countTokens: (text: string) => number): Limits {
  return planned(plan, { ...naiveSize(text), tokens: countTokens(text) });
}

function countUnits(text: string): number {
  return text.length;
}
