/** Spills in other encodings: windows show decoded text, and their ranges are bytes that tile the Spill. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSpill, type SpillWindow } from "../../src/spill/readSpill.js";
import type { SpillRequest } from "../../src/spill/request.js";
import type { StreamDecoder } from "../../src/text/decoder.js";
import { fits } from "../../src/text/fits.js";
import type { Limits } from "../../src/text/limits.js";
import type { DecoderFactory } from "../../src/text/reader.js";
import { runs } from "../support/runs.js";
import { inPieces, keep } from "./pointer/support.js";

/** What the platform decodes, as a stream. */
function platform(label: string): DecoderFactory {
  return () => {
    const decoder = new TextDecoder(label, { ignoreBOM: true });
    return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
  };
}

/** UTF-16 of either byte order, as the mark says; without one, little-endian. */
const marked: DecoderFactory = () => {
  let first = Buffer.alloc(0);
  let decoder: StreamDecoder | undefined;
  return {
    write(bytes) {
      if (decoder !== undefined) return decoder.write(bytes);
      first = Buffer.concat([first, bytes]);
      if (first.length < 2) return "";
      decoder = platform(first[0] === 0xfe && first[1] === 0xff ? "utf-16be" : "utf-16le")();
      return decoder.write(first).replace(/^\ufeff/, "");
    },
    end: () => decoder?.end() ?? "",
  };
};

const swap = (bytes: Buffer) => Buffer.from(bytes).swap16();
const GBK: Readonly<Record<string, readonly number[]>> = {
  你: [0xc4, 0xe3],
  好: [0xba, 0xc3],
  中: [0xd6, 0xd0],
  "\u4e57": [0x81, 0x5c],
};
const SHIFT_JIS: Readonly<Record<string, readonly number[]>> = {
  こ: [0x82, 0xb1],
  ん: [0x82, 0xf1],
  ソ: [0x83, 0x5c],
  ｱ: [0xb1],
};
const byTable = (table: Readonly<Record<string, readonly number[]>>) => (text: string) =>
  Buffer.from([...text].flatMap((letter) => table[letter] ?? [...Buffer.from(letter)]));

interface Encoding {
  readonly decode: DecoderFactory;
  readonly encode: (text: string) => Buffer;
  readonly letters: readonly string[];
  readonly mark?: readonly number[];
}

const ENCODINGS: Readonly<Record<string, Encoding>> = {
  "windows-1252": {
    decode: platform("windows-1252"),
    encode: (text) => Buffer.from(text, "latin1"),
    letters: ["é", "ÿ"],
  },
  gbk: { decode: platform("gbk"), encode: byTable(GBK), letters: Object.keys(GBK) },
  shift_jis: { decode: platform("shift_jis"), encode: byTable(SHIFT_JIS), letters: Object.keys(SHIFT_JIS) },
  "utf-16le": {
    decode: platform("utf-16le"),
    encode: (text) => Buffer.from(text, "utf16le"),
    letters: ["中", "🟡", "\u0a0a", "\u0a00", "\u010a"],
  },
  "utf-16be": {
    decode: platform("utf-16be"),
    encode: (text) => swap(Buffer.from(text, "utf16le")),
    letters: ["中", "🟡", "\u0a0a", "\u000a"],
  },
  "utf-16 by its mark": {
    decode: marked,
    encode: (text) => swap(Buffer.from(text, "utf16le")),
    letters: ["中", "🟡"],
    mark: [0xfe, 0xff],
  },
};

const limits: fc.Arbitrary<Limits> = fc.record(
  {
    maxBytes: fc.integer({ min: 4, max: 60 }),
    maxChars: fc.integer({ min: 2, max: 40 }),
    maxLines: fc.integer({ min: 1, max: 5 }),
    maxTokens: fc.integer({ min: 4, max: 40 }),
  },
  { requiredKeys: [] },
);

async function windows(
  kept: Awaited<ReturnType<typeof keep>>,
  first: SpillRequest,
  limits: Limits,
  decode: DecoderFactory,
) {
  const found: SpillWindow[] = [];
  for (let request: SpillRequest | undefined = first; request !== undefined; request = found.at(-1)?.next) {
    const window = await readSpill(kept.sink, kept.id, request, limits, { decode });
    if ("gone" in window) throw new Error("gone");
    found.push(window);
    if (found.length > 5000) throw new Error("it does not move on");
  }
  return found;
}

describe.each(Object.entries(ENCODINGS))("%s", (_name, { decode, encode, letters, mark = [] }) => {
  const text = fc
    .array(fc.constantFrom("a", "needle", "\n", "\r\n", " ", "x".repeat(20), ...letters), { maxLength: 50 })
    .map((parts) => parts.join(""));
  const contentOf = (text: string) => Buffer.from([...mark, ...encode(text)]);

  it("should always show the text, in windows that fit and tile the Spill", async () => {
    const first = fc.constantFrom<SpillRequest>(
      {},
      { bytes: { from: 0 } },
      { lines: { from: 1 } },
      { lines: { from: 1, count: 2 } },
    );
    await fc.assert(
      fc.asyncProperty(text, limits, first, fc.boolean(), async (text, limits, first, inSmallPieces) => {
        const kept = await keep(contentOf(text));
        const sink = inSmallPieces ? inPieces(kept.sink, 3) : kept.sink;
        const found = await windows({ ...kept, sink }, first, limits, decode);
        let at = 0;
        for (const { text, range } of found) {
          expect(fits(text, limits)).toBe(true);
          expect(range.start).toBe(at);
          at = range.end;
        }
        expect(at).toBe(kept.bytes.length);
        expect(found.map(({ text }) => text).join("")).toBe(text);
      }),
      runs(80),
    );
  });

  it("should always find what a naive search of the text finds, and every line where it is", async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom("needle", "a", ...letters), async (text, pattern) => {
        fc.pre(pattern !== "\n");
        const kept = await keep(contentOf(text));
        const found = await windows(kept, { search: { pattern } }, {}, decode);
        const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
        const matching = lines.flatMap((line, index) => (line.includes(pattern) ? [`${index + 1}:${line}`] : []));
        expect(found.map((window) => window.text).join("\n")).toBe(matching.join("\n"));
        expect(found[0]?.matches).toBe(matching.length);
        for (const [index, line] of lines.entries()) {
          const [window] = await windows(kept, { lines: { from: index + 1, count: 1 } }, {}, decode).catch(() => []);
          expect(window?.text.replace(/\r?\n$/, "") ?? "").toBe(line);
        }
      }),
      runs(30),
    );
  });

  it("should give the byte of a match in a long line", async () => {
    const letter = letters[0] as string;
    const kept = await keep(contentOf(`first\n${letter.repeat(3000)}needle${letter.repeat(3000)}\n`));
    const [window] = await windows(kept, { search: { pattern: "needle" } }, {}, decode);
    const byte = Number(/^2@(\d+):…/.exec(window?.text ?? "")?.[1]);
    const [there] = await windows(kept, { bytes: { from: byte } }, { maxChars: 6 }, decode);
    expect(there?.text).toBe("needle");
  });

  it("should go on where a line is too long to hold", async () => {
    const letter = letters[0] as string;
    const size = encode(letter).length;
    const count = Math.ceil(1_060_000 / size);
    const kept = await keep(contentOf(`${letter.repeat(count)}needle${letter.repeat(count)}\nneedle`));
    const found = await windows(kept, { search: { pattern: "needle" } }, { maxBytes: 3000 }, decode);
    const text = found.map((window) => window.text).join("\n");
    expect(text.match(/^\d+/gm)).toEqual(["1", "2"]);
    expect(text).toContain(`1@${mark.length + count * size}:`);
  });
});

describe("bytes that are not in the encoding", () => {
  it("should always tile the Spill all the same, and move on", async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc
        .array(fc.constantFrom(0x81, 0x30, 0x20, 0x0a, 0xff, 0xd8, 0x00, 0x5c), { maxLength: 60 })
        .map((all) => Uint8Array.from(all)),
    );
    const label = fc.constantFrom(
      "gbk",
      "shift_jis",
      "big5",
      "euc-kr",
      "utf-16le",
      "utf-16be",
      "windows-1252",
      "utf-8",
    );
    const first = fc.constantFrom<SpillRequest>(
      {},
      { bytes: { from: 0 } },
      { bytes: { from: 0, count: 3 } },
      { search: { pattern: "\\" } },
    );
    await fc.assert(
      fc.asyncProperty(bytes, label, first, limits, async (bytes, label, first, limits) => {
        const kept = await keep(bytes);
        let at = 0;
        for (const { text, range } of await windows(kept, first, limits, platform(label))) {
          expect(fits(text, limits)).toBe(true);
          expect(range.start).toBe(at);
          at = range.end;
        }
        expect(at).toBe(bytes.length);
      }),
      runs(250),
    );
  });

  it("should ask for the next page where the last unit asked for is none", async () => {
    const kept = await keep(Uint8Array.of(0xd8, 0x81, 0x81, 0x81, 0x81));
    const all = await windows(kept, { bytes: { from: 0, count: 3 } }, { maxTokens: 4 }, platform("utf-16be"));
    expect(all.at(-1)?.range.end).toBe(5);
  });

  it("should begin with a whole unit, where a wide encoding is asked for half of one", async () => {
    const kept = await keep(Buffer.from("abc", "utf16le"));
    const [window] = await windows(kept, { bytes: { from: 3 } }, {}, platform("utf-16le"));
    expect(window).toMatchObject({ text: "bc", range: { start: 2, end: 6 } });
  });

  it("should not ask the decoder for a pointer: JSON is UTF-8", async () => {
    const { sink, id } = await keep('{"a":"é"}');
    const never: DecoderFactory = () => {
      throw new Error("asked");
    };
    expect(await readSpill(sink, id, { pointer: "/a" }, {}, { decode: never })).toMatchObject({ text: '"é"' });
  });

  it("should refuse what is no factory", async () => {
    const { sink, id } = await keep("a");
    await expect(readSpill(sink, id, {}, {}, { decode: "gbk" as never })).rejects.toThrow(
      new TypeError("decode must be a function"),
    );
  });
});
