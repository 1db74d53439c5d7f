/** Every file of test/vectors/json about sizes, made from the cases beside this file by encoding each value. */
import { slowBytes } from "../json/slowMeasure.js";
import { toJson } from "./format.js";
import { type JsonInput, type JsonPlan, type JsonVectorOptions, MEASURE_CASES } from "./jsonCases.js";
import { naiveWellFormed, textOf } from "./naive.js";

export interface JsonVectorCase {
  readonly name: string;
  readonly input: JsonInput;
  readonly options: JsonVectorOptions;
  readonly expected: {
    /** The size of the whole value, also where it is over the limit. */
    readonly bytes: number;
    readonly fits: boolean;
    /** What is measured, where it is short and well formed: JSON, once encoded. */
    readonly text?: string;
  };
}

/** The JSON of each file, by its name without the suffix. */
export function jsonVectors(): Record<string, string> {
  const cases = MEASURE_CASES.map(caseOf);
  if (new Set(cases.map(({ name }) => name)).size < cases.length) throw new Error("a name comes twice");
  const file = { subject: "measure", description: "The size of a value in JSON, in UTF-8 bytes.", cases };
  return { measure: `${toJson(file)}\n` };
}

export function inputValue(input: JsonInput): unknown {
  if ("string" in input) return textOf(input.string);
  const text = typeof input.json === "string" ? input.json : textOf(input.json);
  return JSON.parse(text);
}

export function spaceOf({ space }: JsonVectorOptions): number | string | undefined {
  return typeof space === "object" ? textOf(space) : space;
}

function caseOf([name, input, options = {}, limits]: JsonPlan): JsonVectorCase {
  const { text, bytes } = sizeOf(input, options);
  const maxBytes = limits?.at ?? (limits?.fromSize === undefined ? undefined : bytes + limits.fromSize);
  const isShown = text !== undefined && text.length <= MAX_SHOWN_UNITS && naiveWellFormed(text) === text;
  return {
    name,
    input,
    options: { ...options, ...(maxBytes === undefined ? {} : { maxBytes }) },
    expected: { bytes, fits: bytes <= (maxBytes ?? bytes), ...(isShown ? { text } : {}) },
  };
}

/** By encoding; what is too deep for that is as large as its JSON text, which has no white space. */
function sizeOf(input: JsonInput, options: JsonVectorOptions): { text: string | undefined; bytes: number } {
  const { layers = 1 } = options;
  const space = spaceOf(options);
  try {
    const value = inputValue(input);
    return { text: JSON.stringify(value, null, space), bytes: slowBytes(value, space, layers) as number };
  } catch (error) {
    if (!("json" in input) || typeof input.json === "string" || space !== undefined) throw error;
    const text = textOf(input.json);
    return { text: undefined, bytes: Buffer.byteLength(layers === 1 ? text : JSON.stringify(text)) };
  }
}

const MAX_SHOWN_UNITS = 200;
