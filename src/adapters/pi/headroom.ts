/** The Headroom that pi leaves: read, never set. */
import { headroom } from "../../budget/headroom.js";
import { isRecord } from "./settings/resolve.js";
import type { PiContext } from "./types.js";

/** What is free in the context window, in tokens. */
export interface Free {
  /** Window − reserve − in use, not below 0. */
  readonly headroom: number;
  /** Window − in use, the reserve included, not below 0. */
  readonly windowTokens: number;
}

/** What is known of the window; absent fields are unknown. */
export interface PiUsage {
  readonly contextWindow?: number;
  readonly usedTokens?: number;
  readonly reserveTokens: number;
}

/**
 * The tokens that pi holds back, as pi finds them: the override for the model, then the plain setting, then pi's default. 0 is
 * a value.
 *
 * @param settings - all of pi's settings
 */
export function reserveTokens(settings: unknown, model: PiContext["model"]): number {
  const compaction = isRecord(settings) ? settings["compaction"] : undefined;
  if (!isRecord(compaction)) return DEFAULT_RESERVE_TOKENS;
  const overrides = compaction["modelOverrides"];
  const key = model === undefined ? "" : `${model.provider}/${model.id}`;
  const own = isRecord(overrides) && Object.hasOwn(overrides, key) ? overrides[key] : undefined;
  const [first, second] = [isRecord(own) ? own["reserveTokens"] : undefined, compaction["reserveTokens"]];
  return [first, second].find(isCount) ?? DEFAULT_RESERVE_TOKENS;
}

/** What pi says of the window now. Right after a compaction it does not know what is in use. */
export function readUsage(ctx: PiContext, settings: unknown): PiUsage {
  const { tokens, contextWindow } = usageOf(ctx) ?? {};
  return {
    reserveTokens: reserveTokens(settings, ctx.model),
    ...(isAmount(contextWindow) && contextWindow > 0 ? { contextWindow } : {}),
    ...(isAmount(tokens) ? { usedTokens: tokens } : {}),
  };
}

/** @returns `undefined` where the window or the usage is unknown: calls are then blind */
export function freeOf(usage: PiUsage): Free | undefined {
  const free = headroom(usage);
  if (free === undefined) return undefined;
  return { headroom: free, windowTokens: headroom({ ...usage, reserveTokens: 0 }) ?? 0 };
}

function usageOf(ctx: PiContext): ReturnType<PiContext["getContextUsage"]> {
  try {
    return ctx.getContextUsage();
  } catch {
    return undefined; // blind
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

/** pi's `DEFAULT_COMPACTION_SETTINGS.reserveTokens`. */
const DEFAULT_RESERVE_TOKENS = 16_384;
