/** The guest's half of a bridge, with what it must know of this bridge. */
import { guestKeys } from "../guestKeys.js";
import type { ResolvedLimits } from "../limits.js";
import type { ScriptOutput } from "../output/createScriptOutput.js";
import type { ScriptStore } from "../store.js";
import { PRELUDE_SOURCE } from "./source.js";

export interface PreludeParts {
  readonly output: ScriptOutput | undefined;
  readonly store: ScriptStore | undefined;
}

/** An expression of JavaScript. Its limits are in UTF-16 units, of which a text has no more than bytes: the host counts exactly. */
export function preludeOf(tools: readonly string[], limits: ResolvedLimits, { output, store }: PreludeParts): string {
  const config = {
    tools: [...guestKeys(tools)].map(([name, key]) => ({ name, key })),
    argumentUnits: finite(limits.maxArgumentBytes),
    returnUnits: finite(limits.maxReturnBytes),
    errorUnits: limits.maxErrorBytes,
    outputUnits: finite(output?.maxChars ?? 0),
    outputItems: finite(output?.maxItems ?? 0),
    storeUnits: finite(2 * (store?.maxValueChars ?? 0) + STORE_ENVELOPE_UNITS),
  };
  return `${PRELUDE_SOURCE}(${JSON.stringify(config)})`;
}

/** JSON has no `Infinity`. */
function finite(limit: number): number {
  return Math.min(limit, Number.MAX_SAFE_INTEGER);
}

/** `{"key":"…","value":…}` */
const STORE_ENVELOPE_UNITS = 1024;
