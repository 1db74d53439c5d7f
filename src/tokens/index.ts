/**
 * Token estimates without a tokenizer.
 *
 * @packageDocumentation
 */

export type { Calibrator, CalibratorOptions, UsageObservation } from "./calibrator.js";
export { createCalibrator } from "./calibrator.js";
export type { CalibratorState } from "./calibratorState.js";
export type { EstimateOptions, TokenMeter } from "./estimate.js";
export { createTokenMeter, estimateTokens } from "./estimate.js";
export type { TokenProfile } from "./profile.js";
export { profileFor } from "./profileFor.js";
export type { ProfileName } from "./profiles.js";
