import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { type ByteSource, boundResult, type Chunk, mergeStreams } from "spillway";
import { describe, expect, it } from "vitest";
import { mapSpill } from "./stores.js";
import { runs, stream, withoutUnhandled } from "./support.js";

/** A stream that gives chunks when it is told to, and notes what is asked of it. */
function pushed() {
  const waiting: { resolve: (result: IteratorResult<string>) => void; reject: (error: unknown) => void }[] = [];
  const ready: (IteratorResult<string> | { error: unknown })[] = [];
  const seen = { asked: 0, returned: 0 };
  const settle = (outcome: IteratorResult<string> | { error: unknown }) => {
    const next = waiting.shift();
    if (next === undefined) ready.push(outcome);
    else if ("error" in outcome) next.reject(outcome.error);
    else next.resolve(outcome);
  };
  const source: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        seen.asked++;
        const outcome = ready.shift();
        if (outcome === undefined) return new Promise((resolve, reject) => void waiting.push({ resolve, reject }));
        return "error" in outcome ? Promise.reject(outcome.error) : Promise.resolve(outcome);
      },
      return: async () => {
        seen.returned++;
        return { done: true, value: undefined };
      },
    }),
  };
  return {
    source,
    seen,
    push: (value: string) => settle({ done: false, value }),
    end: () => settle({ done: true, value: undefined }),
    fail: (error: unknown) => settle({ error }),
  };
}

async function all(source: AsyncIterable<Chunk>): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return chunks;
}

const silent = () => pushed().source;

describe("mergeStreams", () => {
  it("gives chunks in the order in which they arrive, with the names of their streams", async () => {
    const [out, err] = [pushed(), pushed()];
    const merged = all(mergeStreams({ stdout: out.source, stderr: err.source }));
    const steps = [
      () => err.push("1"),
      () => out.push("2"),
      () => out.push("3"),
      () => err.push("4"),
      out.end,
      err.end,
    ];
    for (const step of steps) {
      step();
      await sleep(1);
    }
    expect(await merged).toEqual([
      { stream: "stderr", data: "1" },
      { stream: "stdout", data: "2" },
      { stream: "stdout", data: "3" },
      { stream: "stderr", data: "4" },
    ]);
  });

  it("takes streams that are absent, and none at all", async () => {
    expect(await all(mergeStreams({}))).toEqual([]);
    expect(await all(mergeStreams({ stdout: null, stderr: undefined }))).toEqual([]);
    expect(await all(mergeStreams({ stdout: ["a"], stderr: null }))).toEqual([{ stream: "stdout", data: "a" }]);
    expect(await all(mergeStreams({ stderr: stream(["a"]) }))).toEqual([{ stream: "stderr", data: "a" }]);
  });

  it("rejects what is not iterable, naming it and never its content", () => {
    for (const value of [5, {}, "secret", true, () => {}]) {
      const act = (name: "stdout" | "stderr") => () => mergeStreams({ [name]: value as unknown as ByteSource });
      expect(act("stdout")).toThrow(TypeError);
      expect(act("stdout")).toThrow(/^stdout must be iterable/);
      expect(act("stderr")).toThrow(/^stderr must be iterable/);
      expect(act("stderr")).not.toThrow(/secret/);
    }
    expect(() => mergeStreams(null as unknown as object)).toThrow(/streams must be an object/);
  });

  it("asks a stream for the next chunk only when its last one was taken", async () => {
    const [out, err] = [pushed(), pushed()];
    for (let at = 0; at < 5; at++) out.push(String(at));
    const iterator = mergeStreams({ stdout: out.source, stderr: err.source })[Symbol.asyncIterator]();
    await sleep(1);
    expect([out.seen.asked, err.seen.asked]).toEqual([0, 0]);
    for (let taken = 1; taken <= 5; taken++) {
      await iterator.next();
      await sleep(1);
      expect([out.seen.asked, err.seen.asked]).toEqual([taken, 1]);
    }
  });

  it("gives an error in its turn, behind what arrived before, and closes the other stream", async () => {
    const [out, err] = [pushed(), pushed()];
    out.push("before");
    const iterator = mergeStreams({ stdout: out.source, stderr: err.source })[Symbol.asyncIterator]();
    const { value, unhandled } = await withoutUnhandled(async () => {
      const first = await iterator.next();
      out.push("also before");
      const second = await iterator.next();
      err.fail(new Error("broke"));
      await sleep(1);
      const third = await iterator.next().catch((error: Error) => error.message);
      return [first.value, second.value, third, await iterator.next()];
    });
    expect(value).toEqual([
      { stream: "stdout", data: "before" },
      { stream: "stdout", data: "also before" },
      "broke",
      { done: true, value: undefined },
    ]);
    expect(unhandled).toEqual([]);
    expect([out.seen.returned, err.seen.returned]).toEqual([1, 0]);
  });

  it("closes both streams at an early return, also while they are silent", async () => {
    for (const take of [0, 1]) {
      const [out, err] = [pushed(), pushed()];
      if (take === 1) out.push("x");
      const iterator = mergeStreams({ stdout: out.source, stderr: err.source })[Symbol.asyncIterator]();
      for (let count = 0; count < take; count++) await iterator.next();
      const pending = iterator.next();
      await sleep(1);
      expect(await iterator.return?.()).toEqual({ done: true, value: undefined });
      expect(await pending).toEqual({ done: true, value: undefined });
      expect(await iterator.next()).toEqual({ done: true, value: undefined });
      expect([out.seen.returned, err.seen.returned]).toEqual([1, 1]);
    }
  });

  it("does not mind streams that cannot be closed", async () => {
    const failing: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: () => Promise.reject(new Error("x")),
      }),
    };
    const { unhandled } = await withoutUnhandled(async () => {
      const iterator = mergeStreams({ stdout: failing, stderr: failing })[Symbol.asyncIterator]();
      void iterator.next();
      await iterator.return?.();
    });
    expect(unhandled).toEqual([]);
  });

  it("answers calls that overlap in their order", async () => {
    const iterator = mergeStreams({ stdout: stream(["a", "b", "c"]) })[Symbol.asyncIterator]();
    const results = await Promise.all([iterator.next(), iterator.next(), iterator.next(), iterator.next()]);
    expect(results.map(({ value }) => (value as { data: string } | undefined)?.data)).toEqual([
      "a",
      "b",
      "c",
      undefined,
    ]);
  });

  it("does not grow while the other stream stays silent", async () => {
    const read = async (count: number) => {
      const iterator = mergeStreams({ stdout: Array(count).fill("chunk"), stderr: silent() })[Symbol.asyncIterator]();
      for (let at = 0; at < count; at++) await iterator.next();
      await iterator.return?.();
    };
    const before = process.memoryUsage().heapUsed;
    await read(200_000);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(60e6);
  });

  it("always gives every chunk of each stream, in its order", async () => {
    const chunks = fc.array(fc.string(), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(chunks, chunks, fc.boolean(), fc.boolean(), async (out, err, slowOut, slowErr) => {
        async function* slow(list: readonly string[]) {
          for (const chunk of list) {
            await Promise.resolve();
            yield chunk;
          }
        }
        const merged = await all(
          mergeStreams({ stdout: slowOut ? slow(out) : out, stderr: slowErr ? slow(err) : err }),
        );
        const of = (name: string) =>
          (merged as { stream: string; data: string }[]).filter((chunk) => chunk.stream === name);
        expect(of("stdout").map(({ data }) => data)).toEqual(out);
        expect(of("stderr").map(({ data }) => data)).toEqual(err);
      }),
      runs(500),
    );
  });

  it("merges what a real command prints", async () => {
    const script = `
      process.stdout.write("out 1\\n");
      setTimeout(() => process.stderr.write("err ≤\\n"), 60);
      setTimeout(() => { process.stdout.write("out 2\\n"); process.exitCode = 3; }, 120);`;
    const child = spawn(process.execPath, ["-e", script]);
    const exitCode = once(child, "close").then(([code]) => code as number);
    const bounded = await boundResult(mergeStreams(child), { limits: { maxLines: 2 }, spill: mapSpill(), exitCode });
    expect(bounded).toMatchObject({
      total: { lines: 3 },
      sourceBytes: 20,
      spill: { state: "kept", ref: { bytes: 20 } },
    });
    expect(bounded.text).toContain("exit code 3");
    const again = spawn(process.execPath, ["-e", script]);
    expect((await boundResult(mergeStreams(again), { limits: {} })).text).toBe("out 1\nerr ≤\nout 2\n");
  });

  it("keeps a command that prints much in step with a slow reader", async () => {
    const script = `const line = "y".repeat(1023) + "\\n"; for (let i = 0; i < 20000; i++) process.stdout.write(line);`;
    const child = spawn(process.execPath, ["-e", script]);
    const bounded = await boundResult(mergeStreams(child), { limits: { maxBytes: 4096 }, spill: mapSpill() });
    expect(bounded.total).toEqual({ bytes: 20_480_000, chars: 20_480_000, lines: 20_000 });
  });

  it("lets go of a silent command's streams when the call is aborted", async () => {
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 20000)"]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    const bounded = await boundResult(mergeStreams(child), { limits: {}, signal: controller.signal });
    await sleep(30);
    child.kill();
    expect(bounded.sourceError).toEqual({ name: "AbortError" });
    expect([child.stdout.destroyed, child.stderr.destroyed]).toEqual([true, true]);
  });
});
