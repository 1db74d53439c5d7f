/**
 * Validation of options: wrong type → `TypeError`, wrong value → `RangeError`, each naming the option and the value.
 * Content of tool results never passes through here, so no message can carry any.
 */

/** A whole number of something: 0, 1, 2 … */
export function checkCount(name: string, value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  return reject(name, "an integer ≥ 0", value);
}

/** A cap: a whole number, or `Infinity` for "no cap". */
export function checkLimit(name: string, value: unknown): number {
  if (value === Number.POSITIVE_INFINITY) return value;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  return reject(name, "an integer ≥ 0 or Infinity", value);
}

/** A quantity that may be estimated, so that fractions are welcome: 0 ≤ value < ∞. */
export function checkAmount(name: string, value: unknown): number {
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  return reject(name, "a finite number ≥ 0", value);
}

/** A factor: 0 < value < ∞. */
export function checkFactor(name: string, value: unknown): number {
  if (typeof value === "number" && Number.isFinite(value) && value > 0) return value;
  return reject(name, "a finite number > 0", value);
}

/** A part of a whole: 0 ≤ value ≤ 1. */
export function checkShare(name: string, value: unknown): number {
  if (typeof value === "number" && value >= 0 && value <= 1) return value;
  return reject(name, "a number from 0 to 1", value);
}

export function checkString(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new TypeError(`${name} must be a string, got ${describe(value)}`);
}

export function checkBoolean(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw new TypeError(`${name} must be a boolean, got ${describe(value)}`);
}

/** An object with certain methods, whoever made it. */
export function checkMethods(name: string, value: unknown, methods: readonly string[]): void {
  const object = checkObject(name, value) as Record<string, unknown>;
  for (const method of methods) {
    if (typeof object[method] !== "function") throw new TypeError(`${name} must have a method ${method}`);
  }
}

/** An object of options; a function or a primitive in its place is a mistake worth naming. */
export function checkObject(name: string, value: unknown): object {
  if (typeof value === "object" && value !== null) return value;
  throw new TypeError(`${name} must be an object, got ${describe(value)}`);
}

export function checkChoice<const T extends string>(name: string, value: unknown, choices: readonly T[]): T {
  if ((choices as readonly unknown[]).includes(value)) return value as T;
  const list = choices.map((choice) => JSON.stringify(choice)).join(", ");
  const Kind = typeof value === "string" ? RangeError : TypeError;
  throw new Kind(`${name} must be one of ${list}, got ${describe(value)}`);
}

function reject(name: string, expected: string, value: unknown): never {
  const Kind = typeof value === "number" ? RangeError : TypeError;
  throw new Kind(`${name} must be ${expected}, got ${describe(value)}`);
}

/** Short, and never by running the value's own code (`toString`, `toJSON`). */
function describe(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value.length > MAX_SHOWN_UNITS ? `a string of ${value.length} characters` : JSON.stringify(value);
    case "number":
    case "boolean":
    case "undefined":
      return String(value);
    case "bigint":
      return "a bigint";
    case "object":
      return value === null ? "null" : "an object";
    default:
      return `a ${typeof value}`;
  }
}

/** UTF-16 units of an option's value that a message repeats. */
const MAX_SHOWN_UNITS = 40;
