import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { type BoundOptions, boundResult, boundText, type Chunk, parseNotice, type SpillSink } from "spillway";
import { memorySpill } from "spillway/spill";
import { fileSpill } from "spillway/spill/file";
import { cleanTerminal } from "spillway/text";
import { afterAll, describe, expect, it } from "vitest";
import { checkFull, checkSpill, checkView } from "./checkView.js";
import { sizeOf, wellFormed } from "./oracle.js";
import { mapSpill } from "./stores.js";
import {
  bytesOf,
  chunkings,
  given,
  maybePromised,
  positionOf,
  roomyLimits,
  runs,
  someAllowance,
  someLimits,
  someView,
  stream,
  toolText,
  utf8,
  validText,
} from "./support.js";

const directory = mkdtempSync(join(tmpdir(), "spillway-bound-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let stores = 0;
const STORES: Record<string, () => SpillSink> = {
  "a map": () => mapSpill(),
  memorySpill: () => memorySpill({ key: "k" }),
  fileSpill: () => fileSpill({ directory: join(directory, String(stores++)) }),
};

/** A text as every kind of result that can carry it. */
const KINDS = ["string", "bytes", "iterable", "async", "strings", "tagged"] as const;
type Kind = (typeof KINDS)[number];

function resultOf(kind: Kind, text: string, cuts: readonly number[]) {
  const bytes = utf8(text);
  switch (kind) {
    case "string":
      return text;
    case "bytes":
      return bytes;
    case "iterable":
      return chunkings(bytes, cuts);
    case "async":
      return stream(chunkings(bytes, cuts));
    case "strings":
      return stream(pieces(text, cuts));
    case "tagged":
      return stream(chunkings(bytes, cuts).map((data): Chunk => ({ stream: "stdout", data })));
  }
}

function pieces(text: string, cuts: readonly number[]): string[] {
  const at = [...new Set([0, ...cuts.map((cut) => cut % (text.length + 1)), text.length])].sort((a, b) => a - b);
  return at.slice(1).map((end, index) => text.slice(at[index], end));
}

const flags = fc.record(
  { isError: maybePromised(fc.boolean()), exitCode: maybePromised(fc.constantFrom(null, 0, 1, 137)) },
  { requiredKeys: [] },
);

function flagsOf({ isError, exitCode }: typeof flags extends fc.Arbitrary<infer T> ? T : never): Partial<BoundOptions> {
  return {
    ...(isError === undefined ? {} : { isError: given(isError) }),
    ...(exitCode === undefined ? {} : { exitCode: given(exitCode) }),
  };
}

describe("boundResult", () => {
  it.each(Object.keys(STORES))("always bounds every kind of result and keeps it whole in %s", async (store) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...KINDS),
        toolText,
        fc.array(fc.nat({ max: 5000 }), { maxLength: 8 }),
        someLimits,
        someView,
        someAllowance,
        flags,
        fc.boolean(),
        async (kind, raw, cuts, limits, view, allowance, facts, clean) => {
          const text = kind === "string" || kind === "strings" ? raw : wellFormed(raw);
          const spill = (STORES[store] as () => SpillSink)();
          const bounded = await boundResult(resultOf(kind, text, cuts), {
            limits,
            spill,
            clean,
            noticeAllowance: allowance,
            ...view,
            ...flagsOf(facts),
          });
          const source = clean ? cleanTerminal(text) : text;
          checkView(bounded, { source, limits, allowance, position: positionOf(view) });
          expect(bounded.kind).toBe("text");
          expect(bounded.sourceBytes).toBe(sizeOf(text).bytes);
          expect(bounded.sourceError).toBeUndefined();
          const isCutUpstream = view.upstream?.truncated === true;
          expect(bounded.totalIsLowerBound).toBe(isCutUpstream ? true : undefined);
          if (source !== text) expect(bounded.altered).toBe(true);
          if (bounded.truncated || bounded.altered) await checkSpill(bounded, spill, utf8(text), !isCutUpstream);
          else expect(bounded.spill).toEqual({ state: "none" });
        },
      ),
      runs(store === "fileSpill" ? 150 : 1500),
    );
  });

  it("always gives the same View for any chunking of the same bytes", async () => {
    const cuts = fc.array(fc.nat({ max: 5000 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(
        validText,
        cuts,
        cuts,
        someLimits,
        someView,
        fc.boolean(),
        async (text, one, two, limits, view, clean) => {
          const options = { limits, clean, ...view };
          const bytes = utf8(text);
          const whole = await boundResult(bytes, options);
          expect(await boundResult(text, options)).toEqual(whole);
          expect(await boundResult(chunkings(bytes, one), options)).toEqual(whole);
          expect(await boundResult(stream(chunkings(bytes, two)), options)).toEqual(whole);
          expect(await boundResult(stream(pieces(text, two)), options)).toEqual(whole);
          expect(await boundResult(stream(Array.from(bytes, (byte) => Uint8Array.of(byte))), options)).toEqual(whole);
        },
      ),
      runs(1000),
    );
  });

  it("always says what boundText says, without a store to speak of", async () => {
    await fc.assert(
      fc.asyncProperty(
        toolText,
        someLimits,
        someView,
        fc.constantFrom(null, 0, 1),
        async (text, limits, view, exitCode) => {
          const alone = boundText(text, limits, { ...view, notice: false, exitCode });
          const bounded = await boundResult(text, { ...view, limits, notice: false, exitCode });
          expect(bounded).toMatchObject({ ...alone });
        },
      ),
      runs(500),
    );
  });

  it("always finds invalid bytes out, and keeps them", async () => {
    const bytes = fc.array(fc.oneof(fc.uint8Array({ maxLength: 6 }), validText.map(utf8)), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(bytes, someLimits, someView, async (chunks, limits, view) => {
        const spill = mapSpill();
        const input = Buffer.concat(chunks);
        const source = new TextDecoder("utf-8", { ignoreBOM: true }).decode(input);
        fc.pre(!source.includes("…") && !source.includes("[spillway"));
        const bounded = await boundResult(stream(chunks), { ...view, limits, spill });
        if (bounded.kind === "text") checkView(bounded, { source, limits, position: positionOf(view) });
        if (!Buffer.from(utf8(source)).equals(input)) expect(bounded.altered).toBe(true);
        const isCutUpstream = view.upstream?.truncated === true;
        if (bounded.truncated || bounded.altered) await checkSpill(bounded, spill, input, !isCutUpstream);
        else expect(bounded.spill).toEqual({ state: "none" });
      }),
      runs(1000),
    );
  });

  it("always keeps each of two streams whole, in the View and in the Spill", async () => {
    const cuts = fc.array(fc.nat({ max: 500 }), { maxLength: 6 });
    const text = validText.map((raw) => raw.replaceAll("\u001b", "~")); // a View ends before an open escape
    await fc.assert(
      fc.asyncProperty(text, text, cuts, cuts, fc.infiniteStream(fc.boolean()), async (out, err, one, two, turns) => {
        const queues = {
          stdout: chunkings(utf8(out), one).map((data): Chunk => ({ stream: "stdout", data })),
          stderr: chunkings(utf8(err), two).map((data): Chunk => ({ stream: "stderr", data })),
        };
        const merged: Chunk[] = [];
        for (const turn of turns) {
          if (queues.stdout.length + queues.stderr.length === 0) break;
          const chunk = (turn ? queues.stdout.shift() : undefined) ?? queues.stderr.shift() ?? queues.stdout.shift();
          if (chunk !== undefined) merged.push(chunk);
        }
        const spill = mapSpill();
        const whole = await boundResult(merged, { limits: {}, spill });
        const replaced = (text: string) => text.split("\ufffd").length;
        expect(whole).toMatchObject({ altered: false, sourceBytes: bytesOf(merged).length });
        expect(replaced(whole.text)).toBe(replaced(out) + replaced(err) - 1);
        const cut = await boundResult(merged, { limits: { maxBytes: 0 }, spill });
        if (cut.truncated) await checkSpill(cut, spill, utf8(whole.text), true);
        expect(cut.sourceBytes).toBe(bytesOf(merged).length);
      }),
      runs(500),
    );
  });

  it("always uses 90 % of the limiting unit, also for a stream", async () => {
    await fc.assert(
      fc.asyncProperty(
        validText,
        fc.integer({ min: 5, max: 60 }),
        roomyLimits,
        someView,
        async (text, times, limits, view) => {
          const piece = text.replaceAll("\u001b", "~");
          const bounded = await boundResult(stream(Array(times).fill(piece)), { limits, spill: mapSpill(), ...view });
          if (!bounded.truncated) return;
          const { boundary = "line", keep = "ends", headShare } = view;
          checkFull(bounded, {
            source: piece.repeat(times),
            limits,
            boundary,
            keep,
            headShare,
            position: positionOf(view),
          });
        },
      ),
      runs(500),
    );
  });

  it("always gives the same View and the same Spill for the same call", async () => {
    await fc.assert(
      fc.asyncProperty(toolText, someLimits, someView, async (text, limits, view) => {
        const spill = memorySpill({ key: "k" });
        const options = { limits, spill, meta: { sessionId: "s", callId: "c" }, ...view };
        const first = await boundResult(text, options);
        expect(await boundResult(text, options)).toEqual(first);
        expect(await boundResult(text, { ...options, spill: memorySpill({ key: "k" }) })).toEqual(first);
      }),
      runs(300),
    );
  });

  it("never changes a View that is bounded again with the same limits", async () => {
    await fc.assert(
      fc.asyncProperty(toolText, someLimits, someView, async (text, limits, view) => {
        const spill = mapSpill();
        const { text: once, spill: kept } = await boundResult(text, { limits, spill, ...view });
        const { upstream: _, ...again } = view;
        expect(await boundResult(once, { limits, spill, ...again })).toMatchObject({
          text: once,
          truncated: false,
          altered: false,
          spill: parseNotice(once)?.id === undefined ? { state: "none" } : kept,
        });
      }),
      runs(1000),
    );
  });
});
