/**
 * JSON within limits: what a value takes before it is encoded, its text if it may have one, and JSON cut so that it stays
 * JSON.
 *
 * @packageDocumentation
 */

export type { LimitedBy, Limits, TokenCounter } from "../text/limits.js";
export type { Keep } from "../text/sides.js";
export type { TextSize } from "../text/size.js";
export type { JsonAdmission } from "./admit.js";
export { admitJson } from "./admit.js";
export type { JsonElision } from "./cut/types.js";
export type { CutJsonOptions, JsonCut } from "./cutJson.js";
export { cutJson } from "./cutJson.js";
export type { JsonMeasure, MeasureOptions } from "./measure.js";
export { measureJson } from "./measure.js";
export type { JsonStringMeter } from "./meter.js";
export { createJsonStringMeter } from "./meter.js";
export { selectFields } from "./selectFields.js";
export type { JsonRefusal, Layers, UnsupportedKind } from "./types.js";
