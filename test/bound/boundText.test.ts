import fc from "fast-check";
import { boundText } from "spillway";
import { cleanTerminal } from "spillway/text";
import { describe, expect, it } from "vitest";
import { checkFull, checkView } from "./checkView.js";
import { escapesIn, sizeOf } from "./oracle.js";
import {
  colouredText,
  positionOf,
  roomyLimits,
  runs,
  someAllowance,
  someLimits,
  someView,
  toolText,
} from "./support.js";

const LOG = Array.from({ length: 200 }, (_, index) => `line ${index + 1} of the build log`).join("\n");

describe("boundText", () => {
  it("gives what fits as it is, without marker or notice", () => {
    const text = "one\ntwo\n";
    expect(boundText(text, { maxBytes: 8 })).toEqual({
      text,
      truncated: false,
      altered: false,
      shown: { bytes: 8, chars: 8, lines: 2 },
      omitted: { bytes: 0, chars: 0, lines: 0 },
      total: { bytes: 8, chars: 8, lines: 2 },
      sourceBytes: 8,
    });
  });

  it("keeps both ends, says what is missing, and stays inside the limit", () => {
    const { text, limitedBy, truncated } = boundText(LOG, { maxBytes: 1000 });
    expect(truncated).toBe(true);
    expect(limitedBy).toBe("bytes");
    expect(text.startsWith("line 1 of the build log\n")).toBe(true);
    expect(text).toContain("\nline 200 of the build log\n[spillway: ");
    expect(text.length).toBeLessThanOrEqual(1000);
    expect(text.length).toBeGreaterThan(900);
  });

  it("leans to the tail for an error and for an exit code other than 0, and not for exit code 0", () => {
    const share = (options: object) => {
      const { text } = boundText(LOG, { maxBytes: 2000 }, options);
      return text.indexOf("[spillway: …") / 2000;
    };
    expect(share({})).toBeGreaterThan(0.35);
    expect(share({ exitCode: 0 })).toBe(share({ notice: {}, exitCode: 0 }));
    expect(share({ exitCode: 0 })).toBeGreaterThan(0.35);
    expect(share({ exitCode: null })).toBe(share({}));
    for (const options of [{ isError: true }, { exitCode: 1 }, { exitCode: -9 }]) {
      expect(share(options)).toBeLessThan(0.2);
      expect(share(options)).toBeGreaterThan(0.1);
    }
    expect(share({ isError: true, headShare: 0.5 })).toBeGreaterThan(0.35);
  });

  it("gives an empty View for a limit of 0", () => {
    for (const limits of [{ maxBytes: 0 }, { maxChars: 0 }, { maxLines: 0 }, { maxTokens: 0 }]) {
      expect(boundText(LOG, limits)).toMatchObject({ text: "", truncated: true });
      expect(boundText("", limits)).toMatchObject({ text: "", truncated: false });
    }
  });

  it("cuts nothing at the exact size, and does one below it", () => {
    const text = "naïve 🟡\nsecond\n";
    for (const [limit, size] of [
      ["maxBytes", 19],
      ["maxChars", 16],
      ["maxLines", 2],
    ] as const) {
      expect(boundText(text, { [limit]: size }), limit).toMatchObject({ text, truncated: false });
      expect(boundText(text, { [limit]: size - 1 }).truncated, limit).toBe(true);
    }
    const words = (piece: string) => piece.split(/\s+/).filter((word) => word !== "").length;
    expect(boundText(text, { maxTokens: 3 }, { countTokens: words })).toMatchObject({ text, truncated: false });
    expect(boundText(text, { maxTokens: 2 }, { countTokens: words }).truncated).toBe(true);
  });

  it("repairs lone surrogates also where nothing is cut", () => {
    const { text, altered, truncated } = boundText("ok \ud83d end", { maxBytes: 100 });
    expect(text).toBe("ok \ufffd end");
    expect({ altered, truncated }).toEqual({ altered: false, truncated: false });
  });

  it("does not join two lone halves to a character across the marker", () => {
    for (let limit = 0; limit < 90; limit++) {
      const { text } = boundText(
        `${"a\ud83d".repeat(60)}${"\udfe1b".repeat(60)}`,
        { maxBytes: limit },
        { notice: false },
      );
      expect(text).not.toContain("🟡");
    }
  });

  it("cuts no escape sequence at any size, from either side, also behind one that never ended", () => {
    const text =
      "ab\u001b]0;title\u001b[31mred\u001b[0m\u001b\u001b[1mbold\u001b]8;;x\u001b\\link\u001bPdata\u001b(Bcd\u001b[3\nend";
    for (const keep of ["head", "tail", "ends"] as const) {
      for (const notice of [false, {}] as const) {
        for (let maxBytes = 0; maxBytes <= text.length + 1; maxBytes++) {
          const bounded = boundText(text.repeat(2), { maxBytes }, { keep, notice, boundary: "codePoint" });
          checkView(bounded, { source: text.repeat(2), limits: { maxBytes } });
        }
      }
    }
  });

  it("takes an escape sequence off that never ends, and says that it did", () => {
    expect(boundText("done \u001b[3", { maxBytes: 100 })).toMatchObject({
      text: "done ",
      altered: true,
      truncated: false,
      shown: { bytes: 5, chars: 5, lines: 1 },
      omitted: { bytes: 3, chars: 3, lines: 0 },
    });
  });

  it("gives a full View of one endless line, and of few very long ones", () => {
    const endless = boundText("x".repeat(300_000), { maxBytes: 1024 });
    expect(endless.text.length).toBeGreaterThan(1000);
    expect(endless.text).toMatch(/^x+\[spillway: … 299,\d{3} bytes omitted …\]x+\n\[spillway: .*\]$/);
    const few = boundText(`${"y".repeat(20_000)}\n`.repeat(5), { maxBytes: 4096 });
    expect(few.text.length).toBeGreaterThan(3800);
    expect(few.text.match(/y\n/g)?.length).toBeGreaterThanOrEqual(1);
    const mixed = [...Array(100).fill("short"), "z".repeat(136_000), ...Array(99).fill("short")].join("\n");
    expect(boundText(mixed, { maxBytes: 8192 }).text.length).toBeGreaterThan(0.9 * 8192);
  });

  it("keeps the last lines of a long log", () => {
    const { text } = boundText(`${"ok\n".repeat(10_000)}FAIL: x\nexit code 1\n`, { maxBytes: 600 });
    expect(text).toContain("\nFAIL: x\nexit code 1\n");
  });

  it("lets marker and notice exceed the limits by the allowance alone", () => {
    const text = "x".repeat(100_000);
    const limits = { maxChars: 40_000 };
    const { text: view, shown } = boundText(text, limits, { noticeAllowance: { maxChars: 300 } });
    expect(shown.chars).toBe(40_000);
    expect(view.length).toBeGreaterThan(40_000);
    expect(view.length).toBeLessThanOrEqual(40_300);
    expect(boundText("x".repeat(40_001), limits, { noticeAllowance: { maxChars: 300 } }).truncated).toBe(true);
  });

  it("always fits, is well formed, counts exactly and explains itself as a cut of the source", () => {
    fc.assert(
      fc.property(
        toolText,
        someLimits,
        someView,
        someAllowance,
        fc.boolean(),
        (text, limits, view, allowance, clean) => {
          const options = { ...view, noticeAllowance: allowance, clean };
          const bounded = boundText(text, limits, options);
          const source = clean ? cleanTerminal(text) : text;
          checkView(bounded, { source, limits, allowance, position: positionOf(view) });
          expect(bounded.totalIsLowerBound).toBe(view.upstream?.truncated === true ? true : undefined);
          expect(JSON.parse(JSON.stringify(bounded))).toEqual(bounded);
        },
      ),
      runs(3000),
    );
  });

  it("always holds with counters of another kind", () => {
    const counters = [
      (text: string) => text.split(/\s+/).filter((word) => word !== "").length,
      (text: string) => Math.ceil(text.length / 4),
      (text: string) => (text === "" ? 0 : 3 + Math.ceil(text.length / 3)),
      (text: string) => new TextEncoder().encode(text).length,
    ];
    fc.assert(
      fc.property(
        toolText,
        fc.nat({ max: 150 }),
        someView,
        fc.constantFrom(...counters),
        (text, maxTokens, view, countTokens) => {
          const bounded = boundText(text, { maxTokens }, { ...view, countTokens });
          checkView(bounded, { source: text, limits: { maxTokens }, countTokens, position: positionOf(view) });
        },
      ),
      runs(1000),
    );
  });

  it("always uses 90 % of the limiting unit, but where what comes next is larger than the rest", () => {
    const source = fc.tuple(toolText, fc.integer({ min: 8, max: 40 })).map(([text, times]) => text.repeat(times));
    fc.assert(
      fc.property(source, roomyLimits, someView, (text, limits, view) => {
        const plain = text.replaceAll("\u001b", "~");
        const bounded = boundText(plain, limits, view);
        if (!bounded.truncated) return;
        const { boundary = "line", keep = "ends", headShare } = view;
        checkFull(bounded, { source: plain, limits, boundary, keep, headShare, position: positionOf(view) });
      }),
      runs(1000),
    );
  });

  it("never loses more to escape sequences than one at either side", () => {
    const source = fc.tuple(colouredText, fc.integer({ min: 3, max: 30 })).map(([text, times]) => text.repeat(times));
    const options = fc.record({ keep: fc.constantFrom("head", "tail", "ends"), boundary: fc.constant("codePoint") });
    fc.assert(
      fc.property(source, fc.integer({ min: 100, max: 4000 }), options, (text, maxBytes, view) => {
        const bounded = boundText(text, { maxBytes }, view as { keep: "ends"; boundary: "codePoint" });
        if (!bounded.truncated) return;
        const longest = Math.max(0, ...escapesIn(text).map(({ from, to }) => to - from));
        expect(sizeOf(bounded.text).bytes).toBeGreaterThanOrEqual(0.9 * maxBytes - 2 * longest);
      }),
      runs(1000),
    );
  });

  it("always leaves content at least half of every limit, or says nothing", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600 }), someView, (maxBytes, view) => {
        const { text, shown } = boundText("word ".repeat(400), { maxBytes }, view);
        // The text is one line of ASCII: it can fill any room to the byte.
        expect(shown.bytes * 2).toBeGreaterThanOrEqual(maxBytes);
        expect(sizeOf(text).bytes).toBeGreaterThanOrEqual(0.9 * maxBytes - 4);
      }),
      runs(1000),
    );
  });

  it("steps down the ladder at the very size at which the longer words would take more than half", () => {
    const source = "word ".repeat(400);
    const rung = (maxBytes: number) => {
      const { text } = boundText(source, { maxBytes }, { keep: "head" });
      const notice = /\n(\[spillway: .*\])$/.exec(text)?.[1] ?? "";
      const name = notice.includes("limit")
        ? "full"
        : notice.includes("bytes")
          ? "counts"
          : notice === ""
            ? "none"
            : "cut";
      return { name, cost: notice.length + 1 };
    };
    const order = ["none", "cut", "counts", "full"];
    for (let maxBytes = 1; maxBytes < 400; maxBytes++) {
      const now = rung(maxBytes);
      const next = rung(maxBytes + 1);
      expect(order.indexOf(next.name)).toBeGreaterThanOrEqual(order.indexOf(now.name));
      if (next.name !== now.name) {
        expect(next.cost * 2, `${next.name} at ${maxBytes + 1}`).toBeLessThanOrEqual(maxBytes + 1);
        expect((next.cost + 6) * 2, `${next.name} could have come before ${maxBytes + 1}`).toBeGreaterThan(maxBytes);
      }
    }
    expect([...new Set(Array.from({ length: 400 }, (_, size) => rung(size).name))]).toEqual(order);
  });

  it("never changes a View that is bounded again with the same limits", () => {
    fc.assert(
      fc.property(toolText, someLimits, someView, (text, limits, view) => {
        const once = boundText(text, limits, view).text;
        const twice = boundText(once, limits, view);
        expect(twice).toMatchObject({ text: once, truncated: false, altered: false });
      }),
      runs(1000),
    );
  });
});
