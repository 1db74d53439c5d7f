/** Every file of test/vectors/view, made from the cases beside this file by the slow reference. */
import { fileOf, inputOf } from "./format.js";
import { textOf } from "./naive.js";
import { type ParseCase, parseCases } from "./parseCases.js";
import type { TextInput } from "./types.js";
import { JSON_CASES, TEXT_CASES, type ViewPlan } from "./viewCases.js";
import { type ReferenceView, referenceView, type ViewOptionsPlan } from "./viewReference.js";
import type { ResultPlan } from "./viewWords.js";

export interface ViewVectorCase {
  readonly name: string;
  readonly input: TextInput;
  readonly limits: ViewPlan[2];
  readonly options: ViewOptionsPlan;
  readonly result: ResultPlan;
  readonly expected: ReferenceView;
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  whole: "Views of what fits its limits.",
  ladder: "Views of one text within smaller and smaller limits.",
  units: "Views within limits of each unit.",
  sides: "Which part is shown, and where notice and marker stand.",
  words: "What a notice says.",
  allowance: "Notices outside of the limits.",
  styled: "Wordings of other programs.",
  harmless: "Text that reads like notices and markers.",
};

/** The JSON of each file, by its name without the suffix. */
export function viewVectors(): Record<string, string> {
  const texts = Object.entries(TEXT_CASES).map(([name, plans]) => [
    name,
    fileOf(
      name,
      DESCRIPTIONS[name] as string,
      plans.map((plan) => caseOf(plan, "text")),
    ),
  ]);
  const json = JSON_CASES.map((plan) => caseOf(plan, "json"));
  const parse: readonly ParseCase[] = parseCases();
  return {
    ...Object.fromEntries(texts),
    json: fileOf("json", "Views of JSON.", json),
    parse: fileOf("parseNotice", "What the line at an edge of a View says; null where it is no notice.", parse),
  };
}

function caseOf([name, text, limits, options = {}, result = {}]: ViewPlan, kind: "text" | "json"): ViewVectorCase {
  const input = inputOf(text);
  const expected = referenceView(textOf(input), limits, options, result, kind);
  return { name, input, limits, options, result, expected };
}
