import { isProxy } from "#platform";
import { checkObject, checkString } from "../../internal/check.js";
import { selectFields } from "../../json/selectFields.js";
import { isObject } from "./errors/read.js";

/** How the result of a tool is a list. @public */
export interface ListShape {
  /** Fields that each row keeps whatever is selected, such as its id and its size. */
  readonly identity: readonly string[];
  /** The key of the array in the result. @defaultValue the result is the array */
  readonly rows?: string | undefined;
}

/**
 * Adds the argument `fields` to a function that lists: `fields: []` gives the identity of each row, so that a caller can look
 * before it loads. The one projection for all who call, be it from a program, a command line, over MCP or out of a guest.
 * The function itself does not see `fields`, and runs once a call.
 *
 * @returns a function that rejects with a `RangeError` for fields that no row has, and with a `TypeError` for a result that
 * is no such list
 * @throws TypeError that names what is wrong with the shape
 * @example
 * ```ts
 * const listPages = selectable(() => pages, { identity: ["id", "bytes"] });
 * await listPages({ fields: [] }); // [{ id: 1, bytes: 90_210 }, …]
 * ```
 * @public
 */
export function selectable<Rest extends unknown[]>(
  list: (args: never, ...rest: Rest) => unknown,
  shape: ListShape,
): (args?: unknown, ...rest: Rest) => Promise<unknown> {
  if (typeof list !== "function") throw new TypeError("list must be a function");
  const { identity, rows } = checkObject("shape", shape) as ListShape;
  selectFields([], undefined, identity);
  if (rows !== undefined) checkString("shape.rows", rows);

  return async (args, ...rest) => {
    const { fields, others } = takeFields(args);
    const result = await list(others as never, ...rest);
    if (isObject(result) && isProxy(result)) throw new TypeError("the result must be a list, not a proxy of one");
    if (fields === undefined) return result;
    if (rows === undefined) return selectFields(arrayOf(result), fields, identity);
    const container = checkObject("the result", result);
    const property = Object.getOwnPropertyDescriptor(container, rows);
    const selected = selectFields(arrayOf(property?.value), fields, identity);
    return { ...withoutGetters(container), [rows]: selected };
  };
}

function takeFields(args: unknown): { fields: readonly string[] | undefined; others: unknown } {
  if (typeof args !== "object" || args === null || !Object.hasOwn(args, "fields"))
    return { fields: undefined, others: args };
  const { fields, ...others } = args as { fields?: readonly string[] };
  return { fields, others };
}

function arrayOf(rows: unknown): readonly unknown[] {
  if (Array.isArray(rows) && !isProxy(rows)) return rows;
  throw new TypeError("the result must be a list: fields can be selected of its rows alone");
}

/** A getter beside the rows is left for the measurement to find: here, it would run. */
function withoutGetters(container: object): object {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(container));
}
