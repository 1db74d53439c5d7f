/** The file test/vectors/json/cut.json, made from the cases beside this file by the slow reference. */
import { type ReferenceJsonCut, referenceCutJson } from "../json/referenceCut.js";
import { inputOf, toJson } from "./format.js";
import { JSON_CUT_CASES, type JsonCutPlan, type JsonCutVectorOptions } from "./jsonCutCases.js";
import { COUNTERS, textOf } from "./naive.js";
import type { TextInput } from "./types.js";

export interface JsonCutVectorCase {
  readonly name: string;
  readonly input: TextInput;
  readonly limits: JsonCutPlan[2];
  readonly options: JsonCutVectorOptions;
  readonly expected: ReferenceJsonCut;
}

export function jsonCutVectors(): Record<string, string> {
  const cases = JSON_CUT_CASES.map(caseOf);
  if (new Set(cases.map(({ name }) => name)).size < cases.length) throw new Error("a name comes twice");
  const file = { subject: "cut", description: "JSON inside limits, and what is said of what is left out.", cases };
  return { cut: `${toJson(file)}\n` };
}

function caseOf([name, text, limits, options = {}]: JsonCutPlan): JsonCutVectorCase {
  const input = inputOf(text);
  const { keep = "ends", headShare = 0.5, marker = true, countTokens = "bytes" } = options;
  const share = keep === "head" ? 1 : keep === "tail" ? 0 : headShare;
  const settings = { headShare: share, marker, countTokens: COUNTERS[countTokens] };
  return { name, input, limits, options, expected: referenceCutJson(textOf(input), limits, settings) };
}
