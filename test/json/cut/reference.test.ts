/** The cut, held equal to a slow one that is written from the specification. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutJson } from "../../../src/json/cutJson.js";
import { runs } from "../../support/runs.js";
import { headShare, SOUND_COUNTERS } from "../../text/options.js";
import { jsonText, ndjsonText, wellFormedJson } from "../arbitraries.js";
import { type Node, readNode } from "../reference.js";
import { referenceCutJson, referenceRecords, referenceShrink } from "../referenceCut.js";
import { shrunk } from "./support.js";

const options = fc.record({ headShare, marker: fc.boolean() });
const part = fc.double({ min: 0, max: 1, noNaN: true });

describe("a value in less room", () => {
  it("is what the slow reference makes of it", () => {
    const check = (text: string, share: number, settings: { headShare: number; marker: boolean }) => {
      const node = readNode(text) as Node;
      const room = Math.round((node.end - node.start) * share);
      expect(shrunk(text, room, settings)).toEqual(referenceShrink(node, room, "", settings));
    };
    fc.assert(fc.property(wellFormedJson(), part, options, check), runs(2000));
  });

  it("is that of every room, for small texts", () => {
    const check = (text: string, settings: { headShare: number; marker: boolean }) => {
      const node = readNode(text) as Node;
      for (let room = 0; room <= Math.min(200, node.end - node.start); room++) {
        expect(shrunk(text, room, settings)).toEqual(referenceShrink(node, room, "", settings));
      }
    };
    fc.assert(fc.property(wellFormedJson(), options, check), runs(40));
  });
});

describe("NDJSON inside a limit of chars", () => {
  it("is what the slow reference makes of it", () => {
    const check = (raw: string, share: number, settings: { headShare: number; marker: boolean }) => {
      const text = raw.replace(/\p{Surrogate}/gu, "\ufffd");
      const maxChars = Math.min(text.length - 1, Math.round(text.length * share));
      const { text: kept, elisions } = cutJson(text, { maxChars }, { keep: "ends", ...settings });
      expect({ text: kept, elisions }).toEqual(referenceRecords(text, maxChars, settings));
    };
    fc.assert(fc.property(ndjsonText(), part, options, check), runs());
  });
});

describe("any text inside a limit of chars", () => {
  it("is what the slow reference makes of it", () => {
    const around = fc.constantFrom(
      "",
      "",
      " ",
      "\n",
      "\n\n",
      "words ",
      "a: [b] ",
      "```\n",
      "\n```",
      "\ufeff",
      "{}\n",
      "x".repeat(40),
    );
    const short = fc.oneof(jsonText(), ndjsonText()).map((text) => text.slice(0, 100));
    const texts = fc.oneof(
      fc.tuple(around, jsonText(), around).map((parts) => parts.join("")),
      fc.tuple(around, ndjsonText()).map((parts) => parts.join("")),
      fc.tuple(around, short, around).map((parts) => parts.join("")),
      fc.array(fc.oneof(around, short), { maxLength: 4 }).map((parts) => parts.join("")),
    );
    const check = (
      text: string,
      share: number,
      settings: { headShare: number; marker: boolean },
      countTokens: (text: string) => number,
    ) => {
      fc.pre(text.length < 300);
      const maxChars = Math.round(text.length * share);
      const { text: kept, truncated, kind, elisions } = cutJson(text, { maxChars }, { ...settings, countTokens });
      const expected = referenceCutJson(text, { maxChars }, { ...settings, countTokens });
      expect({ text: kept, truncated, kind, elisions }).toEqual(expected);
    };
    fc.assert(fc.property(texts, part, options, fc.constantFrom(...SOUND_COUNTERS), check), runs(300));
  });
});
