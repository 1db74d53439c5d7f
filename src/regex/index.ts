/**
 * Regular expressions that run in linear time, whoever wrote them: for patterns that come from a model.
 *
 * @packageDocumentation
 */

export type { LineMatcher, RegexEngine } from "../spill/request.js";
export { linearRegex } from "./linearRegex.js";
