import { boundText } from "../../../bound/boundText.js";
import { checkChoice, checkCount, checkObject, checkString } from "../../../internal/check.js";
import { admitJson } from "../../../json/admit.js";
import { measureJson } from "../../../json/measure.js";
import type { JsonRefusal } from "../../../json/types.js";
import type { Evidence, ProjectedError, Recovery, Scope } from "../types.js";
import { fitError } from "./fitError.js";
import { evidenceOf } from "./provenance.js";
import { dataOf, isObject, stackOf } from "./read.js";
import { ScriptError } from "./scriptError.js";
import { capacityWords, type Excess, unsupportedWords } from "./words.js";

/** What is known of a failure besides what was thrown. @public */
export interface ErrorContext {
  /** What was done: a tool's name, or a function of the guest. */
  readonly operation: string;
  /** Where it failed. @defaultValue "tool" */
  readonly scope?: Scope | undefined;
  /** Fields of what was thrown that hold ids of what is kept, such as `"runId"` or `"pages.*.id"`. @defaultValue none */
  readonly provenance?: readonly string[] | undefined;
  /** What is known to be kept, in front of what `provenance` finds. @defaultValue none */
  readonly evidence?: readonly Evidence[] | undefined;
  /** Calls that get on from here. @defaultValue none */
  readonly recover?: readonly Recovery[] | undefined;
  /** What else is to be said, behind the library's own words. @defaultValue nothing */
  readonly note?: string | undefined;
  /** UTF-8 bytes that the error's JSON may take, at least 2,048. @defaultValue 8192 */
  readonly maxBytes?: number | undefined;
  /** Whether the stack is told: of a guest's error it helps, of a host's it shows the host's files. @defaultValue false */
  readonly stack?: boolean | undefined;
}

/**
 * Brings anything that was thrown to one form: an error, a primitive, a cyclic object, a proxy. No getter, trap, `toJSON` or
 * `toString` of it is run. It is inside `maxBytes`: where its words are too many they are shortened, and what it is stays.
 *
 * @returns for a {@link ScriptError}, what it carries; anything else has failed
 * @throws TypeError or RangeError that names the field of the context
 * @example
 * ```ts
 * try {
 *   await tool.execute(args);
 * } catch (thrown) {
 *   const { kind, message, evidence } = projectError(thrown, { operation: "fetch_page", provenance: ["requestId"] });
 * }
 * ```
 * @public
 */
export function projectError(thrown: unknown, context: ErrorContext): ProjectedError {
  const { base, maxBytes, provenance, stack } = resolve(context);
  const carried = ScriptError.carriedBy(thrown);
  if (carried !== undefined) {
    const evidence = [...carried.evidence, ...base.evidence];
    return fitError({ ...carried, evidence, recover: [...carried.recover, ...base.recover] }, maxBytes);
  }
  const name = dataOf(thrown, "name");
  const trace = stack ? stackOf(thrown) : undefined;
  const error: ProjectedError = {
    kind: "failed",
    ...base,
    message: clean(wordsOf(thrown, maxBytes), maxBytes),
    ...(typeof name === "string" && NAME.test(name) ? { name } : {}),
    ...(trace === undefined ? {} : { stack: clean(trace, maxBytes) }),
    evidence: [...base.evidence, ...evidenceOf(thrown, provenance)],
  };
  return fitError(error, maxBytes);
}

/**
 * The error of a value that `measureJson` refused.
 *
 * @param refusal - what `measureJson` gave
 * @param limit - bytes that were allowed
 * @throws TypeError or RangeError that names the field of the context
 * @public
 */
export function projectRefusal(refusal: JsonRefusal, limit: number, context: ErrorContext): ProjectedError {
  if (refusal.reason === "capacity") {
    const excess = { measured: refusal.atLeast, limit, unit: "bytes", measuredIsLowerBound: true } as const;
    return projectExcess(excess, context);
  }
  const { base, maxBytes } = resolve(context);
  const { kind, pointer } = refusal;
  const unsupported = { kind, pointer: shortPointer(pointer) };
  const message = unsupportedWords(base.operation, base.scope, unsupported);
  return fitError({ kind: "unsupported", ...base, message, unsupported }, maxBytes);
}

/** The error of what is too large. */
export function projectExcess(excess: Excess, context: ErrorContext): ProjectedError {
  const { base, maxBytes } = resolve(context);
  const { measuredIsLowerBound, ...sizes } = excess;
  const least = measuredIsLowerBound === true ? { measuredIsLowerBound } : {};
  const note = context.note === undefined ? "" : `; ${context.note}`;
  const message = `${capacityWords(base.operation, base.scope, excess)}${note}`;
  return fitError({ kind: "capacity", ...base, message, ...sizes, ...least }, maxBytes);
}

function resolve(context: ErrorContext) {
  checkObject("context", context);
  const { operation, scope = "tool", provenance = [], evidence = [], recover = [], maxBytes = MAX_BYTES } = context;
  for (const [index, field] of provenance.entries()) checkString(`context.provenance[${index}]`, field);
  if (checkCount("context.maxBytes", maxBytes) < LEAST_BYTES) {
    throw new RangeError(`context.maxBytes must be an integer ≥ ${LEAST_BYTES}, got ${maxBytes}`);
  }
  const base = {
    operation: clean(checkString("context.operation", operation).replace(/\p{Cc}/gu, " "), MOST_OPERATION_BYTES),
    scope: checkChoice("context.scope", scope, SCOPES),
    evidence,
    recover,
  };
  return { base, maxBytes, provenance, stack: context.stack === true };
}

function wordsOf(thrown: unknown, maxBytes: number): string {
  if (typeof thrown === "string") return thrown;
  if (!isObject(thrown)) return `${String(thrown)} was thrown`;
  const message = dataOf(thrown, "message");
  if (typeof message === "string") return message;
  if (typeof thrown === "function") return "a function was thrown";
  const json = admitJson(thrown, { maxBytes });
  if (json.ok) return `an object was thrown: ${json.text}`;
  return json.reason === "capacity" ? "a large object was thrown" : "an object was thrown that has no JSON";
}

/** Well-formed, without words that imitate the library's, and no longer than is of any use. */
function clean(text: string, maxBytes: number): string {
  return boundText(text, { maxBytes }, { notice: false, boundary: "codePoint" }).text;
}

/** A pointer into hostile keys can be of any length: then the value around it that can still be named. */
function shortPointer(pointer: string): string {
  let named = pointer;
  while (!measureJson(named, { maxBytes: MOST_POINTER_BYTES }).ok) {
    named = named.slice(0, Math.max(0, named.lastIndexOf("/", MOST_POINTER_BYTES)));
  }
  return named;
}

const NAME = /^[A-Za-z_$][\w$]{0,63}$/;
const MAX_BYTES = 8192;
const LEAST_BYTES = 2048;
const MOST_OPERATION_BYTES = 200;
const MOST_POINTER_BYTES = 400;
const SCOPES = [
  "tool-arguments",
  "tool-result",
  "return-value",
  "script-output",
  "script-store",
  "calls",
  "tool",
  "script",
] as const satisfies readonly Scope[];
