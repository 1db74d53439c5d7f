/** How much of a Headroom results may take, checked and with defaults. */
import { checkChoice, checkCount, checkLimit, checkShare } from "../internal/check.js";
import { resolveRate, type TokenRate, tokensOfBytes, tokensToBytes } from "./tokenMath.js";

/** How much of a Headroom results may take. @public */
export interface BoundPolicy extends TokenRate {
  /** Share of the Headroom that the calls of one assistant message may spend together, 0 to 1. @defaultValue 0.25 */
  readonly shareOfHeadroom?: number | undefined;
  /** Floor in bytes: a call is never cut below it, but for the ceiling. An integer ≥ 0. @defaultValue 4096 */
  readonly minOutputBytes?: number | undefined;
  /**
   * `"strict"`: each call has its floor, even where the Headroom has not. `"shared"`: the floors of the `calls` together
   * are capped at the Headroom. @defaultValue "strict"
   */
  readonly floorPolicy?: "strict" | "shared" | undefined;
  /** Outer ceiling of one call, in tokens; an integer ≥ 0 or `Infinity`. @defaultValue 26000 */
  readonly maxOutputTokens?: number | undefined;
  /** Passed on to the Bound; an integer ≥ 0 or `Infinity`. @defaultValue none */
  readonly maxLines?: number | undefined;
  /**
   * `"bytes"` limits bytes alone. `"tokens"` limits tokens too, counted by the token estimator: bytes ÷ 2 is still low on
   * hexadecimal, CSV and base64. @defaultValue "bytes"
   */
  readonly enforce?: "bytes" | "tokens" | undefined;
}

/** The Limits computed for one result. Accepted wherever Limits are. @public */
export interface Bound {
  /** UTF-8 bytes. */
  readonly maxBytes: number;
  /** Lines, if the policy limits them. */
  readonly maxLines?: number;
  /** Tokens, counted by the token estimator, with `enforce: "tokens"`. */
  readonly maxTokens?: number;
  /** The same Bound in tokens, for display. */
  readonly tokens: number;
  /** What decided: the share of the Headroom, the floor, the ceiling, or the ceiling because the call was blind. */
  readonly source: "share" | "floor" | "ceiling" | "blind";
}

export type ResolvedPolicy = ReturnType<typeof resolvePolicy>;

/** @throws TypeError or RangeError that names the option */
export function resolvePolicy(policy: BoundPolicy) {
  const { shareOfHeadroom = 0.25, minOutputBytes = 4096, floorPolicy = "strict", maxOutputTokens = 26_000 } = policy;
  const { maxLines, enforce = "bytes" } = policy;
  const rate = resolveRate(policy);
  return {
    shareOfHeadroom: checkShare("shareOfHeadroom", shareOfHeadroom),
    minOutputBytes: checkCount("minOutputBytes", minOutputBytes),
    floorPolicy: checkChoice("floorPolicy", floorPolicy, ["strict", "shared"]),
    maxOutputTokens: checkLimit("maxOutputTokens", maxOutputTokens),
    maxLines: maxLines === undefined ? undefined : checkLimit("maxLines", maxLines),
    enforce: checkChoice("enforce", enforce, ["bytes", "tokens"]),
    inBytes: (tokens: number) => tokensToBytes(tokens, rate),
    ...rate,
  };
}

/** The tokens that all calls of a message may spend of a Headroom. A share of 0 of an infinite one is 0, not NaN. */
export function allowanceOf(headroom: number, { shareOfHeadroom }: ResolvedPolicy): number {
  return shareOfHeadroom === 0 ? 0 : headroom * shareOfHeadroom;
}

/** A call that nobody knows a Headroom for has the outer ceiling alone. */
export function blindBound(policy: ResolvedPolicy): Bound {
  return ceilingOf(policy, "blind");
}

/** A number of tokens as a Bound: not below the floor, not above the ceiling. */
export function boundOf(share: number, floorBytes: number, policy: ResolvedPolicy): Bound {
  const { inBytes, maxOutputTokens: ceiling } = policy;
  const isFloor = inBytes(share) < floorBytes;
  const tokens = isFloor ? Math.ceil(tokensOfBytes(floorBytes, policy)) : share;
  const bytes = isFloor ? floorBytes : inBytes(share);
  // Rounding can make different tokens equal bytes, and the other way round: neither may pass the ceiling.
  if (tokens > ceiling || bytes > inBytes(ceiling)) return ceilingOf(policy, "ceiling");
  return toBound(tokens, bytes, isFloor ? "floor" : "share", policy);
}

function ceilingOf(policy: ResolvedPolicy, source: "ceiling" | "blind"): Bound {
  return toBound(policy.maxOutputTokens, policy.inBytes(policy.maxOutputTokens), source, policy);
}

function toBound(tokens: number, maxBytes: number, source: Bound["source"], policy: ResolvedPolicy): Bound {
  return {
    maxBytes,
    ...(policy.maxLines === undefined ? {} : { maxLines: policy.maxLines }),
    ...(policy.enforce === "tokens" ? { maxTokens: tokens } : {}),
    tokens,
    source,
  };
}
