/**
 * Results larger than 2³¹ bytes, chars and lines, and than the longest string there is: really fed, from one chunk that is
 * used again and again, so that it takes seconds. Only in a deep run.
 */
import { boundResult, type SpillSink } from "spillway";
import { memorySpill } from "spillway/spill";
import { createCollector } from "spillway/text";
import { describe, expect, it } from "vitest";
import { MEGABYTE } from "./support/heap.js";

const TWO_31 = 2 ** 31;
/** UTF-16 units that a string of V8 can have, at most. */
const LONGEST_STRING = 2 ** 29 - 24;
const LIMITS = { maxBytes: 1000, maxLines: 20 };

/** Chunks, each by what a repetition of it adds; so many of them that every count is past 2³¹. */
const CHUNKS: Readonly<Record<string, { chunk: string | Uint8Array; bytes: number; chars: number; lines: number }>> = {
  "bytes that are newlines": { chunk: Buffer.alloc(65_536, "\n"), bytes: 65_536, chars: 65_536, lines: 65_536 },
  "a string of newlines": { chunk: "\n".repeat(65_536), bytes: 65_536, chars: 65_536, lines: 65_536 },
  "bytes of three to a unit": {
    chunk: Buffer.from("中\n".repeat(32_768)),
    bytes: 131_072,
    chars: 65_536,
    lines: 32_768,
  },
  "a string of two-byte units": { chunk: "中\n".repeat(32_768), bytes: 131_072, chars: 65_536, lines: 32_768 },
  "bytes of pairs, on one line": { chunk: Buffer.from("🟡".repeat(32_768)), bytes: 131_072, chars: 65_536, lines: 0 },
  "a string of pairs, on one line": { chunk: "🟡".repeat(32_768), bytes: 131_072, chars: 65_536, lines: 0 },
};

/** So many chunks that the count of chars is past 2³¹, and where a chunk has lines, theirs as well. */
function timesOf({ chars, lines }: { chars: number; lines: number }): number {
  return Math.floor(TWO_31 / (lines || chars)) + 2;
}

function totalOf({ bytes, chars, lines }: { bytes: number; chars: number; lines: number }, times: number) {
  return { bytes: bytes * times, chars: chars * times, lines: lines === 0 ? 1 : lines * times };
}

describe.runIf(process.env["SPILLWAY_DEEP"])("results past 2³¹", () => {
  it.each(Object.entries(CHUNKS))("createCollector should count %s exactly, in little memory", (_name, given) => {
    const times = timesOf(given);
    const collector = createCollector({ limits: LIMITS });
    const before = process.memoryUsage.rss();
    let most = before;
    for (let at = 0; at < times; at++) {
      collector.write(given.chunk);
      if (at % 1024 === 0) most = Math.max(most, process.memoryUsage.rss());
    }
    const { head, tail, shown, omitted, total, truncated, limitedBy } = collector.end();
    const expected = totalOf(given, times);
    const text = given.chunk.toString();

    expect(total).toEqual(expected);
    expect(total.chars).toBeGreaterThan(LONGEST_STRING);
    expect(Math.min(total.bytes, total.chars)).toBeGreaterThan(TWO_31);
    if (given.lines > 0) expect(total.lines).toBeGreaterThan(TWO_31);
    expect({ truncated, limitedBy }).toEqual({ truncated: true, limitedBy: given.lines > 0 ? "lines" : "bytes" });
    expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
    expect(omitted).toEqual({
      bytes: expected.bytes - shown.bytes,
      chars: expected.chars - shown.chars,
      lines: expected.lines - shown.lines,
    });
    expect(most - before).toBeLessThan(150 * MEGABYTE);
  });

  it.each(Object.entries(CHUNKS).slice(0, 3))(
    "boundResult should count %s, and what a store kept",
    async (_n, given) => {
      const times = timesOf(given);
      const expected = totalOf(given, times);
      function* source() {
        for (let at = 0; at < times; at++) yield given.chunk;
      }
      const spill = memorySpill({ maxBytes: 1000 });
      const bounded = await boundResult(source(), { limits: LIMITS, spill, notice: { canRead: "resource" } });

      expect(bounded).toMatchObject({
        truncated: true,
        altered: false,
        total: expected,
        sourceBytes: expected.bytes,
        omitted: { lines: expected.lines - bounded.shown.lines, bytes: expected.bytes - bounded.shown.bytes },
        spill: { state: "kept", ref: { bytes: 1000, complete: false, totalBytes: expected.bytes } },
      });
      const [lines, bytes] = [expected.lines, expected.bytes].map((count) => count.toLocaleString("en-US"));
      expect(bounded.text).toContain(`of ${lines} lines, `);
      expect(bounded.text).toContain(`of ${bytes} bytes shown`);
      expect(bounded.text).toContain(`the first 1,000 bytes of ${bytes} in spill://`);
    },
  );

  it("boundResult should hand a store every byte", async () => {
    const chunk = Buffer.from("0123456789abcde\n".repeat(4096));
    const times = Math.floor(TWO_31 / chunk.length) + 2;
    let keptBytes = 0;
    const ref = () => ({
      id: "huge",
      uri: "spill://huge",
      sha256: "",
      bytes: keptBytes,
      totalBytes: keptBytes,
      complete: true,
    });
    const spill: SpillSink = {
      ...memorySpill(),
      create: async () => ({
        write: async (bytes) => {
          keptBytes += bytes.length;
        },
        commit: async () => ref(),
        abort: async () => {},
      }),
    };
    const bounded = await boundResult(Array<Uint8Array>(times).fill(chunk), { limits: LIMITS, spill });
    expect(keptBytes).toBe(chunk.length * times);
    expect(bounded).toMatchObject({ sourceBytes: keptBytes, total: { bytes: keptBytes, lines: 4096 * times } });
  });

  it.each([{}, { maxLines: 1e9 }])("should be cut to what a string can hold, with limits of %j", async (limits) => {
    const chunk = Buffer.from("0123456789abcde\n".repeat(65_536));
    const chunks = Array<Uint8Array>(Math.ceil(LONGEST_STRING / chunk.length) + 1).fill(chunk);
    const { text, truncated, total, limitedBy } = await boundResult(chunks, { limits });
    expect({ truncated, limitedBy, total }).toMatchObject({
      truncated: true,
      limitedBy: "chars",
      total: { chars: chunk.length * chunks.length },
    });
    expect(text.length).toBeLessThanOrEqual(100_000_000);
    expect(text.length).toBeGreaterThan(99_000_000);

    const collector = createCollector({ limits });
    for (const one of chunks) collector.write(one);
    expect(collector.end()).toMatchObject({ truncated: true, limitedBy: "chars", shown: { chars: 100_000_000 } });
  });
});
