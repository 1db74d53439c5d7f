/**
 * JSON with sorted keys: values that are equal give texts that are equal.
 *
 * @packageDocumentation
 */

export type { JsonAdmission } from "../admit.js";
export type { MeasureOptions } from "../measure.js";
export type { JsonRefusal, Layers, UnsupportedKind } from "../types.js";
export { canonicalJson } from "./canonicalJson.js";
