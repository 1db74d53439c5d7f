/**
 * Where complete results are kept, and how they are read back in bounded windows.
 *
 * @packageDocumentation
 */

export type { Limits, TokenCounter } from "../text/limits.js";
export type { SpillErrorCode } from "./error.js";
export { isSpillError, SpillError } from "./error.js";
export type { EventListener, Observed, SpillwayEvent } from "./event.js";
export { isSpillId, spillUri, toSpillId } from "./id.js";
export type { MemorySpillOptions } from "./memory.js";
export { memorySpill } from "./memory.js";
export type { ReadSpillOptions, SpillWindow } from "./readSpill.js";
export { readSpill } from "./readSpill.js";
export type { LineMatcher, RegexEngine, SearchRequest, SpillRequest } from "./request.js";
export type { SpillScope } from "./scoped.js";
export { scoped } from "./scoped.js";
export { sweep } from "./sweep.js";
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
} from "./types.js";
