/** What was left out of one value of a JSON text. @public */
export interface JsonElision {
  /** The value: a JSON Pointer (RFC 6901). For NDJSON, the lines are the items of an array: `/3` is the fourth. */
  readonly pointer: string;
  /** Members of an array or object that are shown, whole or in part; characters (UTF-16 units) of a string. */
  readonly kept: number;
  /** How many it has. */
  readonly total: number;
  /** Where what is left out begins, as a request that `readSpill` takes: the member or character of that index, from 0. */
  readonly next?: { readonly pointer: string; readonly from: number };
}

/** How values are made smaller. */
export interface ShrinkOptions {
  /** The part of what a value may take that its start may use, 0 to 1. */
  readonly headShare: number;
  /** Whether what is left out is said in the text; `"bare"`: without words. */
  readonly marker: boolean | "bare";
}
