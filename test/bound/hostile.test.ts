/** Inputs of real bug reports: the numbers are those of `reference/peers.md`, section 2. */
import { createHash } from "node:crypto";
import { type Bounded, type BoundOptions, boundResult, boundText, type ToolResult } from "spillway";
import { memorySpill } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { checkView } from "./checkView.js";
import { endsInEscape, isWellFormed, sizeOf } from "./oracle.js";
import { mapSpill } from "./stores.js";
import { bytesOf, stream, utf8 } from "./support.js";

const LIMIT = 1024;

interface Hostile {
  readonly name: string;
  readonly result: () => ToolResult;
  readonly check?: (bounded: Bounded) => void;
  readonly options?: Partial<BoundOptions>;
}

const contains =
  (...words: string[]) =>
  ({ text }: Bounded) => {
    for (const word of words) expect(text).toContain(word);
  };

const deep = (levels: number) => {
  let value: unknown = [];
  for (let level = 1; level < levels; level++) value = [value];
  return value;
};

const cyclic: Record<string, unknown> = { data: "x".repeat(3000) };
cyclic["self"] = cyclic;

const CASES: readonly Hostile[] = [
  {
    name: "B1: a pair at the limit",
    result: () => `${"a".repeat(LIMIT - 1)}🟡${"b".repeat(LIMIT)}`,
    options: { keep: "head" },
  },
  { name: "B1: nothing but pairs", result: () => "🟡".repeat(5000), options: { boundary: "codePoint" } },
  { name: "B2: lone surrogates, short", result: () => "ok \ud83d end", check: contains("ok \ufffd end") },
  { name: "B2: one alone", result: () => "\udfe1", check: ({ text }) => expect(text).toBe("\ufffd") },
  { name: "B2: lone surrogates, long", result: () => "\udfe1\ud83d".repeat(3000) },
  {
    name: "B9: GBK bytes",
    result: () => Uint8Array.from([0xc4, 0xe3, 0xba, 0xc3]),
    check: ({ altered }) => expect(altered).toBe(true),
  },
  {
    name: "B9: GBK behind 64 KiB of ASCII, by the caller's decoder, a pair split between chunks",
    result: () => [utf8("a\n".repeat(32_768)), Uint8Array.from([0xc4, 0xe3, 0xba]), Uint8Array.from([0xc3])],
    options: { decode: gbk },
    check: contains("你好"),
  },
  {
    name: "B10: three chunks of one character",
    result: () => [[0xe2], [0x89], [0xa4]].map((b) => Uint8Array.from(b)),
    check: contains("≤"),
  },
  { name: "B11: text of CJK", result: () => "你好世界".repeat(25), options: { limits: { maxTokens: 60 } } },
  {
    name: "B14: the error at the end",
    result: () => `${"ok\n".repeat(10_000)}FAIL: x\nexit code 1\n`,
    options: { exitCode: 1 },
    check: contains("\nFAIL: x\nexit code 1\n"),
  },
  {
    name: "B15: one line",
    result: () => `${"X".repeat(300_000)}\n`,
    check: ({ text }) => expect(text.length).toBeGreaterThan(900),
  },
  {
    name: "B15: five long lines",
    result: () => `${"Y".repeat(20_000)}\n`.repeat(5),
    check: ({ text }) => expect(text.length).toBeGreaterThan(900),
  },
  {
    name: "B15: minified JSON",
    result: () => ({ json: Array(20_000).fill({ a: 1 }) }),
    check: ({ text }) => expect(text.length).toBeGreaterThan(900),
  },
  { name: "B21: 200 characters, limit 50", result: () => "y".repeat(200), options: { limits: { maxBytes: 50 } } },
  {
    name: "B22: a limit of 0",
    result: () => "z".repeat(1000),
    options: { limits: { maxChars: 0 } },
    check: ({ text }) => expect(text).toBe(""),
  },
  { name: "B24: a bigint", result: () => ({ json: { n: 1n } }), check: contains("[bigint 1]") },
  { name: "B24: a cycle", result: () => ({ json: cyclic }), check: ({ altered }) => expect(altered).toBe(true) },
  { name: "B24: nothing", result: () => ({ json: undefined }), check: contains("[undefined]") },
  { name: "B25: NUL", result: () => "a\0b", check: ({ text }) => expect(text).toBe("a\0b") },
  {
    name: "B25: NUL, cleaned",
    result: () => "a\0b",
    options: { clean: true },
    check: ({ text }) => expect(text).toBe("a␀b"),
  },
  { name: "B25: an executable", result: () => noise(4096) },
  {
    name: "B26: a progress bar",
    result: () => `${Array.from({ length: 100 }, (_, n) => `Progress ${n}%\r`).join("")}done\n`,
    options: { clean: true },
    check: ({ text }) => expect(text).toBe("done\n"),
  },
  { name: "B26: escapes in every line", result: () => "\u001b[2K\u001b[0A\u001b[0Eline\n".repeat(500) },
  {
    name: "B26: links",
    result: () => "\u001b]8;;https://example.com/a\u0007name\u001b]8;;\u0007 ".repeat(500),
    options: { boundary: "codePoint" },
  },
  {
    name: "B27: seq 4000",
    result: () => `${Array.from({ length: 4000 }, (_, n) => n + 1).join("\n")}\n`,
    options: { limits: { maxLines: 2000 } },
    check: ({ total, shown, omitted }) => expect([total.lines, shown.lines, omitted.lines]).toEqual([4000, 1998, 2002]),
  },
  {
    name: "B29: cut before it came",
    result: () => "w".repeat(5000),
    options: { upstream: { truncated: true } },
    check: contains("at least"),
  },
  { name: "B32: a long error", result: () => `Error: ${"m".repeat(1_900_000)}`, options: { isError: true } },
  {
    name: "B46: 20,000 levels",
    result: () => ({ json: deep(20_000) }),
    check: ({ altered }) => expect(altered).toBe(false),
  },
  {
    name: "B48: a traceback that fits",
    result: () => "  at f (x.js)\n".repeat(70),
    options: { isError: true },
    check: ({ truncated }) => expect(truncated).toBe(false),
  },
  {
    name: "nothing at all",
    result: () => "",
    check: ({ text, spill }) => expect([text, spill.state]).toEqual(["", "none"]),
  },
  {
    name: "no chunk",
    result: () => stream([]),
    check: ({ text, total }) => expect([text, total.lines]).toEqual(["", 0]),
  },
  { name: "empty chunks", result: () => ["", new Uint8Array(0), ""], check: ({ text }) => expect(text).toBe("") },
  {
    name: "a combining run without end",
    result: () => `e${"\u0301".repeat(50_000)}`,
    options: { boundary: "grapheme" },
  },
  { name: "flags without end", result: () => "🇩🇪".repeat(20_000), options: { boundary: "grapheme" } },
  { name: "escapes without end", result: () => "\u001b".repeat(20_000) },
  { name: "a string opener a character", result: () => "\u001b]".repeat(20_000) },
];

describe("hostile input", () => {
  it.each(CASES)("$name", async ({ result, check, options }) => {
    const spill = mapSpill();
    const limits = options?.limits ?? { maxBytes: LIMIT };
    const bounded = await boundResult(result(), { ...options, limits, spill });
    const value = result();
    expect(isWellFormed(bounded.text)).toBe(true);
    expect(endsInEscape(bounded.text)).toBe(false);
    expect(sizeOf(bounded.text).bytes).toBeLessThanOrEqual(limits.maxBytes ?? Number.POSITIVE_INFINITY);
    expect(bounded.spill.state).toBe(bounded.truncated || bounded.altered ? "kept" : "none");
    if (typeof value === "string" && !options?.clean) checkView(bounded, { source: value, limits });
    const input = typeof value === "string" ? utf8(value) : Array.isArray(value) ? bytesOf(value) : value;
    if (bounded.spill.state === "kept" && input instanceof Uint8Array) {
      const [kept] = spill.kept.values();
      expect(Buffer.from(input).equals(kept?.bytes ?? new Uint8Array(1))).toBe(true);
    }
    check?.(bounded);
  });

  it("B3: takes what never stops, to the store's quota, and tells both sizes", async () => {
    function* source() {
      for (let at = 0; at < 400; at++) yield "n".repeat(65_536);
    }
    const spill = memorySpill({ maxBytes: 1_000_000 });
    const { spill: state, text } = await boundResult(source(), { limits: { maxBytes: LIMIT }, spill });
    expect(state).toMatchObject({ ref: { bytes: 1_000_000, totalBytes: 400 * 65_536, complete: false } });
    expect(text).toContain("the first 1,000,000 bytes of 26,214,400 kept as");
  });

  it("B42: gives identical bytes whatever was bounded before", async () => {
    const spill = memorySpill({ key: "k" });
    const options = { limits: { maxBytes: LIMIT }, spill, meta: { sessionId: "s", callId: "one" } };
    const first = await boundResult("t".repeat(5000), options);
    for (let turn = 0; turn < 9; turn++) {
      await boundResult(`${turn}`.repeat(5000), { ...options, meta: { sessionId: "s", callId: String(turn) } });
    }
    expect((await boundResult("t".repeat(5000), options)).text).toBe(first.text);
  });

  it("B60: keeps the whole in memory, and the digest says so", async () => {
    const spill = memorySpill();
    const text = "kept in memory\n".repeat(500);
    const { spill: state } = await boundResult(text, { limits: { maxBytes: LIMIT }, spill });
    expect(state).toMatchObject({ ref: { sha256: createHash("sha256").update(text).digest("hex") } });
  });

  it("parts no flag, wherever a stream's chunks and what it leaves in memory part the run", async () => {
    for (const lead of ["", "x"]) {
      const bytes = utf8(`${lead}${"🇩🇪🇫🇷".repeat(500)}y`);
      const options = { notice: false, boundary: "grapheme", keep: "tail" } as const;
      for (let maxBytes = 40; maxBytes < 60; maxBytes++) {
        const whole = await boundResult(bytes, { ...options, limits: { maxBytes } });
        expect(whole.text).toMatch(/^\[…\](🇩🇪|🇫🇷)+y$/u);
        const chunks = stream(Array.from(bytes, (byte) => Uint8Array.of(byte)));
        expect((await boundResult(chunks, { ...options, limits: { maxBytes } })).text).toBe(whole.text);
      }
    }
  });

  it("does not run in quadratic time on sequences that never end", () => {
    const start = performance.now();
    for (const piece of ["\u001b", "\u001b[", "\u001b]", "\u001b]0;", "\r", "\b", "\ud83d", "[spillway: "]) {
      const text = piece.repeat(200_000 / piece.length);
      boundText(text, { maxBytes: 50_000 });
      boundText(text, { maxBytes: 50_000 }, { clean: true, boundary: "grapheme" });
      boundText(text, { maxTokens: 10_000 }, { keep: "tail" });
    }
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});

function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state >> 8;
  });
}

function gbk() {
  const decoder = new TextDecoder("gbk");
  return { write: (bytes: Uint8Array) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}
