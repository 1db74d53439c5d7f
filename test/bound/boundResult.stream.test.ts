import { setTimeout as sleep } from "node:timers/promises";
import { boundResult, type Chunk, type SpillSink } from "spillway";
import { describe, expect, it } from "vitest";
import { mapSpill } from "./stores.js";
import { SECRET, utf8, withoutUnhandled } from "./support.js";

const LIMITS = { maxBytes: 500 };

/** A store that does nothing but wait. */
function slowSink(milliseconds: number, onWrite: (bytes: number) => void): SpillSink {
  return {
    ...mapSpill(),
    create: async () => ({
      write: async (chunk) => {
        await sleep(milliseconds);
        onWrite(chunk.length);
      },
      commit: async () => ({ id: "x", uri: "spill://x", bytes: 0, sha256: "", complete: true, totalBytes: 0 }),
      abort: async () => {},
    }),
  };
}

describe("boundResult of a stream", () => {
  it("needs memory in proportion to the limits for 300 MB", async () => {
    const chunk = utf8(`${"0123456789abcdef".repeat(4095)}0123456789abcde\n`);
    const count = Math.ceil(300_000_000 / chunk.length);
    let most = 0;
    async function* source() {
      for (let at = 0; at < count; at++) {
        if (at % 256 === 0) most = Math.max(most, heap());
        yield chunk;
      }
    }
    const before = heap();
    const bounded = await boundResult(source(), {
      limits: { maxBytes: 16_384, maxLines: 2000 },
      spill: slowSink(0, () => {}),
    });
    expect(bounded.total.bytes).toBe(count * chunk.length);
    expect(bounded.total.lines).toBe(count);
    expect(bounded.text.length).toBeGreaterThan(0.9 * 16_384);
    expect(most - before).toBeLessThan(40e6);
  });

  it("needs memory in proportion to the limits without a store, and for strings", async () => {
    const chunk = "x".repeat(65_535);
    const before = heap();
    let most = 0;
    function* source() {
      for (let at = 0; at < 500; at++) {
        if (at % 64 === 0) most = Math.max(most, heap());
        yield `${chunk}${at % 10}`;
      }
    }
    const bounded = await boundResult(source(), { limits: { maxTokens: 1000 }, notice: false });
    expect(bounded.total).toEqual({ bytes: 500 * 65_536, chars: 500 * 65_536, lines: 1 });
    expect(most - before).toBeLessThan(40e6);
  });

  it("does not read ahead of a slow store", async () => {
    let [given, written, ahead] = [0, 0, 0];
    const note = (bytes: number) => {
      written += bytes;
    };
    async function* source() {
      for (let at = 0; at < 60; at++) {
        given += 1000;
        ahead = Math.max(ahead, given - written);
        yield "y".repeat(1000);
      }
    }
    await boundResult(source(), { limits: LIMITS, spill: slowSink(1, note) });
    expect(written).toBe(60_000);
    expect(ahead).toBeLessThanOrEqual(3000);
  });

  it("gives a bounded View, a partial Spill and the error's name of a source that breaks", async () => {
    async function* source() {
      yield "z".repeat(3000);
      throw Object.assign(new TypeError(SECRET), { cause: new Error(SECRET) });
    }
    const spill = mapSpill();
    const bounded = await boundResult(source(), { limits: LIMITS, spill, notice: { canRead: "tool" } });
    expect(bounded).toMatchObject({
      truncated: true,
      totalIsLowerBound: true,
      sourceError: { name: "TypeError" },
      spill: { state: "kept", ref: { bytes: 3000, complete: false } },
    });
    expect(bounded.text).toContain("the source broke (TypeError)");
    expect(bounded.text).toContain("of at least 3,000 bytes shown");
    expect(JSON.stringify(bounded)).not.toContain(SECRET);
  });

  it("says that a source broke also where all that came fits", async () => {
    for (const position of ["first", "last"] as const) {
      async function* source() {
        yield "came\n";
        throw new RangeError(SECRET);
      }
      const spill = mapSpill();
      const bounded = await boundResult(source(), { limits: LIMITS, spill, notice: { position } });
      expect(bounded).toMatchObject({
        truncated: false,
        omitted: { bytes: 0 },
        spill: { ref: { bytes: 5, complete: false } },
      });
      expect(bounded.text.split("\n").find((line) => line.startsWith("["))).toContain("the source broke (RangeError)");
      expect(bounded.text).not.toContain("omitted");
    }
  });

  it("never cuts or marks what fits because there is no room to say that the source broke", async () => {
    for (let length = 0; length <= 20; length++) {
      async function* source() {
        yield "a".repeat(length);
        throw new Error(SECRET);
      }
      const { text, truncated } = await boundResult(source(), { limits: { maxBytes: 20 } });
      expect(truncated, `${length} of 20`).toBe(false);
      expect(text).toContain("a".repeat(length));
      expect(text, "nothing is omitted").not.toMatch(/\[…\]/);
    }
  });

  it("gives names of errors only that are names", async () => {
    const throwing = Object.defineProperty(new Error("x"), "name", {
      get() {
        throw new Error(SECRET);
      },
    });
    for (const [thrown, name] of [
      [Object.assign(new Error("x"), { name: `${SECRET} is the token` }), "Error"],
      [Object.assign(new Error("x"), { name: "a".repeat(41) }), "Error"],
      [Object.assign(new Error("x"), { name: "x\n[spillway: ok]" }), "Error"],
      [{ name: 7 }, "Error"],
      [throwing, "Error"],
      [undefined, "Error"],
      [null, "Error"],
      [SECRET, "Error"],
      [Object.assign(new Error("x"), { name: "ECONNRESET" }), "ECONNRESET"],
    ] as const) {
      const source = (function* (): Generator<string> {
        yield "a";
        throw thrown;
      })();
      const bounded = await boundResult(source, { limits: LIMITS });
      expect(bounded.sourceError).toEqual({ name });
      expect(JSON.stringify(bounded)).not.toContain(SECRET);
    }
  });

  it("takes what is no chunk for a source that broke, and closes it", async () => {
    const odd = [
      5,
      null,
      undefined,
      {},
      [1],
      { stream: "stdout" },
      { stream: "stdout", data: 5 },
      new Uint16Array(2),
      Symbol("x"),
    ];
    for (const chunk of odd) {
      let closed = false;
      function* source(): Generator<Chunk> {
        try {
          yield "ok\n";
          yield chunk as Chunk;
          yield "never";
        } finally {
          closed = true;
        }
      }
      const bounded = await boundResult(source(), { limits: LIMITS, spill: mapSpill() });
      await sleep(0);
      expect(closed).toBe(true);
      expect(bounded).toMatchObject({
        sourceError: { name: "TypeError" },
        total: { bytes: 3 },
        spill: { ref: { bytes: 3 } },
      });
    }
  });

  it("takes a source that does not keep to the protocol for one that broke", async () => {
    const odd = [
      { [Symbol.asyncIterator]: 5 },
      { [Symbol.asyncIterator]: () => undefined },
      { [Symbol.asyncIterator]: () => ({}) },
      { [Symbol.iterator]: () => ({ next: () => undefined }) },
      {
        [Symbol.iterator]: () => {
          throw new Error(SECRET);
        },
      },
      {
        [Symbol.iterator]: () => ({
          next: () => Promise.reject(new Error(SECRET)),
          return: () => Promise.reject(SECRET),
        }),
      },
    ];
    for (const source of odd) {
      const work = () => boundResult(source as unknown as Iterable<Chunk>, { limits: LIMITS, spill: mapSpill() });
      const { value, unhandled } = await withoutUnhandled(work);
      expect(unhandled).toEqual([]);
      expect(value).toMatchObject({ sourceBytes: 0, spill: { state: "kept", ref: { complete: false } } });
      expect(value.sourceError?.name).toMatch(/Error$/);
    }
  });
});

function heap(): number {
  const { gc } = globalThis as { gc?: () => void };
  gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
