import { isProxy } from "#platform";
import type { ProjectedError } from "../types.js";
import { dataOf, isObject } from "./read.js";

/**
 * A {@link ProjectedError} as something to throw. Its message ends with the projection as one line of JSON, for guests that
 * get no more of an error than its message.
 *
 * @public
 */
export class ScriptError extends Error {
  /** The failure as data. */
  readonly projected: ProjectedError;
  readonly #own: ProjectedError;

  constructor(projected: ProjectedError) {
    super(messageOf(projected));
    this.name = "ScriptError";
    this.projected = projected;
    this.#own = projected;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** What an error carries that this copy of the class made; no code of a stranger runs, and none can imitate it. */
  static carriedBy(value: unknown): ProjectedError | undefined {
    return isObject(value) && #own in value ? value.#own : undefined;
  }
}

/**
 * Whether a value is a {@link ScriptError}, also one that another copy of spillway threw. Never throws, whatever the value.
 *
 * @public
 */
export function isScriptError(value: unknown): value is ScriptError {
  try {
    if (!isObject(value) || isProxy(value)) return false;
    return Object.getOwnPropertyDescriptor(value, BRAND)?.value === true && isObject(dataOf(value, "projected"));
  } catch {
    return false; // a proxy, where the runtime cannot tell
  }
}

/** Words first, then the data: a reader may stop at the line end, a program takes the last line. */
export function messageOf(projected: ProjectedError): string {
  const { message, stack, ...data } = projected;
  return `${message}\n${JSON.stringify(data)}`;
}

const BRAND: symbol = Symbol.for("spillway.ScriptError");
