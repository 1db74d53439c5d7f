/**
 * What a host of a sandboxed interpreter needs, whatever the engine: a bridge on which everything is measured before it
 * crosses, errors that a program can recover from, and a bounded View of what it printed and returned.
 *
 * @packageDocumentation
 */

export type { NoticeStyle } from "../../bound/style.js";
export type {
  AbortSignalLike,
  Bounded,
  BoundedText,
  Chunk,
  NoticeOptions,
  SpillState,
} from "../../bound/types.js";
export type { JsonElision } from "../../json/cut/types.js";
export type { JsonRefusal, Layers, UnsupportedKind } from "../../json/types.js";
export type { SpillErrorCode } from "../../spill/error.js";
export { isSpillError, SpillError } from "../../spill/error.js";
export type { LineMatcher, RegexEngine } from "../../spill/request.js";
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
} from "../../spill/types.js";
export type { BinaryKind } from "../../text/binary/magic.js";
export type { LimitedBy, Limits, TokenCounter } from "../../text/limits.js";
export type { TextSize } from "../../text/size.js";
export { createBridge } from "./bridge/createBridge.js";
export type { GuestText } from "./bridge/guestText.js";
export type { CallRecord } from "./bridge/records.js";
export type { BridgeTool, ToolCall } from "./bridge/tool.js";
export type { Bridge, BridgeOptions } from "./bridge/types.js";
export type { CommandOutput, CommandResult, CommandResultOptions } from "./commandResult.js";
export { commandResult } from "./commandResult.js";
export type { DeclarationOptions, DeclaredTool, FittedDeclarations } from "./declarations/fitDeclarations.js";
export { fitDeclarations } from "./declarations/fitDeclarations.js";
export type { ErrorContext } from "./errors/projectError.js";
export { projectError, projectRefusal } from "./errors/projectError.js";
export { isScriptError, ScriptError } from "./errors/scriptError.js";
export type { BridgeLimits, TransportLimit } from "./limits.js";
export { transportLimits } from "./limits.js";
export type { ConsoleLevel, ScriptImage, ScriptOutput } from "./output/createScriptOutput.js";
export { createScriptOutput } from "./output/createScriptOutput.js";
export type { ScriptOutputOptions } from "./output/options.js";
export type { ScriptReport } from "./output/report.js";
export type { ListShape } from "./selectable.js";
export { selectable } from "./selectable.js";
export type { ScriptStore, ScriptStoreOptions } from "./store.js";
export { createScriptStore } from "./store.js";
export type { Evidence, Outcome, ProjectedError, Recovery, Scope, Unit } from "./types.js";
