import { checkAmount, checkCount, checkObject } from "../internal/check.js";
import { allowanceOf, type Bound, type BoundPolicy, blindBound, boundOf, resolvePolicy } from "./policy.js";

/** What a Bound is computed from. @public */
export interface BoundInput extends BoundPolicy {
  /** Tokens free in the context window, ≥ 0; `undefined` = blind. See {@link headroom}. */
  readonly headroom: number | undefined;
  /** Calls that share the allowance, an integer ≥ 1. @defaultValue 1 */
  readonly calls?: number | undefined;
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
  checkObject("input", input);
  const { calls = 1 } = input;
  const headroom = checkHeadroom(input.headroom);
  checkCalls(calls);
  const policy = resolvePolicy(input);
  if (headroom === undefined) return blindBound(policy);

  const { floorPolicy, minOutputBytes, inBytes } = policy;
  const floorBytes = floorPolicy === "shared" ? Math.min(minOutputBytes, inBytes(headroom / calls)) : minOutputBytes;
  return boundOf(Math.floor(allowanceOf(headroom, policy) / calls), floorBytes, policy);
}

/** @throws TypeError or RangeError */
export function checkHeadroom(headroom: unknown): number | undefined {
  if (headroom === undefined || headroom === Number.POSITIVE_INFINITY) return headroom as number | undefined;
  return checkAmount("headroom", headroom);
}

/** @throws TypeError or RangeError */
export function checkCalls(calls: unknown): number {
  if (checkCount("calls", calls) >= 1) return calls as number;
  throw new RangeError(`calls must be an integer ≥ 1, got ${calls}`);
}
