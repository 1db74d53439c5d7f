/** Every file of test/vectors/text, made from the cases beside this file and the slow reference. */
import type { Limits } from "../../src/text/limits.js";
import { naiveFits, naiveSize, referenceCut } from "../text/reference.js";
import { GRAPHEME_CASES, LINE_CASES } from "./boundaryCases.js";
import { CODE_POINT_CASES, SHARE_CASES } from "./codePointCases.js";
import { COMBINED_CASES } from "./combinedCases.js";
import { inputOf, keptOf, toJson } from "./format.js";
import { COUNTERS, naiveDecode, naiveJoin, naiveWellFormed, textOf } from "./naive.js";
import { FITS_CASES, SIZE_CASES, UTF8_CASES, WELL_FORMED_CASES } from "./sizeCases.js";
import { STREAM_CASES } from "./streamCases.js";
import type { CutPlan, ExpectedCut, StreamPlan, TextInput, VectorFile, VectorOptions } from "./types.js";

/** The JSON of each file, by its name without the suffix. */
export function textVectors(): Record<string, string> {
  const files = [
    sizeFile(),
    wellFormedFile(),
    utf8File(),
    fitsFile(),
    cutFile("cut-code-point", "cut between code points, one limit at a time.", CODE_POINT_CASES),
    cutFile("cut-shares", "cut at both ends: what each side gets of one limit.", SHARE_CASES),
    cutFile("cut-line", "cut between lines.", LINE_CASES),
    cutFile("cut-grapheme", "cut between graphemes (Unicode Standard Annex 29).", GRAPHEME_CASES),
    cutFile("cut-combined", "cut inside several limits at once.", COMBINED_CASES),
    streamFile(),
  ];
  for (const { subject, cases } of files) {
    if (new Set(cases.map(({ name }) => name)).size < cases.length) throw new Error(`${subject}: a name comes twice`);
  }
  return Object.fromEntries(files.map((file) => [file.subject, `${toJson(file)}\n`]));
}

function sizeFile(): VectorFile {
  const cases = SIZE_CASES.map(([name, text]) => {
    const input = inputOf(text);
    return { name, input, expected: naiveSize(textOf(input)) };
  });
  return { subject: "size", description: "The size of a text in UTF-8 bytes, UTF-16 code units and lines.", cases };
}

function wellFormedFile(): VectorFile {
  const cases = WELL_FORMED_CASES.map(([name, text]) => {
    const input = inputOf(text);
    return { name, input, expected: { text: naiveWellFormed(textOf(input)) } };
  });
  return { subject: "well-formed", description: "Each lone surrogate becomes U+FFFD, all else stays.", cases };
}

function utf8File(): VectorFile {
  const cases = UTF8_CASES.map(([hex, says]) => {
    const bytes = Buffer.from(hex.replaceAll(" ", ""), "hex");
    const text = naiveDecode(bytes);
    const expected = { text, valid: Buffer.from(text).equals(bytes) };
    return { name: `${hex === "" ? "No bytes" : hex}: ${says}`, input: { base64: bytes.toString("base64") }, expected };
  });
  return {
    subject: "utf8",
    description: "Text of UTF-8 bytes. Any chunking of the bytes gives the same text.",
    cases,
  };
}

function fitsFile(): VectorFile {
  const cases = FITS_CASES.map(([name, text, limits, options = {}]) => {
    const input = inputOf(text);
    return { name, input, limits, options, expected: { fits: naiveFits(textOf(input), limits, counterOf(options)) } };
  });
  return { subject: "fits", description: "Whether a text is inside every limit.", cases };
}

function cutFile(subject: string, description: string, plans: readonly CutPlan[]): VectorFile {
  const cases = plans.map(([name, text, limits, options = {}]) => {
    const input = inputOf(text);
    return { name, input, limits, options, expected: expectedCut(textOf(input), limits, options, input) };
  });
  return { subject, description, cases };
}

function streamFile(): VectorFile {
  const cases = STREAM_CASES.map(([name, chunks, limits, options = {}]: StreamPlan) => {
    const long = chunks.find((chunk): chunk is TextInput => "repeat" in chunk);
    const expected = expectedCut(naiveJoin(chunks), limits, options, long);
    return { name, input: { chunks }, limits, options, expected };
  });
  return {
    subject: "stream",
    description: "The cut of a text that comes in chunks, of one stream or of several: that of the joined text.",
    cases,
  };
}

function expectedCut(text: string, limits: Limits, options: VectorOptions, input?: TextInput): ExpectedCut {
  const { keep = "ends", headShare = 0.5, boundary = "codePoint" } = options;
  const cut = referenceCut(text, limits, { keep, headShare, boundary, countTokens: counterOf(options) });
  return {
    truncated: cut.truncated,
    limitedBy: cut.limitedBy ?? null,
    head: keptOf(cut.head, input),
    tail: keptOf(cut.tail, input),
    shown: cut.shown,
    omitted: cut.omitted,
    total: cut.total,
  };
}

/** The counter of a case. One without a limit of tokens needs none. */
function counterOf({ countTokens = "bytes" }: VectorOptions) {
  return COUNTERS[countTokens];
}
