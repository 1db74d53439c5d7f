import { isProxy } from "#platform";
import { checkString } from "../internal/check.js";
import { toWellFormed } from "../text/wellFormed.js";

/**
 * Keeps the named fields of each row, in the row's own order, so that a caller can look before it loads. A field is a key,
 * or a path of keys joined by dots, in which `*` stands for every key or index; a key that has a dot in it is found by its
 * whole name first. What is not selected is neither copied nor read; what is selected is not copied either. Getters are
 * not run and count as absent, and so does everything of a proxy. Rows that are no objects stay as they are.
 *
 * @param rows - what to select from
 * @param fields - `undefined` selects everything, `[]` the identity fields alone
 * @param identity - fields that are always kept, such as ids and sizes; a row need not have them
 * @throws RangeError that names the fields no row has, and some of those that there are; TypeError for arguments of
 * another type
 * @example
 * ```ts
 * selectFields([{ id: 7, user: { name: "Ada", bio: "…" } }], ["user.name"], ["id"]); // [{ id: 7, user: { name: "Ada" } }]
 * ```
 * @public
 */
export function selectFields<Row>(
  rows: readonly Row[],
  fields: readonly string[] | undefined,
  identity: readonly string[],
): readonly Partial<Row>[] {
  if (!Array.isArray(rows)) throw new TypeError("rows must be an array");
  checkNames("identity", identity);
  if (fields === undefined) return rows;
  checkNames("fields", fields);

  const wanted = fields.map((name) => ({ name, found: false }));
  const selection = selectionOf([...wanted, ...identity.map((name) => ({ name, found: false }))].map(pathOf));
  const selected = rows.map((row) => (hasKeys(row) ? select(row, [selection]) : row));
  const unknown = wanted.filter(({ found }) => !found).map(({ name }) => name);
  if (unknown.length > 0 && rows.some(hasKeys)) throw new RangeError(unknownMessage(unknown, rows));
  return selected as Partial<Row>[];
}

interface Field {
  readonly name: string;
  /** Whether any row has it. */
  found: boolean;
}

/** A field, and what is left of its path. */
interface Path {
  readonly field: Field;
  readonly rest: string;
}

/** The paths that lead to or through a value, by what they ask for next. */
interface Selection {
  /** Ends of paths. A key with dots in it is one of these. */
  readonly whole: ReadonlyMap<string, readonly Field[]>;
  readonly below: ReadonlyMap<string, Selection>;
}

function pathOf(field: Field): Path {
  return { field, rest: field.name };
}

function selectionOf(paths: readonly Path[]): Selection {
  const whole = new Map<string, Field[]>();
  const below = new Map<string, Path[]>();
  for (const { field, rest } of paths) {
    add(whole, rest, field);
    const dot = rest.indexOf(".");
    if (dot !== -1) add(below, rest.slice(0, dot), { field, rest: rest.slice(dot + 1) });
  }
  return { whole, below: new Map([...below].map(([key, deeper]) => [key, selectionOf(deeper)])) };
}

function add<T>(groups: Map<string, T[]>, key: string, item: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

function select(value: object, selections: readonly Selection[]): object {
  const kept: [string, unknown][] = [];
  for (const key of Object.keys(value)) {
    const whole = selections.flatMap((selection) => matches(selection.whole, key)).flat();
    const below = selections.flatMap((selection) => matches(selection.below, key));
    if (whole.length === 0 && below.length === 0) continue;
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (property === undefined || !("value" in property)) continue;
    for (const field of whole) field.found = true;
    const isDeeper = below.length > 0 && hasKeys(property.value);
    const part = isDeeper ? select(property.value, below) : undefined;
    if (whole.length > 0) kept.push([key, property.value]);
    else if (part !== undefined && Object.keys(part).length > 0) kept.push([key, part]);
  }
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

function matches<T>(groups: ReadonlyMap<string, T>, key: string): T[] {
  const found = key === "*" ? [groups.get("*")] : [groups.get(key), groups.get("*")];
  return found.filter((group) => group !== undefined);
}

function hasKeys(value: unknown): value is object {
  return typeof value === "object" && value !== null && !isProxy(value);
}

/** Names come from a model and go back to one: quoted, and no more of them than it needs to see its mistake. */
function unknownMessage(unknown: readonly string[], rows: readonly unknown[]): string {
  const known = new Set<string>();
  for (const row of rows) {
    if (known.size >= MOST_NAMES) break;
    if (hasKeys(row)) for (const key of Object.keys(row)) known.add(key);
  }
  return `unknown field ${quoted(unknown)}; known fields: ${quoted([...known])}`;
}

function quoted(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => JSON.stringify(toWellFormed(name.slice(0, MOST_NAME_UNITS))));
  return shown.join(", ") + (names.length > MOST_NAMES ? ", …" : "");
}

function checkNames(option: string, names: readonly string[]): void {
  if (!Array.isArray(names)) throw new TypeError(`${option} must be an array`);
  for (const [index, name] of names.entries()) {
    if (checkString(`${option}[${index}]`, name).split(".", MOST_STEPS + 1).length > MOST_STEPS) {
      throw new RangeError(`${option}[${index}] must have at most ${MOST_STEPS} steps`);
    }
  }
}

const MOST_STEPS = 64;
const MOST_NAMES = 40;
const MOST_NAME_UNITS = 80;
