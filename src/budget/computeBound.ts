import { checkAmount, checkChoice, checkCount, checkLimit, checkObject, checkShare } from "../internal/check.js";
import { resolveRate, type TokenRate, tokensToBytes } from "./tokenMath.js";

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

/** What a Bound is computed from. @public */
export interface BoundInput extends BoundPolicy {
  /** Tokens free in the context window, ≥ 0; `undefined` = blind. See {@link headroom}. */
  readonly headroom: number | undefined;
  /** Calls that share the allowance, an integer ≥ 1. @defaultValue 1 */
  readonly calls?: number | undefined;
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

/**
 * The Bound of one call: its part of the Headroom, not below the floor, not above the ceiling. The ceiling wins over the
 * floor. Bytes are `floor(tokens × bytesPerChar ÷ inflation)`.
 *
 * @throws TypeError or RangeError that names the option, for a value outside its range
 * @example A quarter of 16,384 tokens is 4,096 tokens, which are 8,192 bytes:
 * ```ts
 * computeBound({ headroom: 16_384 }); // { maxBytes: 8192, tokens: 4096, source: "share" }
 * ```
 * @public
 */
export function computeBound(input: BoundInput): Bound {
  const { headroom, calls, policy } = resolveInput(input);
  const rate = { inflation: policy.inflation, bytesPerChar: policy.bytesPerChar };
  const inBytes = (tokens: number) => tokensToBytes(tokens, rate);

  const ceiling = policy.maxOutputTokens;
  if (headroom === undefined) return toBound(ceiling, inBytes(ceiling), "blind", policy);

  const share = Math.floor(product(headroom, policy.shareOfHeadroom) / calls);
  const floorBytes =
    policy.floorPolicy === "shared"
      ? Math.min(policy.minOutputBytes, inBytes(headroom / calls))
      : policy.minOutputBytes;

  const isFloor = inBytes(share) < floorBytes;
  const tokens = isFloor ? Math.ceil((floorBytes * rate.inflation) / rate.bytesPerChar) : share;
  const bytes = isFloor ? floorBytes : inBytes(share);
  // Rounding can make different tokens equal bytes, and the other way round: neither may pass the ceiling.
  if (tokens > ceiling || bytes > inBytes(ceiling)) return toBound(ceiling, inBytes(ceiling), "ceiling", policy);
  return toBound(tokens, bytes, isFloor ? "floor" : "share", policy);
}

type ResolvedPolicy = ReturnType<typeof resolvePolicy>;

function toBound(tokens: number, maxBytes: number, source: Bound["source"], policy: ResolvedPolicy): Bound {
  return {
    maxBytes,
    ...(policy.maxLines === undefined ? {} : { maxLines: policy.maxLines }),
    ...(policy.enforce === "tokens" ? { maxTokens: tokens } : {}),
    tokens,
    source,
  };
}

function resolveInput(input: BoundInput) {
  checkObject("input", input);
  const { headroom, calls = 1 } = input;
  if (headroom !== undefined && headroom !== Number.POSITIVE_INFINITY) checkAmount("headroom", headroom);
  if (checkCount("calls", calls) < 1) throw new RangeError(`calls must be an integer ≥ 1, got ${calls}`);
  return { headroom, calls, policy: resolvePolicy(input) };
}

function resolvePolicy(policy: BoundPolicy) {
  const { shareOfHeadroom = 0.25, minOutputBytes = 4096, floorPolicy = "strict", maxOutputTokens = 26_000 } = policy;
  const { maxLines, enforce = "bytes" } = policy;
  return {
    shareOfHeadroom: checkShare("shareOfHeadroom", shareOfHeadroom),
    minOutputBytes: checkCount("minOutputBytes", minOutputBytes),
    floorPolicy: checkChoice("floorPolicy", floorPolicy, ["strict", "shared"]),
    maxOutputTokens: checkLimit("maxOutputTokens", maxOutputTokens),
    maxLines: maxLines === undefined ? undefined : checkLimit("maxLines", maxLines),
    enforce: checkChoice("enforce", enforce, ["bytes", "tokens"]),
    ...resolveRate(policy),
  };
}

/** A share of 0 of an infinite Headroom is 0, not NaN. */
function product(headroom: number, share: number): number {
  return share === 0 ? 0 : headroom * share;
}
