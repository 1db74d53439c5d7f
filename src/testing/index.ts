/**
 * The contract of stores as checks, for whoever writes one.
 *
 * @packageDocumentation
 */

export type { SpillErrorCode } from "../spill/error.js";
export { isSpillError, SpillError } from "../spill/error.js";
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
} from "../spill/types.js";
export { spillSinkChecks } from "./spillSinkChecks.js";
export type { FreshSink, SpillQuotas, SpillSinkCheck, SpillSinkCheckOptions, SpillSinkFactory } from "./types.js";
