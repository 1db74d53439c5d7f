/** What is asked of a value that becomes JSON, and what comes of it. */

/** How often the text is encoded: 1 is JSON, 2 is JSON as a string inside of JSON. @public */
export type Layers = 1 | 2;

/**
 * Why a value has no size in JSON:
 *
 * - `"accessor"`: a getter would run, or an array inherits an element;
 * - `"proxy"`: a trap would run;
 * - `"cycle"`: the value contains itself;
 * - `"bigint"`: JSON has none;
 * - `"toJSON"`: a method of the value would run (a `Date` with the language's own methods is allowed);
 * - `"boxed"`: an object around a number, a string, a boolean or a bigint, of which a method would run;
 * - `"absent"`: there is no JSON at all, as for `undefined`, a function or a symbol.
 *
 * @public
 */
export type UnsupportedKind = "accessor" | "proxy" | "cycle" | "bigint" | "toJSON" | "boxed" | "absent";

/** A value that has no JSON within what was asked. @public */
export type JsonRefusal =
  | {
      readonly ok: false;
      /** The limit, or what a string can hold, was passed. */
      readonly reason: "capacity";
      /** Bytes: a lower bound of the size, above the limit. */
      readonly atLeast: number;
    }
  | {
      readonly ok: false;
      readonly reason: "unsupported";
      readonly kind: UnsupportedKind;
      /** Where, as a JSON Pointer (RFC 6901): `""` is the value itself. */
      readonly pointer: string;
      /** Bytes counted until then. */
      readonly atLeast: number;
    };
