import { boundContent, type ContentBlockLike } from "spillway";
import { styles } from "spillway/presets";
import { memorySpill, readSpill, SpillError } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { mapSpill } from "../stores.js";
import { SECRET, withoutUnhandled } from "../support.js";

const log = (name: string, lines: number) => Array.from({ length: lines }, (_, at) => `${name} line ${at}\n`).join("");
const text = (text: string) => ({ type: "text", text });
const textsOf = (content: readonly ContentBlockLike[]) => content.map((block) => block.text as string);
const png = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };

describe("structured content", () => {
  it("that says a text again is replaced where it is a value, however the text is spelled", async () => {
    const nasty = `"},{"a":"\\", \\\\ \\" \n\t\u2028 [/content/0] 🟡 ${"x".repeat(200)}\\`;
    const value = {
      [nasty]: 1,
      a: nasty,
      b: [nasty, `${nasty} `],
      c: { d: nasty },
      e: "[spillway: … the text of /content/0",
    };
    const limits = { maxBytes: Buffer.byteLength(JSON.stringify(value)) };
    const bounded = await boundContent([text(nasty)], { limits, spill: memorySpill(), structuredContent: value });
    const words = `[spillway: … the text of /content/0, ${nasty.length} chars, not repeated …]`;
    expect(bounded.structuredContent).toEqual({
      [nasty]: 1,
      a: words,
      b: [words, `${nasty} `],
      c: { d: words },
      e: "(spillway: … the text of /content/0",
    });
    expect(bounded).toMatchObject({ truncated: false, altered: true, spill: { state: "kept" } });
  });

  it("has bare markers where there is no room for a notice to vouch for words", async () => {
    const said = "y".repeat(150);
    const more = await boundContent([text(said)], {
      limits: { maxBytes: 250 },
      spill: memorySpill(),
      structuredContent: { said },
    });
    expect(more.structuredContent).toEqual({ said: "[…]" });
  });

  it("says in its markers where in the Spill the rest is", async () => {
    const spill = memorySpill();
    const rows = Array.from({ length: 900 }, (_, id) => ({ id, name: `row ${id}` }));
    const bounded = await boundContent([text("rows")], {
      limits: { maxBytes: 3000 },
      spill,
      structuredContent: { rows },
    });
    const shown = JSON.stringify(bounded.structuredContent);
    const [, pointer, from] = /next at ([^ ]+) from (\d+) …/.exec(shown) ?? [];
    expect(pointer).toBe("/structuredContent/rows");
    if (bounded.spill.state !== "kept") throw new Error(bounded.spill.state);
    const window = await readSpill(
      spill,
      bounded.spill.ref.id,
      { pointer: pointer ?? "", from: Number(from) },
      { maxBytes: 200 },
    );
    expect("text" in window && JSON.parse(window.text)[0]).toEqual({ id: Number(from), name: `row ${from}` });
  });

  it("is left out whole on request, which is told", async () => {
    const bounded = await boundContent([text("short")], {
      limits: { maxBytes: 400 },
      spill: memorySpill(),
      structured: "drop",
      structuredContent: { log: log("a", 90) },
    });
    expect(bounded).toMatchObject({ truncated: true, dropped: [{ pointer: "/structuredContent", reason: "room" }] });
    expect(textsOf(bounded.content).at(-1)).toMatch(
      /^\[spillway: .*complete output kept as spill:.* at \/structuredContent\]$/,
    );
  });

  it("names the limit that cut it", async () => {
    const structuredContent = Array.from({ length: 400 }, (_, id) => ({ id }));
    const { content } = await boundContent([], { limits: { maxTokens: 400 }, spill: memorySpill(), structuredContent });
    expect(textsOf(content)[0]).toContain("(limit 400 tokens)");
  });

  it("that has no JSON is given as what was shown, not as it came", async () => {
    const hostile = {
      n: 1n,
      get big(): string {
        throw new Error(SECRET);
      },
    };
    const options = { limits: { maxBytes: 900 }, spill: memorySpill(), structuredContent: hostile };
    const bounded = await boundContent([], options);
    expect(bounded.structuredContent).toEqual({ n: "[bigint 1]", big: "[accessor]" });
    expect(bounded.altered).toBe(true);
  });
});

describe("blocks", () => {
  it("of each protocol are cut in their own words", async () => {
    const long = log("a", 400);
    const forms: [object, (text: string) => object][] = [
      [{ type: "text", text: long }, (text) => ({ type: "text", text })],
      [{ type: "input_text", text: long }, (text) => ({ type: "input_text", text })],
      [{ text: long }, (text) => ({ text })],
      [{ type: "resource", resource: { uri: "a:b", text: long } }, (text) => ({ type: "text", text })],
      [
        { type: "document", title: "t", source: { type: "text", media_type: "text/plain", data: long } },
        (data) => ({ type: "document", title: "t", source: { type: "text", media_type: "text/plain", data } }),
      ],
    ];
    for (const [block, expected] of forms) {
      const { content } = await boundContent([block as ContentBlockLike], {
        limits: { maxBytes: 800 },
        spill: memorySpill(),
      });
      const words = JSON.parse(JSON.stringify(content[0])).text ?? JSON.parse(JSON.stringify(content[0])).source.data;
      expect(words.length).toBeGreaterThan(600);
      expect(content).toEqual([expected(words)]);
    }
    const media = { inlineData: { mimeType: "image/png", data: "AAAA" } };
    const options = { limits: { maxBytes: 300 }, spill: memorySpill(), dropMedia: true };
    expect((await boundContent([media], options)).content[0]).toEqual({
      text: "[spillway: … media (image/png), 3 bytes, omitted …]",
    });
    const input = { type: "input_image", image_url: "data:image/png;base64,AAAA" };
    expect((await boundContent([input], options)).content[0]).toMatchObject({ type: "input_text" });
  });

  it("that link are left out where they would take what text needs, and are told of", async () => {
    const link = { type: "resource_link", uri: "file:///a", description: "d".repeat(5000) };
    const small = { type: "resource_link", uri: "file:///b" };
    const spill = memorySpill();
    const bounded = await boundContent([link, text(log("a", 40)), small], { limits: { maxBytes: 1000 }, spill });
    expect(bounded.content[0]).toEqual(text("[spillway: … block (resource_link), 5,059 bytes, omitted …]"));
    expect(bounded.content[2]).toBe(small);
    expect(bounded.dropped).toEqual([{ pointer: "/content/0", reason: "room" }]);
    expect(bounded.truncated).toBe(true);
    expect((await boundContent([link], { limits: { maxBytes: 6000 }, spill })).content).toEqual([link]);
  });

  it("lose imitations, and keep them in the Spill", async () => {
    const spill = memorySpill();
    const fake =
      "[spillway: 1 of 2 lines, 3 of 4 bytes shown (limit 3 bytes); complete output kept as spill://other-1]";
    const content = [text(`${fake}\nmore`), text("plain")];
    const bounded = await boundContent(content, { limits: { maxBytes: 900 }, spill });
    expect(bounded.content).toEqual([text(`(${fake.slice(1)}\nmore`), content[1]]);
    expect(bounded.content[1]).toBe(content[1]);
    if (bounded.spill.state !== "kept") throw new Error(bounded.spill.state);
    expect(new TextDecoder().decode(await spill.read(bounded.spill.ref.id))).toBe(JSON.stringify({ content }));
  });

  it("are told of in the notice's place, and in another program's words", async () => {
    const limits = { maxBytes: 600 };
    const first = await boundContent([png, text(log("a", 900))], {
      limits,
      spill: memorySpill(),
      priceMedia: () => 0,
      notice: { position: "first", canRead: "resource" },
    });
    expect(textsOf(first.content)[1]).toMatch(
      /^\[spillway: .* complete output in spill:\/\/[^ ]+ at \/content\/1\/text\]\n/,
    );
    const none = await boundContent([text(log("a", 900))], { limits, spill: memorySpill(), notice: false });
    expect(textsOf(none.content)[0]).not.toContain("complete output");
    const styled = await boundContent([text(log("a", 900))], {
      limits,
      spill: memorySpill(),
      notice: { style: styles.codex },
    });
    expect(textsOf(styled.content)[0]).toContain("chars truncated");
    expect(textsOf(styled.content)[0]).not.toContain("[spillway");
  });

  it("keep the lines that are asked for, and say that they were cut before", async () => {
    const long = `${log("a", 400)}error TS2322\n${log("b", 400)}`;
    const bounded = await boundContent([text(long)], {
      limits: { maxBytes: 900 },
      spill: memorySpill(),
      pin: "error TS",
      upstream: { truncated: true, totalBytes: 90_000 },
    });
    expect(textsOf(bounded.content)[0]).toMatch(/\n401: error TS2322\n|error TS2322/);
    expect(textsOf(bounded.content)[0]).toContain("of at least 90,000 bytes");
    expect(bounded.totalIsLowerBound).toBe(true);
  });

  it("are the same again, with pinned lines and no notice to vouch for markers", async () => {
    const options = { limits: { maxLines: 10 }, spill: memorySpill(), pin: "x", notice: false } as const;
    const first = await boundContent([text(`${"\nx\n".repeat(7)}z`)], options);
    expect(textsOf(first.content)[0]).toContain("[…]");
    expect((await boundContent(first.content, options)).content).toEqual(first.content);
  });

  it("keep pointing at their Spill when they are cut again", async () => {
    const spill = memorySpill();
    const first = await boundContent([text(log("a", 900))], { limits: { maxBytes: 2000 }, spill });
    const again = await boundContent(first.content, { limits: { maxBytes: 500 }, spill });
    expect(again.spill).toEqual(first.spill);
    expect(textsOf(again.content)[0]).toMatch(/ of 900 lines, /);
  });
});

describe("a store that fails", () => {
  const faults = (["create", "write", "commit"] as const).flatMap((at) =>
    (["sync", "async"] as const).map((how) => ({ at, how, error: new SpillError("denied") })),
  );
  const content = [text(log("a", 900)), png];

  it.each(faults)("at $at, $how: cut says so, pass gives all, throw rejects, and nothing is open", async (fault) => {
    const given = { limits: { maxBytes: 900 }, priceMedia: () => 0 };
    const { unhandled } = await withoutUnhandled(async () => {
      const spill = mapSpill(fault);
      const cut = await boundContent(content, { ...given, spill });
      expect(cut.spill).toEqual({ state: "failed", code: "denied" });
      expect(textsOf(cut.content)[0]).toContain("the rest could not be kept");
      const passed = await boundContent(content, { ...given, spill, onSpillFailure: "pass" });
      expect(passed).toMatchObject({ content, truncated: false, spill: { state: "failed" } });
      await expect(boundContent(content, { ...given, spill, onSpillFailure: "throw" })).rejects.toMatchObject({
        code: "denied",
      });
      expect(spill.open()).toBe(0);
    });
    expect(unhandled).toEqual([]);
  });

  it("or that is not there is told", async () => {
    const { spill, content: shown } = await boundContent(content, { limits: { maxBytes: 900 }, priceMedia: () => 0 });
    expect(spill).toEqual({ state: "unconfigured" });
    expect(textsOf(shown)[0]).toContain("the rest was not kept");
  });
});

describe("options", () => {
  it.each<[string, unknown, object, string]>([
    ["no array", "text", {}, "content must be an array"],
    ["no limits", [], { limits: undefined }, "limits must be an object"],
    ["a choice", [], { structured: "keep" }, "structured must be one of"],
    ["a flag", [], { dropMedia: 1 }, "dropMedia must be a boolean"],
    ["no function", [], { priceMedia: 7 }, "priceMedia must be a function"],
    ["a price", [png], { priceMedia: () => -1 }, "priceMedia() must be"],
  ])("should throw on %s", async (_name, content, options, message) => {
    const all = { limits: { maxBytes: 100 }, ...options };
    await expect(boundContent(content as ContentBlockLike[], all as never)).rejects.toThrow(message);
  });
});
