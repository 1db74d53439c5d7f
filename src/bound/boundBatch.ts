import { allocate } from "../budget/allocate.js";
import { checkHeadroom } from "../budget/computeBound.js";
import { allowanceOf, type BoundPolicy, type ResolvedPolicy, resolvePolicy } from "../budget/policy.js";
import { tokensOfBytes } from "../budget/tokenMath.js";
import { checkBoolean, checkObject } from "../internal/check.js";
import { limitsOf, type Room, resolveLimits } from "../text/limits.js";
import { measureText, utf8Length } from "../text/size.js";
import { minimum } from "./room.js";
import { type TakenResult, takeResult } from "./take.js";
import type { Bounded, BoundOptions, ToolResult } from "./types.js";

/** One result of a batch, with what is special about it: its options win over those of the batch. @public */
export interface BatchResult extends Partial<BoundOptions> {
  readonly result: ToolResult;
  /**
   * The result is an answer of `readTools`, a string inside its limits already: it is charged to the batch, and neither cut
   * nor kept again. @defaultValue false
   */
  readonly isWindow?: boolean | undefined;
}

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
 * Together the Views take no more bytes than the share of the Headroom, unless floors or windows forbid it. Blind, each
 * has the outer ceiling.
 *
 * @param options - `limits` hold for each result besides
 * @returns one for each result, in their order
 * @throws TypeError or RangeError that names the option, for a value outside its range; SpillError with
 * `onSpillFailure: "throw"`. What was read of the other results is dropped then.
 * @example
 * ```ts
 * const views = await boundBatch([{ result: log }, { result: child.stdout }], { headroom: 40_000, spill });
 * ```
 * @public
 */
export async function boundBatch(results: readonly BatchResult[], options: BatchOptions): Promise<Bounded[]> {
  const { headroom, ...shared } = checkObject("options", options) as BatchOptions;
  checkHeadroom(headroom);
  const policy = resolvePolicy({ ...shared, maxLines: undefined });
  const allowanceBytes = headroom === undefined ? undefined : policy.inBytes(allowanceOf(headroom, policy));
  const floorBytes =
    policy.floorPolicy === "shared" && headroom !== undefined && results.length > 0
      ? Math.min(policy.minOutputBytes, policy.inBytes(headroom / results.length))
      : policy.minOutputBytes;
  return boundTogether(results, shared, { policy, allowanceBytes, floorBytes });
}

/** What the results of a batch may take. */
export interface Shares {
  readonly policy: ResolvedPolicy;
  /** For all of them; `undefined` = blind. */
  readonly allowanceBytes: number | undefined;
  readonly floorBytes: number;
}

export async function boundTogether(
  results: readonly BatchResult[],
  options: Partial<BoundOptions>,
  shares: Shares,
): Promise<Bounded[]> {
  const parts = await takeAll(resolveResults(results, options, shares.policy));
  const rooms = roomsOf(parts, shares);
  const views: Bounded[] = [];
  // One after the other: what a store has room for is then the same on each run.
  try {
    for (const [index, { taken }] of parts.entries()) views.push(await taken.view(rooms[index]));
  } catch (error) {
    for (const { taken } of parts.slice(views.length + 1)) await taken.abandon();
    throw error;
  }
  return views;
}

interface Plan {
  readonly result: ToolResult;
  readonly isWindow: boolean;
  readonly options: BoundOptions;
  /** What this result may take at most. */
  readonly ceiling: Room;
}

interface Part extends Plan {
  readonly taken: TakenResult;
}

function resolveResults(
  results: readonly BatchResult[],
  shared: Partial<BoundOptions>,
  policy: ResolvedPolicy,
): Plan[] {
  if (!Array.isArray(results)) throw new TypeError("results must be an array");
  return results.map((one: BatchResult, index) => {
    const { result, isWindow = false, ...own } = checkObject(`results[${index}]`, one) as BatchResult;
    checkBoolean(`results[${index}].isWindow`, isWindow);
    if (isWindow && typeof result !== "string") throw new TypeError(`results[${index}].result must be a string`);
    const options = { ...shared, ...own };
    const ceiling = minimum(
      minimum(resolveLimits(shared.limits ?? {}), resolveLimits(own.limits ?? {}, `results[${index}].limits`)),
      toRoom(policy.inBytes(policy.maxOutputTokens), policy),
    );
    return { result, isWindow, options: { ...options, limits: limitsOf(ceiling) }, ceiling };
  });
}

/** Reads all to their ends. Where one cannot be read, none is kept. */
async function takeAll(plans: readonly Plan[]): Promise<Part[]> {
  const outcomes = await Promise.allSettled(
    plans.map(async (plan): Promise<Part> => {
      const { result, isWindow, options } = plan;
      const taken = isWindow ? windowOf(result as string) : await takeResult(result, options);
      return { ...plan, taken };
    }),
  );
  const parts = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed === undefined) return parts;
  for (const { taken } of parts) await taken.abandon();
  throw failed.reason;
}

/** An answer of a read tool, as it is. */
function windowOf(text: string): TakenResult {
  const total = measureText(text);
  const nothing = { bytes: 0, chars: 0, lines: 0 };
  return {
    bytes: total.bytes,
    async view() {
      const sizes = { shown: total, omitted: nothing, total, sourceBytes: utf8Length(text) };
      return { text, kind: "text", truncated: false, altered: false, ...sizes, spill: { state: "none" } };
    },
    async abandon() {},
  };
}

/** What each may take, now that the sizes of all are known. */
function roomsOf(parts: readonly Part[], { policy, allowanceBytes, floorBytes }: Shares): Room[] {
  if (allowanceBytes === undefined) return parts.map(({ ceiling }) => ceiling);
  const windows = parts.filter(({ isWindow }) => isWindow).reduce((sum, { taken }) => sum + taken.bytes, 0);
  const sizes = parts.map(({ isWindow, taken, ceiling }) => (isWindow ? 0 : Math.min(taken.bytes, ceiling.bytes)));
  const given = allocate(sizes, Math.max(0, allowanceBytes - windows), { floor: floorBytes });
  return parts.map(({ ceiling }, index) => minimum(ceiling, toRoom(given[index] ?? 0, policy)));
}

function toRoom(bytes: number, policy: ResolvedPolicy): Room {
  const tokens = policy.enforce === "tokens" ? Math.ceil(tokensOfBytes(bytes, policy)) : Number.POSITIVE_INFINITY;
  return { bytes, chars: Number.POSITIVE_INFINITY, lines: Number.POSITIVE_INFINITY, tokens };
}
