/** The flags that several commands share. */
import type { BoundOptions, Limits } from "spillway";
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
  tool: { type: "string" },
  session: { type: "string" },
} as const;

/** Values of flags, as `parseArgs` gives them. */
export type Flags = { readonly [flag: string]: string | boolean | undefined };

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
export function viewOf(flags: Flags): Pick<BoundOptions, "limits" | "keep" | "headShare" | "clean"> {
  const { keep, "head-share": headShare } = flags;
  return {
    limits: limitsOf(flags),
    ...(keep === undefined ? {} : { keep: keepOf(keep) }),
    ...(headShare === undefined ? {} : { headShare: shareOf(headShare) }),
    clean: flags["raw"] !== true,
  };
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
