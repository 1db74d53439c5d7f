import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sourceInside } from "../../../src/json/cut/inside.js";
import { locateJson } from "../../../src/json/cut/locate.js";
import { containerAt, type Source } from "../../../src/json/cut/members.js";
import { flatten, type Piece } from "../../../src/json/cut/piece.js";
import { Scanner } from "../../../src/json/cut/scan.js";
import { shrink, shrinkContainer } from "../../../src/json/cut/shrink.js";
import { Skeleton } from "../../../src/json/cut/skeleton.js";
import { runs } from "../../support/runs.js";
import { headShare } from "../../text/options.js";
import { naiveWellFormed } from "../../vectors/naive.js";
import { ndjsonText, wellFormedJson } from "../arbitraries.js";
import { checkPruning, checkRecords, type Node, readNode } from "../reference.js";

const options = fc.record({ headShare, marker: fc.boolean() });

function textOf(text: string, kept: Piece): string {
  return flatten(kept)
    .parts.map((part) => (typeof part === "string" ? part : text.slice(part.start, part.end)))
    .join("");
}

function sourceOf(text: string, constants: { leastUnits?: number; mostValues?: number } = {}): Source {
  const skeleton = new Skeleton(text.length, constants);
  new Scanner(text, skeleton).scan(0);
  return { text, skeleton };
}

describe("shrink", () => {
  it("never takes more than its room, and is the value where that is enough", () => {
    const check = (text: string, part: number, settings: { headShare: number; marker: boolean }) => {
      const { start, end } = readNode(text) as Node;
      const room = Math.round((end - start) * part);
      const kept = shrink({ source: sourceOf(text), span: { start, end }, room, pointer: "" }, settings);
      if (room === end - start) expect(kept?.parts).toEqual([{ start, end }]);
      if (kept === undefined) {
        expect(room < 2 || !/["[{]/.test(text[start] as string)).toBe(true);
        return;
      }
      const shown = textOf(text, kept);
      expect(kept.units).toBe(shown.length);
      expect(kept.units).toBeLessThanOrEqual(room);
      checkPruning(readNode(text) as Node, readNode(shown) as Node, flatten(kept).elisions, settings.marker);
    };
    const part = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(1));
    fc.assert(fc.property(wellFormedJson(), part, options, check), runs(2000));
  });

  it("gives the same with any skeleton, be it one that had to forget", () => {
    const check = (
      text: string,
      part: number,
      constants: { leastUnits: number; mostValues: number },
      settings: { headShare: number; marker: boolean },
    ) => {
      const { start, end } = readNode(text) as Node;
      const job = { span: { start, end }, room: Math.round((end - start) * part), pointer: "" };
      const expected = shrink({ ...job, source: sourceOf(text) }, settings);
      const made = shrink({ ...job, source: sourceOf(text, constants) }, settings);
      expect(made && flatten(made)).toEqual(expected && flatten(expected));
    };
    const constants = fc.record({ leastUnits: fc.integer({ min: 1, max: 100 }), mostValues: fc.constantFrom(64, 128) });
    fc.assert(
      fc.property(wellFormedJson(), fc.double({ min: 0, max: 1, noNaN: true }), constants, options, check),
      runs(),
    );
  });
});

describe("shrinkContainer", () => {
  it("never takes more than its room of the records of NDJSON", () => {
    const check = (text: string, part: number, settings: { headShare: number; marker: boolean }) => {
      const located = locateJson(text);
      const records = located?.records;
      if (located === undefined || records === undefined) throw new Error("no records");
      const { source, start, end } = located;
      const room = Math.floor((end - start) * part);
      const kept = shrinkContainer(records, { source, span: { start, end }, room, pointer: "" }, settings);
      expect(kept).toBeDefined();
      const shown = textOf(text, kept as Piece);
      expect(shown.length).toBeLessThanOrEqual(room);
      checkRecords(text, shown, flatten(kept as Piece).elisions, settings.marker);
    };
    fc.assert(
      fc.property(ndjsonText().map(naiveWellFormed), fc.double({ min: 0, max: 0.99, noNaN: true }), options, check),
      runs(),
    );
  });
});

describe("sourceInside", () => {
  /** Levels of arrays, more than the skeleton may keep. */
  const depth = 400;
  const text = `${"[7,".repeat(depth)}0${"]".repeat(depth)}`;
  const source = sourceOf(text, { leastUnits: 8, mostValues: 64 });
  const levelAt = (level: number) => ({ start: 3 * level, end: text.length - level });

  it("is the source itself for what its skeleton knows, and for what is small", () => {
    expect(sourceInside(source, levelAt(0))).toBe(source);
    expect(sourceInside(source, levelAt(10))).toBe(source);
    expect(sourceInside(source, { start: 1, end: 2 })).toBe(source);
  });

  it("knows what is inside a value that was forgotten", () => {
    const level = 300;
    expect(source.skeleton.startingAt(levelAt(level).start)).toBeUndefined();
    const inside = sourceInside(sourceOf(`${text}`, { leastUnits: 8, mostValues: 64 }), levelAt(level));
    expect(inside.text).toBe(text);
    expect(containerAt(inside, levelAt(level))?.count).toBe(2);
  });

  it("knows large values inside a large one that was forgotten", () => {
    const wide = `[${Array.from({ length: 20 }, () => `["${"x".repeat(2000)}"]`).join(",")}]`;
    const chain = `${"[".repeat(200)}${wide}${"]".repeat(200)}`;
    const span = { start: 200, end: chain.length - 200 };
    const forgetful = sourceOf(chain, { leastUnits: 8, mostValues: 64 });
    expect(forgetful.skeleton.startingAt(span.start)).toBeUndefined();
    const inside = sourceInside(forgetful, span);
    expect(inside.skeleton.startingAt(span.start)).toEqual({ ...span, count: 20 });
    expect(inside.skeleton.startingAt(span.start + 1)).toEqual({ start: 201, end: 2205, count: 1 });
  });
});
