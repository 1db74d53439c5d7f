import { checkAmount, checkFactor, checkLimit, checkObject } from "../internal/check.js";

/**
 * How bytes and tokens are converted. The rate is chars ÷ `bytesPerChar`, made safe by a factor: chars ÷ 4 runs 3–4
 * times low on Chinese, Japanese and Korean text, since it counts UTF-16 units. With the defaults a token is 2 bytes.
 *
 * @public
 */
export interface TokenRate {
  /** Factor on the estimate, greater than 0. @defaultValue 2 */
  readonly inflation?: number | undefined;
  /** Bytes that chars ÷ 4 takes for one token, greater than 0. @defaultValue 4 */
  readonly bytesPerChar?: number | undefined;
}

/**
 * Tokens that a number of bytes may cost: `ceil(bytes × inflation ÷ bytesPerChar)`.
 *
 * @param bytes - UTF-8 bytes, an integer ≥ 0 or `Infinity`
 * @throws TypeError or RangeError that names the option, for a value outside its range
 * @example
 * ```ts
 * bytesToTokens(8192); // 4096
 * ```
 * @public
 */
export function bytesToTokens(bytes: number, rate: TokenRate = {}): number {
  checkLimit("bytes", bytes);
  return Math.ceil(tokensOfBytes(bytes, resolveRate(rate)));
}

/**
 * Bytes that fit a number of tokens: `floor(tokens × bytesPerChar ÷ inflation)`.
 *
 * @param tokens - ≥ 0, may be a fraction or `Infinity`
 * @throws TypeError or RangeError that names the option, for a value outside its range
 * @example
 * ```ts
 * tokensToBytes(4096); // 8192
 * ```
 * @public
 */
export function tokensToBytes(tokens: number, rate: TokenRate = {}): number {
  if (tokens !== Number.POSITIVE_INFINITY) checkAmount("tokens", tokens);
  const { inflation, bytesPerChar } = resolveRate(rate);
  return Math.floor((tokens * bytesPerChar) / inflation);
}

/** Tokens that a number of bytes costs, unrounded. */
export function tokensOfBytes(bytes: number, { inflation, bytesPerChar }: ReturnType<typeof resolveRate>): number {
  return (bytes * inflation) / bytesPerChar;
}

/** @internal */
export function resolveRate(rate: TokenRate): { inflation: number; bytesPerChar: number } {
  checkObject("rate", rate);
  const { inflation = 2, bytesPerChar = 4 } = rate;
  return { inflation: checkFactor("inflation", inflation), bytesPerChar: checkFactor("bytesPerChar", bytesPerChar) };
}
