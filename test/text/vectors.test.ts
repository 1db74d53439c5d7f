import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as node from "../../src/platform/node.js";
import * as portable from "../../src/platform/portable.js";
import { createCollector } from "../../src/text/collector.js";
import { cut } from "../../src/text/cut.js";
import { createUtf8Decoder } from "../../src/text/decoder.js";
import { fits } from "../../src/text/fits.js";
import type { Limits, TokenCounter } from "../../src/text/limits.js";
import { measureText, utf8Length } from "../../src/text/size.js";
import { toWellFormed } from "../../src/text/wellFormed.js";
import type { NaiveSize } from "../support/arbitraries.js";
import { COUNTERS, naiveJoin, textOf } from "../vectors/naive.js";
import { textVectors } from "../vectors/textVectors.js";
import type { Chunk, ExpectedCut, Kept, TextInput, VectorCase, VectorFile, VectorOptions } from "../vectors/types.js";

const FOLDER = new URL("../vectors/text/", import.meta.url);

describe("size.json", () => {
  it.each(casesOf<TextInput, NaiveSize>("size"))("$name", ({ input, expected }) => {
    expect(measureText(textOf(input))).toEqual(expected);
    expect(utf8Length(textOf(input))).toBe(expected.bytes);
    expect(portable.utf8Length(textOf(input))).toBe(expected.bytes);
  });
});

describe("well-formed.json", () => {
  it.each(casesOf<TextInput, { text: string }>("well-formed"))("$name", ({ input, expected }) => {
    expect(toWellFormed(textOf(input))).toBe(expected.text);
  });
});

describe("utf8.json", () => {
  it.each(casesOf<{ base64: string }, { text: string; valid: boolean }>("utf8"))("$name", ({ input, expected }) => {
    const bytes = bytesOf(input.base64);
    for (const { decodeUtf8 } of [node, portable]) expect(decodeUtf8(bytes)).toBe(expected.text);
    for (const chunks of [[bytes], Array.from(bytes, (byte) => Uint8Array.of(byte))]) {
      const decoder = createUtf8Decoder();
      expect(chunks.map((chunk) => decoder.write(chunk)).join("") + decoder.end()).toBe(expected.text);
      expect(decoder.malformed).toBe(!expected.valid);
    }
  });
});

describe("fits.json", () => {
  it.each(casesOf<TextInput, { fits: boolean }>("fits"))("$name", ({ input, limits = {}, options, expected }) => {
    expect(fits(textOf(input), limits, settingsOf(limits, options))).toBe(expected.fits);
  });
});

describe.each(["cut-code-point", "cut-shares", "cut-line", "cut-grapheme", "cut-combined"])("%s.json", (subject) => {
  it.each(casesOf<TextInput, ExpectedCut>(subject))("$name", ({ input, limits = {}, options, expected }) => {
    const text = textOf(input);
    const settings = settingsOf(limits, options);
    const whole = cutOf(text, expected);
    const { shown: _shown, omitted: _omitted, total: _total, ...parts } = whole;
    expect(cut(text, limits, settings)).toEqual(whole);
    expect(cut(text, limits, { ...settings, counts: false })).toEqual(parts);
    for (const chunks of [[text], text.split("")]) {
      const collector = createCollector({ limits, ...settings });
      for (const chunk of chunks) collector.write(chunk);
      expect(collector.end()).toEqual(whole);
    }
  });
});

describe("stream.json", () => {
  const cases = casesOf<{ chunks: readonly Chunk[] }, ExpectedCut>("stream");

  it.each(cases)("$name", ({ input, limits = {}, options, expected }) => {
    const collector = createCollector({ limits, ...settingsOf(limits, options) });
    for (const chunk of input.chunks) collector.write(dataOf(chunk), chunk.stream);
    expect(collector.end()).toEqual(cutOf(naiveJoin(input.chunks), expected));
  });
});

describe("test/vectors/text", () => {
  const made = textVectors();

  it("is what the slow reference makes: run `npm run vectors` after a change", () => {
    expect(readdirSync(FOLDER).sort()).toEqual(
      Object.keys(made)
        .map((subject) => `${subject}.json`)
        .sort(),
    );
    for (const [subject, json] of Object.entries(made)) expect(read(subject)).toBe(json);
  });

  it("names a counter wherever tokens are limited, and has no lone surrogate in its JSON", () => {
    for (const subject of Object.keys(made)) {
      expect(JSON.stringify(JSON.parse(read(subject)))).not.toMatch(/\\ud[89a-f]/i);
      for (const { limits = {}, options = {} } of casesOf(subject)) {
        expect("maxTokens" in limits).toBe("countTokens" in options);
      }
    }
  });
});

function read(subject: string): string {
  return readFileSync(new URL(`${subject}.json`, FOLDER), "utf8");
}

function casesOf<Input, Expected>(subject: string): readonly VectorCase<Input, Expected>[] {
  return (JSON.parse(read(subject)) as VectorFile<Input, Expected>).cases;
}

type Settings = Omit<VectorOptions, "countTokens"> & { readonly countTokens?: TokenCounter };

function settingsOf(limits: Limits, { countTokens, ...options }: VectorOptions = {}): Settings {
  if (countTokens === undefined && limits.maxTokens === undefined) return options;
  return { ...options, countTokens: COUNTERS[countTokens as keyof typeof COUNTERS] };
}

/** What `cut` must return: no `limitedBy` where nothing was cut. */
function cutOf(text: string, { limitedBy, ...expected }: ExpectedCut) {
  const head = keptOf(expected.head, (chars) => text.slice(0, chars));
  const tail = keptOf(expected.tail, (chars) => text.slice(text.length - chars));
  return { ...expected, ...(limitedBy === null ? {} : { limitedBy }), head, tail };
}

function keptOf(kept: Kept, slice: (chars: number) => string): string {
  if (typeof kept === "string") return kept;
  return "chars" in kept ? slice(kept.chars) : textOf(kept);
}

function dataOf(chunk: Chunk): string | Uint8Array {
  return "base64" in chunk ? bytesOf(chunk.base64) : textOf(chunk);
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(Buffer.from(base64, "base64"));
}
