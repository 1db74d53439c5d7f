/**
 * Results of MCP tools within limits: for servers, for hosts, for what stands between them. Structural types: either SDK, and
 * none of them imported.
 *
 * @packageDocumentation
 */

export type { ClientPreset } from "../../presets/clients.js";
export type { SpillErrorCode } from "../../spill/error.js";
export { isSpillError, SpillError } from "../../spill/error.js";
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
export type { PresetOptions } from "./boundByPreset.js";
export { boundByPreset } from "./boundByPreset.js";
export { boundCallToolResult } from "./boundCallToolResult.js";
export type { BoundedCall, BoundedClient } from "./boundClient.js";
export { boundClient } from "./boundClient.js";
export type { ServerLike } from "./boundServer.js";
export { boundServer } from "./boundServer.js";
export { boundToolCallback } from "./boundToolCallback.js";
export { boundTransport } from "./boundTransport.js";
export type { FromClient, MessageBounder } from "./messages/bounder.js";
export { createMessageBounder } from "./messages/bounder.js";
export { clientPreset } from "./messages/clients.js";
export type { McpCall, McpConnectionOptions } from "./messages/options.js";
export type { McpBoundOptions, OutputSchemaPolicy } from "./options.js";
export type {
  BoundedCallToolResult,
  CallToolResultLike,
  ClientLike,
  McpContentBlock,
  TransportLike,
} from "./types.js";
