/** P8: work and memory in proportion to the Bound, found by counting what is asked for, never by time. */
import fc from "fast-check";
import type { Limits, SpillSink } from "spillway";
import { heapInUse, MEGABYTE } from "../../support/heap.js";
import { plainText } from "../cases/texts.js";
import { hold, holdSame } from "../hold.js";
import type { Library } from "../library.js";
import type { Property } from "../promise.js";

const UNITS_A_TOKEN = 4;

/** A counter of tokens that counts how often it is asked, and of how much. */
function counting() {
  const asked = { calls: 0, units: 0 };
  const countTokens = (text: string) => {
    asked.calls++;
    asked.units += text.length;
    return Math.ceil(text.length / UNITS_A_TOKEN);
  };
  return { asked, countTokens };
}

/**
 * How often tokens may be counted. A cut makes three searches, each of which halves what it does not know, by pieces and by
 * places, and looks some twenty times more for clusters; a View is composed once, and again to fill what its words left. So
 * calls grow with the logarithm of the limit, never in proportion to it. Of 5,000 random cases none needed more than 75 for a
 * cut and 600 for a View at the limits here, 101 and 752 at four times as much; text of marks alone needs 101 at any.
 */
function mostCalls(how: "cut" | "text", units: number): number {
  const ofCut = 3 * (2 * Math.ceil(Math.log2(units)) + 20);
  return how === "cut" ? ofCut : 8 * ofCut;
}

/** Units that may be counted: of the same cases, 55 and 425 times the Bound at most. */
function mostUnits(how: "cut" | "text", units: number): number {
  return (how === "cut" ? 100 : 600) * units;
}

const longer = fc.tuple(plainText, fc.integer({ min: 4000, max: 8000 })).map(([text, length]) => {
  const piece = text === "" ? "word " : text;
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
});
const tokens = fc.integer({ min: 20, max: 300 });
const views = fc.record({
  keep: fc.constantFrom("head", "tail", "ends"),
  boundary: fc.constantFrom("codePoint", "line", "grapheme"),
} as const);

/** A store that keeps nothing, and counts what it is given. */
function drain(onWrite: (bytes: number) => void): SpillSink {
  const ref = { id: "x", uri: "spill://x", sha256: "", complete: true };
  return {
    create: async () => {
      let bytes = 0;
      return {
        async write(chunk: Uint8Array) {
          bytes += chunk.length;
          onWrite(chunk.length);
          await new Promise(setImmediate);
        },
        commit: async () => ({ ...ref, bytes, totalBytes: bytes }),
        abort: async () => {},
      };
    },
  } as unknown as SpillSink;
}

async function tokensAsked(
  library: Library,
  text: string,
  maxTokens: number,
  how: "cut" | "text" | "stream",
  view: object,
) {
  const { asked, countTokens } = counting();
  const options = { ...view, countTokens };
  if (how === "cut") library.cut(text, { maxTokens }, { ...options, counts: false });
  if (how === "text") library.boundText(text, { maxTokens }, options);
  if (how === "stream")
    await library.boundResult(text.match(/[\s\S]{1,97}/g) ?? [], { limits: { maxTokens }, ...options });
  return asked;
}

const properties: readonly Property[] = [
  {
    title: "has tokens counted of what may be shown, however long the text",
    count: 400,
    of: (library) =>
      fc.asyncProperty(longer, tokens, views, fc.constantFrom("cut", "text"), async (text, max, view, how) => {
        const small = await tokensAsked(library, text, max, how, view);
        const large = await tokensAsked(library, text.repeat(32), max, how, view);
        const units = Math.max(small.units, large.units);
        const bound = UNITS_A_TOKEN * max;
        hold(units <= mostUnits(how, bound), `${units} units counted for a View of ${bound}`);
        const calls = Math.max(small.calls, large.calls);
        hold(calls <= mostCalls(how, bound), `${calls} calls`);
        const wide = await tokensAsked(library, text.repeat(32), 4 * max, how, view);
        hold(wide.calls <= mostCalls(how, 4 * bound), `${wide.calls} calls for four times the limit`);
      }),
  },
  {
    title: "has the tokens of a stream counted in linear work",
    count: 100,
    of: (library) =>
      fc.asyncProperty(longer, fc.integer({ min: 2000, max: 4000 }), views, async (text, max, view) => {
        const long = text.repeat(16);
        const { units } = await tokensAsked(library, long, max, "stream", view);
        // Each unit of the stream a few times while it is kept or dropped, and what a View takes: 166 Bounds at most, of 466 cases.
        hold(units <= 16 * long.length + 250 * UNITS_A_TOKEN * max, `${units} units counted of ${long.length}`);
      }),
  },
  {
    title: "reads no further ahead than it has written, and writes every byte once",
    of: (library) =>
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 200 }),
        async (sizes, maxBytes) => {
          let pulled = 0;
          let written = 0;
          let behind = 0;
          async function* source() {
            for (const size of sizes) {
              behind = Math.max(behind, pulled - written);
              pulled += size;
              yield new Uint8Array(size).fill(97);
            }
          }
          const spill = drain((bytes) => {
            written += bytes;
          });
          const { truncated } = await library.boundResult(source(), { limits: { maxBytes }, spill });
          if (truncated) holdSame(written, pulled, "every byte is written once");
          hold(behind <= maxBytes, `${behind} bytes were read before they were written`);
        },
      ),
  },
  {
    title: "holds memory in proportion to the Bound while a stream is read",
    count: 4,
    of: (library) =>
      fc.asyncProperty(fc.constantFrom("text", "bytes"), fc.boolean(), limits, async (kind, hasStore, room) => {
        const most = await memoryWhileRead(library, kind, room, hasStore ? drain(() => {}) : undefined);
        hold(most <= 4 * MEGABYTE, `${most} bytes were held of a stream of ${STREAM_CHUNKS * CHUNK_BYTES}`);
      }),
  },
  {
    title: "keeps no input alive by its result",
    count: 3,
    of: (library) =>
      fc.asyncProperty(limits, fc.boolean(), fc.constantFrom("head", "tail", "ends"), async (given, isJson, keep) => {
        const room = isJson ? { ...given, maxBytes: 2000 } : given; // as JSON all is one line, which fits
        const before = heapInUse();
        const results: unknown[] = [];
        for (let at = 0; at < 24; at++) {
          const text = `${at}: ${"a line of text that is not short\n".repeat(20_000)}`;
          results.push(await library.boundResult(isJson ? { json: [text] } : text, { limits: room, keep }));
          results.push(library.cut(text, room, { keep }));
        }
        const kept = heapInUse() - before;
        hold(kept <= 3 * MEGABYTE, `${results.length} results keep ${kept} bytes alive`);
      }),
  },
];
export default properties;

const limits: fc.Arbitrary<Limits> = fc.constantFrom({ maxBytes: 2000 }, { maxLines: 50 }, { maxTokens: 500 });
const CHUNK_BYTES = 65_536;
const STREAM_CHUNKS = 240;

/** How much more memory is in use at the end of a stream than near its start. */
async function memoryWhileRead(library: Library, kind: "text" | "bytes", room: Limits, spill: SpillSink | undefined) {
  let first = 0;
  let most = 0;
  const inUse = () => heapInUse() + process.memoryUsage().arrayBuffers;
  async function* source() {
    for (let at = 0; at < STREAM_CHUNKS; at++) {
      const line = `${at} a line that no other is like\n`;
      const text = line.repeat(Math.ceil(CHUNK_BYTES / line.length));
      yield kind === "text" ? text : Buffer.from(text);
      if (at === 40) first = inUse();
      if (at === STREAM_CHUNKS - 1) most = inUse();
    }
  }
  await library.boundResult(source(), { limits: room, ...(spill === undefined ? {} : { spill }) });
  return most - first;
}
