/**
 * Measuring and cutting text: exact, inside every limit, never inside a character.
 *
 * @packageDocumentation
 */

export type { Boundary } from "./boundary.js";
export type { Collector, CollectorOptions } from "./collector.js";
export { createCollector } from "./collector.js";
export type { CutOptions } from "./cut.js";
export { cut } from "./cut.js";
export type { StreamDecoder } from "./decoder.js";
export { fits } from "./fits.js";
export type { LimitedBy, Limits, TokenCounter } from "./limits.js";
export type { DecoderFactory } from "./reader.js";
export type { Keep } from "./sides.js";
export type { TextSize } from "./size.js";
export { measureText, utf8Length } from "./size.js";
export type { Cut, CutText } from "./source.js";
export type { CleanOptions } from "./terminal.js";
export { cleanTerminal } from "./terminal.js";
export { toWellFormed } from "./wellFormed.js";
