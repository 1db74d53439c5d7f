/** Growth of what bounds results: the entry `spillway`. */
import { boundResult, boundText, mergeStreams, parseNotice } from "spillway";
import { memorySpill } from "spillway/spill";
import { BYTES, CHUNKS, PIECES, TEXTS, VALUES } from "./inputs.js";
import { each, type Row, some } from "./row.js";

/** Texts of which a View needs more than a cut: escapes at its edges, imitations, marks that belong together. */
const HOSTILE = some(
  TEXTS,
  "one endless line",
  "empty lines",
  "frames",
  "lone surrogates",
  "flags",
  "colours",
  "escapes, broken off at the end",
  "titles that do not end",
  "ESC alone",
  "notices",
  "notices that do not end",
);

/** Lines that can be told apart. */
const NUMBERED: Readonly<Record<string, (units: number) => string>> = {
  "numbered lines": (units) => Array.from({ length: Math.ceil(units / 8) }, (_, at) => `${at}`.padEnd(7)).join("\n"),
  "numbered lines, some of them long": (units) =>
    Array.from({ length: Math.ceil(units / 100) }, (_, at) => `${at}${"x".repeat((at * 37) % 190)}`).join("\n"),
};

export const BOUND_ROWS: readonly Row[] = [
  {
    of: boundText,
    how: "a quarter",
    inputs: each(TEXTS, (text, size) => boundText(text, { maxBytes: Math.ceil(size / 4) })),
  },
  {
    of: boundText,
    how: "a screen",
    inputs: each(HOSTILE, (text) => boundText(text, { maxBytes: 4000, maxLines: 40 })),
  },
  {
    of: boundText,
    how: "cleaned, by tokens, at graphemes",
    inputs: each(HOSTILE, (text, size) =>
      boundText(text, { maxTokens: Math.ceil(size / 4) }, { clean: true, boundary: "grapheme" }),
    ),
  },
  {
    of: boundResult,
    how: "a text, kept",
    inputs: each(HOSTILE, (text) => boundResult(text, { limits: { maxBytes: 4000 }, spill: store() })),
  },
  {
    of: boundResult,
    how: "bytes, cleaned",
    inputs: each(HOSTILE, async (text) => {
      const bytes = Buffer.from(text);
      return boundResult(bytes, { limits: { maxBytes: 4000 }, spill: store(), clean: true });
    }),
  },
  ...Object.entries({ "each line": () => true, "some lines": (line: string) => line.includes("0") }).map(
    ([what, pin]): Row => ({
      of: boundText,
      how: `${what} pinned`,
      inputs: each(NUMBERED, (text, size) => boundText(text, { maxBytes: Math.ceil(size / 4) }, { pin })),
    }),
  ),
  {
    of: boundResult,
    how: "a stream, pinned",
    inputs: each(CHUNKS, (chunks) => boundResult(chunks, { limits: { maxBytes: 4000 }, pin: "x", spill: store() })),
  },
  {
    of: boundResult,
    how: "a stream",
    inputs: each<readonly (string | Uint8Array)[]>({ ...PIECES, ...BYTES }, (chunks) =>
      boundResult(chunks, { limits: { maxBytes: 4000 }, spill: store() }),
    ),
  },
  ...[false, true].map(
    (clean): Row => ({
      of: boundResult,
      how: clean ? "a stream, cleaned" : "a stream",
      inputs: each(CHUNKS, (chunks) => boundResult(chunks, { limits: { maxBytes: 4000 }, spill: store(), clean })),
      options: { look: "long" },
    }),
  ),
  {
    of: boundResult,
    how: "a stream that fits",
    inputs: each(CHUNKS, (chunks, size) => boundResult(chunks, { limits: { maxBytes: 9 * size }, spill: store() })),
  },
  {
    of: boundResult,
    how: "{ json }",
    inputs: each(VALUES, (json) => boundResult({ json }, { limits: { maxBytes: 500 }, spill: store() })),
    options: { leastSize: 9 * 500 }, // where all is cut
  },
  {
    of: boundResult,
    how: "{ json }, as large as the limits",
    inputs: each(
      some(VALUES, "arrays in arrays", "objects in objects", "records", "one long string", "long keys"),
      (json, size) => boundResult({ json }, { limits: { maxBytes: size } }),
    ),
  },
  {
    of: mergeStreams,
    inputs: each(PIECES, async (chunks) => {
      let units = 0;
      for await (const chunk of mergeStreams({ stdout: chunks, stderr: chunks })) {
        if (typeof chunk === "object" && "data" in chunk) units += chunk.data.length;
      }
      return units;
    }),
  },
  {
    of: mergeStreams,
    how: "one of them silent",
    inputs: each(some(PIECES, "empty lines, one by one"), async (chunks) => {
      const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
      const iterator = mergeStreams({ stdout: chunks, stderr: silent })[Symbol.asyncIterator]();
      for (const _ of chunks) await iterator.next();
      await iterator.return?.();
    }),
  },
  { of: parseNotice, inputs: each(TEXTS, (text) => parseNotice(text)) },
];

function store() {
  return memorySpill({ key: "growth" });
}
