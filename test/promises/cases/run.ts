/** A case, and what a bounding function makes of it. */
import fc from "fast-check";
import type { Bounded, BoundOptions, Limits } from "spillway";
import { cleanTerminal } from "spillway/text";
import { sizeOf } from "../../bound/oracle.js";
import type { Library } from "../library.js";
import { type Input, type InputPlan, inputOf } from "./inputs.js";
import { type LimitsPlan, limitsFor } from "./limits.js";
import { COUNTERS, endOf, type OptionsPlan, optionsOf } from "./options.js";
import { type StorePlan, storeOf, type WatchedStore } from "./stores.js";

export interface CasePlan {
  readonly input: InputPlan;
  readonly limits: LimitsPlan;
  readonly options: OptionsPlan;
  readonly store: StorePlan;
}

/** The options as a checker wants them: resolved as the contract says, each default in its place. */
export interface Options extends OptionsPlan {
  readonly limits: Limits;
  readonly countTokens: (text: string) => number;
  readonly keep: "head" | "tail" | "ends";
  readonly headShare: number;
  readonly boundary: "codePoint" | "grapheme" | "line";
  readonly position: "first" | "last";
  readonly canRead: "path" | "tool" | "resource" | "none";
  readonly toolName: string;
  readonly onSpillFailure: "cut" | "pass" | "throw";
  /** The source text: decoded, and cleaned where that was asked for; `undefined` where only the library knows it, or there is none. */
  readonly source: string | undefined;
}

export interface Outcome {
  /** What came out, or why nothing did. */
  readonly bounded?: Bounded;
  readonly thrown?: { readonly error: unknown };
  readonly store: WatchedStore | undefined;
}

export interface Case {
  readonly input: Input;
  readonly options: Options;
  readonly plan: CasePlan;
}

export function casePlan(parts: {
  readonly input: fc.Arbitrary<InputPlan>;
  readonly limits: fc.Arbitrary<LimitsPlan>;
  readonly options: fc.Arbitrary<OptionsPlan>;
  readonly store: fc.Arbitrary<StorePlan>;
}): fc.Arbitrary<CasePlan> {
  return fc.record(parts);
}

export function caseOf(plan: CasePlan): Case {
  const input = inputOf(plan.input);
  const { options } = plan;
  const text = input.kind === "binary" ? undefined : input.text;
  const source = text === undefined || options.clean !== true ? text : cleanTerminal(text);
  const countTokens = COUNTERS[options.counter ?? "estimate"];
  const measured = source ?? "";
  const limits = limitsFor(plan.limits, { ...sizeOf(measured), tokens: countTokens(measured) });
  const { isError, exitCode } = endOf(options);
  const notice = options.notice === false ? {} : (options.notice ?? {});
  const resolved = {
    ...options,
    limits,
    countTokens,
    source,
    keep: options.keep ?? "ends",
    headShare: options.headShare ?? (isError || (exitCode ?? 0) !== 0 ? 0.2 : 0.5),
    boundary: options.boundary ?? "line",
    position: notice.position ?? "last",
    canRead: notice.canRead ?? "path",
    toolName: notice.toolName ?? "read_result",
    onSpillFailure: options.onSpillFailure ?? "cut",
  } as const;
  return { input, options: resolved, plan };
}

/** Bounds a case in a store of its own, or in one that is given. */
export async function run(
  library: Library,
  { input, options, plan }: Case,
  { store = storeOf(plan.store, library), ...more }: { store?: WatchedStore | undefined } & Partial<BoundOptions> = {},
): Promise<Outcome> {
  const given: BoundOptions = { ...optionsOf(plan.options), limits: options.limits, ...more };
  try {
    return {
      bounded: await library.boundResult(input.make(), store === undefined ? given : { ...given, spill: store }),
      store,
    };
  } catch (error) {
    return { thrown: { error }, store };
  }
}
