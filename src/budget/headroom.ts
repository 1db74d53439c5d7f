import { checkAmount, checkObject } from "../internal/check.js";

/** What a harness knows of a model's context window. @public */
export interface Usage {
  /** Tokens that the model can take; absent = unknown. ≥ 0, may be `Infinity`. */
  readonly contextWindow?: number | undefined;
  /** Tokens held back for the reply and for compaction, ≥ 0. @defaultValue 0 */
  readonly reserveTokens?: number | undefined;
  /** Tokens in use, ≥ 0; absent or `null` = unknown, as right after a compaction. */
  readonly usedTokens?: number | null | undefined;
}

/**
 * Headroom: context window − reserve − tokens in use, never below 0.
 *
 * @returns whole tokens, or `undefined` where the window or the usage is unknown: the call is then *blind*
 * @throws TypeError or RangeError that names the field, for a value outside its range
 * @example
 * ```ts
 * headroom({ contextWindow: 200_000, reserveTokens: 16_384, usedTokens: 150_000 }); // 33_616
 * ```
 * @public
 */
export function headroom(usage: Usage): number | undefined {
  checkObject("usage", usage);
  const { contextWindow, reserveTokens = 0, usedTokens } = usage;
  if (contextWindow !== undefined && contextWindow !== Number.POSITIVE_INFINITY) {
    checkAmount("contextWindow", contextWindow);
  }
  checkAmount("reserveTokens", reserveTokens);
  if (usedTokens !== undefined && usedTokens !== null) checkAmount("usedTokens", usedTokens);

  if (contextWindow === undefined || usedTokens === undefined || usedTokens === null) return undefined;
  return Math.max(0, Math.floor(contextWindow - reserveTokens - usedTokens));
}
