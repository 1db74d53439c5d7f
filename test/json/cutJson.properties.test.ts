/** What `cutJson` always and never does, whatever the JSON, its spelling, the limits and the options. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CutJsonOptions, cutJson, type JsonCut } from "../../src/json/cutJson.js";
import type { Limits, TokenCounter } from "../../src/text/limits.js";
import { estimateTokens } from "../../src/tokens/estimate.js";
import type { NaiveSize } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";
import { headShare, KEEPS, SOUND_COUNTERS, WEIRD_COUNTERS } from "../text/options.js";
import { naiveFits, naiveSize } from "../text/reference.js";
import { containerTree, jsonText, ndjsonText, spelledScalar, spelledString } from "./arbitraries.js";
import { checkPruning, checkRecords, type Node, type Pruning, readNode, resolvePointer } from "./reference.js";

/** A limit: one that does not matter, a small one, a part of what the text takes, or one at its size or next to it. */
type Plan = { readonly at: number } | { readonly part: number } | { readonly fromTotal: number } | undefined;

const plan: fc.Arbitrary<Plan> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.nat(40).map((at) => ({ at })) },
  { weight: 4, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map((part) => ({ part })) },
  { weight: 1, arbitrary: fc.integer({ min: -2, max: 1 }).map((fromTotal) => ({ fromTotal })) },
);
const plans = fc.record({ bytes: plan, chars: plan, lines: plan, tokens: plan });
type Plans = Readonly<Record<"bytes" | "chars" | "lines" | "tokens", Plan>>;

function limitsFor(text: string, chosen: Plans, countTokens: TokenCounter): Limits {
  const total = { ...naiveSize(text), tokens: countTokens(wellFormed(text)) };
  const limit = (of: Plan, size: number) => {
    if (of === undefined) return undefined;
    if ("at" in of) return of.at;
    return "part" in of ? Math.floor(size * of.part) : Math.max(0, size + of.fromTotal);
  };
  return {
    maxBytes: limit(chosen.bytes, total.bytes),
    maxChars: limit(chosen.chars, total.chars),
    maxLines: limit(chosen.lines, total.lines),
    maxTokens: limit(chosen.tokens, total.tokens),
  };
}

const options = fc.record({
  keep: fc.constantFrom(...KEEPS),
  headShare,
  marker: fc.boolean(),
  countTokens: fc.constantFrom(...SOUND_COUNTERS),
});

describe("cutJson, of any JSON text", () => {
  it("is always inside every limit, always parses, and is a pruning that says what it left out", () => {
    const check = (text: string, chosen: Plans, settings: Settings) => {
      const limits = limitsFor(text, chosen, settings.countTokens);
      const cut = cutJson(text, limits, settings);

      expectSound(text, limits, settings, cut);
      expect(cut.kind).toBe("json");
      if (!cut.truncated) return;
      const source = readNode(wellFormed(text)) as Node;
      if (cut.text === "") return expectNothingFits(source, limits, settings, cut);
      const shown = readNode(cut.text);
      expect(shown, "the text must be JSON").toBeDefined();
      const own = checkPruning(source, shown as Node, cut.elisions, settings.marker);
      expectShown(cut, own, settings.marker);
      expectKinds(text, cut);
    };
    fc.assert(fc.property(jsonText(), plans, options, check), runs(2000));
    fc.assert(fc.property(spelledScalar(), plans, options, check), runs(500));
  });

  it("resolves every elision's pointer in the source, to what has as many members or chars", () => {
    const check = (text: string, chosen: Plans, settings: Settings) => {
      const { elisions } = cutJson(text, limitsFor(text, chosen, settings.countTokens), settings);
      const source = readNode(wellFormed(text)) as Node;
      for (const { pointer, kept, total, next } of elisions) {
        const node = resolvePointer(source, pointer);
        // Of equal keys a pointer names the last, which may be another value.
        if (!hasEqualKeys(source)) expect(node, pointer).toBeDefined();
        expect(next?.pointer).toBe(pointer);
        if (total > 0) expect(Math.max(kept, next?.from ?? total)).toBeLessThan(total);
        else expect({ pointer, kept, elisions: elisions.length }).toEqual({ pointer: "", kept: 0, elisions: 1 });
        if (!hasEqualKeys(source)) expect(sizeOf(node as Node)).toBe(total);
      }
      const places = elisions.map(({ pointer }) => pointer);
      if (!hasEqualKeys(source)) expect(new Set(places).size).toBe(places.length);
    };
    fc.assert(fc.property(jsonText(), plans, options, check), runs());
  });

  it("keeps records of NDJSON whole, between them a record that says what is left out", () => {
    const check = (text: string, chosen: Plans, settings: Settings) => {
      const limits = limitsFor(text, chosen, settings.countTokens);
      const cut = cutJson(text, limits, settings);
      expectSound(text, limits, settings, cut);
      expect(cut.kind).toBe("json");
      if (!cut.truncated) return;
      for (const line of cut.text.split("\n")) if (line.trim() !== "") JSON.parse(line);
      const own = checkRecords(wellFormed(text), cut.text, cut.elisions, settings.marker);
      expectShown(cut, own, settings.marker);
    };
    fc.assert(fc.property(ndjsonText(), plans, options, check), runs());
  });

  it("keeps words around JSON as they are, where it is cut as JSON", () => {
    const arounds = fc.constantFrom(
      ["Here is the result:\n", "\n"],
      ["Result: ", ""],
      ["\ufeff", ""],
      ["```json\n", "\n```\n"],
      ["Some words.\n\n```\n", "\n```\nand more `words`."],
      ["   ```\n", "\n   ```"],
    );
    const check = ([before, behind]: readonly string[], json: string, chosen: Plans, settings: Settings) => {
      const text = before + json.trim() + behind;
      const limits = limitsFor(text, chosen, settings.countTokens);
      const cut = cutJson(text, limits, settings);
      expectSound(text, limits, settings, cut);
      if (!cut.truncated || cut.kind === "text") return;
      expect(cut.text.startsWith(before as string)).toBe(true);
      expect(cut.text.endsWith(behind as string)).toBe(true);
      const shown = readNode(cut.text.slice(before?.length, cut.text.length - (behind as string).length));
      const own = checkPruning(readNode(wellFormed(json)) as Node, shown as Node, cut.elisions, settings.marker);
      expectShown(cut, own, settings.marker);
    };
    fc.assert(fc.property(arounds, jsonText(containerTree()), plans, options, check), runs());
  });

  it("cuts nothing at the exact limit, and something at one less", () => {
    const check = (text: string, settings: Settings, unit: "bytes" | "chars" | "lines" | "tokens") => {
      const size = { ...naiveSize(text), tokens: settings.countTokens(wellFormed(text)) }[unit];
      fc.pre(size > 0);
      const name = ({ bytes: "maxBytes", chars: "maxChars", lines: "maxLines", tokens: "maxTokens" } as const)[unit];
      const total = naiveSize(text);
      expect(cutJson(text, { [name]: size }, settings)).toEqual({
        text: wellFormed(text),
        truncated: false,
        kind: "json",
        elisions: [],
        altered: false,
        shown: total,
        omitted: { bytes: 0, chars: 0, lines: 0 },
        total,
      });
      const less = cutJson(text, { [name]: size - 1 }, settings);
      expect(less.truncated).toBe(true);
      expect(less.limitedBy).toBe(unit);
      expect(naiveFits(less.text, { [name]: size - 1 }, settings.countTokens)).toBe(true);
    };
    const units = fc.constantFrom("bytes", "chars", "lines", "tokens" as const);
    fc.assert(fc.property(fc.oneof(jsonText(), ndjsonText()), options, units as never, check as never), runs());
  });

  it("is inside the limits under any counter of tokens, and is JSON all the same", () => {
    const counters = fc.constantFrom(...Object.values(WEIRD_COUNTERS));
    const check = (text: string, maxTokens: number, settings: Settings, countTokens: TokenCounter) => {
      const cut = cutJson(text, { maxTokens, maxBytes: 300 }, { ...settings, countTokens });
      expect(naiveFits(cut.text, { maxTokens, maxBytes: 300 }, countTokens)).toBe(true);
      if (cut.text !== "") expect(readNode(cut.text)).toBeDefined();
    };
    fc.assert(fc.property(jsonText(), fc.nat(60), options, counters, check), runs());
  });

  it("gives the same again, and nothing more of it when cut again with the same limits", () => {
    const check = (text: string, chosen: Plans, settings: Settings) => {
      const limits = limitsFor(text, chosen, settings.countTokens);
      const first = cutJson(text, limits, settings);
      expect(cutJson(text, limits, settings)).toEqual(first);
      const second = cutJson(first.text, limits, settings);
      expect({ text: second.text, truncated: second.truncated }).toEqual({ text: first.text, truncated: false });
    };
    fc.assert(fc.property(jsonText(), plans, options, check), runs(300));
  });
});

describe("cutJson, of a value", () => {
  it("is what it is of the value's JSON text", () => {
    const check = (value: unknown, chosen: Plans, settings: Settings, space: number | string | undefined) => {
      const text = JSON.stringify(value, null, space);
      const limits = limitsFor(text, chosen, settings.countTokens);
      expect(cutJson({ value }, limits, { ...settings, space })).toEqual(cutJson(text, limits, settings));
    };
    const spaces = fc.constantFrom(undefined, 0, 2, "\t");
    fc.assert(fc.property(fc.jsonValue(), plans, options, spaces, check), runs());
  });
});

describe("cutJson, of a text that is not JSON", () => {
  it("is always inside every limit, well formed, and a text", () => {
    const broken = fc.oneof(
      fc
        .tuple(jsonText(), fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([text, at]) => text.slice(0, text.length * at)),
      fc.tuple(jsonText(), fc.nat(500), fc.constantFrom(...'"\\[]{}:,0- \n\0')).map(([text, at, odd]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + odd + text.slice(place);
      }),
      spelledString().map((text) => text.slice(1)),
    );
    const check = (text: string, chosen: Plans, settings: Settings) => {
      const limits = limitsFor(text, chosen, settings.countTokens);
      const cut = cutJson(text, limits, settings);
      expectSound(text, limits, settings, cut);
      if (cut.kind === "text") expect(cut.elisions).toEqual([]);
      if (readNode(text) === undefined && cut.truncated && cut.kind === "text" && !settings.marker) {
        const repaired = wellFormed(text);
        expect(repaired.startsWith(cut.text) || repaired.endsWith(cut.text)).toBe(true);
      }
    };
    fc.assert(fc.property(broken, plans, options, check), runs());
  });
});

describe("cutJson fills", () => {
  const LEAST = 0.85;
  const records = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ id, name: `name ${id}`, tags: ["é", "中"], ok: id % 3 === 0 }));
  const shapes: Readonly<Record<string, unknown>> = {
    "an array of records": records(3000),
    "an object with an array of records": { total: 3000, items: records(3000), next: null },
    "an object with many members": Object.fromEntries(records(3000).map((record) => [`key ${record.id}`, record])),
    "arrays in arrays": Array.from({ length: 3000 }, (_, row) => [row, row * row, [row / 7]]),
    "a few large values": { first: records(900), second: "x ".repeat(20_000), third: records(900), last: [1, 2] },
    numbers: Array.from({ length: 30_000 }, (_, index) => index * 7),
    "long strings": Array.from({ length: 4 }, (_, index) => `${index}`.repeat(30_000)),
    "one endless string": "all of it ".repeat(20_000),
    "one endless string, three bytes a char": "漢字かな".repeat(30_000),
    "one endless string of pairs": "🟡".repeat(30_000),
    "one endless string of escapes": '"\\\n'.repeat(30_000),
    "an endless string in a chain": [[[{ a: { b: ["x".repeat(100_000)] } }]]],
  };
  const unitsOf = { maxBytes: "bytes", maxChars: "chars", maxTokens: "tokens" } as const;

  describe.each(Object.entries(shapes))("%s", (_name, value) => {
    it.each(KEEPS)("keep %s: at least 85 % of bytes, chars and tokens, with and without markers", (keep) => {
      for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
        for (const [name, unit] of Object.entries(unitsOf)) {
          for (const limit of [1000, 9000]) {
            for (const marker of [true, false]) {
              const cut = cutJson(text, { [name]: limit }, { keep, marker });
              const used = { ...fastSize(cut.text), tokens: estimateTokens(cut.text) }[unit];
              expect(cut.limitedBy).toBe(unit);
              expect(used, `${name} ${limit}`).toBeGreaterThanOrEqual(LEAST * limit);
              expect(used).toBeLessThanOrEqual(limit);
            }
          }
        }
      }
    });
  });

  it.each(KEEPS)("keep %s: at least 85 % of the lines of an indented text", (keep) => {
    for (const shape of ["an array of records", "an object with an array of records", "numbers"]) {
      const text = JSON.stringify(shapes[shape], null, 2);
      for (const maxLines of [60, 200, 2000]) {
        const cut = cutJson(text, { maxLines }, { keep });
        expect(fastSize(cut.text).lines, `${shape}, ${maxLines}`).toBeGreaterThanOrEqual(LEAST * maxLines);
        expect(fastSize(cut.text).lines).toBeLessThanOrEqual(maxLines);
        expect(cut.limitedBy).toBe("lines");
      }
    }
  });

  it("fills whichever of several limits is the tightest", () => {
    const text = JSON.stringify(records(3000), null, 2);
    const check = (maxBytes: number, maxChars: number, maxLines: number, maxTokens: number) => {
      const limits = { maxBytes, maxChars, maxLines, maxTokens };
      const cut = cutJson(text, limits);
      const used = { ...fastSize(cut.text), tokens: estimateTokens(cut.text) };
      const shares = [used.bytes / maxBytes, used.chars / maxChars, used.lines / maxLines, used.tokens / maxTokens];
      expect(Math.max(...shares)).toBeLessThanOrEqual(1);
      expect(Math.max(...shares)).toBeGreaterThanOrEqual(LEAST);
    };
    const limit = (min: number, max: number) => fc.integer({ min, max });
    fc.assert(
      fc.property(limit(1500, 30_000), limit(1500, 30_000), limit(100, 2000), limit(700, 9000), check),
      runs(60),
    );
  });
});

interface Settings extends CutJsonOptions {
  readonly marker: boolean;
  readonly countTokens: TokenCounter;
}

/** What holds for every result. */
function expectSound(text: string, limits: Limits, { countTokens }: Settings, cut: JsonCut): void {
  const total = naiveSize(text);
  expect(naiveFits(cut.text, limits, countTokens), "must fit").toBe(true);
  expect(wellFormed(cut.text), "must be well formed").toBe(cut.text);
  expect(cut.truncated).toBe(!naiveFits(wellFormed(text), limits, countTokens));
  expect(cut.total).toEqual(total);
  expect(sum(cut.shown, cut.omitted)).toEqual(total);
  for (const size of [cut.shown, cut.omitted])
    for (const count of Object.values(size)) expect(count).toBeGreaterThanOrEqual(0);
  expect(cut.altered).toBe(false);
  if (!cut.truncated) expect(cut).toMatchObject({ text: wellFormed(text), elisions: [], shown: total });
  expect(cut.limitedBy === undefined).toBe(!cut.truncated);
}

/** Nothing at all is shown only where not even brackets, or half a number, would fit. */
function expectNothingFits(source: Node, limits: Limits, { countTokens }: Settings, cut: JsonCut): void {
  const least = { array: "[]", object: "{}", string: '""', scalar: undefined }[source.kind];
  if (least !== undefined) expect(naiveFits(least, limits, countTokens)).toBe(false);
  expect(cut.elisions).toEqual([{ pointer: "", kept: 0, total: sizeOf(source), next: { pointer: "", from: 0 } }]);
  expect(cut.shown).toEqual({ bytes: 0, chars: 0, lines: 0 });
}

/** Sizes shown are those of the text but for our own words. */
function expectShown(cut: JsonCut, { ownUnits, markers }: Pruning, marker: boolean): void {
  if (!marker) expect(markers).toBe(0);
  if (markers === 0) {
    const { bytes, chars } = naiveSize(cut.text);
    expect({ bytes: cut.shown.bytes, chars: cut.shown.chars }).toEqual({ bytes, chars });
  }
  // White space next to a marker is a copy of the source's, and none that is shown.
  expect(cut.shown.chars).toBeLessThanOrEqual(cut.text.length - ownUnits);
}

/** The root stays what it is. */
function expectKinds(text: string, cut: JsonCut): void {
  expect(cut.text.trim()[0]).toBe(text.trim()[0]);
}

function fastSize(text: string): NaiveSize {
  const lines = text.split("\n");
  return {
    bytes: Buffer.byteLength(text),
    chars: text.length,
    lines: lines.at(-1) === "" ? lines.length - 1 : lines.length,
  };
}

function sizeOf(node: Node): number {
  if ("members" in node) return node.members.length;
  return node.kind === "string" ? node.value.length : 1;
}

function hasEqualKeys(node: Node): boolean {
  if (!("members" in node)) return false;
  const keys = node.members.map(({ key }) => key).filter((key) => key !== undefined);
  return new Set(keys).size < keys.length || node.members.some(({ value }) => hasEqualKeys(value));
}

function sum(first: NaiveSize, second: NaiveSize): NaiveSize {
  return {
    bytes: first.bytes + second.bytes,
    chars: first.chars + second.chars,
    lines: first.lines + second.lines,
  };
}

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
