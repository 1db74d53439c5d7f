/** The words of errors that the library finds itself. */
import { amount, digits } from "../../../text/words.js";
import type { ProjectedError, Scope, Unit } from "../types.js";

/** A size that is over a limit. */
export interface Excess {
  readonly measured: number;
  readonly limit: number;
  readonly unit: Unit;
  /** Counting stopped before the end. @defaultValue false */
  readonly measuredIsLowerBound?: boolean;
}

export function capacityWords(operation: string, scope: Scope, excess: Excess): string {
  const { measured, limit, unit, measuredIsLowerBound } = excess;
  const least = measuredIsLowerBound === true ? "at least " : "";
  const size = `${least}${amount(measured, unit.slice(0, -1))}`;
  return `${operation}: ${SUBJECT[scope]} ${VERB[scope] ?? "takes"} ${size}, and ${digits(limit)} may pass here`;
}

export function unsupportedWords(operation: string, scope: Scope, { kind, pointer }: Unsupported): string {
  const where = pointer === "" ? "" : `, at ${JSON.stringify(pointer)}`;
  return `${operation}: ${SUBJECT[scope]} cannot be JSON: ${REASON[kind]}${where}`;
}

type Unsupported = NonNullable<ProjectedError["unsupported"]>;

const SUBJECT: Readonly<Record<Scope, string>> = {
  "tool-arguments": "the arguments",
  "tool-result": "the result",
  "return-value": "the return value",
  "script-output": "the output of the script",
  "script-store": "the store",
  calls: "the script",
  tool: "the tool",
  script: "the script",
};
const VERB: Readonly<Partial<Record<Scope, string>>> = { "tool-arguments": "take", calls: "makes" };

const REASON: Readonly<Record<Unsupported["kind"], string>> = {
  accessor: "a getter, which is not run",
  proxy: "a proxy, whose traps are not run",
  cycle: "a value that contains itself",
  bigint: "a bigint",
  toJSON: "a method toJSON, which is not run",
  boxed: "an object around a primitive",
  absent: "undefined, a function or a symbol",
};
