import { describe, expect, it } from "vitest";
import { quotedHint, splitRead, splitRows, splitShell, splitStatus } from "../../../src/adapters/pi/result/notices.js";
import { matches, ruleOf } from "../../../src/adapters/pi/result/rules.js";
import type { PiToolResult } from "../../../src/adapters/pi/types.js";
import { sizeText, tokensText } from "../../../src/adapters/pi/words.js";

const readOf = (text: string, more: Partial<PiToolResult> = {}) =>
  splitRead(text, {
    toolName: "read",
    toolCallId: "1",
    input: {},
    content: [],
    details: undefined,
    isError: false,
    ...more,
  });
const truncation = (totalLines: number, outputLines: number) => ({
  truncation: { truncated: true, totalLines, outputLines },
});

describe("splitStatus", () => {
  it.each([
    ["Command exited with code 7"],
    ["Command exited with code -1"],
    ["Command timed out after 1.5 seconds"],
    [
      "Command timed out after 2 seconds. The shell exited with code 0 after 1 seconds, but background processes went on.",
    ],
    ["Command aborted"],
  ])("should part %s from the output", (status) => {
    expect(splitStatus(`a\n\n\nb\n\n${status}`, true)).toEqual({ output: "a\n\n\nb", status });
    expect(splitStatus(status, true)).toEqual({ output: "", status });
    expect(splitStatus(`a\n\n${status}`, false)).toEqual({ output: `a\n\n${status}`, status: "" });
    expect(splitStatus(`a\n${status}`, true).status).toBe("");
  });
});

describe("splitShell", () => {
  it("should find pi's words in each of their forms, at the end alone", () => {
    const forms = [
      "Showing lines 5-9 of 9. Full output: /t/a b.log",
      "Showing lines 5-9 of 9 (50.0KB limit). Full output: /t/a b.log",
      "Showing last 50.0KB of line 9 (line is 0B). Full output: /t/a b.log",
    ];
    for (const notice of forms) {
      expect(splitShell(`x\n\n[${notice}]`)).toEqual({ body: "x", notice, path: "/t/a b.log" });
      expect(splitShell(`x\n\n[${notice}]\n`)).toBeUndefined();
      expect(splitShell(`x\n\n[${notice}]\n\n[more]`)).toBeUndefined();
    }
  });
});

describe("splitRows", () => {
  it("should take the last words for pi's where its details say that there are some", () => {
    const text = "a\n\n[b\n\n[100 matches limit reached]";
    const split = { body: "a\n\n[b", notice: "100 matches limit reached" };
    expect(splitRows(text, { matchLimitReached: 100 })).toEqual(split);
    expect(splitRows(text, undefined)).toEqual({ body: text, notice: "" });
    expect(splitRows("a]", { matchLimitReached: 100 })).toEqual({ body: "a]", notice: "" });
  });
});

describe("splitRead", () => {
  it("should know where the part begins, and how long the file is where pi's details tell", () => {
    const notice = "Showing lines 11-12 of 21. Use offset=13 to continue.";
    expect(readOf(`k\nl\n\n[${notice}]`, { input: { offset: 11 }, details: truncation(10, 2) })).toEqual({
      body: "k\nl",
      notice,
      start: 11,
      totalLines: 20, // pi's own count has a line behind the last line break
    });
    expect(readOf("a\nb\n")).toEqual({ body: "a\nb\n", notice: "", start: 1, totalLines: 2 });
  });

  it("should tell pi's words from those of the file", () => {
    const notice = "3 more lines in file. Use offset=3 to continue.";
    const text = `a\nb\n\n[${notice}]`;
    expect(readOf(text, { input: { limit: 2 } })).toEqual({ body: "a\nb", notice, start: 1, totalLines: undefined });
    expect(readOf(text)).toMatchObject({ body: text, notice: "" });
    expect(readOf(text, { input: { limit: 4 } })).toMatchObject({ body: text, notice: "" });
  });

  it("should quote the path that a shell is given", () => {
    const hint = (path: string) =>
      `[Line 1 is 60.0KB, exceeds 50.0KB limit. Use bash: sed -n '1p' ${path} | head -c 51200]`;
    expect(quotedHint(hint("a/b.txt"))).toBe(hint("a/b.txt"));
    expect(quotedHint(hint("it's $(rm) .txt"))).toBe(hint(`'it'\\''s $(rm) .txt'`));
    expect(quotedHint("[Line 1 is long]")).toBe("[Line 1 is long]");
    expect(readOf(hint("a b"), { details: truncation(1, 0) })).toMatchObject({ body: "", notice: hint("a b") });
  });
});

describe("rules", () => {
  it("should match names with stars", () => {
    expect(["bash", "mcp__a__b", "x"].map((name) => matches(name, ["bash", "mcp__*"]))).toEqual([true, true, false]);
    expect(matches("abcbd", ["a*b*d"])).toBe(true);
    expect(matches("ab", ["a*b*b"])).toBe(false);
    expect(matches("aXbYc", ["*b*"])).toBe(true);
    expect(matches("ab", ["ab*ab"])).toBe(false);
    expect([matches("", ["*"]), matches("x", [""]), matches("x", [])]).toEqual([true, false, false]);
  });

  it("should have a default for each kind of tool", () => {
    expect(["bash", "read", "grep", "mcp__a__b", "codemode", "any"].map((name) => ruleOf(name).maxLines)).toEqual([
      2000,
      2000,
      Infinity,
      Infinity,
      Infinity,
      2000,
    ]);
    expect(ruleOf("mcp__a__b").maxBytes).toBe(21_280);
  });
});

describe("words", () => {
  it("should be short", () => {
    expect([0, 1023, 1024, 8192, 9626, 1_048_575, 1_572_864, 2 ** 40].map(sizeText)).toEqual([
      "0B",
      "1023B",
      "1KB",
      "8KB",
      "9.4KB",
      "1MB",
      "1.5MB",
      "1024GB",
    ]);
    expect([0, 999, 4096, 9949, 9950, 16_384, Infinity].map(tokensText)).toEqual([
      "0",
      "999",
      "4.1k",
      "9.9k",
      "10k",
      "16k",
      "unlimited",
    ]);
  });
});
