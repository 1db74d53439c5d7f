/** What a check expects, and the words for what came instead. The content is the checks' own, so messages may show it. */
import { isSpillError, type SpillErrorCode } from "../spill/error.js";

/** A store that broke a promise, as against a store that threw something. */
export class BrokenPromise extends Error {}

export function holds(what: string, condition: boolean): asserts condition {
  if (!condition) throw new BrokenPromise(what);
}

/** Equal as plain data: the same keys (an `undefined` one is one), the same values, the same bytes. */
export function same(what: string, actual: unknown, expected: unknown): void {
  if (!isSame(actual, expected)) throw new BrokenPromise(`${what}: expected ${show(expected)}, got ${show(actual)}`);
}

/** Has at least these fields. */
export function includes(what: string, actual: unknown, fields: object): void {
  const found = Object(actual) as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) same(`${what}: ${name}`, found[name], value);
}

/** Rejects with a SpillError of this code. */
export async function fails(what: string, work: () => Promise<unknown>, code: SpillErrorCode): Promise<void> {
  const error = await rejectionOf(`${what}: expected a SpillError ${code}`, work);
  if (isSpillError(error) && error.code === code) return;
  throw new BrokenPromise(`${what}: expected a SpillError ${code}, got ${show(error)}`, { cause: error });
}

/** Rejects with a TypeError or RangeError that names what the caller got wrong. */
export async function refuses(
  what: string,
  work: () => Promise<unknown>,
  kind: "TypeError" | "RangeError",
  field: string,
): Promise<void> {
  const expected = `${what}: expected a ${kind} that names ${field}`;
  const error = await rejectionOf(expected, work);
  if (error instanceof Error && error.name === kind && error.message.includes(field)) return;
  throw new BrokenPromise(`${expected}, got ${show(error)}`, { cause: error });
}

/** A value in a few words. */
export function show(value: unknown): string {
  if (isSpillError(value)) return `SpillError ${value.code}`;
  if (value instanceof Error) return `${value.name} ${JSON.stringify(value.message.slice(0, MAX_SHOWN_UNITS))}`;
  if (isBytes(value)) return `${value.length} bytes [${value.subarray(0, MAX_SHOWN_BYTES).join(" ")}…]`;
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_SHOWN_UNITS ? `${text.slice(0, MAX_SHOWN_UNITS)}…` : text;
}

async function rejectionOf(expected: string, work: () => Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await work();
  } catch (error) {
    return error;
  }
  throw new BrokenPromise(`${expected}, got ${show(value)}`);
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (isBytes(a) && isBytes(b)) return a.length === b.length && a.every((byte, index) => byte === b[index]);
  if (isBytes(a) || isBytes(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a, b] as Record<string, unknown>[];
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(left?.[key], right?.[key]))
  );
}

/** Of any realm, and a Buffer too. */
function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === "[object Uint8Array]";
}

const MAX_SHOWN_UNITS = 300;
const MAX_SHOWN_BYTES = 16;
