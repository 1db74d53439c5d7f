/** Results whose sizes are known before any of them is shown. */
import type { ResolvedPolicy } from "../../budget/policy.js";
import { measureText, utf8Length } from "../../text/size.js";
import { toWellFormed } from "../../text/wellFormed.js";
import { type TakenResult, takeResult } from "../take.js";
import type { Bounded, BoundOptions } from "../types.js";
import { type BatchResult, type Plan, planBatch } from "./plan.js";
import { type Part, roomsOf, type Shares } from "./rooms.js";

export type { BatchResult } from "./plan.js";

/** Where it is known what the results may take, and what they are given. */
export interface Account {
  /** Asked when all sizes are known; `undefined` = blind. */
  shares(): Shares | undefined;
  /** Told what each may take, in bytes, before any is shown. */
  reserve(bytes: readonly number[]): void;
}

export async function boundTogether(
  results: readonly BatchResult[],
  options: Partial<BoundOptions>,
  policy: ResolvedPolicy,
  account: Account,
): Promise<Bounded[]> {
  const parts = await takeAll(planBatch(results, options, policy));
  const rooms = roomsOf(parts, policy, account.shares());
  account.reserve(parts.map(({ isWindow, taken }, index) => (isWindow ? taken.bytes : (rooms[index]?.bytes ?? 0))));
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
function windowOf(window: string): TakenResult {
  const text = toWellFormed(window);
  const total = measureText(text);
  const nothing = { bytes: 0, chars: 0, lines: 0 };
  return {
    bytes: total.bytes,
    tokens: 0,
    async view() {
      const sizes = { shown: total, omitted: nothing, total, sourceBytes: utf8Length(window) };
      return { text, kind: "text", truncated: false, altered: false, ...sizes, spill: { state: "none" } };
    },
    async abandon() {},
  };
}
