/**
 * Token estimates without a tokenizer.
 *
 * @packageDocumentation
 */

export type { EstimateOptions, TokenMeter } from "./estimate.js";
export { createTokenMeter, estimateTokens } from "./estimate.js";
export type { ProfileName, TokenProfile } from "./profile.js";
