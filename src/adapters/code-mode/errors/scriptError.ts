import type { ProjectedError } from "../types.js";
import { dataOf } from "./read.js";

/**
 * A {@link ProjectedError} as something to throw. Its message ends with the projection as one line of JSON, for guests that
 * get no more of an error than its message.
 *
 * @public
 */
export class ScriptError extends Error {
  /** The failure as data. */
  readonly projected: ProjectedError;

  constructor(projected: ProjectedError) {
    super(messageOf(projected));
    this.name = "ScriptError";
    this.projected = projected;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/**
 * Whether a value is a {@link ScriptError}, also one that another copy of spillway threw. Never throws, whatever the value.
 *
 * @public
 */
export function isScriptError(value: unknown): value is ScriptError {
  try {
    return value instanceof Error && BRAND in value && typeof dataOf(value, "projected") === "object";
  } catch {
    return false; // a proxy
  }
}

/** Words first, then the data: a reader may stop at the line end, a program takes the last line. */
export function messageOf(projected: ProjectedError): string {
  const { message, stack, ...data } = projected;
  return `${message}\n${JSON.stringify(data)}`;
}

const BRAND: symbol = Symbol.for("spillway.ScriptError");
