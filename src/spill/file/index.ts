/**
 * A store for Spills in files.
 *
 * @packageDocumentation
 */

export type { SpillErrorCode } from "../error.js";
export { isSpillError, SpillError } from "../error.js";
export type {
  ByteRange,
  SpillEnd,
  SpillFilter,
  SpillGone,
  SpillInfo,
  SpillMeta,
  SpillRef,
  SpillSink,
  SpillWriter,
  SweepPolicy,
  SweepReport,
} from "../types.js";
export type { FileSpillOptions } from "./options.js";
export type { FileSpill } from "./sink.js";
export { fileSpill } from "./sink.js";
