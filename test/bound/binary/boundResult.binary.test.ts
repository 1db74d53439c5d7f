import { readFileSync } from "node:fs";
import fc from "fast-check";
import { boundResult, parseNotice, type ToolResult } from "spillway";
import { styles } from "spillway/presets";
import { memorySpill, readSpill } from "spillway/spill";
import { estimateTokens } from "spillway/tokens";
import { describe, expect, it } from "vitest";
import { byteChunksOf, splits } from "../../support/arbitraries.js";
import { runs } from "../../support/runs.js";
import { isInside } from "../oracle.js";

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52]);
/** A PNG's start, and then noise. */
function png(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => PNG[at] ?? (at * at * 31 + at) % 256);
}
const spill = () => memorySpill({ key: "k" });

describe("boundResult of what is no text", () => {
  it("says what it is and how large, shows its first bytes, and keeps it", async () => {
    const sink = spill();
    const bounded = await boundResult(png(5000), {
      limits: { maxBytes: 4096 },
      spill: sink,
      meta: { tool: "cat", seq: 1 },
    });
    expect(bounded).toMatchObject({
      kind: "binary",
      binary: { name: "PNG image", mediaType: "image/png" },
      truncated: true,
      altered: true,
      shown: { bytes: 256, chars: 0, lines: 0 },
      omitted: { bytes: 4744, chars: 0, lines: 0 },
      total: { bytes: 5000, chars: 0, lines: 0 },
      sourceBytes: 5000,
    });
    const lines = bounded.text.split("\n");
    expect(lines[0]).toBe("00000000  89 50 4e 47 0d 0a 1a 0a  00 00 00 0d 49 48 44 52  |.PNG........IHDR|");
    expect(lines).toHaveLength(17);
    expect(lines.at(-1)).toMatch(
      /^\[spillway: binary data \(PNG image\), 256 of 5,000 bytes shown in hex; complete output kept as spill:\/\/1-cat-\w{8}\]$/,
    );
    expect(bounded.spill.state === "kept" && (await sink.read(bounded.spill.ref.id))).toEqual(png(5000));
  });

  it("shows a small one whole, and still keeps it", async () => {
    const bounded = await boundResult(png(20), { limits: { maxBytes: 4096 }, spill: spill() });
    expect(bounded).toMatchObject({ kind: "binary", truncated: false, altered: true, shown: { bytes: 20 } });
    expect(bounded.spill.state).toBe("kept");
  });

  it("gives the same however it comes in", async () => {
    const whole = await boundResult(png(3000), { limits: { maxBytes: 2000 }, spill: spill() });
    await fc.assert(
      fc.asyncProperty(splits(), async (cuts) => {
        const chunks = byteChunksOf(png(3000), cuts);
        expect(await boundResult(chunks, { limits: { maxBytes: 2000 }, spill: spill() })).toEqual(whole);
      }),
      runs(50),
    );
    const bytewise = Array.from(png(3000), (byte) => Uint8Array.of(byte));
    expect(await boundResult(bytewise, { limits: { maxBytes: 2000 }, spill: spill() })).toEqual(whole);
  });

  it("is inside every limit, and says more the more room there is", async () => {
    let shown = -1;
    for (let limit = 0; limit <= 1600; limit += limit < 300 ? 7 : 97) {
      for (const limits of [{ maxBytes: limit }, { maxChars: limit }, { maxTokens: limit }, { maxLines: limit }]) {
        const bounded = await boundResult(png(900), { limits, spill: spill() });
        expect(
          isInside(bounded.text, limits, (text) => estimateTokens(text)),
          `${JSON.stringify(limits)}`,
        ).toBe(true);
        expect(bounded.kind).toBe("binary");
        expect(bounded.spill.state).toBe("kept");
      }
      const { text } = await boundResult(png(900), { limits: { maxBytes: limit }, spill: spill() });
      expect(limit === 0 ? text === "" : true).toBe(true);
      shown = Math.max(shown, text.length);
    }
    expect(shown).toBeGreaterThan(1000);
  });

  it("does not decode what comes behind the start", async () => {
    let decoded = 0;
    const decode = () => ({
      write(bytes: Uint8Array) {
        decoded += bytes.length;
        return Buffer.from(bytes).toString("latin1");
      },
      end: () => "",
    });
    function* source() {
      for (let at = 0; at < 50; at++) yield png(10_000);
    }
    const bounded = await boundResult(source(), { limits: { maxBytes: 2000 }, decode, spill: spill() });
    expect(bounded).toMatchObject({ kind: "binary", sourceBytes: 500_000 });
    expect(decoded).toBe(10_000);
    expect(bounded.spill).toMatchObject({ state: "kept", ref: { bytes: 500_000, complete: true } });
  });

  it("says that a source broke, and keeps what came", async () => {
    async function* source() {
      yield png(600);
      throw new TypeError("secret");
    }
    const bounded = await boundResult(source(), { limits: { maxBytes: 4096 }, spill: spill(), exitCode: 1 });
    expect(bounded.text).toContain("256 of at least 600 bytes shown in hex; the source broke (TypeError); exit code 1");
    expect(bounded).toMatchObject({ kind: "binary", totalIsLowerBound: true, sourceError: { name: "TypeError" } });
    expect(bounded.spill).toMatchObject({ state: "kept", ref: { complete: false, bytes: 600 } });
  });

  it("takes a text with a stray NUL, a string, and a text in another encoding for text", async () => {
    const results: ToolResult[] = [
      new TextEncoder().encode("a\0b\n".padEnd(200, "text ")),
      "\x89PNG\r\n\x1a\n\0\0\0\0\0\0",
      ["\0\0\0\0\0\0\0\0"],
      Uint8Array.from([0xc4, 0xe3, 0xba, 0xc3]),
    ];
    for (const result of results) {
      expect((await boundResult(result, { limits: { maxBytes: 4096 }, spill: spill() })).kind).toBe("text");
    }
  });

  it("has the View that is bounded again keep its notice and its Spill", async () => {
    const sink = spill();
    const options = { limits: { maxBytes: 2048 }, spill: sink };
    for (const notice of [undefined, { position: "first" as const }, false as const]) {
      const first = await boundResult(png(9000), { ...options, notice });
      const again = await boundResult(first.text, { ...options, notice });
      expect(again.text).toBe(first.text);
      expect(again).toMatchObject({ truncated: false, altered: false });
      if (notice === false) continue;
      expect(parseNotice(first.text)).toMatchObject({ shown: { bytes: 256 }, total: { bytes: 9000 } });
      expect(again.spill).toEqual(first.spill);
      const smaller = await boundResult(first.text, { ...options, limits: { maxBytes: 700 }, notice });
      expect(smaller.spill).toEqual(first.spill);
    }
  });

  it("says what the rows are also where no notice does", async () => {
    const quiet = await boundResult(png(900), { limits: { maxBytes: 4096 }, notice: false });
    expect(quiet.text.split("\n")[0]).toBe("[spillway: … binary data (PNG image), 900 bytes …]");
    for (const style of Object.values(styles)) {
      const styled = await boundResult(png(900), { limits: { maxBytes: 4096 }, notice: { style }, spill: spill() });
      expect(styled.text).toContain("89 50 4e 47");
      expect(Buffer.byteLength(styled.text)).toBeLessThanOrEqual(4096);
    }
  });

  it("is not passed on whole by a store that fails", async () => {
    const broken = { ...spill(), create: () => Promise.reject(new Error("x")) };
    const bounded = await boundResult(png(9000), { limits: { maxBytes: 900 }, spill: broken, onSpillFailure: "pass" });
    expect(bounded).toMatchObject({ kind: "binary", spill: { state: "failed", code: "io" } });
    expect(bounded.text).toContain("the rest could not be kept");
    expect(Buffer.byteLength(bounded.text)).toBeLessThanOrEqual(900);
  });

  it("gives the bytes back in windows", async () => {
    const sink = spill();
    const program = readFileSync(process.execPath).subarray(0, 20_000);
    const { spill: kept } = await boundResult(program, { limits: { maxBytes: 900 }, spill: sink });
    expect(kept.state).toBe("kept");
    if (kept.state !== "kept") return;
    const window = await readSpill(sink, kept.ref.id, { bytes: { from: 0 } }, { maxBytes: 600 });
    expect("range" in window && window.range.start).toBe(0);
  });
});
