/** Windows by JSON Pointer: each is JSON that fits, and together they have every value once. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SpillWindow } from "../../../src/spill/readSpill.js";
import { fits } from "../../../src/text/fits.js";
import type { Limits } from "../../../src/text/limits.js";
import { runs } from "../../support/runs.js";
import { type Document, document, type Value, valuesOf, write } from "./documents.js";
import { follow, inPieces, keep, windowOf } from "./support.js";

/** From the smallest that are allowed up. */
const limits: fc.Arbitrary<Limits> = fc.record(
  {
    maxBytes: fc.oneof(fc.integer({ min: 4, max: 60 }), fc.integer({ min: 4, max: 600 })),
    maxChars: fc.integer({ min: 2, max: 200 }),
    maxLines: fc.integer({ min: 1, max: 8 }),
    maxTokens: fc.integer({ min: 4, max: 100 }),
  },
  { requiredKeys: [] },
);

/**
 * Holds windows against the document. Members are found by their place: `range` has to be that of the members that the
 * window says it has, in the text as it is.
 */
function check({ text, root }: Document, windows: readonly SpillWindow[], limits: Limits, from: Value = root): void {
  const bytes = Buffer.from(text);
  const values = [...valuesOf(root)];
  const leaves = [...valuesOf(from)].filter(({ kind }) => kind === "string" || kind === "scalar");
  const shown = new Map<Value, number>();
  const parts = new Map<Value, string>();
  let at = 0;
  for (const { text: piece, range, json } of windows) {
    expect(fits(piece, limits)).toBe(true);
    expect(range.start).toBeGreaterThanOrEqual(at);
    at = range.end;
    const source = bytes.subarray(range.start, range.end).toString();
    const part = leaves.find(({ kind, start, end }) => kind === "string" && range.start > start && range.end <= end);
    if (json === undefined) {
      expect(source).toBe(piece); // by bytes: what no window can have as JSON
    } else if (part !== undefined) {
      parts.set(part, (parts.get(part) ?? "") + (JSON.parse(piece) as string));
    } else if (json.count > 0) {
      // A single value is a member of what it is in, and a value of its own: the pointer tells which.
      const containers = values.filter(
        ({ members }) =>
          members[json.from]?.start === range.start && members[json.from + json.count - 1]?.end === range.end,
      );
      const scalars = leaves.filter(({ start, end }) => start === range.start && end === range.end);
      const named = [...containers, ...scalars].filter(({ pointer = json.pointer }) => pointer === json.pointer);
      expect(named.map(({ kind }) => inBrackets(source, kind))).toContain(piece);
      for (const record of named[0]?.kind === "records" ? piece.split("\n") : [piece]) JSON.parse(record);
    }
    for (const leaf of leaves) {
      if (leaf.start >= range.start && leaf.end <= range.end) shown.set(leaf, (shown.get(leaf) ?? 0) + 1);
    }
  }
  for (const leaf of leaves) {
    const isPaged = parts.has(leaf);
    const isByBytes = windows.some(({ json, range }) => json === undefined && range.start < leaf.end);
    if (isPaged && !isByBytes) expect(parts.get(leaf)).toBe(leaf.text);
    if (!isByBytes) expect([leaf.start, isPaged ? 1 : shown.get(leaf)]).toEqual([leaf.start, 1]);
  }
  if (from === root) expect(windows.at(-1)?.next).toBeUndefined();
}

function inBrackets(source: string, kind: Value["kind"]): string {
  return kind === "array" ? `[${source}]` : kind === "object" ? `{${source}}` : source;
}

describe("windows by pointer", () => {
  it("should always be JSON that fits, and have every value once, in order", async () => {
    await fc.assert(
      fc.asyncProperty(document, limits, async (document, limits) => {
        check(document, await follow(await keep(document.text), { pointer: "" }, limits), limits);
      }),
      runs(100),
    );
  });

  it("should always go through any value, and no further", async () => {
    await fc.assert(
      fc.asyncProperty(document, limits, fc.nat(), async (document, limits, pick) => {
        const named = [...valuesOf(document.root)].filter(({ pointer }) => pointer !== undefined);
        const value = named[pick % named.length] as Value;
        const kept = await keep(document.text);
        const windows = await follow(kept, { pointer: value.pointer as string }, limits);
        check(document, windows, limits, value);
        if (windows.every(({ json }) => json !== undefined)) {
          expect(windows[0]?.range.start).toBeGreaterThanOrEqual(value.start);
          expect(windows.at(-1)?.range.end).toBeLessThanOrEqual(value.end);
        }
      }),
      runs(150),
    );
  });

  it("should always begin at the member or character that was asked for", async () => {
    await fc.assert(
      fc.asyncProperty(document, fc.nat(), fc.nat(30), async (document, pick, from) => {
        const named = [...valuesOf(document.root)].filter(
          ({ pointer, kind }) => pointer !== undefined && kind !== "scalar",
        );
        fc.pre(named.length > 0);
        const value = named[pick % named.length] as Value;
        const window = await windowOf(await keep(document.text), { pointer: value.pointer as string, from }, {});
        if (value.kind === "string") {
          const rest = (value.text ?? "").slice(from);
          const cut = /^[\udc00-\udfff]/.test(rest) && /[\ud800-\udbff]$/.test((value.text ?? "").slice(0, from));
          if (!cut) expect(JSON.parse(window.text)).toBe(rest);
        } else {
          const first = value.members[from];
          expect(window.json?.count).toBe(Math.max(0, value.members.length - from));
          if (first !== undefined) expect(window.range.start).toBe(first.start);
        }
        expect(window.next).toBeUndefined();
      }),
      runs(250),
    );
  });

  it("should always give the same through a store that reads in pieces", async () => {
    await fc.assert(
      fc.asyncProperty(document, limits, fc.constantFrom(1, 2, 3, 7), async (document, limits, most) => {
        const kept = await keep(document.text);
        const whole = await follow(kept, { pointer: "" }, limits);
        expect(await follow({ ...kept, sink: inPieces(kept.sink, most) }, { pointer: "" }, limits)).toEqual(whole);
      }),
      runs(30),
    );
  });

  it("should not part a character where one read ends and the next begins", async () => {
    for (const shift of [0, 1, 2, 3]) {
      const items = Array.from(
        { length: 9000 },
        (_, index) => ({ kind: "string", text: `🟡${index}中`, escaped: false }) as const,
      );
      const document = write({ kind: "object", members: [["x".repeat(shift), { kind: "array", items }]] }, "compact");
      const kept = await keep(document.text);
      const windows = await follow(kept, { pointer: `/${"x".repeat(shift)}` }, { maxBytes: 40_000 });
      expect(windows.flatMap(({ text }) => JSON.parse(text) as string[])).toEqual(items.map(({ text }) => text));

      const long = "🟡é\\u4e2d".repeat(20_000);
      const pages = await follow(
        await keep(`["${"x".repeat(shift)}${long}"]`),
        { pointer: "/0" },
        { maxBytes: 30_000 },
      );
      expect(pages.map(({ text }) => JSON.parse(text) as string).join("")).toBe(
        "x".repeat(shift) + "🟡é中".repeat(20_000),
      );
      for (const { json } of pages) {
        const again = await windowOf(
          await keep(`["${"x".repeat(shift)}${long}"]`),
          { pointer: "/0", from: json?.from },
          { maxBytes: 100 },
        );
        expect(pages[0]?.text).toBeDefined();
        expect((JSON.parse(again.text) as string).length).toBeGreaterThan(0);
        expect(again.json?.from).toBe(json?.from);
      }
    }
  });
});
