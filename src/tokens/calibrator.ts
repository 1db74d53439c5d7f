import { checkAmount, checkCount, checkObject, checkShare, checkString } from "../internal/check.js";
import { type CalibratorState, checkState } from "./calibratorState.js";

/** Options of {@link createCalibrator}. @public */
export interface CalibratorOptions {
  /**
   * Which of a model's latest ratios decides, 0 to 1: 0.5 is the median, what a display needs; 0.9 makes later estimates
   * too low one time in ten, for a limit. @defaultValue 0.5
   */
  readonly quantile?: number | undefined;
  /** How many of a model's latest ratios are kept, 1 or more. @defaultValue 32 */
  readonly history?: number | undefined;
  /** What {@link Calibrator.toJSON} gave earlier. @defaultValue nothing learned yet */
  readonly state?: CalibratorState | undefined;
}

/** What a provider said of one request, and what was estimated for it. @public */
export interface UsageObservation {
  /** Tokens estimated for the text of the request, always with the same options. */
  readonly estimated: number;
  /** Tokens of input that the provider counted. */
  readonly actual: number;
  /**
   * Tokens read from or written to a prompt cache that `actual` does not include. (Some providers count them apart, some
   * within: pass them only in the first case.) @defaultValue 0
   */
  readonly cached?: number | undefined;
}

/** Learns how far estimates are off, model by model. @public */
export interface Calibrator {
  /** Adds what a request took. Requests too small to tell, and ratios too far off to be true, are left out. */
  observe(modelId: string, usage: UsageObservation): void;
  /** Actual ÷ estimated tokens, as learned: 1 until three requests are known, from 0.5 to 2 after. */
  factor(modelId: string): number;
  /** An estimate times {@link Calibrator.factor}, rounded up. */
  scale(modelId: string, estimated: number): number;
  /** All that was learned, to be kept as JSON. */
  toJSON(): CalibratorState;
}

/**
 * Learns from the usage numbers that providers return, and scales later estimates. The same observations always give the
 * same factors; nothing but ratios is kept.
 *
 * Compare like with like: where a request holds text that was not estimated (a system prompt, tools), pass the differences
 * from one request to the next.
 *
 * @throws TypeError or RangeError that names the option, for a value outside its range
 * @example
 * ```ts
 * const calibrator = createCalibrator();
 * calibrator.observe(model, { estimated: estimateTokens(prompt), actual: usage.input_tokens, cached: usage.cache_read_input_tokens });
 * const tokens = calibrator.scale(model, estimateTokens(next));
 * ```
 * @public
 */
export function createCalibrator(options: CalibratorOptions = {}): Calibrator {
  checkObject("options", options);
  const { quantile = 0.5, history = 32, state } = options;
  checkShare("quantile", quantile);
  if (checkCount("history", history) === 0) throw new RangeError("history must be an integer ≥ 1, got 0");
  const models = new Map<string, number[]>(
    state === undefined ? [] : checkState("state", state).models.map(([id, ratios]) => [id, ratios.slice(-history)]),
  );

  const factor = (modelId: string) => {
    const ratios = models.get(checkString("modelId", modelId)) ?? [];
    if (ratios.length < LEAST_RATIOS) return 1;
    const sorted = ratios.toSorted((one, other) => one - other);
    const at = quantile * (sorted.length - 1);
    const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]] as [number, number];
    return clamp(below + (above - below) * (at % 1), LEAST_FACTOR, MOST_FACTOR);
  };

  return {
    observe(modelId, usage) {
      checkString("modelId", modelId);
      const { estimated, actual, cached = 0 } = checkObject("usage", usage) as UsageObservation;
      checkAmount("usage.estimated", estimated);
      const ratio = (checkAmount("usage.actual", actual) + checkAmount("usage.cached", cached)) / estimated;
      if (estimated < LEAST_TOKENS || ratio < LEAST_RATIO || ratio > MOST_RATIO) return;
      const ratios = models.get(modelId) ?? [];
      models.delete(modelId); // it becomes the latest
      models.set(modelId, [...ratios, Number(ratio.toFixed(4))].slice(-history));
      const [oldest] = models.keys();
      if (models.size > MOST_MODELS && oldest !== undefined) models.delete(oldest);
    },
    factor,
    scale: (modelId, estimated) => Math.ceil(factor(modelId) * checkAmount("estimated", estimated)),
    toJSON: () => ({ version: 1, models: Array.from(models, ([id, ratios]) => [id, [...ratios]] as const) }),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Ratios before any is believed. */
const LEAST_RATIOS = 3;
/** Tokens of a request below which what providers add to every message decides the ratio. */
const LEAST_TOKENS = 64;
/** Beyond these no vocabulary goes: a cached prefix was left out, or other text was counted. */
const LEAST_RATIO = 0.2;
const MOST_RATIO = 5;
const LEAST_FACTOR = 0.5;
const MOST_FACTOR = 2;
/** Models kept; the one not seen for longest is forgotten. */
const MOST_MODELS = 64;
