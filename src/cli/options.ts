/** The flags that several commands share. */
import { type BoundOptions, type DecoderFactory, ERROR_LINES, type Limits, type LineMatcher } from "spillway";
import { createDecoder } from "spillway/encoding";
import { linearRegex } from "spillway/regex";
import { integerOf, UsageError } from "./usage.js";

export const LIMIT_FLAGS = {
  "max-bytes": { type: "string" },
  "max-chars": { type: "string" },
  "max-lines": { type: "string" },
  "max-tokens": { type: "string" },
} as const;

export const STORE_FLAGS = {
  store: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

export const VIEW_FLAGS = {
  ...LIMIT_FLAGS,
  ...STORE_FLAGS,
  keep: { type: "string" },
  "head-share": { type: "string" },
  raw: { type: "boolean" },
  clean: { type: "boolean" },
  "show-invisible": { type: "boolean" },
  encoding: { type: "string" },
  pin: { type: "string", multiple: true },
  errors: { type: "boolean" },
  tool: { type: "string" },
  session: { type: "string" },
} as const;

/** Values of flags, as `parseArgs` gives them. */
export type Flags = { readonly [flag: string]: string | boolean | readonly string[] | undefined };

/** The limits that were asked for, or the default. */
export function limitsOf(flags: Flags): Limits {
  const limits: { -readonly [limit in keyof Limits]: Limits[limit] } = {};
  for (const [flag, limit] of LIMITS) {
    const value = flags[flag];
    if (typeof value === "string") limits[limit] = integerOf(flag, value);
  }
  return Object.keys(limits).length === 0 ? { maxBytes: DEFAULT_MAX_BYTES } : limits;
}

/** How the View is to be made. */
export function viewOf(flags: Flags): Pick<BoundOptions, "limits" | "keep" | "headShare" | "clean" | "pin" | "decode"> {
  const { keep, "head-share": headShare } = flags;
  return {
    limits: limitsOf(flags),
    ...(keep === undefined ? {} : { keep: keepOf(keep) }),
    ...(headShare === undefined ? {} : { headShare: shareOf(headShare) }),
    clean: cleaningOf(flags),
    pin: pinsOf(flags),
    decode: decoderOf(flags, "auto"),
  };
}

/** A View is cleaned unless it is to be raw: escape sequences and frames cost a model's context, and say nothing to it. */
function cleaningOf({ raw, clean, "show-invisible": shows }: Flags): BoundOptions["clean"] {
  if (raw && (clean || shows)) throw new UsageError("--raw excludes --clean and --show-invisible");
  return raw ? false : { invisible: shows ? "show" : "keep" };
}

function pinsOf({ pin = [], errors }: Flags): NonNullable<BoundOptions["pin"]> {
  const patterns = (Array.isArray(pin) ? pin : []) as readonly string[];
  return [...patterns.map(matcherOf), ...(errors ? [ERROR_LINES] : [])];
}

function matcherOf(pattern: string): LineMatcher {
  try {
    return linearRegex(pattern);
  } catch (error) {
    throw new UsageError(`--pin: ${(error as Error).message}`);
  }
}

/** How bytes are decoded; `undefined` for UTF-8, which needs no decoder. */
export function decoderOf({ encoding }: Flags, otherwise?: string): DecoderFactory | undefined {
  const name = typeof encoding === "string" ? encoding : otherwise;
  if (name === undefined) return undefined;
  try {
    createDecoder({ encoding: name });
  } catch {
    throw new UsageError(
      `--encoding must be auto or the name of an encoding, got ${JSON.stringify(name.slice(0, 40))}`,
    );
  }
  return () => createDecoder({ encoding: name });
}

function keepOf(value: unknown): "head" | "tail" | "ends" {
  if (value === "head" || value === "tail" || value === "ends") return value;
  throw new UsageError(`--keep must be head, tail or ends, got ${JSON.stringify(value)}`);
}

function shareOf(value: unknown): number {
  const share = typeof value === "string" && /^\d*\.?\d+$/.test(value) ? Number(value) : Number.NaN;
  if (share >= 0 && share <= 1) return share;
  throw new UsageError(`--head-share must be a number from 0 to 1, got ${JSON.stringify(value)}`);
}

const LIMITS = [
  ["max-bytes", "maxBytes"],
  ["max-chars", "maxChars"],
  ["max-lines", "maxLines"],
  ["max-tokens", "maxTokens"],
] as const;

/** Below what the common harnesses cut at, so that the notice at the end survives them. */
export const DEFAULT_MAX_BYTES = 16_384;
