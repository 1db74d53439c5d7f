/** Windows, whatever is in the Spill: they fit, they move on, and their ranges tile it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memorySpill } from "../../src/spill/memory.js";
import { readSpill, type SpillWindow } from "../../src/spill/readSpill.js";
import type { SpillRequest } from "../../src/spill/request.js";
import type { SpillSink } from "../../src/spill/types.js";
import { fits, measureText } from "../../src/text/index.js";
import type { Limits } from "../../src/text/limits.js";
import { runs } from "../support/runs.js";

async function spillOf(content: string | Uint8Array): Promise<{ sink: SpillSink; id: string; bytes: Buffer }> {
  const sink = memorySpill({ key: "test" });
  const writer = await sink.create({ tool: "test" });
  const bytes = Buffer.from(content as Uint8Array);
  await writer.write(bytes);
  return { sink, id: (await writer.commit()).id, bytes };
}

async function windowOf(content: string | Uint8Array, request: SpillRequest, limits: Limits): Promise<SpillWindow> {
  const { sink, id } = await spillOf(content);
  return present(await readSpill(sink, id, request, limits));
}

function present(window: Awaited<ReturnType<typeof readSpill>>): SpillWindow {
  if ("gone" in window) throw new Error("gone");
  return window;
}

/** Every window from a request on. */
async function follow(sink: SpillSink, id: string, first: SpillRequest, limits: Limits): Promise<SpillWindow[]> {
  const windows: SpillWindow[] = [];
  for (let request: SpillRequest | undefined = first; request !== undefined; request = windows.at(-1)?.next) {
    windows.push(present(await readSpill(sink, id, request, limits)));
    if (windows.length > 100_000) throw new Error("it does not move on");
  }
  return windows;
}

describe("readSpill by lines", () => {
  const text = "one\ntwo\r\nthree\n\nfive";

  it("should give whole lines, where they are, and what comes next", async () => {
    expect(await windowOf(text, { lines: { from: 2, count: 2 } }, {})).toEqual({
      text: "two\r\nthree\n",
      range: { start: 4, end: 15 },
      total: 20,
      next: { lines: { from: 4, count: 2 } },
      truncated: false,
      lines: { start: 2, end: 3 },
    });
  });

  it("should start at the start if nothing is asked for", async () => {
    expect(await windowOf(text, {}, { maxBytes: 10 })).toEqual({
      text: "one\ntwo\r\n",
      range: { start: 0, end: 9 },
      total: 20,
      next: { lines: { from: 3 } },
      truncated: true,
      lines: { start: 1, end: 2 },
    });
  });

  it("should say how many lines are still to come of those asked for", async () => {
    const { text: shown, next, truncated } = await windowOf(text, { lines: { from: 1, count: 4 } }, { maxLines: 3 });
    expect([shown, next, truncated]).toEqual(["one\ntwo\r\nthree\n", { lines: { from: 4, count: 1 } }, true]);
  });

  it("should cut a line that is larger than the limits inside, and go on by bytes", async () => {
    const { text: shown, next, truncated } = await windowOf("🟡".repeat(100), { lines: { from: 1 } }, { maxBytes: 10 });
    expect([shown, next, truncated]).toEqual(["🟡🟡", { bytes: { from: 8 } }, true]);
  });

  it("should give nothing behind the last line", async () => {
    const window = await windowOf(text, { lines: { from: 6 } }, {});
    expect(window).toEqual({ text: "", range: { start: 20, end: 20 }, total: 20, truncated: false });
    expect((await windowOf("a\n", { lines: { from: 2 } }, {})).text).toBe("");
  });

  it("should give nothing of an empty Spill", async () => {
    for (const request of [{}, { bytes: { from: 0 } }, { lines: { from: 1 } }, { search: { pattern: "a" } }]) {
      expect(await windowOf("", request, {})).toMatchObject({
        text: "",
        range: { start: 0, end: 0 },
        truncated: false,
      });
    }
  });
});

describe("readSpill by lines, far into a Spill", () => {
  const text = "0123456\n".repeat(100_000);

  it("should say where the next window starts, so that no window counts from the start again", async () => {
    const { sink, id } = await spillOf(text);
    const first = present(await readSpill(sink, id, { lines: { from: 50_001 } }, { maxLines: 2 }));
    expect(first).toMatchObject({ range: { start: 400_000 }, next: { lines: { from: 50_003, at: 400_016 } } });

    let readBytes = 0;
    const read: SpillSink["read"] = async (id, range) => {
      const bytes = await sink.read(id, range);
      readBytes += bytes.length;
      return bytes;
    };
    const next = present(await readSpill({ ...sink, read }, id, first.next as SpillRequest, { maxBytes: 16 }));
    expect(next).toMatchObject({
      text: "0123456\n0123456\n",
      range: { start: 400_016, end: 400_032 },
      lines: { start: 50_003, end: 50_004 },
    });
    expect(readBytes).toBeLessThanOrEqual(16);
  });

  it("should give nothing from behind the end", async () => {
    const window = await windowOf("a\n", { lines: { from: 9, at: 5 } }, {});
    expect(window).toEqual({ text: "", range: { start: 2, end: 2 }, total: 2, truncated: false });
  });
});

describe("readSpill by bytes", () => {
  it("should give the code points that fit", async () => {
    expect(await windowOf("a🟡🟡", { bytes: { from: 1, count: 8 } }, { maxBytes: 7 })).toEqual({
      text: "🟡",
      range: { start: 1, end: 5 },
      total: 9,
      next: { bytes: { from: 5, count: 4 } },
      truncated: true,
    });
  });

  it("should leave a character that the count would cut to the next window", async () => {
    const window = await windowOf("ab🟡c", { bytes: { from: 0, count: 4 } }, {});
    expect(window).toMatchObject({ text: "ab", next: { bytes: { from: 2, count: 4 } }, truncated: false });
  });

  it("should move on also where less than a character was asked for", async () => {
    const window = await windowOf("🟡", { bytes: { from: 0, count: 1 } }, {});
    expect(window).toMatchObject({
      text: "\ufffd",
      range: { start: 0, end: 1 },
      next: { bytes: { from: 1, count: 1 } },
    });
  });

  it("should show what is no UTF-8 as U+FFFD, and tell the true range", async () => {
    const bytes = Buffer.from([0x61, 0xff, 0xfe, 0xf0, 0x9f, 0x62, 0xe4, 0xb8]);
    const window = await windowOf(bytes, { bytes: { from: 0 } }, {});
    expect(window).toMatchObject({ text: "a\ufffd\ufffd\ufffdb\ufffd", range: { start: 0, end: 8 } });
    expect(window.next).toBeUndefined();
  });
});

describe("readSpill by search", () => {
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index + 1}`).join("\n");

  it("should give the lines that match, with their numbers", async () => {
    expect(await windowOf(lines, { search: { pattern: "line 1" } }, { maxLines: 2 })).toEqual({
      text: "1:line 1\n10:line 10",
      range: { start: 0, end: 71 },
      total: Buffer.byteLength(lines),
      next: { search: { pattern: "line 1", after: 71, line: 11 } },
      truncated: true,
      matches: 2,
    });
  });

  it("should give context, once, and a mark where lines are left out", async () => {
    const { text } = await windowOf(lines, { search: { pattern: "4", context: 1 } }, { maxLines: 8 });
    expect(text).toBe("3-line 3\n4:line 4\n5-line 5\n--\n13-line 13\n14:line 14\n15-line 15");
  });

  it("should give any amount of context that fits, and no more of it where all does not", async () => {
    const numbered = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => `${from + index}-line ${from + index}`);
    const whole = await windowOf(lines, { search: { pattern: "line 40", context: 1_000_000 } }, {});
    expect(whole.text).toBe([...numbered(1, 39), "40:line 40", ...numbered(41, 50)].join("\n"));
    const tight = await windowOf(lines, { search: { pattern: "line 40", context: 1_000_000 } }, { maxLines: 3 });
    expect(tight.text).toBe("40:line 40\n41-line 41\n42-line 42");
    const none = await windowOf(lines, { search: { pattern: "line 40", context: 0 } }, {});
    expect(none.text).toBe("40:line 40");
  });

  it("should give any number of lines of context without running out of stack", async () => {
    const { text } = await windowOf(`${"\n".repeat(200_000)}x`, { search: { pattern: "x", context: 1_000_000 } }, {});
    expect(text.endsWith("\n200000-\n200001:x")).toBe(true);
    expect(measureText(text).lines).toBe(200_001);
  });

  it("should ignore case where asked to", async () => {
    const search = { pattern: "STRASSE ΣΊΣΥΦΟΣ", ignoreCase: true };
    expect((await windowOf("a\nstrasse σίσυφος\n", { search }, {})).text).toBe("2:strasse σίσυφος");
    expect((await windowOf("a\nstrasse\n", { search: { pattern: "STRASSE" } }, {})).text).toBe("");
  });

  it("should take a literal literally", async () => {
    const pattern = "a.*(b|c)+[^x]$\\d{2}";
    for (const ignoreCase of [true, false]) {
      const { text } = await windowOf(`x\n${pattern}\nabcb\n`, { search: { pattern, ignoreCase } }, {});
      expect(text).toBe(`2:${pattern}`);
    }
  });

  it("should show an excerpt around a match in a long line, and where it is", async () => {
    const line = `${"x".repeat(10_000)}é needle ${"y".repeat(10_000)}`;
    const { text } = await windowOf(`first\n${line}\n`, { search: { pattern: "needle" } }, { maxBytes: 1000 });
    expect(text).toMatch(/^2@10009:…x+é needle y+…$/);
    expect(await windowOf(`first\n${line}\n`, { bytes: { from: 10_009, count: 6 } }, {})).toMatchObject({
      text: "needle",
    });
  });

  it("should find a match wherever it stands in a line that is too long to hold", async () => {
    for (const at of [1_048_570, 1_048_576 - 4096, 1_048_576 - 4100, 2_000_000, 0]) {
      const line = `${"é".repeat(at / 2)}needle${"y".repeat(1_500_000)}`;
      const window = await windowOf(`${line}\nneedle`, { search: { pattern: "needle" } }, { maxBytes: 2000 });
      expect(window.text.split("\n").map((entry) => entry.split(":")[0])).toEqual([`1@${at}`, "2"]);
      expect(window.matches).toBe(2);
    }
  });

  it("should show at least a part of a match that does not fit", async () => {
    const window = await windowOf("aaaaaaaaaaaaaaa\nb\naaa", { search: { pattern: "aaa" } }, { maxBytes: 6 });
    expect(window).toMatchObject({ text: "1:aaaa", next: { search: { after: 18, line: 3 } }, truncated: true });
  });

  it("should hand a regular expression to the engine, and say so where there is none", async () => {
    const { sink, id } = await spillOf("a1\nb\nc22\n");
    const search = { pattern: "\\d+", regex: true };
    await expect(readSpill(sink, id, { search }, {})).rejects.toThrow(
      new TypeError("search.regex needs an engine: pass the option regex"),
    );
    const regex = (pattern: string) => ({
      find(line: string) {
        const match = new RegExp(pattern).exec(line);
        return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
      },
    });
    expect(present(await readSpill(sink, id, { search }, {}, { regex })).text).toBe("1:a1\n3:c22");
  });
});

const content = fc.oneof(
  fc
    .array(fc.constantFrom("a", "\n", "\r\n", "é", "中", "🟡", "needle", "x".repeat(30)), { maxLength: 60 })
    .map((parts) => Buffer.from(parts.join(""))),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .array(fc.constantFrom(0x0a, 0x61, 0xe4, 0xb8, 0xad, 0xf0, 0x9f, 0x00), { maxLength: 100 })
    .map((b) => Buffer.from(b)),
);
const limits = fc.record(
  {
    maxBytes: fc.integer({ min: 4, max: 80 }),
    maxChars: fc.integer({ min: 2, max: 60 }),
    maxLines: fc.integer({ min: 1, max: 6 }),
    maxTokens: fc.integer({ min: 4, max: 40 }),
  },
  { requiredKeys: [] },
);
const count = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined });
const start = fc.oneof(
  fc.constant({}),
  count.map((count) => ({ bytes: { from: 0, count } })),
  count.map((count) => ({ lines: { from: 1, count } })),
);

describe("windows", () => {
  it("should always fit, move on and tile the Spill", async () => {
    await fc.assert(
      fc.asyncProperty(content, start, limits, async (content, request, limits) => {
        const { sink, id, bytes } = await spillOf(content);
        const windows = await follow(sink, id, request, limits);
        let at = 0;
        for (const { text, range, next, total } of windows) {
          expect(fits(text, limits)).toBe(true);
          expect(range.start).toBe(at);
          expect(range.end > range.start || bytes.length === 0).toBe(true);
          expect(total).toBe(bytes.length);
          expect(next !== undefined).toBe(range.end < bytes.length);
          at = range.end;
        }
        expect(at).toBe(bytes.length);
        // Where the Spill is UTF-8, the windows give its text; elsewhere no less than U+FFFD in the right places.
        if (Buffer.from(bytes.toString()).equals(bytes) && !("bytes" in request && request.bytes.count !== undefined)) {
          expect(windows.map(({ text }) => text).join("")).toBe(bytes.toString());
        }
      }),
      runs(1000),
    );
  });

  it("should always give of a line request exactly the lines that `split` gives", async () => {
    await fc.assert(
      fc.asyncProperty(content, fc.integer({ min: 1, max: 12 }), count, async (content, from, count) => {
        const { sink, id, bytes } = await spillOf(content);
        const window = present(await readSpill(sink, id, { lines: { from, count } }, {}));
        const lines = bytes.toString().match(/[^\n]*\n|[^\n]+$/g) ?? [];
        expect(window.text).toBe(lines.slice(from - 1, count === undefined ? undefined : from - 1 + count).join(""));
        expect(window.truncated).toBe(false);
      }),
      runs(500),
    );
  });

  it("should always find what a naive search finds, in any size of windows", async () => {
    await fc.assert(
      fc.asyncProperty(
        content,
        fc.constantFrom("needle", "a", "中", "xx"),
        limits,
        async (content, pattern, limits) => {
          const { sink, id, bytes } = await spillOf(content);
          const windows = await follow(sink, id, { search: { pattern } }, limits);
          const found = windows.flatMap(({ text }) =>
            text === "" ? [] : text.split("\n").map((line) => line.split(":")[0]),
          );
          const lines = bytes.toString().split("\n");
          const expected = lines.flatMap((line, index) => (line.includes(pattern) ? [String(index + 1)] : []));
          // A tight limit may cut a line number that fills it; no match may be lost or shown twice.
          expect(found).toHaveLength(expected.length);
          for (const [index, number] of found.entries()) expect(expected[index]?.startsWith(number ?? "?")).toBe(true);
          for (const { text } of windows) expect(fits(text, limits)).toBe(true);
          expect(windows.map(({ range }) => range.start)).toEqual([
            0,
            ...windows.slice(0, -1).map(({ range }) => range.end),
          ]);
          expect(windows.at(-1)?.range.end).toBe(bytes.length);
        },
      ),
      runs(500),
    );
  });

  it("should never hold more of a huge Spill than a window needs", async () => {
    const total = 2 ** 40;
    let most = 0;
    const sink: SpillSink = {
      ...memorySpill({ key: "k" }),
      stat: async (id) => ({
        id,
        uri: `spill://${id}`,
        bytes: total,
        totalBytes: total,
        sha256: "",
        complete: true,
        meta: {},
        createdAt: 0,
      }),
      read: async (_id, range) => {
        const { start = 0, end = total } = range ?? {};
        most = Math.max(most, end - start);
        return Buffer.alloc(end - start, "ab\n");
      },
    };
    const window = present(await readSpill(sink, "huge", { bytes: { from: 2 ** 39 } }, { maxBytes: 1000 }));
    expect(measureText(window.text).bytes).toBe(1000);
    expect(most).toBeLessThanOrEqual(1000);
    present(await readSpill(sink, "huge", { search: { pattern: "b" } }, { maxBytes: 1000 }));
    expect(most).toBeLessThanOrEqual(65_536);
  });
});

describe("bad requests", () => {
  it.each([
    [{ lines: { from: 0 } }, RangeError, "lines.from must be an integer ≥ 1, got 0"],
    [{ lines: { from: 1.5 } }, RangeError, "lines.from must be an integer ≥ 0, got 1.5"],
    [{ lines: { from: 1, at: -1 } }, RangeError, "lines.at must be an integer ≥ 0, got -1"],
    [{ lines: { from: 1, count: 0 } }, RangeError, "lines.count must be an integer ≥ 1, got 0"],
    [{ bytes: { from: -1 } }, RangeError, "bytes.from must be an integer ≥ 0, got -1"],
    [{ bytes: {} }, TypeError, "bytes.from must be an integer ≥ 0, got undefined"],
    [{ bytes: 5 }, TypeError, "bytes must be an object, got 5"],
    [{ search: { pattern: "" } }, RangeError, "search.pattern must not be empty"],
    [{ search: { pattern: /a/ } }, TypeError, "search.pattern must be a string, got an object"],
    [{ search: { pattern: "a", context: -1 } }, RangeError, "search.context must be an integer ≥ 0, got -1"],
    [
      { bytes: { from: 0 }, lines: { from: 1 } },
      TypeError,
      "request must have exactly one of bytes, lines, search, pointer, or nothing",
    ],
    [{ pages: 3 }, TypeError, "request must have exactly one of bytes, lines, search, pointer, or nothing"],
    [null, TypeError, "request must be an object, got null"],
  ])("%j should be told by name", async (request, Kind, message) => {
    const { sink, id } = await spillOf("a");
    await expect(readSpill(sink, id, request as SpillRequest, {})).rejects.toThrow(new Kind(message));
  });

  it.each([
    [{ maxBytes: 3 }, "maxBytes must be an integer ≥ 4 to show any code point, got 3"],
    [{ maxChars: 1 }, "maxChars must be an integer ≥ 2 to show any code point, got 1"],
    [{ maxLines: 0 }, "maxLines must be an integer ≥ 1 to show any code point, got 0"],
    [{ maxTokens: 3 }, "maxTokens must be an integer ≥ 4 to show any code point, got 3"],
  ])("%j should be refused", async (limits, message) => {
    const { sink, id } = await spillOf("a");
    await expect(readSpill(sink, id, {}, limits)).rejects.toThrow(new RangeError(message));
  });

  it("should tell an unknown Spill from one that is gone", async () => {
    const { sink, id } = await spillOf("abc");
    await expect(readSpill(sink, "none", {}, {})).rejects.toMatchObject({ code: "not_found" });
    await sink.remove(id);
    expect(await readSpill(sink, id, {}, {})).toMatchObject({ gone: true, id, bytes: 3, reason: "removed" });
  });

  it.each([[{}], [{ bytes: { from: 0 } }], [{ pointer: "" }], [{ search: { pattern: "a" } }]])(
    "should say of a Spill that goes between look and read what became of it, for %j",
    async (request) => {
      const { sink, id } = await spillOf("[1]");
      const leaving: SpillSink = {
        ...sink,
        async read(wanted, range) {
          await sink.remove(wanted);
          return sink.read(wanted, range);
        },
      };
      expect(await readSpill(leaving, id, request, {})).toMatchObject({ gone: true, id, reason: "removed" });
    },
  );
});
