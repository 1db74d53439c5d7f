import { checkLimit, checkObject, checkString } from "../../internal/check.js";
import { admitJson } from "../../json/admit.js";
import { projectExcess, projectRefusal } from "./errors/projectError.js";
import { ScriptError } from "./errors/scriptError.js";

/** Options of `createScriptStore`. @public */
export interface ScriptStoreOptions {
  /** UTF-16 units of one value's JSON. @defaultValue 262_144 */
  readonly maxValueChars?: number | undefined;
  /** UTF-16 units of all keys and all values' JSON. @defaultValue 1_048_576 */
  readonly maxTotalChars?: number | undefined;
  /** What is in it from the start: keys and JSON texts, as `entries` gave them. @defaultValue nothing */
  readonly entries?: Iterable<readonly [key: string, json: string]> | undefined;
}

/** Small state that programs keep for later ones. @public */
export interface ScriptStore {
  /**
   * Puts a value in the place of the one that a key had; `undefined` removes the key. If it is refused, nothing changes.
   *
   * @throws {@link ScriptError} for a value that is too large or has no JSON; TypeError for a key that is no string
   */
  set(key: string, value: unknown): void;
  /** All of them, or none if one is refused. @throws as `set` */
  setAll(values: Readonly<Record<string, unknown>>): void;
  /** A copy of the value; `undefined` for a key that there is not. */
  get(key: string): unknown;
  /** The keys with the UTF-16 units of their values' JSON, in the order in which they came. */
  list(): { readonly key: string; readonly chars: number }[];
  /** Keys and JSON texts, to be kept. */
  entries(): [key: string, json: string][];
  /** UTF-16 units of all keys and all values' JSON. */
  readonly chars: number;
  /** UTF-16 units that one value's JSON may take. */
  readonly maxValueChars: number;
  /** UTF-16 units that all keys and values may take. */
  readonly maxTotalChars: number;
}

/**
 * Creates a {@link ScriptStore}. A value is measured before it is encoded, and is in the store as JSON text: what a program
 * does with it later changes nothing.
 *
 * @throws TypeError or RangeError that names the option
 * @example
 * ```ts
 * const store = createScriptStore();
 * store.set("cursor", { page: 7 });
 * store.list(); // [{ key: "cursor", chars: 10 }]
 * ```
 * @public
 */
export function createScriptStore(options: ScriptStoreOptions = {}): ScriptStore {
  checkObject("options", options);
  const { maxValueChars = 262_144, maxTotalChars = 1_048_576, entries = [] } = options;
  checkLimit("maxValueChars", maxValueChars);
  checkLimit("maxTotalChars", maxTotalChars);
  const stored = new Map<string, string>();
  let chars = 0;

  /** Nothing of the changes is seen before all are admitted. */
  const put = (changes: ReadonlyMap<string, string | undefined>) => {
    let size = chars;
    for (const [key, json] of changes) size += sizeOf(key, json) - sizeOf(key, stored.get(key));
    if (size > maxTotalChars) throw excess(size, maxTotalChars, "the limit is for all keys and values: remove some");
    for (const [key, json] of changes) {
      if (json === undefined) stored.delete(key);
      else stored.set(key, json);
    }
    chars = size;
  };

  const encode = (value: unknown): string | undefined => {
    if (value === undefined) return undefined;
    // A unit takes one to three bytes: what has more is too long whatever it is made of.
    const admitted = admitJson(value, { maxBytes: 3 * maxValueChars });
    if (!admitted.ok && admitted.reason === "unsupported") {
      throw new ScriptError(projectRefusal(admitted, maxValueChars, CONTEXT));
    }
    const isExact = admitted.ok;
    const length = admitted.ok ? admitted.text.length : Math.ceil(admitted.atLeast / 3);
    if (!admitted.ok || length > maxValueChars)
      throw excess(length, maxValueChars, "the limit is for one value", !isExact);
    return admitted.text;
  };

  put(
    new Map(
      [...entries].map(([key, json], index) => {
        JSON.parse(checkString(`entries[${index}][1]`, json));
        return [checkString(`entries[${index}][0]`, key), json] as const;
      }),
    ),
  );
  return {
    set(key, value) {
      put(new Map([[checkString("key", key), encode(value)]]));
    },
    setAll(values) {
      put(new Map(Object.entries(checkObject("values", values)).map(([key, value]) => [key, encode(value)])));
    },
    get(key) {
      const json = stored.get(checkString("key", key));
      return json === undefined ? undefined : JSON.parse(json);
    },
    list: () => [...stored].map(([key, { length }]) => ({ key, chars: length })),
    entries: () => [...stored],
    get chars() {
      return chars;
    },
    maxValueChars,
    maxTotalChars,
  };
}

function sizeOf(key: string, json: string | undefined): number {
  return json === undefined ? 0 : key.length + json.length;
}

function excess(measured: number, limit: number, note: string, measuredIsLowerBound = false): ScriptError {
  return new ScriptError(projectExcess({ measured, limit, unit: "chars", measuredIsLowerBound }, { ...CONTEXT, note }));
}

const CONTEXT = { operation: "store", scope: "script-store" } as const;
