/** What the user typed, against what a command takes. */
import { parseArgs } from "node:util";

/** A mistake on the command line: one line on stderr, exit code 2. */
export class UsageError extends Error {}

/** Flags by name, each with a value or without. */
export type FlagTypes = Readonly<Record<string, FlagType>>;

export interface FlagType {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** Each time that it is given counts. */
  readonly multiple?: true;
}

export type FlagValues<T extends FlagTypes> = { [flag in keyof T]?: FlagValue<T[flag]> | undefined };

type FlagValue<T extends FlagType> = T["multiple"] extends true
  ? string[]
  : T["type"] extends "string"
    ? string
    : boolean;

/** Flags, and the words between them. Of a flag given twice the last counts, unless it is one of many. */
export function parseFlags<const T extends FlagTypes>(
  command: string,
  args: readonly string[],
  types: T,
): { values: FlagValues<T>; words: string[] } {
  const { tokens } = parseArgs({
    args: [...args],
    options: types,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values: Record<string, string | boolean | string[]> = {};
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const { type, multiple } = (Object.hasOwn(types, token.name) ? types[token.name] : undefined) ?? {};
    if (type === undefined) throw new UsageError(`${command}: unknown option ${token.rawName}`);
    const hasValue = token.value !== undefined;
    if (type === "boolean" && hasValue) throw new UsageError(`${command}: ${token.rawName} takes no value`);
    if (type === "string" && !hasValue) throw new UsageError(`${command}: ${token.rawName} needs a value`);
    if (multiple) values[token.name] = [...((values[token.name] as string[]) ?? []), String(token.value)];
    else values[token.name] = token.value ?? true;
  }
  return { values: values as FlagValues<T>, words };
}

/** A flag's value as an integer ≥ 0. */
export function integerOf(flag: string, value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number)) return number;
  throw new UsageError(`--${flag} must be an integer ≥ 0, got ${JSON.stringify(value.slice(0, 40))}`);
}

/** A flag's value as a number ≥ 0, with a fraction or without. */
export function amountOf(flag: string, value: string): number {
  const number = Number(value);
  if (/^(?:\d+\.?\d*|\.\d+)$/.test(value) && Number.isFinite(number)) return number;
  throw new UsageError(`--${flag} must be a number ≥ 0, got ${JSON.stringify(value.slice(0, 40))}`);
}

/** A flag's value as bytes: `1000`, `64KiB` or `64K` (1024), `1.5MB` (1000²). The case of the letters does not matter. */
export function sizeOf(flag: string, value: string): number {
  const match = /^(\d+(?:\.\d+)?) ?(?:([kmgt])(i?b)?|b)?$/i.exec(value);
  const [, amount, prefix, unit] = match ?? [];
  const base = unit?.toLowerCase() === "b" ? 1000 : 1024;
  const power = prefix === undefined ? 0 : 1 + "kmgt".indexOf(prefix.toLowerCase());
  const bytes = Math.floor(Number(amount) * base ** power);
  if (match !== null && Number.isSafeInteger(bytes)) return bytes;
  throw new UsageError(`--${flag} must be a size such as 512MiB, got ${JSON.stringify(value.slice(0, 40))}`);
}

/** `A..B`, `A..` or `A`: both ends belong to the range. */
export function rangeOf(flag: string, value: string, first: number): { from: number; count?: number } {
  const match = /^(\d+)(?:(\.\.)(\d+)?)?$/.exec(value);
  if (match === null)
    throw new UsageError(`--${flag} must be A..B, A.. or A, got ${JSON.stringify(value.slice(0, 40))}`);
  const from = integerOf(flag, match[1] as string);
  if (from < first) throw new UsageError(`--${flag} starts at ${first}, got ${from}`);
  if (match[2] !== undefined && match[3] === undefined) return { from };
  const to = match[3] === undefined ? from : integerOf(flag, match[3]);
  if (to < from) throw new UsageError(`--${flag} must not end before it starts, got ${value}`);
  return { from, count: to - from + 1 };
}
