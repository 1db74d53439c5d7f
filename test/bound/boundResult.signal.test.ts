import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type AbortSignalLike, type BoundOptions, boundResult, type Chunk } from "spillway";
import { describe, expect, it } from "vitest";
import { mapSpill } from "./stores.js";
import { SECRET, stream, withoutUnhandled } from "./support.js";

const LIMITS = { maxBytes: 500 };

/** Never gives a chunk after the first ones, and notes that it was closed. */
function silentAfter(chunks: readonly Chunk[]) {
  const seen = { returned: 0 };
  let at = 0;
  const source: AsyncIterable<Chunk> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        const value = chunks[at++];
        return value === undefined ? new Promise<never>(() => {}) : Promise.resolve({ done: false, value });
      },
      return: async () => {
        seen.returned++;
        return { done: true, value: undefined };
      },
    }),
  };
  return { source, seen };
}

describe("boundResult with a signal", () => {
  const withSignal = (signal: AbortSignalLike, options: Partial<BoundOptions> = {}): BoundOptions => ({
    limits: LIMITS,
    signal,
    ...options,
  });

  it("gives what came when it is aborted while the source is silent, and closes the source", async () => {
    const { source, seen } = silentAfter(["first\n", "second\n"]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error(SECRET)), 10);
    const bounded = await boundResult(source, withSignal(controller.signal, { spill: mapSpill() }));
    await sleep(0);
    expect(seen.returned).toBe(1);
    expect(bounded).toMatchObject({
      sourceError: { name: "AbortError" },
      totalIsLowerBound: true,
      total: { lines: 2 },
      spill: { state: "kept", ref: { bytes: 13, complete: false } },
    });
    expect(bounded.text).toMatch(/^first\nsecond\n\[spillway: .*the call was aborted/);
    expect(bounded.text).not.toContain(SECRET);
  });

  it("reads nothing when it was aborted before, and closes the source", async () => {
    const { source, seen } = silentAfter(["first\n"]);
    const bounded = await boundResult(source, withSignal(AbortSignal.abort()));
    await sleep(0);
    expect(bounded).toMatchObject({ sourceError: { name: "AbortError" }, sourceBytes: 0, total: { bytes: 0 } });
    expect(seen.returned).toBe(1);
    const text = await boundResult("in memory", withSignal(AbortSignal.abort()));
    expect(text.sourceError).toEqual({ name: "AbortError" });
  });

  it("changes nothing when it is aborted after the end, or never", async () => {
    const controller = new AbortController();
    const bounded = await boundResult(stream(["all"]), withSignal(controller.signal));
    controller.abort();
    expect(bounded).toMatchObject({ text: "all", spill: { state: "none" } });
    expect(bounded.sourceError).toBeUndefined();
  });

  it("does not wait for an exit code that never comes once it is aborted", async () => {
    const controller = new AbortController();
    const never = new Promise<never>(() => {});
    const work = boundResult(
      "x".repeat(900),
      withSignal(controller.signal, { exitCode: never, isError: Promise.resolve(true) }),
    );
    setTimeout(() => controller.abort(), 10);
    const bounded = await work;
    expect(bounded.text).toContain("; the tool reported an error");
    expect(bounded.sourceError).toBeUndefined();
    expect(bounded.truncated).toBe(true);
  });

  it("leaves no listener on the signal, however long the stream", async () => {
    let [listeners, most] = [0, 0];
    const signal: AbortSignalLike = {
      aborted: false,
      addEventListener: () => {
        listeners++;
        most = Math.max(most, listeners);
      },
      removeEventListener: () => void listeners--,
    };
    await boundResult(stream(Array(500).fill("chunk\n")), withSignal(signal, { exitCode: Promise.resolve(1) }));
    expect(listeners).toBe(0);
    expect(most).toBeLessThanOrEqual(3);
  });

  it("handles a promised fact that is rejected long before the source's end", async () => {
    async function* slow() {
      yield "a";
      await sleep(15);
      yield "b";
    }
    const { value, unhandled } = await withoutUnhandled(() =>
      boundResult(slow(), {
        limits: LIMITS,
        exitCode: Promise.reject(new Error(SECRET)),
        isError: Promise.reject(SECRET),
      }),
    );
    expect(unhandled).toEqual([]);
    expect(value.text).toBe("ab");
    const { value: error, unhandled: more } = await withoutUnhandled(() =>
      boundResult(5 as unknown as string, { limits: LIMITS, exitCode: Promise.reject(new Error(SECRET)) }).catch(
        (e) => e,
      ),
    );
    expect(more).toEqual([]);
    expect(error).toBeInstanceOf(TypeError);
  });

  it("still gives a View when closing the source fails or never ends", async () => {
    for (const close of [() => Promise.reject(new Error(SECRET)), () => new Promise<never>(() => {})]) {
      const controller = new AbortController();
      const source: AsyncIterable<string> = {
        [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}), return: close }),
      };
      setTimeout(() => controller.abort(), 5);
      const { value, unhandled } = await withoutUnhandled(() => boundResult(source, withSignal(controller.signal)));
      expect(unhandled).toEqual([]);
      expect(value.sourceError).toEqual({ name: "AbortError" });
    }
  });

  it("stops reading a stream of Node's when it is aborted", async () => {
    const { PassThrough } = await import("node:stream");
    const readable = new PassThrough();
    readable.write("some\n");
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 10);
    const bounded = await boundResult(readable, withSignal(controller.signal));
    expect(bounded.total.bytes).toBe(5);
    const closed = once(readable, "close").then(() => true);
    expect(await Promise.race([closed, sleep(100, false)]), "the stream is destroyed").toBe(true);
  });
});
