import { checkLimit, checkObject } from "../internal/check.js";

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
    bytes: maxBytes === undefined ? Number.POSITIVE_INFINITY : checkLimit("maxBytes", maxBytes),
    chars: maxChars === undefined ? Number.POSITIVE_INFINITY : checkLimit("maxChars", maxChars),
    lines: maxLines === undefined ? Number.POSITIVE_INFINITY : checkLimit("maxLines", maxLines),
    tokens: maxTokens === undefined ? Number.POSITIVE_INFINITY : checkLimit("maxTokens", maxTokens),
  };
}
