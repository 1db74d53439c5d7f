/** Every option of a View, as plans that print and shrink. */
import fc from "fast-check";
import {
  type BoundOptions,
  ERROR_LINES,
  type Limits,
  type NoticeOptions,
  type Pin,
  type SpillMeta,
  type TokenCounter,
} from "spillway";
import { estimateTokens } from "spillway/tokens";
import { escapesIn } from "../../bound/oracle.js";
import { HOSTILE_NAMES } from "../../spill/helpers.js";
import { SECRET } from "./errors.js";

/** Counters of tokens: the library's, simple ones, and one for which the parts of a text do not add up to the whole. */
export const COUNTERS = {
  estimate: (text: string) => estimateTokens(text),
  chars: (text: string) => text.length,
  "bytes ÷ 4": (text: string) => Math.ceil(new TextEncoder().encode(text).length / 4),
  words: (text: string) => text.split(/\s+/).filter((word) => word !== "").length + Math.ceil(text.length / 20),
  runs: (text: string) => (text.match(/(.)\1*/gsu) ?? []).length,
} as const satisfies Readonly<Record<string, TokenCounter>>;

/** Rules for lines to keep out of the middle: each as the library takes it, and as a plain test of a line. */
export const PINS = {
  a: "a",
  "FAIL or ok": ["FAIL", (line: string) => line === "ok"],
  digits: { find: (line: string) => (/\d/.test(line) ? { start: 0, end: 1 } : undefined) },
  errors: ERROR_LINES,
  throws: () => {
    throw new Error(SECRET);
  },
} as const satisfies Readonly<Record<string, Pin>>;

/** Whether a line is to be kept out of the middle, as the contract says: judged without its escape sequences. */
export function isPinned(pin: keyof typeof PINS, line: string): boolean {
  const text = withoutEscapes(line);
  switch (pin) {
    case "a":
      return text.includes("a");
    case "FAIL or ok":
      return text.includes("FAIL") || text === "ok";
    case "digits":
      return /\d/.test(text);
    case "errors":
      return ERROR_LINES(text);
    default:
      return false;
  }
}

function withoutEscapes(line: string): string {
  const escapes = escapesIn(line);
  return Array.from(line.split(""), (unit, at) =>
    escapes.some(({ from, to }) => from <= at && at < to) ? "" : unit,
  ).join("");
}

type Promised<T> = { readonly value: T; readonly as: "plain" | "promised" | "rejected" };

export interface OptionsPlan {
  readonly keep?: "head" | "tail" | "ends" | undefined;
  readonly headShare?: number | undefined;
  readonly boundary?: "codePoint" | "grapheme" | "line" | undefined;
  readonly clean?: boolean | undefined;
  readonly pin?: keyof typeof PINS | undefined;
  readonly notice?: NoticeOptions | false | undefined;
  readonly noticeAllowance?: Limits | undefined;
  readonly upstream?: { readonly truncated: boolean; readonly totalBytes?: number | undefined } | undefined;
  readonly counter?: keyof typeof COUNTERS | undefined;
  readonly isError?: Promised<boolean> | undefined;
  readonly exitCode?: Promised<number | null> | undefined;
  readonly meta?: SpillMeta | undefined;
  readonly onSpillFailure?: "cut" | "pass" | "throw" | undefined;
}

const promised = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Promised<T>> =>
  fc.record({ value, as: fc.constantFrom("plain", "promised", "rejected") });
const limit = (max: number) => fc.integer({ min: 0, max });
const name = fc.oneof(fc.constantFrom("bash", "read_file", "call_1"), fc.constantFrom(...HOSTILE_NAMES));

const FIELDS = {
  keep: fc.constantFrom("head", "tail", "ends"),
  headShare: fc.oneof(fc.constantFrom(0, 0.2, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
  boundary: fc.constantFrom("codePoint", "grapheme", "line"),
  clean: fc.boolean(),
  pin: fc.constantFrom(...(Object.keys(PINS) as (keyof typeof PINS)[])),
  notice: fc.oneof(
    { weight: 1, arbitrary: fc.constant(false as const) },
    {
      weight: 3,
      arbitrary: fc.record(
        {
          position: fc.constantFrom("first", "last"),
          canRead: fc.constantFrom("path", "tool", "resource", "none"),
          toolName: fc.constantFrom("read_result", "ouvrir_résultat", "mcp__spillway__read_result"),
        },
        { requiredKeys: [] },
      ),
    },
  ),
  noticeAllowance: fc.record(
    { maxBytes: limit(300), maxChars: limit(300), maxLines: limit(3), maxTokens: limit(100) },
    { requiredKeys: [] },
  ),
  upstream: fc.oneof(
    fc.constant({ truncated: false }),
    fc.record({ truncated: fc.constant(true), totalBytes: fc.nat() }, { requiredKeys: ["truncated"] }),
  ),
  counter: fc.constantFrom(...(Object.keys(COUNTERS) as (keyof typeof COUNTERS)[])),
  isError: promised(fc.boolean()),
  exitCode: promised(fc.constantFrom(null, 0, 1, 137, -1073741819)),
  meta: fc.record({ tool: name, callId: name, sessionId: name, seq: fc.nat(99) }, { requiredKeys: [] }),
  onSpillFailure: fc.constantFrom("cut", "pass", "throw"),
} as const;

/** Any options, but for those that are named. */
export function anyOptions(...without: readonly (keyof OptionsPlan)[]): fc.Arbitrary<OptionsPlan> {
  const fields = Object.fromEntries(Object.entries(FIELDS).filter(([field]) => !without.includes(field as never)));
  return fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<OptionsPlan>;
}

/** What `boundResult` is given. A promise that rejects does so with words that must not come out. */
export function optionsOf(plan: OptionsPlan): Omit<BoundOptions, "limits" | "spill"> {
  const { counter, isError, exitCode, pin, ...rest } = plan;
  return {
    ...rest,
    ...(pin === undefined ? {} : { pin: PINS[pin] }),
    ...(counter === undefined ? {} : { countTokens: COUNTERS[counter] }),
    ...(isError === undefined ? {} : { isError: given(isError) }),
    ...(exitCode === undefined ? {} : { exitCode: given(exitCode) }),
  };
}

function given<T>({ value, as }: Promised<T>): T | Promise<T> {
  if (as === "plain") return value;
  return as === "promised" ? Promise.resolve(value) : Promise.reject(new Error(SECRET));
}

/** What the source's end told, as far as it became known. */
export function endOf({ isError, exitCode }: OptionsPlan): {
  readonly isError: boolean;
  readonly exitCode: number | undefined;
} {
  const known = exitCode === undefined || exitCode.as === "rejected" ? undefined : (exitCode.value ?? undefined);
  return { isError: isError !== undefined && isError.as !== "rejected" && isError.value, exitCode: known };
}
