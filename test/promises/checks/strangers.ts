/** P9, of strangers: chunks that are none, signals, options that are wrong. */
import fc from "fast-check";
import type { BoundOptions, Chunk } from "spillway";
import { ERRORS, SECRET } from "../cases/errors.js";
import { hold, holdSame } from "../hold.js";
import type { Library } from "../library.js";

const JUNK: Readonly<Record<string, () => unknown>> = {
  "a number": () => 7,
  null: () => null,
  undefined: () => undefined,
  "an array of bytes": () => [1, 2],
  words: () => new Uint16Array([1]),
  "a chunk of nothing": () => ({ stream: "stdout" }),
  "a chunk of a number": () => ({ stream: "stderr", data: 5 }),
  "a symbol": () => Symbol(SECRET),
  "a proxy": ERRORS["a proxy"],
};

export const junkChunks = (library: Library) =>
  fc.asyncProperty(
    fc.string(),
    fc.constantFrom(...Object.keys(JUNK)),
    fc.boolean(),
    fc.nat(60),
    async (text, junk, isAsync, maxBytes) => {
      const chunks = [text, JUNK[junk]?.() as Chunk, "never read"];
      const source = isAsync ? asynchronous(chunks) : chunks;
      const spill = library.memorySpill({ key: "k" });
      const bounded = await library.boundResult(source, { limits: { maxBytes }, spill });
      hold(bounded.sourceError !== undefined, "the source broke");
      hold(!JSON.stringify(bounded).includes(SECRET), "no words of a stranger's");
      holdSame(bounded.sourceBytes, new TextEncoder().encode(text).length, "what came is what came before");
      hold(bounded.spill.state === "kept" && !bounded.spill.ref.complete, "kept as a part");
    },
  );

/** A signal that was aborted before, or while a source is read that goes on for ever or stays silent. */
export const stops = (library: Library) =>
  fc.asyncProperty(
    fc.nat(4),
    fc.constantFrom("goes on", "stays silent"),
    fc.boolean(),
    fc.nat(300),
    async (after, then, hasStore, maxBytes) => {
      const controller = new AbortController();
      if (after === 0) controller.abort(new Error(SECRET));
      let closed = false;
      async function* source() {
        try {
          for (let at = 0; at < FOR_EVER; at++) {
            if (at === after) setImmediate(() => controller.abort(new Error(SECRET)));
            if (at >= after && then === "stays silent") await new Promise(() => {});
            await new Promise(setImmediate);
            yield "chunk\n";
          }
        } finally {
          closed = true;
        }
      }
      const spill = hasStore ? { spill: library.memorySpill({ key: "k" }) } : {};
      const options = { limits: { maxBytes }, signal: controller.signal, ...spill };
      const bounded = await Promise.race([library.boundResult(source(), options), tooLong()]);
      hold(bounded !== undefined, "it ends");
      holdSame(bounded.sourceError, { name: "AbortError" }, "aborted");
      hold(new TextEncoder().encode(bounded.text).length <= maxBytes, "bounded");
      if (hasStore) hold(bounded.spill.state === "kept" && !bounded.spill.ref.complete, "kept as a part");
      await new Promise(setImmediate);
      hold(closed || after === 0 || then === "stays silent", "the source is told that it is read no further");
    },
  );

/** Chunks: more than anybody reads who was told to stop. */
const FOR_EVER = 3000;

/** Long after all else is done. */
function tooLong(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), 5000).unref());
}

/** Values that an option does not take, and how the option is called in the error. */
const WRONG: readonly (readonly [name: string, options: Record<string, unknown>])[] = [
  ...[-1, 0.5, Number.NaN, -Infinity, "9", null, 1n].map((maxBytes) => ["maxBytes", { limits: { maxBytes } }] as const),
  ["maxTokens", { limits: { maxTokens: -400 } }],
  ["limits", { limits: undefined }],
  ["limits", { limits: 5 }],
  ["keep", { keep: "middle" }],
  ["headShare", { headShare: 1.5 }],
  ["headShare", { headShare: Number.NaN }],
  ["boundary", { boundary: "word" }],
  ["clean", { clean: 1 }],
  ["notice", { notice: true }],
  ["position", { notice: { position: "middle" } }],
  ["canRead", { notice: { canRead: "everything" } }],
  ["toolName", { notice: { toolName: "two\nlines" } }],
  ["toolName", { notice: { toolName: 5 } }],
  ["maxLines", { noticeAllowance: { maxLines: -1 } }],
  ["upstream", { upstream: { truncated: "yes" } }],
  ["totalBytes", { upstream: { truncated: true, totalBytes: -5 } }],
  ["countTokens", { countTokens: 3 }],
  ["isError", { isError: "no" }],
  ["exitCode", { exitCode: 1.5 }],
  ["meta", { meta: 5 }],
  ["spill", { spill: {} }],
  ["onSpillFailure", { onSpillFailure: "ignore" }],
  ["signal", { signal: {} }],
  ["decode", { decode: "utf-8" }],
];

export const mistakes = (library: Library) =>
  fc.asyncProperty(fc.constantFrom(...WRONG), fc.boolean(), async ([name, wrong], isStream) => {
    const options = { limits: { maxBytes: 9 }, ...wrong } as unknown as BoundOptions;
    const source = isStream ? asynchronous([SECRET]) : SECRET;
    const error = await library.boundResult(source, options).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    hold(error instanceof TypeError || error instanceof RangeError, `a TypeError or RangeError for ${name}`);
    hold(error.message.includes(name), `"${error.message}" names ${name}`);
    hold(!error.message.includes(SECRET), "no content in the message");
  });

async function* asynchronous<T>(chunks: Iterable<T>): AsyncGenerator<T> {
  yield* chunks;
}
