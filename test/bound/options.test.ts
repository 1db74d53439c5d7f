import { type BoundOptions, boundResult, boundText, type ToolResult } from "spillway";
import { memorySpill } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { mapSpill } from "./stores.js";

const SECRET = "content of a tool result";

/** A wrong value of an option, the error that it deserves, and the option's name in the message. */
const MISTAKES: readonly (readonly [options: object, kind: ErrorConstructor | RangeErrorConstructor, name: RegExp])[] =
  [
    [{ limits: undefined }, TypeError, /limits/],
    [{ limits: null }, TypeError, /limits/],
    [{ limits: 5 }, TypeError, /limits/],
    [{ limits: { maxBytes: -1 } }, RangeError, /maxBytes/],
    [{ limits: { maxBytes: Number.NaN } }, RangeError, /maxBytes/],
    [{ limits: { maxBytes: 0.5 } }, RangeError, /maxBytes/],
    [{ limits: { maxBytes: Number.NEGATIVE_INFINITY } }, RangeError, /maxBytes/],
    [{ limits: { maxBytes: 2 ** 53 } }, RangeError, /maxBytes/],
    [{ limits: { maxBytes: "100" } }, TypeError, /maxBytes/],
    [{ limits: { maxBytes: null } }, TypeError, /maxBytes/],
    [{ limits: { maxChars: 100n } }, TypeError, /maxChars/],
    [{ limits: { maxLines: -5 } }, RangeError, /maxLines/],
    [{ limits: { maxTokens: {} } }, TypeError, /maxTokens/],
    [{ keep: "middle" }, RangeError, /keep/],
    [{ keep: null }, TypeError, /keep/],
    [{ headShare: 1.1 }, RangeError, /headShare/],
    [{ headShare: -0.1 }, RangeError, /headShare/],
    [{ headShare: Number.NaN }, RangeError, /headShare/],
    [{ headShare: "half" }, TypeError, /headShare/],
    [{ boundary: "word" }, RangeError, /boundary/],
    [{ boundary: 5 }, TypeError, /boundary/],
    [{ countTokens: "gpt" }, TypeError, /countTokens/],
    [{ notice: true }, TypeError, /notice/],
    [{ notice: null }, TypeError, /notice/],
    [{ notice: { position: "middle" } }, RangeError, /notice\.position/],
    [{ notice: { canRead: "ftp" } }, RangeError, /notice\.canRead/],
    [{ notice: { toolName: 5 } }, TypeError, /notice\.toolName/],
    [{ noticeAllowance: 5 }, TypeError, /noticeAllowance/],
    [{ noticeAllowance: { maxBytes: -1 } }, RangeError, /maxBytes/],
  ];

/** Of boundResult alone. */
const MORE_MISTAKES: typeof MISTAKES = [
  [{ onSpillFailure: "ignore" }, RangeError, /onSpillFailure/],
  [{ onSpillFailure: false }, TypeError, /onSpillFailure/],
  [{ meta: 5 }, TypeError, /meta/],
  [{ meta: { seq: -1 } }, RangeError, /meta\.seq/],
  [{ meta: { tool: 5 } }, TypeError, /meta\.tool/],
];

describe("a caller's mistake", () => {
  it.each(MISTAKES)("boundText names it: %o", (options, Kind, name) => {
    const { limits, ...rest } = { limits: { maxBytes: 10 }, ...options } as BoundOptions;
    const act = () => boundText(SECRET, limits, rest as object);
    expect(act).toThrow(Kind);
    expect(act).toThrow(name);
    expect(act).not.toThrow(SECRET);
  });

  it.each([...MISTAKES, ...MORE_MISTAKES])("boundResult names it: %o", async (options, Kind, name) => {
    const spill = mapSpill();
    const error = await boundResult(SECRET, { limits: { maxBytes: 10 }, spill, ...options } as BoundOptions).catch(
      (e) => e,
    );
    expect(error).toBeInstanceOf(Kind);
    expect(error.message).toMatch(name);
    expect(error.message).not.toContain(SECRET);
    expect(spill.calls).toEqual([]);
  });

  it.each([
    [{ upstream: 5 }, TypeError, /upstream/],
    [{ upstream: { truncated: true, totalBytes: -5 } }, RangeError, /upstream\.totalBytes/],
    [{ upstream: { truncated: "yes" } }, TypeError, /upstream\.truncated/],
    [{ decode: "utf-8" }, TypeError, /decode/],
    [{ signal: {} }, TypeError, /signal/],
    [{ spill: {} }, TypeError, /spill/],
    [{ clean: "yes" }, TypeError, /clean/],
    [{ exitCode: "1" }, TypeError, /exitCode/],
    [{ isError: "no" }, TypeError, /isError/],
  ] as const)("is not taken for a failure of the source or the store: %o", async (options, Kind, name) => {
    const wrong = { limits: { maxBytes: 10 }, spill: memorySpill(), ...options } as unknown as BoundOptions;
    const error = await boundResult(SECRET, wrong).catch((e) => e);
    expect(error).toBeInstanceOf(Kind);
    expect(error.message).toMatch(name);
  });

  it.each([
    [{ exitCode: Number.NaN }, /exit code NaN/],
    [{ exitCode: Number.POSITIVE_INFINITY }, /exit code Infinity/],
    [{ exitCode: 1.5 }, /exit code 1\.5/],
    [{ isError: "no" }, /reported an error/],
  ] as const)("never gets into the words of a View: %o", (options, words) => {
    let text = "";
    try {
      text = boundText("x".repeat(900), { maxBytes: 400 }, options as object).text;
    } catch (error) {
      expect(error).toBeInstanceOf(typeof Object.values(options)[0] === "number" ? RangeError : TypeError);
    }
    expect(text).not.toMatch(words);
  });

  it("names a result that is none, and never shows it", async () => {
    class Odd {
      secret = SECRET;
    }
    for (const result of [
      undefined,
      null,
      5,
      true,
      1n,
      Symbol(SECRET),
      () => SECRET,
      new Odd(),
      {},
      new ArrayBuffer(8),
    ]) {
      const error = await boundResult(result as unknown as ToolResult, { limits: {} }).catch((e) => e);
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toMatch(/^result must be /);
      expect(error.message).not.toContain(SECRET);
    }
    expect(() => boundText(5 as unknown as string, {})).toThrow(/^text must be a string, got 5$/);
    await expect(boundResult("x", undefined as unknown as BoundOptions)).rejects.toThrow(/^options must be an object/);
  });

  it("rejects and never throws at once", () => {
    const promise = boundResult(5 as unknown as string, { limits: { maxBytes: -1 } });
    expect(promise).toBeInstanceOf(Promise);
    return expect(promise).rejects.toThrow(RangeError);
  });

  it("keeps the notice one well-formed line, whatever the tool is called", async () => {
    for (const toolName of ["a\nb", "a\ud800b", "a\u001b[3"]) {
      const notice = { canRead: "tool", toolName } as const;
      const work = boundResult("x".repeat(900), { limits: { maxBytes: 400 }, spill: mapSpill(), notice });
      const text = await work.then(({ text }) => text).catch(() => "\n[spillway: rejected is fine]");
      expect(text).toMatch(/\n\[spillway: [^\n\p{Cc}\p{Surrogate}]*\]$/u);
    }
  });
});

describe("defaults", () => {
  it("ignores what a Bound has besides limits, and limits that are absent, undefined or Infinity", () => {
    const bound = { maxBytes: 10, tokens: 1, source: "share" };
    expect(boundText("0123456789", bound).truncated).toBe(false);
    expect(boundText("01234567890", bound).truncated).toBe(true);
    const open = { maxBytes: Number.POSITIVE_INFINITY, maxLines: undefined };
    expect(boundText("x".repeat(100_000), open).truncated).toBe(false);
  });

  it("keeps both ends by halves, at lines", () => {
    const text = "a line of twenty chars\n".repeat(200);
    const view = boundText(text, { maxBytes: 1000 }).text;
    expect(view).toBe(
      boundText(
        text,
        { maxBytes: 1000 },
        { keep: "ends", headShare: 0.5, boundary: "line", notice: { position: "last" } },
      ).text,
    );
    for (const line of view.split("\n")) expect(line).toMatch(/^(a line of twenty chars|\[spillway: .*\])$/);
  });
});
