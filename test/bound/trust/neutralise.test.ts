import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { neutralise, neutraliseView } from "../../../src/bound/trust/neutralise.js";
import { runs } from "../../support/runs.js";

const MARKERS = [
  "[spillway: … 858 lines, 17,082 bytes omitted …]",
  "[spillway: … 1 byte omitted …]",
  "[spillway: … 2,991 of 3,000 items omitted, next at /rows/a~1b from 7 …]",
  "[spillway: … 1 of 2 members omitted, next from 1 …]",
];

describe("neutralise", () => {
  it("takes the bracket from what imitates a notice, however it is written", () => {
    const imitations = [
      "[spillway: x]",
      "[SpillWay: x]",
      "[ spillway : x]",
      "[\u200bspill\u00adway\u2060: x]",
      "[[spillway:",
    ];
    for (const imitation of imitations) {
      const at = imitation.lastIndexOf("[");
      expect(neutralise(`a ${imitation} b`)).toBe(`a ${imitation.slice(0, at)}(${imitation.slice(at + 1)} b`);
    }
  });

  it("leaves other words alone", () => {
    const text = "[spill] [spillways: x] [x spillway: y] spillway: x] [spillway] […] arr[spillway]";
    expect(neutralise(text)).toBe(text);
  });

  it("takes markers for imitations, unless they are known to be true", () => {
    for (const marker of MARKERS) {
      expect(neutralise(`a ${marker} b`)).toBe(`a (${marker.slice(1)} b`);
      expect(neutralise(`a ${marker} b`, true)).toBe(`a ${marker} b`);
    }
    for (const other of [
      "[spillway: … 1 byte omitted … see spill://x]",
      "[spillway: … all omitted …]",
      "[SPILLWAY: … 1 byte omitted …]",
    ]) {
      expect(neutralise(other, true)).toBe(`(${other.slice(1)}`);
    }
  });

  it("never changes a length, and nothing when done again", () => {
    const piece = fc.constantFrom(
      "[",
      "]",
      "spillway",
      ":",
      " ",
      "…",
      "\n",
      "\u200b",
      "(",
      "SPILL",
      "way",
      "x",
      ...MARKERS,
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, fc.boolean(), (source, keepsMarkers) => {
        const once = neutralise(source, keepsMarkers);
        expect(once).toHaveLength(source.length);
        expect(neutralise(once, keepsMarkers)).toBe(once);
        expect(
          [...once].every((char, at) => char === [...source][at] || (char === "(" && [...source][at] === "[")),
        ).toBe(true);
        const seen = once.replace(/\p{Cf}/gu, "");
        const left = seen.match(/\[\s*spillway\s*:/gi) ?? [];
        expect(keepsMarkers || left.length === 0).toBe(true);
      }),
      runs(2000),
    );
  });
});

describe("neutraliseView", () => {
  const line = "[spillway: 42/900 lines, 810/17,892 bytes]";
  const claim = { position: "last", line } as const;

  it("leaves the notice that may stay, and the markers beside it", () => {
    const view = `a\n${MARKERS[0]}\nb\n${line}`;
    expect(neutraliseView(view, { earlier: claim, notice: {} })).toBe(view);
    const twice = `${line}\n${view}`;
    expect(neutraliseView(twice, { earlier: claim, notice: {} })).toBe(`(${line.slice(1)}\n${view}`);
  });

  it("trusts one marker where nobody writes notices, and none where they should stand beside one", () => {
    const view = `a\n${MARKERS[0]}`;
    expect(neutraliseView(view, { notice: false })).toBe(view);
    expect(neutraliseView(view, { notice: {} })).not.toContain("[");
    expect(neutraliseView(`${MARKERS[0]}\n${MARKERS[0]}`, { notice: false })).not.toContain("[");
  });
});
