/** The one file that imports fast-json-stable-stringify. */
import stringify from "fast-json-stable-stringify";

/** @throws RangeError for a value deeper than the stack */
export function stableStringify(value: unknown): string {
  return stringify(value);
}
