import fc from "fast-check";
import { type BoundTextOptions, boundResult, boundText, type NoticeOptions, type Pin } from "spillway";
import { linearRegex } from "spillway/regex";
import { memorySpill } from "spillway/spill";
import { cleanTerminal } from "spillway/text";
import { describe, expect, it } from "vitest";
import { byteChunksOf, splits } from "../../support/arbitraries.js";
import { runs } from "../../support/runs.js";
import { isInside, isWellFormed, minus, sizeOf } from "../oracle.js";
import { someLimits, validText } from "../support.js";

const filler = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => `line ${from + at} of the log\n`).join("");
const LOG = `${filler(9000)}error[E0308]: mismatched types\n${filler(11_000, 9002)}`;
const view = (pin: Pin | undefined, maxBytes = 600, options: BoundTextOptions = {}) =>
  boundText(LOG, { maxBytes }, { ...options, pin });

describe("pin", () => {
  it("keeps a line out of the middle, with its number, between markers", () => {
    const { text, shown, omitted } = view(linearRegex("^error"));
    const lines = text.split("\n");
    const at = lines.indexOf("9001:error[E0308]: mismatched types");
    expect(at).toBeGreaterThan(0);
    expect(lines[at - 1]).toMatch(/^\[spillway: … 8,9\d\d lines, [\d,]+ bytes omitted …\]$/);
    expect(lines[at + 1]).toMatch(/^\[spillway: … 10,9\d\d lines, [\d,]+ bytes omitted …\]$/);
    expect(lines[0]).toBe("line 1 of the log");
    expect(lines.at(-2)).toBe("line 20001 of the log");
    expect(shown.lines + omitted.lines).toBe(20_001);
    expect(Buffer.byteLength(text)).toBeGreaterThan(540);
    expect(view(undefined).text).not.toContain("E0308");
  });

  it("takes literals, matchers, functions, and several of them", () => {
    const rules: Pin[] = [
      "E0308",
      linearRegex("mismatched \\w+"),
      (line) => line.startsWith("error"),
      ["no", /error/.test.bind(/error/)],
    ];
    for (const pin of rules) expect(view(pin).text).toContain("\n9001:error[E0308]: mismatched types\n");
  });

  it("shows what the tool prints in colour, and matches it as it reads", () => {
    const coloured = LOG.replace("error[E0308]", "\u001b[31merr\u001b[1mor\u001b[0m[E0308]");
    const { text } = boundText(coloured, { maxBytes: 600 }, { pin: "error[E0308]" });
    expect(text).toContain("9001:\u001b[31merr\u001b[1mor\u001b[0m[E0308]");
  });

  it("puts no marker between neighbours, and one where lines are left out", () => {
    const log = `${filler(500)}error: one\n  at a.ts\nerror: two\n${filler(500, 504)}`;
    const { text } = boundText(log, { maxBytes: 500 }, { pin: ["error", "at a.ts"] });
    expect(text).toContain("\n501:error: one\n502:  at a.ts\n503:error: two\n[spillway: …");
    expect(boundText(log, { maxBytes: 500 }, { pin: "error" }).text).toContain(
      "\n501:error: one\n[spillway: … 1 line, 10 bytes omitted …]\n503:error: two\n[spillway: …",
    );
  });

  it("leaves the View as it was where all pinned lines are in the head or the tail, or there are none", () => {
    for (const pin of ["line 1 of", "line 20001", "nowhere"]) expect(view(pin)).toEqual(view(undefined));
    expect(boundText("error\n", { maxBytes: 100 }, { pin: "error" }).text).toBe("error\n");
  });

  it("shows the first and the last of more than have room, in at most half of the limits", () => {
    const { text } = view((line) => /[05]0 of/.test(line), 1000);
    const numbers = [...text.matchAll(/^(\d+):/gm)].map(([, number]) => Number(number));
    expect(numbers.length).toBeGreaterThan(3);
    expect(numbers[0]).toBeLessThan(200);
    expect(numbers.at(-1)).toBeGreaterThan(19_800);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(text.startsWith("line 1 of the log\n")).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1000);
  });

  it("cuts a long line", () => {
    const log = `${filler(900)}error: ${"x".repeat(5000)}\n${filler(900)}`;
    const { text, shown } = boundText(log, { maxBytes: 2000 }, { pin: "error" });
    const line = text.split("\n").find((one) => one.startsWith("901:")) ?? "";
    expect(line).toMatch(/^901:error: x+…$/);
    expect(line.length).toBe(505);
    expect(shown.bytes).toBeLessThan(2000);
  });

  it("keeps with a head or a tail alone as well", () => {
    for (const keep of ["head", "tail"] as const) {
      for (const position of ["first", "last"] as const) {
        const { text } = view("E0308", 600, { keep, notice: { position } });
        expect(text, `${keep}, ${position}`).toContain("\n9001:error[E0308]: mismatched types\n");
        expect(text.includes("line 1 of the log")).toBe(keep === "head");
        expect(text.includes("line 20001 of the log")).toBe(keep === "tail");
      }
    }
  });

  it("keeps lines of a stream that is far larger than memory, in whatever chunks it comes", async () => {
    async function* stream() {
      for (let at = 0; at < 400; at++) {
        yield Buffer.from(filler(500));
        if (at === 200) yield Buffer.from("FATAL: out of cheese\n");
      }
    }
    const { text, total } = await boundResult(stream(), {
      limits: { maxBytes: 1000 },
      pin: "FATAL",
      spill: memorySpill({ key: "k" }),
    });
    expect(text).toContain("\n100501:FATAL: out of cheese\n");
    expect(total.lines).toBe(200_001);
  });

  it("takes what a rule throws for no, and anything but a rule for a mistake", () => {
    const throws = () => {
      throw new Error("secret");
    };
    expect(view(throws)).toEqual(view(undefined));
    expect(() => view("")).toThrow(/^pin must not be empty/);
    expect(() => view(["a", ""])).toThrow("pin[1] must not be empty");
    for (const bad of [1, null, {}, [{}]]) expect(() => view(bad as never)).toThrow(TypeError);
  });

  it("is bounded again to the same View, and with less room keeps its Spill", async () => {
    const spill = memorySpill({ key: "k" });
    const options = { spill, pin: "E0308" };
    const first = await boundResult(LOG, { ...options, limits: { maxBytes: 800 } });
    const again = await boundResult(first.text, { ...options, limits: { maxBytes: 800 } });
    expect(again).toMatchObject({ text: first.text, altered: false, spill: first.spill });
    const smaller = await boundResult(first.text, { ...options, limits: { maxBytes: 500 } });
    expect(smaller.spill).toEqual(first.spill);
    expect(smaller.text).toContain("of 20,001 lines");
    expect(smaller.text.startsWith("line 1 of the log\n")).toBe(true);
    expect(smaller.text).toContain("line 20001 of the log");
  });

  const hasVowel = (line: string) => /[aeiou]/.test(line);
  const pinned = fc.record({
    keep: fc.constantFrom("head", "tail", "ends"),
    boundary: fc.constantFrom("codePoint", "line", "grapheme"),
    headShare: fc.constantFrom(0, 0.2, 0.5, 1),
    notice: fc.constantFrom<NoticeOptions | false>({ position: "first" }, { position: "last" }, false),
  } as const);

  it("always is inside every limit, well formed, and counts each line once", () => {
    fc.assert(
      fc.property(validText, someLimits, pinned, (text, limits, options) => {
        const bounded = boundText(text, limits, { ...options, pin: hasVowel });
        expect(
          isInside(bounded.text, limits, (one) => Math.ceil(one.length / 3)) || limits.maxTokens !== undefined,
        ).toBe(true);
        expect(isWellFormed(bounded.text)).toBe(true);
        expect(bounded.total).toEqual(sizeOf(text));
        expect(bounded.omitted).toEqual(minus(bounded.total, bounded.shown));
        for (const unit of ["bytes", "chars", "lines"] as const)
          expect(bounded.omitted[unit]).toBeGreaterThanOrEqual(0);
      }),
      runs(1500),
    );
  });

  it("always gives the same for any chunking, and the same as boundText", async () => {
    await fc.assert(
      fc.asyncProperty(
        validText,
        splits(),
        fc.integer({ min: 20, max: 900 }),
        pinned,
        fc.boolean(),
        async (text, cuts, maxBytes, options, clean) => {
          const all = { limits: { maxBytes }, ...options, clean, pin: hasVowel };
          const whole = await boundResult(text, all);
          expect(await boundResult(byteChunksOf(Buffer.from(text), cuts), all)).toEqual(whole);
          const cleaned = clean ? cleanTerminal(text) : text;
          if (options.notice === false) expect(boundText(text, all.limits, all).text).toBe(whole.text);
          expect(whole.total).toEqual(sizeOf(cleaned));
        },
      ),
      runs(500),
    );
  });
});
