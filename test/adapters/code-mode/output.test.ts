/** What a program prints and returns, as a model gets it: bounded together, kept whole apart. */
import fc from "fast-check";
import { createBridge, createScriptOutput, isScriptError, type ScriptOutputOptions } from "spillway/code-mode";
import { memorySpill, readSpill, type SpillSink } from "spillway/spill";
import { estimateTokens } from "spillway/tokens";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";
import { runGuest } from "./support.js";

const store = () => memorySpill({ key: "test" });
const outputOf = (options: ScriptOutputOptions = {}) => createScriptOutput({ spill: store(), ...options });
const lines = (count: number) => Array.from({ length: count }, (_, line) => `line ${line}`).join("\n");

async function whole(sink: SpillSink, id: string): Promise<string> {
  return Buffer.from(await sink.read(id)).toString();
}

function tokensOf(content: readonly { type: string; text?: string }[]): number {
  return content.reduce((sum, { text = "" }) => sum + estimateTokens(text), 0);
}

describe("createScriptOutput", () => {
  it("should give what was printed, in order, each print on lines of its own", async () => {
    const output = outputOf();
    output.text("4 rows match");
    output.console("warn", "slow query");
    output.text("row 1\nrow 2\n");
    output.text("");
    const { content, output: view, ...rest } = await output.finish();
    expect(content).toEqual([{ type: "text", text: "4 rows match\nconsole.warn: slow query\nrow 1\nrow 2\n\n" }]);
    expect(view).toMatchObject({ truncated: false, spill: { state: "none" } });
    expect(rest).toEqual({ maxTokens: 10_000 });
    expect([output.chars, output.items]).toEqual([34, 4]);
  });

  it("should keep start and end of what is too long, and all of it in the Spill", async () => {
    const spill = store();
    const output = outputOf({ spill, maxOutputTokens: 500 });
    const text = lines(100_000);
    output.text(text);
    const { content, output: view } = await output.finish();
    expect(view.text).toMatch(/^line 0\n[\s\S]*omitted …\][\s\S]*line 99999\n\[spillway: /);
    expect(tokensOf(content)).toBeLessThanOrEqual(500);
    expect(tokensOf(content)).toBeGreaterThan(450);
    if (view.spill.state !== "kept") throw new Error(view.spill.state);
    expect((await whole(spill, view.spill.ref.id)) === `${text}\n`).toBe(true);
    const window = await readSpill(spill, view.spill.ref.id, { lines: { from: 50_001, count: 1 } }, { maxBytes: 100 });
    expect(window).toMatchObject({ text: "line 50000\n" });
  });

  it.each<[string, ScriptOutputOptions, number]>([
    ["nothing", {}, 10_000],
    ["less", { requestedTokens: 100 }, 100],
    ["nothing at all", { requestedTokens: 0 }, 0],
    ["more", { requestedTokens: 20_000 }, 20_000],
    ["the ceiling", { requestedTokens: 26_000 }, 26_000],
    ["more than the ceiling", { requestedTokens: 100_000_000 }, 26_000],
    ["more than another ceiling", { requestedTokens: 7000, ceiling: 5000 }, 5000],
    ["nothing, under a low ceiling", { ceiling: 5000 }, 5000],
    ["nonsense", { requestedTokens: -1 }, 10_000],
    ["a text", { requestedTokens: "all" }, 10_000],
    ["a fraction", { requestedTokens: 1.5 }, 10_000],
    ["infinity", { requestedTokens: Infinity }, 10_000],
  ])("should clamp what a model asks for: %s", async (_asked, options, maxTokens) => {
    const output = outputOf({ ...options });
    output.text(lines(200_000));
    const report = await output.finish({ ok: true, value: lines(200_000) });
    expect(report.maxTokens).toBe(maxTokens);
    expect(tokensOf(report.content)).toBeLessThanOrEqual(maxTokens);
    expect(tokensOf(report.content)).toBeGreaterThanOrEqual(0.9 * maxTokens);
  });

  it("should give the part that output or return value do not need to the other", async () => {
    const long = lines(50_000);
    for (const [printed, value] of [
      ["short", long],
      [long, "short"],
      [long, long],
    ] as const) {
      const output = outputOf({ maxOutputTokens: 2000 });
      output.text(printed);
      const { content, returned } = await output.finish({ ok: true, value });
      expect(tokensOf(content)).toBeGreaterThan(1800);
      expect(tokensOf(content)).toBeLessThanOrEqual(2000);
      expect(content).toHaveLength(2);
      if (value === "short") expect(returned).toMatchObject({ text: "short", truncated: false });
    }
  });

  it("should bound a return value as any result: JSON that stays JSON, all of it in the Spill", async () => {
    const spill = store();
    const rows = Array.from({ length: 5000 }, (_, id) => ({ id, name: `row ${id}` }));
    const { returned, content } = await outputOf({ spill, maxOutputTokens: 400 }).finish({ ok: true, value: rows });
    if (returned?.spill.state !== "kept") throw new Error("it was not kept");
    expect(JSON.parse(await whole(spill, returned.spill.ref.id))).toEqual(rows);
    expect(returned).toMatchObject({ kind: "json", truncated: true });
    const [json = ""] = returned.text.split("\n");
    expect((JSON.parse(json) as unknown[])[0]).toEqual({ id: 0, name: "row 0" });
    expect(content).toEqual([{ type: "text", text: `returned:\n${returned.text}` }]);
  });

  it("should say nothing of a program that prints and returns nothing", async () => {
    expect(await outputOf().finish()).toMatchObject({ content: [] });
    expect(await outputOf().finish({ ok: true, value: undefined })).toMatchObject({ content: [] });
    expect((await outputOf().finish({ ok: true, value: null })).content).toEqual([
      { type: "text", text: "returned:\nnull" },
    ]);
  });
});

describe("the caps", () => {
  it.each<[string, ScriptOutputOptions, string, number]>([
    ["characters", { maxChars: 10 }, "chars", 11],
    ["prints", { maxItems: 5 }, "items", 6],
  ])(
    "should let a program print %s up to the cap, die at one more, and keep what it printed",
    async (_what, options, unit, measured) => {
      const output = outputOf(options);
      for (let print = 0; print < 5; print++) output.text("ab");
      expect(output.error).toBeUndefined();
      for (let again = 0; again < 3; again++) {
        let thrown: unknown;
        try {
          output.text("c");
        } catch (error) {
          thrown = error;
        }
        expect(isScriptError(thrown) && thrown.projected).toMatchObject({
          kind: "capacity",
          scope: "script-output",
          operation: "text",
          measured,
          unit,
        });
      }
      const { content, error } = await output.finish({ ok: true, value: "as if nothing had happened" });
      expect(error).toMatchObject({ kind: "capacity", measured });
      expect(content[0]).toEqual({ type: "text", text: "ab\nab\nab\nab\nab\n" });
      expect(JSON.stringify(content)).not.toContain("as if nothing");
      expect([output.chars, output.items]).toEqual([10, 5]);
    },
  );

  it("should be 16 Mi characters and 100,000 prints by default, to the unit", () => {
    const wide = outputOf();
    wide.text("x".repeat(2 ** 24));
    expect(() => wide.text("x")).toThrow(/takes 16,777,217 chars, and 16,777,216 may pass here/);
    const many = outputOf();
    for (let print = 0; print < 100_000; print++) many.console("log", "");
    expect(() => many.console("log", "")).toThrow(/takes 100,001 items, and 100,000 may pass here/);
  });

  it("should count nothing of the print that was one too many, empty ones included", () => {
    const output = outputOf({ maxChars: 10 });
    expect(() => output.text("x".repeat(11))).toThrow();
    expect([output.chars, output.items]).toEqual([0, 0]);
    expect(() => output.text("")).toThrow();
  });

  it("should end a program in a guest, also one that catches the error, and keep what it printed", async () => {
    const output = outputOf({ maxChars: 1000 });
    const bridge = createBridge({ tools: {}, output });
    const outcome = await runGuest(
      bridge,
      "for (;;) { try { text('0123456789'.repeat(9)) } catch (error) { if (error.kind === 'capacity') return 'I go on' } }",
    );
    expect(outcome).toMatchObject({
      ok: false,
      error: { kind: "capacity", operation: "text", measured: 1080, limit: 1000 },
    });
    const { content, output: view } = await output.finish(outcome);
    expect(view.text).toBe(`${"0123456789".repeat(9)}\n`.repeat(11));
    expect(content).toHaveLength(2);
  });

  it("should refuse a print of 20 million characters by its length", async () => {
    const output = outputOf();
    const bridge = createBridge({ tools: {}, output });
    const outcome = await runGuest(bridge, "text('so far'); text('x'.repeat(20_000_000))");
    expect(outcome).toMatchObject({ ok: false, error: { measured: 20_000_006, limit: 2 ** 24 } });
    expect((await output.finish(outcome)).content[0]).toEqual({ type: "text", text: "so far\n" });
    const other = outputOf();
    const raw = createBridge({ tools: {}, output: other });
    const slice = () => {
      throw new Error("this must not be copied");
    };
    expect(JSON.parse(raw.emit("text", { length: 500_000_000, slice })).error.kind).toBe("capacity");
    expect(other.error?.kind).toBe("capacity");
  });
});

describe("images", () => {
  const image = (chars: number) => ({ data: "iVBO".repeat(chars / 4), mimeType: "image/png" });

  it("should stay whole, and count as characters", async () => {
    const output = outputOf({ maxChars: 16 });
    output.image(image(8));
    output.image(image(8));
    expect(() => output.image(image(4))).toThrow(/takes 20 chars/);
    const { content } = await output.finish();
    expect(content.filter(({ type }) => type === "image")).toEqual(
      [image(8), image(8)].map((one) => ({ type: "image", ...one })),
    );
    expect(content[0]).toMatchObject({
      text: expect.stringContaining("[image 2: image/png, 8 characters of base64]\n"),
    });
  });

  it("should be kept apart where the model gets enough of them", async () => {
    const spill = store();
    const output = outputOf({ spill, maxImageChars: 8 });
    for (const chars of [8, 12]) output.image(image(chars));
    const { content } = await output.finish();
    expect(content).toHaveLength(2);
    const [, id = ""] =
      /\[image 2: image\/png, 12 characters of base64, not shown; its base64 is spill:\/\/([^\]]+)\]/.exec(
        JSON.stringify(content),
      ) as RegExpExecArray;
    expect(await whole(spill, id)).toBe(image(12).data);
    expect(await spill.stat(id)).toMatchObject({ mediaType: "image/png", encoding: "base64" });
  });

  it.each([
    { data: "!", mimeType: "image/png" },
    { data: "iVBO", mimeType: "text/html" },
    { data: "", mimeType: "image/png" },
    {},
    null,
  ])("should refuse what is none: %j", (value) => {
    expect(() => outputOf().image(value as never)).toThrow(TypeError);
  });
});

describe("a program that fails", () => {
  it("should be told with what it printed, the error whole as long as there is room", async () => {
    const output = outputOf();
    const bridge = createBridge({ tools: {}, output });
    const outcome = await runGuest(bridge, "text('one'); throw new TypeError('no such page')");
    const { content, error } = await output.finish(outcome);
    expect(content[0]).toEqual({ type: "text", text: "one\n" });
    expect(content[1]).toMatchObject({ text: expect.stringMatching(/^no such page\n\{"kind":"failed"/) });
    expect(error).toMatchObject({ name: "TypeError", message: "no such page", scope: "script" });
  });

  it("should print what the console of a guest prints", async () => {
    const output = outputOf();
    const bridge = createBridge({ tools: {}, output });
    const body =
      "console.log('a', 1, { b: [2] }, undefined, null, 3n); console.error(new RangeError('r')); console.debug(Symbol('s'))";
    expect(await runGuest(bridge, body)).toEqual({ ok: true, value: undefined });
    expect((await output.finish()).output.text).toBe(
      'console.log: a 1 {"b":[2]} undefined null 3\nconsole.error: RangeError: r\nconsole.debug: Symbol(s)\n',
    );
  });
});

describe("any program", () => {
  it("should give a model no more tokens than allowed, and lose nothing", async () => {
    const print = fc.oneof(
      fc
        .tuple(fc.constantFrom("a\n", "🟡", "\ud83d", "中文\n", "[spillway: x]\n", "\\\0"), fc.nat(3000))
        .map(([unit, times]) => unit.repeat(times)),
      fc.string({ unit: "binary" }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(print, { maxLength: 8 }),
        fc.option(fc.oneof(print, fc.jsonValue()), { nil: undefined }),
        fc.integer({ min: 0, max: 3000 }),
        async (prints, value, maxOutputTokens) => {
          const spill = store();
          const output = outputOf({ spill, maxOutputTokens });
          for (const text of prints) output.text(text);
          const report = await output.finish({ ok: true, value });
          expect(tokensOf(report.content)).toBeLessThanOrEqual(maxOutputTokens);
          const text = prints.map((one) => (one.endsWith("\n") ? one : `${one}\n`)).join("");
          const { spill: state } = report.output;
          const kept = state.state === "kept" ? await whole(spill, state.ref.id) : report.output.text;
          expect(kept === Buffer.from(text).toString()).toBe(true);
        },
      ),
      runs(60),
    );
  });
});

describe("options", () => {
  it.each<[string, unknown, RegExp]>([
    ["maxChars", { maxChars: -1 }, /maxChars must be an integer ≥ 0 or Infinity/],
    ["ceiling", { ceiling: Infinity }, /ceiling must be an integer ≥ 0, got Infinity/],
    ["maxOutputTokens", { maxOutputTokens: "9" }, /maxOutputTokens must be an integer ≥ 0/],
    ["spill", { spill: {} }, /spill must have a method create/],
    ["meta", { meta: { tool: 1 } }, /meta.tool must be a string/],
    ["notice", { notice: { position: "middle" } }, /notice.position must be one of/],
    ["countTokens", { countTokens: 1 }, /countTokens must be a function/],
  ])("should name the caller's mistake in %s", (_name, options, message) => {
    expect(() => createScriptOutput(options as ScriptOutputOptions)).toThrow(message);
  });
});
