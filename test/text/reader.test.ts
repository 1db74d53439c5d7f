import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StreamDecoder } from "../../src/text/decoder.js";
import { createReader as createRawReader, type Reading, toText } from "../../src/text/reader.js";
import { toWellFormed } from "../../src/text/wellFormed.js";
import { byteChunksOf, chunksOf, nearlyUtf8, splits, troubleText } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";

/** A reader whose contents are decoded at once, as long as they are there. */
function createReader(...options: Parameters<typeof createRawReader>) {
  const reader = createRawReader(...options);
  const decoded = ({ contents, raw, rawBytes }: Reading) => ({ text: contents.map(toText).join(""), raw, rawBytes });
  return {
    write: (chunk: string | Uint8Array, stream?: string) => decoded(reader.write(chunk, stream)),
    end: () => reader.end().map(decoded),
    get malformed() {
      return reader.malformed;
    },
  };
}

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text));
type Decoded = { readonly text: string; readonly raw: readonly Uint8Array[]; readonly rawBytes: number };
const textOf = (readings: readonly Decoded[]) => readings.map(({ text }) => text).join("");
const rawOf = (readings: readonly Decoded[]) => Buffer.concat(readings.flatMap(({ raw }) => [...raw]));

describe("createReader", () => {
  it("keeps a character whole that two chunks of one stream share, also where another stream comes between", () => {
    const reader = createReader(undefined, true);
    const [first, second] = [bytesOf("🟡").slice(0, 2), bytesOf("🟡").slice(2)];
    const readings = [
      reader.write(first, "stdout"),
      reader.write(bytesOf("err"), "stderr"),
      reader.write(second, "stdout"),
      ...reader.end(),
    ];
    expect(readings.map(({ text }) => text)).toEqual(["", "err", "🟡", "", ""]);
    expect(rawOf(readings).toString()).toBe("err🟡");
    expect(reader.malformed).toBe(false);
  });

  it("keeps a pair whole that two strings share", () => {
    const reader = createReader();
    expect(reader.write("a\ud83d").text).toBe("a");
    expect(reader.write("\udfe1b").text).toBe("🟡b");
  });

  it("tells at the end what every stream still holds", () => {
    const reader = createReader(undefined, true);
    reader.write("\ud83d", "one");
    reader.write(Uint8Array.of(0xe4, 0xb8), "two");
    const readings = reader.end();
    expect(readings.map(({ text }) => text)).toEqual(["\ud83d", "\ufffd"]);
    expect([...rawOf(readings)]).toEqual([0xef, 0xbf, 0xbd, 0xe4, 0xb8]);
    expect(reader.malformed).toBe(true);
  });

  it("asks for one decoder a stream, by name", () => {
    const names: (string | undefined)[] = [];
    const decode = (stream?: string): StreamDecoder => {
      names.push(stream);
      return { write: (bytes) => Buffer.from(bytes).toString("latin1"), end: () => "" };
    };
    const reader = createReader(decode, true);
    for (const stream of ["stdout", "stderr", "stdout", undefined]) reader.write(Uint8Array.of(0xe9), stream);
    expect(names).toEqual(["stdout", "stderr", undefined]);
    expect(textOf([reader.write(Uint8Array.of(0xe9), "stdout")])).toBe("é");
  });

  it("gives no raw bytes unless asked, but always their number", () => {
    const reading = createReader().write(bytesOf("é"));
    expect(reading).toEqual({ text: "é", raw: [], rawBytes: 2 });
  });

  it("always gives back all bytes, in the order of the text, for any chunking of bytes", () => {
    fc.assert(
      fc.property(nearlyUtf8(), splits(), (bytes, places) => {
        const reader = createReader(undefined, true);
        const readings = [...byteChunksOf(bytes, places).map((chunk) => reader.write(chunk)), ...reader.end()];
        expect([...rawOf(readings)]).toEqual([...bytes]);
        expect(textOf(readings)).toBe(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
        for (const { text, raw, rawBytes } of readings) {
          const own = Buffer.concat(raw);
          expect(rawBytes).toBe(own.length);
          expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(own)).toBe(text);
        }
      }),
      runs(2000),
    );
  });

  it("always gives the UTF-8 of a text, for any chunking of strings", () => {
    fc.assert(
      fc.property(troubleText(), splits(), (text, places) => {
        const reader = createReader(undefined, true);
        const readings = [...chunksOf(text, places).map((chunk) => reader.write(chunk)), ...reader.end()];
        expect(textOf(readings)).toBe(text);
        expect(rawOf(readings).equals(Buffer.from(text))).toBe(true);
        expect(readings.reduce((sum, { rawBytes }) => sum + rawBytes, 0)).toBe(Buffer.byteLength(text));
      }),
      runs(2000),
    );
  });

  it("always has raw bytes and text agree, chunk by chunk, however strings, bytes and streams are mixed", () => {
    const chunk = fc.oneof(troubleText(3), nearlyUtf8(3));
    const chunks = fc.array(fc.tuple(chunk, fc.constantFrom("stdout", "stderr", undefined)), { maxLength: 12 });
    fc.assert(
      fc.property(chunks, (all) => {
        const reader = createReader(undefined, true);
        const readings = [...all.map(([each, stream]) => reader.write(each, stream)), ...reader.end()];
        for (const { text, raw, rawBytes } of readings) {
          const own = Buffer.concat(raw);
          expect(rawBytes).toBe(own.length);
          expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(own)).toBe(toWellFormed(text));
        }
        const sizes = all.map(([each]) => Buffer.from(each as string).length);
        // A pair split between two strings is three bytes less than its halves by themselves.
        const sum = sizes.reduce((total, size) => total + size, 0);
        expect(rawOf(readings).length).toBeLessThanOrEqual(sum);
        for (const stream of ["stdout", "stderr", undefined]) expectStream(all, stream);
      }),
      runs(),
    );
  });

  it("never parts a character of bytes by an empty string between them", () => {
    const reader = createReader();
    const readings = [bytesOf("中").slice(0, 1), "", bytesOf("中").slice(1)].map((chunk) => reader.write(chunk));
    expect(textOf([...readings, ...reader.end()])).toBe("中");
  });

  it("never parts a pair of two strings by empty bytes between them", () => {
    const reader = createReader();
    const readings = ["\ud83d", new Uint8Array(0), "\udfe1"].map((chunk) => reader.write(chunk));
    expect([...readings, ...reader.end()].map(({ text }) => text).filter((text) => text !== "")).toEqual(["🟡"]);
  });

  it("does not keep a chunk's buffer that the caller uses again", () => {
    const reader = createReader(undefined, true);
    const buffer = Uint8Array.from([0xe4, 0xb8]);
    reader.write(buffer);
    buffer.fill(0x41);
    expect(reader.write(Uint8Array.of(0xad)).text).toBe("中");
  });
});

/** One stream alone gives the same raw bytes as it does between others. */
function expectStream(
  all: readonly (readonly [string | Uint8Array, string | undefined])[],
  stream: string | undefined,
) {
  const own = all.filter(([, name]) => name === stream).map(([chunk]) => chunk);
  const alone = createReader(undefined, true);
  const readings = [...own.map((chunk) => alone.write(chunk)), ...alone.end()];
  const shared = createReader(undefined, true);
  const between = all.flatMap(([chunk, name]) => {
    const reading = shared.write(chunk, name);
    return name === stream ? [reading] : [];
  });
  const ends = shared.end();
  const names = [...new Set(all.map(([, name]) => name))];
  const end = ends[names.indexOf(stream)];
  expect(textOf(readings)).toBe(textOf(between) + (end?.text ?? ""));
  expect(rawOf(readings)).toEqual(Buffer.concat([rawOf(between), ...(end?.raw ?? [])]));
}
