import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutText } from "../../../src/json/cut/cutText.js";
import { longerText } from "../../support/arbitraries.js";
import { runs } from "../../support/runs.js";
import { headShare, KEEPS, SOUND_COUNTERS } from "../../text/options.js";
import { naiveFits, naiveSize } from "../../text/reference.js";

const room = (limits: { bytes?: number; chars?: number; lines?: number; tokens?: number }) => ({
  bytes: Infinity,
  chars: Infinity,
  lines: Infinity,
  tokens: Infinity,
  ...limits,
});
const options = { keep: "ends", headShare: 0.5, marker: true, countTokens: (text: string) => text.length } as const;
const lines = Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join("");

describe("cutText", () => {
  it("keeps whole lines of the start and the end around a marker", () => {
    const { text, shown } = cutText(lines, room({ bytes: 120 }), options);
    expect(text).toBe(
      "line 0\nline 1\nline 2\nline 3\nline 4\n[spillway: … 91 lines, 723 bytes omitted …]\nline 96\nline 97\nline 98\nline 99\n",
    );
    expect(shown).toEqual({ bytes: 67, chars: 67, lines: 9 });
  });

  it("counts the marker as one of the lines", () => {
    expect(cutText(lines, room({ lines: 5 }), options).text).toBe(
      "line 0\nline 1\n[spillway: … 96 lines, 760 bytes omitted …]\nline 98\nline 99\n",
    );
  });

  it("says less where words would take most of the room", () => {
    expect(cutText(lines, room({ bytes: 40 }), options).text).toBe("line 0\nline 1\n[…]\nline 98\nline 99\n");
    expect(cutText(lines, room({ bytes: 9 }), options).text).toBe("line 0\n");
    expect(cutText(lines, room({ lines: 1 }), options).text).toBe("line 0\n");
  });

  it("keeps one side only where no marker parts two", () => {
    const plain = { ...options, marker: false };
    expect(cutText(lines, room({ bytes: 30 }), plain).text).toBe("line 0\nline 1\nline 2\nline 3\n");
    expect(cutText(lines, room({ bytes: 30 }), { ...plain, headShare: 0.3 }).text).toBe("line 97\nline 98\nline 99\n");
    expect(cutText(lines, room({ bytes: 30 }), { ...plain, keep: "tail" }).text).toBe("line 97\nline 98\nline 99\n");
  });

  it("is always inside the room, made of the text and a marker", () => {
    const check = (
      raw: string,
      limits: { bytes?: number; chars?: number; lines?: number; tokens?: number },
      settings: Omit<Parameters<typeof cutText>[2], never>,
    ) => {
      const text = raw.replace(/\p{Surrogate}/gu, "\ufffd");
      const caps = { maxBytes: limits.bytes, maxChars: limits.chars, maxLines: limits.lines, maxTokens: limits.tokens };
      fc.pre(!naiveFits(text, caps, settings.countTokens));
      const cut = cutText(text, room(limits), settings);
      expect(naiveFits(cut.text, caps, settings.countTokens)).toBe(true);
      expect(/\p{Surrogate}/u.test(cut.text)).toBe(false);
      expect(text.startsWith(cut.head)).toBe(true);
      expect(text.endsWith(cut.tail)).toBe(true);
      const { shown, omitted, total } = cut;
      expect(total).toEqual(naiveSize(text));
      expect(shown.bytes).toBe(naiveSize(cut.head).bytes + naiveSize(cut.tail).bytes);
      expect([shown.bytes + omitted.bytes, shown.lines + omitted.lines]).toEqual([total.bytes, total.lines]);
      const words = cut.text.slice(cut.head.length, cut.text.length - cut.tail.length);
      if (words !== "")
        expect(words).toMatch(/^\n?(\[…\]|\[spillway: … ([\d,]+ lines?, )?[\d,]+ bytes? omitted …\])\n?$/);
      if (!settings.marker) expect(words).toBe("");
    };
    const limit = fc.option(fc.nat(200), { nil: undefined });
    const limits = fc
      .record({ bytes: limit, chars: limit, lines: limit, tokens: limit })
      .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
    const settings = fc.record({
      keep: fc.constantFrom(...KEEPS),
      headShare,
      marker: fc.boolean(),
      countTokens: fc.constantFrom(...SOUND_COUNTERS),
    });
    fc.assert(fc.property(longerText(), limits, settings, check), runs());
  });
});
