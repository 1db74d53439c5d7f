/** What the user typed, against what a command takes. */
import { parseArgs } from "node:util";

/** A mistake on the command line: one line on stderr, exit code 2. */
export class UsageError extends Error {}

/** Flags by name, each with a value or without. */
export type FlagTypes = Readonly<Record<string, { readonly type: "string" | "boolean"; readonly short?: string }>>;

export type FlagValues<T extends FlagTypes> = {
  [flag in keyof T]?: (T[flag]["type"] extends "string" ? string : boolean) | undefined;
};

/** Flags, and the words between them. The last of a flag given twice counts. */
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
  const values: Record<string, string | boolean> = {};
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const type = Object.hasOwn(types, token.name) ? types[token.name]?.type : undefined;
    if (type === undefined) throw new UsageError(`${command}: unknown option ${token.rawName}`);
    const hasValue = token.value !== undefined;
    if (type === "boolean" && hasValue) throw new UsageError(`${command}: ${token.rawName} takes no value`);
    if (type === "string" && !hasValue) throw new UsageError(`${command}: ${token.rawName} needs a value`);
    values[token.name] = token.value ?? true;
  }
  return { values: values as FlagValues<T>, words };
}

/** A flag's value as an integer ≥ 0. */
export function integerOf(flag: string, value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number)) return number;
  throw new UsageError(`--${flag} must be an integer ≥ 0, got ${JSON.stringify(value.slice(0, 40))}`);
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
