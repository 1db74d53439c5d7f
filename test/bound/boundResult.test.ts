import { type BoundOptions, boundResult, type Chunk } from "spillway";
import { memorySpill } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { checkSpill } from "./checkView.js";
import { mapSpill } from "./stores.js";
import { chunkings, stream, utf8 } from "./support.js";

describe("boundResult", () => {
  it("gives what fits as it is and leaves the store alone", async () => {
    const spill = mapSpill();
    const bounded = await boundResult("one\ntwo\n", { limits: { maxBytes: 8 }, spill });
    expect(bounded).toEqual({
      text: "one\ntwo\n",
      kind: "text",
      truncated: false,
      altered: false,
      shown: { bytes: 8, chars: 8, lines: 2 },
      omitted: { bytes: 0, chars: 0, lines: 0 },
      total: { bytes: 8, chars: 8, lines: 2 },
      sourceBytes: 8,
      spill: { state: "none" },
    });
    expect(spill.calls).toEqual([]);
  });

  it("cuts, keeps the whole, and names the Spill only after its commit", async () => {
    const spill = mapSpill();
    const text = "line of text\n".repeat(1000);
    const bounded = await boundResult(text, { limits: { maxBytes: 500 }, spill, notice: { canRead: "tool" } });
    expect(bounded.text).toContain("complete output through read_result");
    await checkSpill(bounded, spill, utf8(text), true);
    expect(spill.calls.at(-1)).toBe("commit");
    expect(spill.open()).toBe(0);
  });

  it("says where the result came from to the store, and what it is", async () => {
    const spill = mapSpill();
    const meta = { tool: "npm", callId: "c1", sessionId: "s", seq: 3 };
    await boundResult({ json: ["x".repeat(100)] }, { limits: { maxBytes: 50 }, spill, meta });
    expect([...spill.kept.values()][0]?.meta).toEqual({ ...meta, mediaType: "application/json" });
  });

  it("says that the rest is lost where there is no store", async () => {
    const bounded = await boundResult("x".repeat(5000), { limits: { maxBytes: 500 } });
    expect(bounded.spill).toEqual({ state: "unconfigured" });
    expect(bounded.text).toContain("the rest was not kept");
  });

  it("spills bytes that are not UTF-8 although nothing is cut", async () => {
    const spill = mapSpill();
    for (const bytes of [
      [0x61, 0xff, 0x62],
      [0xe2, 0x89],
      [0xc4, 0xe3, 0xba, 0xc3],
      [0xed, 0xa0, 0x80],
    ]) {
      const input = Uint8Array.from(bytes);
      const bounded = await boundResult(input, { limits: { maxBytes: 100 }, spill });
      expect(bounded).toMatchObject({ altered: true, truncated: false, sourceBytes: bytes.length });
      await checkSpill(bounded, spill, input, true);
    }
    const whole = await boundResult(utf8("\ufffd\ufeffok"), { limits: { maxBytes: 100 }, spill });
    expect(whole).toMatchObject({ altered: false, text: "\ufffd\ufeffok", spill: { state: "none" } });
  });

  it("keeps a character whole that is split between chunks, and replaces one that never ends once", async () => {
    const limits = { maxBytes: 200_000 };
    expect(
      (
        await boundResult(
          [[0xe2], [0x89], [0xa4]].map((b) => Uint8Array.from(b)),
          { limits },
        )
      ).text,
    ).toBe("≤");
    expect((await boundResult([Uint8Array.from([0x61, 0xe2, 0x89])], { limits })).text).toBe("a\ufffd");
    const { text } = await boundResult(chunkings(utf8("你".repeat(50_000)), [65_536, 131_072]), { limits });
    expect(text).toBe("你".repeat(50_000));
  });

  it("keeps both of two streams whole that meet in mid-character", async () => {
    const spill = mapSpill();
    const [smile, euro] = [utf8("🟡"), utf8("€")];
    const chunks: Chunk[] = [
      { stream: "stdout", data: smile.slice(0, 2) },
      { stream: "stderr", data: euro.slice(0, 1) },
      { stream: "stdout", data: smile.slice(2) },
      { stream: "stderr", data: euro.slice(1) },
      { stream: "stdout", data: utf8("\nx") },
    ];
    const whole = await boundResult(chunks, { limits: { maxBytes: 100 }, spill });
    expect(whole).toMatchObject({ text: "🟡€\nx", altered: false });
    const cut = await boundResult(chunks, { limits: { maxLines: 1 }, spill });
    await checkSpill(cut, spill, utf8("🟡€\nx"), true);
  });

  it("does not keep a chunk's buffer: a source may use it again", async () => {
    const buffer = new Uint8Array(16);
    function* reusing() {
      for (let letter = 0; letter < 20; letter++) yield buffer.fill(97 + letter);
    }
    for (const maxBytes of [40, 1000]) {
      const spill = mapSpill();
      const input = Buffer.concat(Array.from(reusing(), (chunk) => Buffer.from(chunk)));
      const bounded = await boundResult(reusing(), { limits: { maxBytes }, spill, notice: false });
      if (maxBytes === 40) await checkSpill(bounded, spill, input, true);
      else expect(bounded.text).toBe(input.toString());
    }
  });

  it("awaits a promised exit code, and leans to the tail when it comes", async () => {
    const text = "some words here\n".repeat(500);
    const head = async (options: Partial<BoundOptions>) => {
      const bounded = await boundResult(stream([text]), { limits: { maxBytes: 2000 }, ...options });
      return bounded.text.indexOf("[spillway: …");
    };
    const later = new Promise<number>((resolve) => setTimeout(resolve, 5, 1));
    expect(await head({ exitCode: later })).toBeLessThan(420);
    expect(await head({ isError: Promise.resolve(true) })).toBeLessThan(420);
    expect(await head({ exitCode: Promise.reject(new Error("x")) })).toBeGreaterThan(700);
    expect(await head({ exitCode: Promise.resolve(0) })).toBeGreaterThan(700);
    expect(await head({ exitCode: 1, keep: "head" })).toBe(-1);
  });

  it("marks totals as lower bounds, and the Spill as partial, where the result was cut before it came", async () => {
    const spill = mapSpill();
    const upstream = { truncated: true, totalBytes: 9_000_000 };
    const bounded = await boundResult("x".repeat(5000), { limits: { maxBytes: 500 }, spill, upstream });
    expect(bounded).toMatchObject({
      totalIsLowerBound: true,
      spill: { ref: { complete: false, totalBytes: 9_000_000 } },
    });
    expect(bounded.text).toContain("of at least 9,000,000 bytes shown");
    expect(bounded.text).toContain("it was cut before it came here; what came, 5,000 bytes, kept as spill://");
    const fits = await boundResult("x", { limits: { maxBytes: 500 }, spill, upstream });
    expect(fits).toMatchObject({ text: "x", totalIsLowerBound: true, truncated: false, spill: { state: "none" } });
  });

  it("takes a total for nothing where the result was not cut upstream", async () => {
    const spill = memorySpill();
    const upstream = { truncated: false, totalBytes: 9_000_000 };
    const bounded = await boundResult("x".repeat(5000), { limits: { maxBytes: 500 }, spill, upstream });
    expect(bounded).toMatchObject({ spill: { ref: { complete: true, totalBytes: 5000 } } });
    expect(bounded.totalIsLowerBound).toBeUndefined();
  });

  it("cuts no escape sequence that began far before what a stream leaves in memory", async () => {
    const link = `\u001b]8;;https://example.com/${"a".repeat(300)}\u0007link\u001b]8;;\u0007`;
    const bytes = utf8(`${"x".repeat(2000)}${link}`);
    const options = { limits: { maxBytes: 50 }, notice: false } as const;
    const whole = await boundResult(bytes, options);
    expect(whole.text.endsWith("x[…]link\u001b]8;;\u0007")).toBe(true);
    for (const size of [1, 7, 64, 500]) {
      const count = Math.ceil(bytes.length / size);
      const chunks = Array.from({ length: count }, (_, at) => bytes.slice(at * size, (at + 1) * size));
      expect((await boundResult(stream(chunks), options)).text, `chunks of ${size} bytes`).toBe(whole.text);
    }
  });

  it("takes a text for whole by the tokens of the whole, whatever those of its beginnings", async () => {
    // As real tokenizers do: a word of the vocabulary is one token, but each letter of its beginning is one.
    const countTokens = (text: string) =>
      (text.match(/[a-z]+|[^a-z]/g) ?? []).reduce((sum, word) => sum + (word.length === 8 ? 1 : word.length), 0);
    const text = "vocabula ".repeat(100);
    const options = { limits: { maxTokens: countTokens(text) }, countTokens };
    const cut = text.length - 2;
    expect(await boundResult(text, options)).toMatchObject({ truncated: false });
    expect(await boundResult([text.slice(0, cut), text.slice(cut)], options)).toMatchObject({ truncated: false });
  });

  it("cleans what a terminal would, measures what is left and keeps the raw bytes", async () => {
    const spill = mapSpill();
    const raw = "1%\r50%\r100%\n\u001b[32mok\u001b[0m\n";
    const bounded = await boundResult(raw, { limits: { maxBytes: 100 }, spill, clean: true });
    expect(bounded).toMatchObject({
      text: "100%\nok\n",
      altered: true,
      truncated: false,
      sourceBytes: 24,
      total: { bytes: 8 },
    });
    await checkSpill(bounded, spill, utf8(raw), true);
  });

  it("gives plain data", async () => {
    const bounded = await boundResult("x".repeat(500), { limits: { maxBytes: 100 }, spill: memorySpill() });
    expect(structuredClone(bounded)).toEqual(bounded);
    expect(JSON.parse(JSON.stringify(bounded))).toEqual(bounded);
  });
});
