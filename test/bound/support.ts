/** Arbitraries and helpers for the tests of bounding. */
import fc from "fast-check";
import type { Chunk } from "spillway";
import { type SomeLimits, wellFormed } from "./oracle.js";

/** Runs of a property: a hundred times as many when asked to look deep. */
export function runs(count: number): { numRuns: number } {
  return { numRuns: process.env["SPILLWAY_DEEP"] ? count * 100 : count };
}

const ESCAPES = [
  "\u001b[31m",
  "\u001b[0m",
  "\u001b[38;2;10;20;30;48;5;17m",
  "\u001b[2K\u001b[1G",
  "\u001b]8;;https://example.com/a/long/path?with=query\u0007link\u001b]8;;\u0007",
  "\u001b]8;id=1;file:///tmp/x\u001b\\name\u001b]8;;\u001b\\",
  "\u001b(B",
  "\u001bP1;2|data\u001b\\",
  "\u001b=",
];

const PIECES = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z ]{0,24}$/) },
  { weight: 4, arbitrary: fc.constantFrom("\n", "\n", "\r\n", "\n\n", "\t") },
  { weight: 3, arbitrary: fc.constantFrom(...ESCAPES) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "🟡",
      "👩‍👩‍👧",
      "🇩🇪🇫🇷",
      "é",
      "e\u0301",
      "你好",
      "नी",
      "ﷺ",
      "\u{10ffff}",
      "\ufeff",
      "\u0000",
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom("\ud83d", "\udfe1", "\ud83d\ud83d", "\r", "\b", "\u0085") },
  { weight: 1, arbitrary: fc.constantFrom("\u001b", "\u001b[", "\u001b[3", "\u001b]0;never ended", "\u001b(") },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
);

/** Lines of words and whole escape sequences. */
export const colouredText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.stringMatching(/^[a-z ]{0,24}$/), fc.constantFrom(...ESCAPES), fc.constant("\n")), {
    maxLength: 40,
  })
  .map((pieces) => pieces.join(""));

/** Text as tools print it, and worse: escapes whole and broken, lone surrogates, every width of character. */
export const toolText: fc.Arbitrary<string> = fc
  .tuple(fc.array(PIECES, { maxLength: 40 }), fc.constantFrom(1, 1, 1, 2, 7), PIECES)
  .map(([pieces, times, last]) => pieces.join("").repeat(times) + last)
  .map((text) => text.replaceAll("…", ".").replaceAll("[spillway", "[spill"));

/** Well-formed text, as bytes can carry. */
export const validText = toolText.map(wellFormed);

const cap = (max: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.nat({ max }) },
    { weight: 2, arbitrary: fc.nat({ max: 40 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, 2, 3, Number.POSITIVE_INFINITY) },
  );

/** Each limit alone, all mixtures, and a Bound. */
export const someLimits: fc.Arbitrary<SomeLimits> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ maxBytes: cap(900) }) },
  { weight: 1, arbitrary: fc.record({ maxChars: cap(600) }) },
  { weight: 1, arbitrary: fc.record({ maxLines: cap(12) }) },
  { weight: 1, arbitrary: fc.record({ maxTokens: cap(250) }) },
  {
    weight: 2,
    arbitrary: fc.record(
      { maxBytes: cap(900), maxChars: cap(600), maxLines: cap(12), maxTokens: cap(250) },
      { requiredKeys: [] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      maxBytes: fc.nat({ max: 600 }),
      tokens: fc.nat(),
      source: fc.constantFrom("share", "floor", "ceiling", "blind"),
    }) as fc.Arbitrary<SomeLimits>,
  },
);

/** Limits from about 100 bytes up. */
export const roomyLimits: fc.Arbitrary<SomeLimits> = fc.oneof(
  fc.record({ maxBytes: fc.integer({ min: 100, max: 4000 }) }),
  fc.record({ maxChars: fc.integer({ min: 100, max: 4000 }) }),
  fc.record({ maxTokens: fc.integer({ min: 100, max: 2000 }) }),
  fc.record({ maxLines: fc.integer({ min: 10, max: 60 }) }),
  fc.record({ maxBytes: fc.integer({ min: 100, max: 4000 }), maxLines: fc.integer({ min: 10, max: 60 }) }),
);

export const someView = fc.record(
  {
    keep: fc.constantFrom("head", "tail", "ends"),
    headShare: fc.oneof(fc.constantFrom(0, 0.2, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    boundary: fc.constantFrom("codePoint", "grapheme", "line"),
    notice: fc.oneof(
      fc.constant(false as const),
      fc.record(
        {
          position: fc.constantFrom("first", "last"),
          canRead: fc.constantFrom("path", "tool", "resource", "none"),
          toolName: fc.constantFrom("read_result", "open"),
        },
        { requiredKeys: [] },
      ),
    ),
    upstream: fc.oneof(
      fc.constant({ truncated: false }),
      fc.record({ truncated: fc.constant(true), totalBytes: fc.nat() }, { requiredKeys: ["truncated"] }),
    ),
  },
  { requiredKeys: [] },
);

export const someAllowance = fc.option(
  fc.record({ maxBytes: cap(200), maxChars: cap(200), maxLines: cap(3), maxTokens: cap(80) }, { requiredKeys: [] }),
  { nil: undefined },
);

export const positionOf = ({ notice }: { notice?: { position?: "first" | "last" } | false }): "first" | "last" =>
  notice === false ? "last" : (notice?.position ?? "last");

/** A value, or a promise of it, or a rejected promise. */
export function maybePromised<T>(
  values: fc.Arbitrary<T>,
): fc.Arbitrary<{ value: T; as: "plain" | "promised" | "rejected" }> {
  return fc.record({ value: values, as: fc.constantFrom("plain", "promised", "rejected") });
}

export function given<T>({ value, as }: { value: T; as: "plain" | "promised" | "rejected" }): T | Promise<T> {
  if (as === "plain") return value;
  return as === "promised" ? Promise.resolve(value) : Promise.reject(new Error(SECRET));
}

/** Words that must never come into a View. */
export const SECRET = "secret-token-4711";

/** Ways to cut a run of bytes into chunks. */
export function chunkings(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const at = [...new Set([0, ...cuts.map((cut) => (bytes.length === 0 ? 0 : cut % bytes.length)), bytes.length])];
  at.sort((first, second) => first - second);
  return at.slice(1).map((end, index) => bytes.slice(at[index] as number, end));
}

export async function* stream<T>(chunks: Iterable<T>): AsyncGenerator<T> {
  for (const chunk of chunks) yield chunk;
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function bytesOf(chunks: Iterable<Chunk>): Buffer {
  return Buffer.concat(
    Array.from(chunks, (chunk) => {
      const data = typeof chunk === "string" || chunk instanceof Uint8Array ? chunk : chunk.data;
      return typeof data === "string" ? utf8(data) : data;
    }),
  );
}

/** Collects rejections that nobody handled while `work` runs and a turn of the event loop after it. */
export async function withoutUnhandled<T>(work: () => Promise<T>): Promise<{ value: T; unhandled: unknown[] }> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  try {
    const value = await work();
    await new Promise((resolve) => setTimeout(resolve, 0));
    await new Promise((resolve) => setImmediate(resolve));
    return { value, unhandled };
  } finally {
    process.off("unhandledRejection", note);
  }
}
