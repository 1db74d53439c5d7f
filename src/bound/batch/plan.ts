/** The one validator of a batch: what each of its results may take at most, and how it is to be shown. */
import type { ResolvedPolicy } from "../../budget/policy.js";
import { checkBoolean, checkObject } from "../../internal/check.js";
import { limitsOf, type Room, resolveLimits } from "../../text/limits.js";
import { checkResult } from "../input.js";
import { resolveResult, resolveView } from "../options.js";
import { minimum } from "../room.js";
import type { BoundOptions, ToolResult } from "../types.js";

/** One result of a batch, with what is special about it: its options win over those of the batch. @public */
export interface BatchResult extends Partial<BoundOptions> {
  /** What the call returned. */
  readonly result: ToolResult;
  /**
   * The result is an answer of `readTools`, a string inside its limits already: it is charged to the batch, and neither cut
   * nor kept again. @defaultValue false
   */
  readonly isWindow?: boolean | undefined;
}

export interface Plan {
  readonly result: ToolResult;
  readonly isWindow: boolean;
  readonly options: BoundOptions;
  /** What this result may take at most. */
  readonly ceiling: Room;
}

/** @throws TypeError or RangeError that names the option */
export function planBatch(
  results: readonly BatchResult[],
  shared: Partial<BoundOptions>,
  policy: ResolvedPolicy,
): Plan[] {
  if (!Array.isArray(results)) throw new TypeError("results must be an array");
  const common = resolveLimits(shared.limits ?? {});
  return Array.from(results as readonly BatchResult[], (one, index) => {
    const name = `results[${index}]`;
    const { result, isWindow = false, ...own } = checkObject(name, one) as BatchResult;
    checkResult(`${name}.result`, result);
    checkBoolean(`${name}.isWindow`, isWindow);
    if (isWindow && typeof result !== "string") throw new TypeError(`${name}.result must be a string`);
    const limits = minimum(common, resolveLimits(own.limits ?? {}, `${name}.limits`));
    const ceiling = minimum(limits, ceilingOf(policy));
    const options = { ...overlaid(shared, own), limits: limitsOf(ceiling) };
    resolveView(options.limits, options);
    resolveResult(options);
    return { result, isWindow, options, ceiling };
  });
}

/** The second's options win, where they are any. */
export function overlaid<T extends object>(first: T, second: T): T {
  const given = Object.entries(second).filter(([, value]) => value !== undefined);
  return { ...first, ...Object.fromEntries(given) };
}

function ceilingOf({ inBytes, maxOutputTokens, enforce }: ResolvedPolicy): Room {
  const tokens = enforce === "tokens" ? maxOutputTokens : Number.POSITIVE_INFINITY;
  return { ...NO_LIMIT, bytes: inBytes(maxOutputTokens), tokens };
}

export const NO_LIMIT: Room = {
  bytes: Number.POSITIVE_INFINITY,
  chars: Number.POSITIVE_INFINITY,
  lines: Number.POSITIVE_INFINITY,
  tokens: Number.POSITIVE_INFINITY,
};
