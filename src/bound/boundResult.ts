import { takeResult } from "./take.js";
import type { Bounded, BoundOptions, ToolResult } from "./types.js";

/**
 * Bounds a tool result: the View fits the limits, marker and notice included, and whatever was cut or altered is kept
 * whole in the store. A stream is read in memory proportional to the limits, and reaches the store while it is read.
 *
 * Content never makes it reject: a source that breaks gives the View of what came, and what the store does wrong is
 * `onSpillFailure`'s to decide.
 *
 * @throws TypeError or RangeError that names the option, for a value outside its range; SpillError with
 * `onSpillFailure: "throw"`
 * @example
 * ```ts
 * const { text } = await boundResult(output, { limits: computeBound({ headroom: 16_384 }), spill: memorySpill() });
 * ```
 * @public
 */
export async function boundResult(result: ToolResult, options: BoundOptions): Promise<Bounded> {
  const taken = await takeResult(result, options);
  return taken.view();
}
