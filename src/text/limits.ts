import { checkLimit, checkObject } from "../internal/check.js";
import { estimateGeneric } from "../tokens/generic.js";

/**
 * Fixed caps on a text. All that are present hold at once; an absent one, `undefined` or `Infinity` caps nothing. Each is
 * an integer ≥ 0. Further fields, such as a Bound has, are ignored.
 *
 * @public
 */
export interface Limits {
  /** UTF-8 bytes; a lone surrogate counts 3. */
  readonly maxBytes?: number | undefined;
  /** UTF-16 code units, as `String.length` counts them. */
  readonly maxChars?: number | undefined;
  /** Lines; a line ends at `\n`, and a final `\n` does not start another. */
  readonly maxLines?: number | undefined;
  /** Tokens, by the counter in use. */
  readonly maxTokens?: number | undefined;
}

/** Counts the tokens of a text: an exact tokenizer or an estimate. @public */
export type TokenCounter = (text: string) => number;

/** The units that limit a text, in the order in which ties are decided. @public */
export type LimitedBy = "bytes" | "chars" | "lines" | "tokens";

/** Limits with every field present. */
export interface Room {
  readonly bytes: number;
  readonly chars: number;
  readonly lines: number;
  readonly tokens: number;
}

/** @throws TypeError or RangeError that names the limit */
export function resolveLimits(limits: Limits, name = "limits"): Room {
  checkObject(name, limits);
  const { maxBytes, maxChars, maxLines, maxTokens } = limits;
  return {
    bytes: resolveLimit("maxBytes", maxBytes),
    chars: resolveLimit("maxChars", maxChars),
    lines: resolveLimit("maxLines", maxLines),
    tokens: resolveLimit("maxTokens", maxTokens),
  };
}

function resolveLimit(name: string, max: number | undefined): number {
  return max === undefined ? Number.POSITIVE_INFINITY : checkLimit(name, max);
}

/** The other way round. */
export function limitsOf({ bytes, chars, lines, tokens }: Room): Required<Limits> {
  return { maxBytes: bytes, maxChars: chars, maxLines: lines, maxTokens: tokens };
}

/**
 * The caller's counter of tokens, to be called with a text alone: an optional second argument is none of ours to fill.
 *
 * @throws TypeError that names the option
 */
export function resolveCounter(options: { readonly countTokens?: TokenCounter | undefined }): TokenCounter {
  checkObject("options", options);
  const { countTokens = estimateGeneric } = options;
  if (typeof countTokens !== "function") throw new TypeError("countTokens must be a function");
  return countTokens;
}
