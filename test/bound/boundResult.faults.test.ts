import fc from "fast-check";
import { type Bounded, type BoundOptions, boundResult, type Chunk, SpillError, type SpillSink } from "spillway";
import { memorySpill } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { type MapSink, mapSpill } from "./stores.js";
import { runs, SECRET, stream, utf8, withoutUnhandled } from "./support.js";

const TEXT = "some words of a log\n".repeat(60);
const LIMITS = { maxBytes: 400 };

/** What a store may throw: its own errors, strangers' errors, and what is no error at all. */
const THROWN: readonly { readonly error: unknown; readonly code: string }[] = [
  { error: new SpillError("no_space"), code: "no_space" },
  { error: new SpillError("denied", { cause: new Error(SECRET) }), code: "denied" },
  { error: Object.assign(new Error(`ENOSPC ${SECRET}`), { code: "ENOSPC" }), code: "io" },
  { error: SECRET, code: "io" },
  { error: undefined, code: "io" },
  { error: { name: SECRET, message: SECRET }, code: "io" },
  { error: null, code: "io" },
];

const REASONS: Readonly<Record<string, string>> = {
  no_space: "no space left in the store",
  denied: "the store refused access",
  io: "the store failed",
};

const faults = fc.record({
  at: fc.constantFrom("create", "write", "commit"),
  nth: fc.nat({ max: 6 }),
  how: fc.constantFrom("sync", "async"),
  thrown: fc.constantFrom(...THROWN),
  abortFails: fc.boolean(),
});

/** A source that notes whether it was closed and how far it was read. */
function watched(chunks: readonly Chunk[]) {
  const seen = { closed: false, read: 0 };
  async function* source(): AsyncGenerator<Chunk> {
    try {
      for (const chunk of chunks) {
        seen.read++;
        yield chunk;
      }
    } finally {
      seen.closed = true;
    }
  }
  return { seen, source: source() };
}

const CHUNKS = Array.from({ length: 12 }, (_, at) => TEXT.slice(at * 100, at * 100 + 100));

async function checkCut(bounded: Bounded, sink: MapSink, code: string): Promise<void> {
  expect(bounded.spill).toEqual({ state: "failed", code });
  expect(bounded.text.length).toBeLessThanOrEqual(LIMITS.maxBytes);
  expect(bounded.text).toContain(`the rest could not be kept: ${REASONS[code]}]`);
  expect(bounded.text).not.toMatch(/spill:\/\/|complete output/);
  expect(bounded).toMatchObject({
    truncated: true,
    total: { bytes: TEXT.length, lines: 60 },
    sourceBytes: TEXT.length,
  });
  expect(sink.kept.size).toBe(0);
}

describe("boundResult with a store that fails", () => {
  it("always bounds all the same and says so, wherever and however the store fails", async () => {
    await fc.assert(
      fc.asyncProperty(faults, fc.constantFrom("string", "stream", "json"), async ({ thrown, ...fault }, kind) => {
        const sink = mapSpill({ ...fault, error: thrown.error });
        const result = kind === "string" ? TEXT : kind === "json" ? { json: TEXT } : stream(CHUNKS);
        const { value, unhandled } = await withoutUnhandled(() => boundResult(result, { limits: LIMITS, spill: sink }));
        expect(unhandled).toEqual([]);
        const happened = value.spill.state === "failed";
        expect(happened).toBe(fault.at !== "write" || fault.nth < sink.calls.filter((call) => call === "write").length);
        expect(JSON.stringify(value)).not.toContain(SECRET);
        if (!happened) return;
        if (kind === "json") expect(value.text).toContain(`could not be kept: ${REASONS[thrown.code]}`);
        else await checkCut(value, sink, thrown.code);
        const opened = fault.at !== "create";
        expect(sink.calls.filter((call) => call === "abort")).toHaveLength(opened ? 1 : 0);
        if (opened && !fault.abortFails) expect(sink.open()).toBe(0);
      }),
      runs(300),
    );
  });

  it("fails at the n-th call, for every n, and leaves no Spill and no open writer", async () => {
    const calls = mapSpill();
    await boundResult(stream(CHUNKS), { limits: LIMITS, spill: calls });
    const writes = calls.calls.filter((call) => call === "write").length;
    expect(writes).toBeGreaterThan(5);
    for (let nth = 0; nth < writes; nth++) {
      const sink = mapSpill({ at: "write", nth, how: "async", error: new SpillError("no_space") });
      await checkCut(await boundResult(stream(CHUNKS), { limits: LIMITS, spill: sink }), sink, "no_space");
      expect(sink.open()).toBe(0);
      expect(sink.calls.filter((call) => call === "write")).toHaveLength(nth + 1);
    }
  });

  it('lets what is in memory through whole with "pass", and cuts a stream all the same', async () => {
    await fc.assert(
      fc.asyncProperty(faults, async ({ thrown, ...fault }) => {
        const options = (sink: MapSink): BoundOptions => ({ limits: LIMITS, spill: sink, onSpillFailure: "pass" });
        const one = mapSpill({ ...fault, nth: 0, error: thrown.error });
        for (const result of [TEXT, utf8(TEXT)]) {
          const passed = await boundResult(result, options(one));
          expect(passed).toMatchObject({ text: TEXT, truncated: false, spill: { state: "failed", code: thrown.code } });
          expect(passed.omitted).toEqual({ bytes: 0, chars: 0, lines: 0 });
          expect(passed.limitedBy).toBeUndefined();
        }
        const two = mapSpill({ ...fault, nth: 0, error: thrown.error });
        await checkCut(await boundResult(stream(CHUNKS), options(two)), two, thrown.code);
      }),
      runs(50),
    );
  });

  it("never ends a passed View inside an escape sequence", async () => {
    const sink = mapSpill({ at: "create", how: "async", error: new SpillError("io") });
    const options: BoundOptions = { limits: { maxBytes: 10 }, spill: sink, onSpillFailure: "pass" };
    const { text, shown, omitted } = await boundResult("some words\u001b[3", options);
    expect(text).toBe("some words");
    expect([shown.bytes, omitted.bytes]).toEqual([10, 3]);
  });

  it("counts a passed View as what it shows, also where the source was aborted", async () => {
    const sink = mapSpill({ at: "create", how: "async", error: new SpillError("io") });
    const aborted = AbortSignal.abort();
    const bounded = await boundResult(TEXT, { limits: LIMITS, spill: sink, onSpillFailure: "pass", signal: aborted });
    const { shown, omitted, total } = bounded;
    expect({ bytes: shown.bytes + omitted.bytes, lines: shown.lines + omitted.lines }).toEqual({
      bytes: total.bytes,
      lines: total.lines,
    });
    expect(bounded.text.length).toBeLessThanOrEqual(Math.max(LIMITS.maxBytes, total.bytes));
  });

  it('rejects with the SpillError and closes the source with "throw"', async () => {
    await fc.assert(
      fc.asyncProperty(faults, async ({ thrown, ...fault }) => {
        const sink = mapSpill({ ...fault, nth: Math.min(fault.nth, 5), error: thrown.error });
        const { source, seen } = watched(CHUNKS);
        const options: BoundOptions = {
          limits: LIMITS,
          spill: sink,
          onSpillFailure: "throw",
          exitCode: Promise.reject(1),
        };
        const { value, unhandled } = await withoutUnhandled(() => boundResult(source, options).catch((error) => error));
        expect(unhandled).toEqual([]);
        expect(value).toBeInstanceOf(SpillError);
        expect(value.code).toBe(thrown.code);
        expect(value.message).not.toContain(SECRET);
        expect(seen.closed).toBe(true);
        if (fault.at !== "commit") expect(seen.read).toBeLessThan(CHUNKS.length);
        expect(sink.kept.size).toBe(0);
        if (!fault.abortFails) expect(sink.open()).toBe(0);
      }),
      runs(150),
    );
  });

  it("says nothing of the store's failure where the store was not needed", async () => {
    const sink = mapSpill({ at: "create", how: "sync", error: new Error("x") });
    expect(await boundResult("short", { limits: LIMITS, spill: sink })).toMatchObject({
      text: "short",
      spill: { state: "none" },
    });
  });

  it("reads on and counts all when the store fails early", async () => {
    const sink = mapSpill({ at: "create", how: "sync", error: new Error("x") });
    const { source, seen } = watched(CHUNKS);
    const bounded = await boundResult(source, { limits: LIMITS, spill: sink });
    expect(seen).toEqual({ closed: true, read: CHUNKS.length });
    expect(bounded.sourceBytes).toBe(TEXT.length);
  });

  it("takes a commit that names nothing for a failure", async () => {
    for (const ref of [undefined, null, {}, "spill://x"]) {
      const writer = { write: async () => {}, commit: async () => ref as never, abort: async () => {} };
      const sink: SpillSink = { ...mapSpill(), create: async () => writer };
      const bounded = await boundResult(TEXT, { limits: LIMITS, spill: sink });
      expect(bounded.spill, String(ref)).toEqual({ state: "failed", code: "io" });
    }
  });

  it("takes a store that is no store, or gives no writer, for one that failed", async () => {
    for (const writer of [undefined, null, {}, 5]) {
      const sink: SpillSink = { ...mapSpill(), create: async () => writer as never };
      const { value, unhandled } = await withoutUnhandled(() => boundResult(TEXT, { limits: LIMITS, spill: sink }));
      expect(unhandled).toEqual([]);
      expect(value.spill.state).toBe("failed");
    }
  });

  it("keeps the notice one well-formed line, whatever the store calls a Spill", async () => {
    const ref = {
      id: "a\nb",
      uri: "spill://a\nb\ud800\u001b[3",
      path: "/tmp/\u0000x",
      bytes: 1,
      totalBytes: 1,
      complete: true,
      sha256: "",
    };
    const writer = { write: async () => {}, commit: async () => ref, abort: async () => {} };
    const sink: SpillSink = { ...mapSpill(), create: async () => writer };
    for (const canRead of ["path", "tool", "resource", "none"] as const) {
      const { text } = await boundResult("x".repeat(900), { limits: LIMITS, spill: sink, notice: { canRead } });
      expect(text, canRead).toMatch(/\n\[spillway: [^\n\p{Cc}\p{Surrogate}]*\]$/u);
    }
  });

  it("says how much a quota left, and calls the Spill partial", async () => {
    const spill = memorySpill({ maxBytes: 700 });
    const bounded = await boundResult(stream(CHUNKS), { limits: LIMITS, spill, notice: { canRead: "tool" } });
    expect(bounded.spill).toMatchObject({ state: "kept", ref: { bytes: 700, complete: false, totalBytes: 1200 } });
    expect(bounded.text).toContain("the first 700 bytes of 1,200 through read_result");
    const failing = await boundResult(TEXT, {
      limits: LIMITS,
      spill: memorySpill({ maxBytes: 700, overQuota: "fail" }),
    });
    expect(failing.spill).toEqual({ state: "failed", code: "quota" });
    expect(failing.text).toContain("could not be kept: the store's quota is used up]");
  });

  it("tells a program that what was altered could not be kept", async () => {
    const sink = mapSpill({ at: "commit", how: "async", error: new SpillError("no_space") });
    const bounded = await boundResult(Uint8Array.of(0x61, 0xff), { limits: LIMITS, spill: sink });
    expect(bounded).toMatchObject({ altered: true, truncated: false, spill: { state: "failed", code: "no_space" } });
  });
});
