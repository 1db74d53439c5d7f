import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CollectorOptions, createCollector } from "../../src/text/collector.js";
import { cut } from "../../src/text/cut.js";
import { createGatherer } from "../../src/text/gather.js";
import { type Limits, resolveLimits, type TokenCounter } from "../../src/text/limits.js";
import type { Cut } from "../../src/text/source.js";
import {
  byteChunksOf,
  chunksOf,
  limitsPlan,
  longerText,
  planned,
  splits,
  troubleText,
} from "../support/arbitraries.js";
import { heapInUse, MEGABYTE } from "../support/heap.js";
import { runs } from "../support/runs.js";
import { anyOptions, EVERY_KIND, headShare, SOUND_COUNTERS, WEIRD_COUNTERS } from "./options.js";
import { naiveSize } from "./reference.js";

type Chunk = string | Uint8Array;

function collect(chunks: readonly Chunk[], options: CollectorOptions): Cut {
  const collector = createCollector(options);
  for (const chunk of chunks) collector.write(chunk);
  return collector.end();
}

describe("createCollector", () => {
  it("cuts a text that comes in chunks as if it had come whole", () => {
    const limits = { maxBytes: 8 };
    expect(collect(["one\n", "two\nth", "ree\n"], { limits })).toEqual(cut("one\ntwo\nthree\n", limits));
    expect(collect([Buffer.from("one\ntwo\nth"), Buffer.from("ree\n")], { limits })).toEqual(
      cut("one\ntwo\nthree\n", limits),
    );
  });

  it("gives a side its share of the limits that there are, however small", () => {
    const options = { limits: { maxLines: 2 }, headShare: 1e-9 };
    expect(collect(["a\nb\nc\n"], options)).toEqual(cut("a\nb\nc\n", options.limits, options));
  });

  it("cuts nothing that fits, exactly up to the limit", () => {
    const limits = { maxBytes: 6, maxChars: 5, maxLines: 2, maxTokens: 6 };
    expect(collect(["na", "ï\n", "b"], { limits })).toEqual(cut("naï\nb", limits));
    expect(collect(["na", "ï\n", "b"], { limits }).truncated).toBe(false);
    expect(collect(["na", "ï\n", "bc"], { limits }).truncated).toBe(true);
    expect(collect([], { limits: { maxBytes: 0 } })).toEqual(cut("", { maxBytes: 0 }));
  });

  it("counts exactly what no longer is in memory", () => {
    const collector = createCollector({ limits: { maxBytes: 10 } });
    for (let index = 0; index < 10_000; index++) collector.write("é\n");
    const { total, shown, omitted } = collector.end();
    expect(total).toEqual({ bytes: 30_000, chars: 20_000, lines: 10_000 });
    expect([shown.bytes, omitted.bytes]).toEqual([10, 29_990]);
  });

  it("has one decoder a stream, so that a character stays whole when another stream comes between", () => {
    const [first, second] = [Buffer.from("🟡").subarray(0, 2), Buffer.from("🟡").subarray(2)];
    const collector = createCollector({ limits: {} });
    collector.write(first, "stdout");
    collector.write(first, "stderr");
    collector.write(second, "stderr");
    collector.write(second, "stdout");
    expect(collector.end().head).toBe("🟡🟡");
  });

  it("keeps a flag whole at the end of a long run of flags that came unit by unit", () => {
    const text = `x${"🇩🇪".repeat(8)}`;
    const options = { keep: "tail", boundary: "grapheme" } as const;
    expect(collect(text.split(""), { limits: { maxChars: 5 }, ...options }).tail).toBe("🇩🇪");
  });

  it("takes a decoder of the caller's for each stream", () => {
    const decode = () => ({ write: (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1"), end: () => "." });
    const collector = createCollector({ limits: {}, decode });
    collector.write(Uint8Array.of(0xe9), "stdout");
    collector.write(Uint8Array.of(0xe8), "stderr");
    expect(collector.end().head).toBe("éè..");
  });

  it("takes bytes of another realm, and a view into a larger buffer", () => {
    const view = Buffer.from("abcdef").subarray(2, 4);
    expect(collect([view, new Uint8Array(Buffer.from("xyz")).subarray(1)], { limits: {} }).head).toBe("cdyz");
  });

  it("does not look again at a chunk's buffer, which the caller may use again", () => {
    const collector = createCollector({ limits: {} });
    const buffer = Uint8Array.from(Buffer.from("中").subarray(0, 2));
    collector.write(buffer);
    buffer.fill(0x41);
    collector.write(Uint8Array.of(0xad));
    expect(collector.end().head).toBe("中");
  });

  describe("snapshot", () => {
    it("is the cut so far, without characters of which only a part came", () => {
      const collector = createCollector({ limits: { maxBytes: 4 }, keep: "tail" });
      expect(collector.snapshot()).toEqual(cut("", { maxBytes: 4 }, { keep: "tail" }));
      collector.write("abc");
      collector.write(Buffer.from("🟡").subarray(0, 3));
      expect(collector.snapshot()).toEqual(cut("abc", { maxBytes: 4 }, { keep: "tail" }));
      collector.write(Buffer.from("🟡").subarray(3));
      expect(collector.snapshot()).toEqual(cut("abc🟡", { maxBytes: 4 }, { keep: "tail" }));
      collector.write("\ud83d");
      expect(collector.snapshot()).toEqual(cut("abc🟡", { maxBytes: 4 }, { keep: "tail" }));
      expect(collector.end()).toEqual(cut("abc🟡\ud83d", { maxBytes: 4 }, { keep: "tail" }));
    });

    it("always is the cut of every prefix, and never changes what comes after", () => {
      fc.assert(
        fc.property(troubleText(20), splits(), limitsPlan(), anyOptions(), (text, places, plan, options) => {
          const limits = planned(plan, { ...naiveSize(text), tokens: options.countTokens(text) });
          const collector = createCollector({ limits, ...options });
          let seen = "";
          for (const chunk of chunksOf(text, places)) {
            collector.write(chunk);
            seen += chunk;
            const told = /[\ud800-\udbff]$/.test(seen) ? seen.slice(0, -1) : seen;
            expect(collector.snapshot()).toEqual(cut(told, limits, options));
          }
          expect(collector.end()).toEqual(cut(text, limits, options));
        }),
        runs(500),
      );
    });
  });

  describe("bad input", () => {
    it("refuses a chunk that is neither a string nor bytes, and says not what it held", () => {
      const collector = createCollector({ limits: {} });
      for (const chunk of [
        undefined,
        null,
        5,
        ["content"],
        { data: "content" },
        new ArrayBuffer(2),
        new DataView(new ArrayBuffer(2)),
        new Uint16Array(2),
        new Uint8ClampedArray(2),
      ]) {
        expect(() => collector.write(chunk as never)).toThrow(TypeError);
        expect(() => collector.write(chunk as never)).toThrow(/^a chunk must be a string or a Uint8Array/);
        expect(() => collector.write(chunk as never)).not.toThrow("content");
      }
      collector.write("still works");
      expect(collector.end().head).toBe("still works");
    });

    it("refuses a write after end; end and snapshot may be asked again", () => {
      const collector = createCollector({ limits: { maxBytes: 2 } });
      collector.write("abcdef");
      collector.write(Uint8Array.of(0xe4));
      const result = collector.end();
      expect(() => collector.write("more")).toThrow(TypeError);
      expect(() => collector.write("more")).toThrow(/ended/);
      expect(collector.end()).toEqual(result);
      expect(collector.snapshot()).toEqual(result);
    });

    it("refuses bad options by name, at once", () => {
      expect(() => createCollector(undefined as never)).toThrow(TypeError);
      expect(() => createCollector({} as never)).toThrow(/^limits must be an object/);
      expect(() => createCollector({ limits: { maxBytes: -1 } })).toThrow(RangeError);
      expect(() => createCollector({ limits: {}, headShare: 2 })).toThrow(/^headShare/);
      expect(() => createCollector({ limits: {}, keep: "all" as never })).toThrow(/^keep/);
      expect(() => createCollector({ limits: {}, boundary: "word" as never })).toThrow(/^boundary/);
      expect(() => createCollector({ limits: {}, countTokens: {} as never })).toThrow(TypeError);
      expect(() => createCollector({ limits: {}, decode: "utf-8" as never })).toThrow(/^decode must be a function/);
    });
  });

  describe.each(EVERY_KIND)("keep %s, boundary %s", (keep, boundary) => {
    it("always ends with the cut of the whole, however strings are split", () => {
      const options = fc.record({ headShare, countTokens: fc.constantFrom(...SOUND_COUNTERS) });
      fc.assert(
        fc.property(troubleText(30), splits(), limitsPlan(), options, (text, places, plan, rest) => {
          const all = { keep, boundary, ...rest };
          const limits = planned(plan, { ...naiveSize(text), tokens: rest.countTokens(text) });
          expect(collect(chunksOf(text, places), { limits, ...all })).toEqual(cut(text, limits, all));
        }),
        runs(600),
      );
    });

    it("always ends with the cut of the whole, however bytes are split", () => {
      fc.assert(
        fc.property(troubleText(30), splits(), limitsPlan(), headShare, (trouble, places, plan, share) => {
          const bytes = Buffer.from(trouble);
          const text = bytes.toString();
          const all = { keep, boundary, headShare: share, countTokens: (piece: string) => piece.length };
          const limits = planned(plan, { ...naiveSize(text), tokens: text.length });
          expect(collect(byteChunksOf(bytes, places), { limits, ...all })).toEqual(cut(text, limits, all));
        }),
        runs(600),
      );
    });
  });

  it("always ends with the cut of the whole for longer texts, whose middle is gone", () => {
    const limit = fc.option(fc.nat(300), { nil: undefined });
    const limits = fc.record({ maxBytes: limit, maxChars: limit, maxLines: limit, maxTokens: limit });
    const options = anyOptions().filter(({ boundary }) => boundary !== "grapheme");
    fc.assert(
      fc.property(longerText(), fc.integer({ min: 1, max: 50 }), limits, options, (text, size, caps, all) => {
        const places = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => index * size);
        expect(collect(chunksOf(text, places), { limits: caps, ...all })).toEqual(cut(text, caps, all));
      }),
      runs(300),
    );
  });

  it("always ends with the cut of the whole for graphemes whose bounds are told only far before the cut", () => {
    const unit = fc.constantFrom("🇩", "🇩🇪", "👨‍👩‍👧", "\u0301", "a", "\u0915\u094d");
    const run = fc.tuple(unit, fc.integer({ min: 1, max: 20 })).map(([each, count]) => each.repeat(count));
    const text = fc.array(run, { maxLength: 6, size: "max" }).map((pieces) => pieces.join(""));
    const keep = fc.constantFrom("head", "tail", "ends");
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 12 }), fc.nat(30), keep, (whole, size, maxChars, side) => {
        const places = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) => index * size);
        const options = { keep: side, boundary: "grapheme" } as const;
        const collected = collect(chunksOf(whole, places), { limits: { maxChars }, ...options });
        expect(collected).toEqual(cut(whole, { maxChars }, options));
      }),
      runs(),
    );
  });

  it("always joins streams in the order in which their characters are whole, each decoded by itself", () => {
    const chunk = fc.tuple(fc.constantFrom("stdout", "stderr", undefined), fc.nat(6));
    const texts = fc.tuple(troubleText(), troubleText(), troubleText());
    fc.assert(
      fc.property(texts, fc.array(chunk, { maxLength: 30 }), limitsPlan(), (all, order, plan) => {
        const names = ["stdout", "stderr", undefined];
        const left = new Map<string | undefined, Uint8Array>(
          names.map((name, index) => [name, Buffer.from(all[index] as string)]),
        );
        const decoders = new Map(names.map((name) => [name, new TextDecoder("utf-8", { ignoreBOM: true })]));
        const writes: [Uint8Array, string | undefined][] = [];
        for (const [name, count] of [...order, ...names.map((each) => [each, Infinity] as const)]) {
          const bytes = left.get(name) as Uint8Array;
          writes.push([bytes.subarray(0, count), name]);
          left.set(name, bytes.subarray(count));
        }
        let text = "";
        for (const [bytes, name] of writes) text += decoders.get(name)?.decode(bytes, { stream: true });
        const limits = planned(plan, { ...naiveSize(text), tokens: 8 });
        const collector = createCollector({ limits });
        for (const [bytes, name] of writes) collector.write(bytes, name);
        expect(collector.end()).toEqual(cut(text, limits));
      }),
      runs(),
    );
  });

  it("counts a pair as such whose halves came from two streams", () => {
    const collector = createCollector({ limits: {} });
    collector.write("\ud83d", "stdout");
    collector.write("\ud83d", "stdout");
    collector.write("\udfe1", "stderr");
    const { head, total } = collector.end();
    expect(total).toEqual(naiveSize(head));
  });

  it("always counts bytes of the joined text: the size of what is shown and omitted is that of a cut", () => {
    const chunk = fc.oneof(
      fc.constantFrom("\ud83d", "\udfe1", "a", ""),
      fc.constantFrom([], [0x61], [0xe4], [0xb8, 0xad]).map((bytes) => Uint8Array.from(bytes)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(chunk, fc.constantFrom("stdout", "stderr")), { maxLength: 8 }), (writes) => {
        const collector = createCollector({ limits: {} });
        for (const [each, stream] of writes) collector.write(each, stream);
        const { head, total } = collector.end();
        expect(total).toEqual(naiveSize(head));
      }),
      runs(),
    );
  });

  it.each(Object.entries(WEIRD_COUNTERS))("never throws though its counter is weird: %s", (_name, countTokens) => {
    fc.assert(
      fc.property(troubleText(30), splits(), anyOptions(), fc.nat(30), (text, places, options, maxTokens) => {
        const { total, head, tail } = collect(chunksOf(text, places), {
          limits: { maxTokens },
          ...options,
          countTokens,
        });
        expect(total).toEqual(naiveSize(text));
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      }),
      runs(200),
    );
  });

  describe("memory", () => {
    const LIMITS: Readonly<Record<string, Limits>> = {
      bytes: { maxBytes: 10_000 },
      chars: { maxChars: 10_000 },
      lines: { maxLines: 100 },
      tokens: { maxTokens: 5000 },
      all: { maxBytes: 50_000, maxChars: 50_000, maxLines: 500, maxTokens: 20_000 },
      nothing: { maxBytes: 0 },
    };

    it.each(Object.entries(LIMITS))("does not grow with the length of a stream, limited by %s", (name, limits) => {
      const size = (name === "bytes" ? 200 : 30) * MEGABYTE;
      const collector = createCollector({ limits, boundary: "line", countTokens: (text) => text.length / 2 });
      const chunk = new Uint8Array(64 * 1024);
      const line = Buffer.from(`${"0123456789".repeat(9)} é中🟡\n`);
      for (let at = 0; at + line.length <= chunk.length; at += line.length) chunk.set(line, at);
      for (let index = 0; index < 100; index++) collector.write(chunk);
      const before = heapInUse();
      for (let fed = 0; fed < size; fed += chunk.length) collector.write(chunk);
      expect(heapInUse() - before).toBeLessThan(3 * MEGABYTE);
      expect(collector.end().total.bytes).toBe(size + 100 * chunk.length);
    });

    it.each(Object.entries(LIMITS))(
      "never holds more than a few times the limits of text, limited by %s",
      (_name, limits) => {
        const countTokens: TokenCounter = (text) => Math.ceil(text.length / 2);
        for (const size of [1, 7, 1000, 100_000]) {
          const gatherer = createGatherer(resolveLimits(limits), countTokens);
          const piece = "0123456789 abcdefg\n".repeat(Math.ceil(size / 19)).slice(0, size);
          for (let fed = 0; fed < 1_000_000; fed += size) gatherer.write(piece.endsWith("\n") ? piece : `${piece}\n`);
          const { prefix, suffix, gap } = gatherer.source();
          expect(gap).toBe(true);
          const { maxBytes, maxChars, maxLines, maxTokens } = limits;
          const units = Math.min(maxBytes ?? 1e9, maxChars ?? 1e9, (maxLines ?? 1e9) * 20, (maxTokens ?? 1e9) * 2);
          expect(prefix.length + suffix.length).toBeLessThan(5 * (2 * units + 16_384 + 1));
        }
      },
    );

    it("does not grow with one endless line either, nor where no line at all may be kept", () => {
      for (const limits of [{ maxBytes: 1000, maxLines: 10 }, { maxTokens: 1000 }, { maxLines: 0 }]) {
        const gatherer = createGatherer(resolveLimits(limits), (text) => text.length);
        for (let index = 0; index < 1000; index++) gatherer.write("x".repeat(1000));
        const { prefix, suffix } = gatherer.source();
        expect([limits, prefix.length + suffix.length < 200_000]).toEqual([limits, true]);
      }
    });

    it("does not keep a huge chunk alive", () => {
      const feed = () => {
        const collector = createCollector({ limits: { maxBytes: 1000 } });
        collector.write("y\n".repeat(20 * MEGABYTE));
        return collector;
      };
      feed();
      const before = heapInUse();
      const collectors = [feed(), feed()];
      expect(heapInUse() - before).toBeLessThan(4 * MEGABYTE);
      expect(collectors.map((each) => each.end().head.length)).toEqual([500, 500]);
    });
  });
});
