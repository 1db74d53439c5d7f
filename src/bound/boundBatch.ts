import { checkHeadroom } from "../budget/computeBound.js";
import { allowanceOf, type BoundPolicy, resolvePolicy } from "../budget/policy.js";
import { checkObject } from "../internal/check.js";
import { type BatchResult, boundTogether } from "./batch/boundTogether.js";
import type { Bounded, BoundOptions } from "./types.js";

/** Options of `boundBatch`. @public */
export interface BatchOptions extends Partial<BoundOptions>, Omit<BoundPolicy, "maxLines"> {
  /** Tokens free in the context window before any of the results, ≥ 0; absent = blind. See `headroom`. */
  readonly headroom?: number | undefined;
}

/**
 * Bounds the results of one assistant message together: their sizes are known, so that small ones stay whole and the largest
 * are cut, all to the same size (see `allocate`). Streams are read to their ends first, side by side, in memory proportional
 * to the ceiling. The Views are the same in whatever order results are finished.
 *
 * Together the Views take no more bytes than the share of the Headroom, unless floors or windows forbid it; with
 * `enforce: "tokens"` no more tokens either. Blind, each has the outer ceiling.
 *
 * @param options - `limits` hold for each result besides
 * @returns one for each result, in their order
 * @throws TypeError or RangeError that names the option, for a value outside its range, before anything is read; SpillError
 * with `onSpillFailure: "throw"`, once all are read: what is not shown then is dropped
 * @example
 * ```ts
 * const views = await boundBatch([{ result: log }, { result: child.stdout }], { headroom: 40_000, spill });
 * ```
 * @public
 */
export async function boundBatch(results: readonly BatchResult[], options: BatchOptions = {}): Promise<Bounded[]> {
  const { headroom, ...shared } = checkObject("options", options) as BatchOptions;
  checkHeadroom(headroom);
  const policy = resolvePolicy({ ...shared, maxLines: undefined });
  const shares =
    headroom === undefined
      ? undefined
      : { allowanceBytes: policy.inBytes(allowanceOf(headroom, policy)), freeBytes: policy.inBytes(headroom) };
  return boundTogether(results, shared, policy, { shares: () => shares, reserve() {} });
}
