/**
 * Bound every tool result, keep every byte: how large a result may be, the View of it that a model gets, and what was left
 * out, kept whole in a Spill.
 *
 * @packageDocumentation
 */

export type { BatchResult } from "./bound/batch/plan.js";
export type { BatchOptions } from "./bound/boundBatch.js";
export { boundBatch } from "./bound/boundBatch.js";
export { boundContent } from "./bound/boundContent.js";
export { boundResult } from "./bound/boundResult.js";
export { boundText } from "./bound/boundText.js";
export type { MediaProvider } from "./bound/content/mediaPrice.js";
export { mediaPrice } from "./bound/content/mediaPrice.js";
export type {
  BoundedContent,
  ContentBlockLike,
  ContentOptions,
  DroppedContent,
  TextBlock,
} from "./bound/content/types.js";
export type { Bounder, BounderBatch, BounderOptions, CallOptions } from "./bound/createBounder.js";
export { createBounder } from "./bound/createBounder.js";
export type { ByteSource } from "./bound/mergeStreams.js";
export { mergeStreams } from "./bound/mergeStreams.js";
export { ERROR_LINES } from "./bound/pins/errorLines.js";
export type { Pin, PinRule } from "./bound/pins/pin.js";
export type { ReadToolsOptions, ToolAnswer, ToolDefinition } from "./bound/readTools.js";
export { readTools } from "./bound/readTools.js";
export type { NoticeStyle } from "./bound/style.js";
export type { ToolDescription } from "./bound/tools/definitions.js";
export type { NoticeClaim } from "./bound/trust/parseNotice.js";
export { parseNotice } from "./bound/trust/parseNotice.js";
export type {
  AbortSignalLike,
  Bounded,
  BoundedText,
  BoundOptions,
  BoundTextOptions,
  Chunk,
  NoticeOptions,
  SpillState,
  ToolResult,
  ViewOptions,
} from "./bound/types.js";
export { allocate } from "./budget/allocate.js";
export type { BoundInput } from "./budget/computeBound.js";
export { computeBound } from "./budget/computeBound.js";
export type { Usage } from "./budget/headroom.js";
export { headroom } from "./budget/headroom.js";
export type { Ledger, LedgerBatch, LedgerStatus } from "./budget/ledger.js";
export { createLedger } from "./budget/ledger.js";
export type { Bound, BoundPolicy } from "./budget/policy.js";
export type { TokenRate } from "./budget/tokenMath.js";
export { bytesToTokens, tokensToBytes } from "./budget/tokenMath.js";
export type { JsonAdmission } from "./json/admit.js";
export type { JsonElision } from "./json/cut/types.js";
export type { JsonRefusal, UnsupportedKind } from "./json/types.js";
export type { SpillErrorCode } from "./spill/error.js";
export { isSpillError, SpillError } from "./spill/error.js";
export type { EventListener, Observed, SpillwayEvent } from "./spill/event.js";
export type { LineMatcher, RegexEngine } from "./spill/request.js";
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
} from "./spill/types.js";
export type { BinaryKind } from "./text/binary/magic.js";
export type { Boundary } from "./text/boundary.js";
export type { StreamDecoder } from "./text/decoder.js";
export type { LimitedBy, Limits, TokenCounter } from "./text/limits.js";
export type { DecoderFactory } from "./text/reader.js";
export type { Keep } from "./text/sides.js";
export type { TextSize } from "./text/size.js";
export type { CleanOptions } from "./text/terminal.js";
