/** Requests as flags, and flags as requests: what a window says comes next is a command to be copied. */
import type { SpillRequest } from "spillway/spill";
import { LIMIT_FLAGS } from "./options.js";
import { type FlagValues, integerOf, rangeOf, UsageError } from "./usage.js";

export const REQUEST_FLAGS = {
  bytes: { type: "string" },
  lines: { type: "string" },
  grep: { type: "string" },
  literal: { type: "boolean", short: "F" },
  "ignore-case": { type: "boolean", short: "i" },
  context: { type: "string" },
  after: { type: "string" },
  line: { type: "string" },
  pointer: { type: "string" },
  from: { type: "string" },
  within: { type: "string" },
  at: { type: "string" },
  kind: { type: "string" },
  steps: { type: "string" },
} as const;

type Flags = FlagValues<typeof REQUEST_FLAGS>;

export function requestOf(flags: Flags): SpillRequest {
  const { bytes, lines, grep, pointer } = flags;
  const forms = (["lines", "bytes", "grep", "pointer"] as const).filter((form) => flags[form] !== undefined);
  if (forms.length > 1) throw new UsageError("read: --lines, --bytes, --grep and --pointer exclude each other");
  for (const [flag, form] of Object.entries(GO_WITH) as [keyof Flags, readonly (keyof Flags)[]][]) {
    if (flags[flag] === undefined || form.some((name) => flags[name] !== undefined)) continue;
    throw new UsageError(`read: --${flag} goes with ${form.map((name) => `--${name}`).join(" or ")}`);
  }
  if (bytes !== undefined) return { bytes: rangeOf("bytes", bytes, 0) };
  if (lines !== undefined) return { lines: { ...rangeOf("lines", lines, 1), ...integer(flags, "at") } };
  if (pointer !== undefined) {
    const { within, kind, steps } = flags;
    const hint = { ...(within === undefined ? {} : { within }), ...(steps === undefined ? {} : { steps }) };
    return { pointer, ...integer(flags, "from"), ...integer(flags, "at"), ...hint, kind: kind as SpillRequest["kind"] };
  }
  if (grep === undefined) return {};
  if (grep === "") throw new UsageError("--grep must not be empty");
  return {
    search: {
      pattern: grep,
      regex: flags.literal !== true,
      ignoreCase: flags["ignore-case"] === true,
      ...integer(flags, "context"),
      ...integer(flags, "after"),
      ...integer(flags, "line"),
    },
  };
}

function integer<Name extends keyof Flags>(flags: Flags, name: Name): { [name in Name]?: number } {
  const value = flags[name];
  return typeof value === "string" ? ({ [name]: integerOf(name, value) } as { [name in Name]: number }) : {};
}

/** The command that shows what comes next. */
export function nextCommand(ref: string, next: SpillRequest, flags: Readonly<Record<string, unknown>>): string {
  const words = ["spillway", "read", ref];
  for (const flag of ["store", "encoding", ...Object.keys(LIMIT_FLAGS)]) {
    if (typeof flags[flag] === "string") words.push(`--${flag}`, quote(flags[flag]));
  }
  return [...words, ...flagsOf(next)].join(" ");
}

function flagsOf({ bytes, lines, search, pointer, from, within, at, kind, steps }: SpillRequest): string[] {
  if (bytes !== undefined) return ["--bytes", formatRange(bytes)];
  if (lines !== undefined) return ["--lines", formatRange(lines), ...valued({ at: lines.at })];
  if (pointer !== undefined) return valued({ pointer, from, within, at, kind, steps });
  if (search === undefined) return [];
  const { pattern, regex, ignoreCase, context, after, line } = search;
  const switches = [...(regex ? [] : ["--literal"]), ...(ignoreCase ? ["--ignore-case"] : [])];
  return [...valued({ grep: pattern }), ...switches, ...valued({ context, after, line })];
}

/** A value that looks like a flag is joined to its own. */
function valued(flags: Readonly<Record<string, string | number | undefined>>): string[] {
  return Object.entries(flags).flatMap(([flag, value]) => {
    if (value === undefined) return [];
    const word = quote(String(value));
    return word.startsWith("-") ? [`--${flag}=${word}`] : [`--${flag}`, word];
  });
}

function formatRange({ from, count }: { from: number; count?: number | undefined }): string {
  return count === undefined ? `${from}..` : `${from}..${from + count - 1}`;
}

/** For a POSIX shell. */
function quote(word: string): string {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

const SEARCH = ["grep"] as const;
const POINTER = ["pointer"] as const;
/** Flags that say nothing by themselves. */
const GO_WITH: Readonly<Partial<Record<keyof Flags, readonly (keyof Flags)[]>>> = {
  literal: SEARCH,
  "ignore-case": SEARCH,
  context: SEARCH,
  after: SEARCH,
  line: SEARCH,
  from: POINTER,
  within: POINTER,
  kind: POINTER,
  steps: POINTER,
  at: ["lines", "pointer"],
};
