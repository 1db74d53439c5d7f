/** `spillway read`: a window of a Spill. */
import { readSpill, type SpillRequest, toSpillId } from "spillway/spill";
import { LIMIT_FLAGS, limitsOf, STORE_FLAGS } from "./options.js";
import { formatBytes, printJson } from "./print.js";
import { openStore } from "./store.js";
import { integerOf, parseFlags, rangeOf, UsageError } from "./usage.js";

export async function read(args: readonly string[]): Promise<number> {
  const { values, words } = parseFlags("read", args, FLAGS);
  const [ref, ...rest] = words;
  if (ref === undefined || rest.length > 0) throw new UsageError("read: takes one REF, an id or spill://ID");
  const request = requestOf(values);
  const limits = limitsOf(values);
  const id = toSpillId(ref);
  if (id === undefined) throw new BadRef();

  const window = await readSpill(openStore(values.store), id, request, limits);
  if ("gone" in window) {
    process.stderr.write(`spillway: this Spill was ${window.reason}; it had ${formatBytes(window.bytes)}\n`);
    return 1;
  }
  if (values.json) printJson(window);
  else process.stdout.write(window.text + (request.search === undefined || window.text === "" ? "" : "\n"));
  if (window.next !== undefined && !values.json) {
    process.stderr.write(`next: ${nextCommand(ref, window.next, values)}\n`);
  }
  return 0;
}

/** A REF that no store can have given out: told as one that does not exist. */
export class BadRef extends Error {}

function requestOf(flags: {
  bytes?: string | undefined;
  lines?: string | undefined;
  grep?: string | undefined;
  context?: string | undefined;
  after?: string | undefined;
  "ignore-case"?: boolean | undefined;
}): SpillRequest {
  const { bytes, lines, grep, context, after, "ignore-case": ignoreCase } = flags;
  if ([bytes, lines, grep].filter((flag) => flag !== undefined).length > 1) {
    throw new UsageError("read: --lines, --bytes and --grep exclude each other");
  }
  if (grep === undefined && [context, after, ignoreCase].some((flag) => flag !== undefined)) {
    throw new UsageError("read: --context, --after and --ignore-case go with --grep");
  }
  if (bytes !== undefined) return { bytes: rangeOf("bytes", bytes, 0) };
  if (lines !== undefined) return { lines: rangeOf("lines", lines, 1) };
  if (grep === undefined) return {};
  if (grep === "") throw new UsageError("--grep must not be empty");
  return {
    search: {
      pattern: grep,
      ignoreCase: ignoreCase === true,
      ...(context === undefined ? {} : { context: integerOf("context", context) }),
      ...(after === undefined ? {} : { after: integerOf("after", after) }),
    },
  };
}

/** The command that shows what comes next, to be copied. */
function nextCommand(ref: string, { bytes, lines, search }: SpillRequest, flags: Readonly<Record<string, unknown>>) {
  const words = ["spillway", "read", ref];
  for (const flag of ["store", ...Object.keys(LIMIT_FLAGS)]) {
    if (typeof flags[flag] === "string") words.push(`--${flag}`, quote(flags[flag]));
  }
  if (bytes !== undefined) words.push("--bytes", formatRange(bytes));
  if (lines !== undefined) words.push("--lines", formatRange(lines));
  if (search !== undefined) {
    words.push("--grep", quote(search.pattern));
    if (search.ignoreCase) words.push("--ignore-case");
    if (search.context !== undefined) words.push("--context", String(search.context));
    words.push("--after", String(search.after));
  }
  return words.join(" ");
}

function formatRange({ from, count }: { from: number; count?: number | undefined }): string {
  return count === undefined ? `${from}..` : `${from}..${from + count - 1}`;
}

/** For a POSIX shell. */
function quote(word: string): string {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

const FLAGS = {
  ...LIMIT_FLAGS,
  ...STORE_FLAGS,
  bytes: { type: "string" },
  lines: { type: "string" },
  grep: { type: "string" },
  context: { type: "string" },
  after: { type: "string" },
  "ignore-case": { type: "boolean", short: "i" },
} as const;
