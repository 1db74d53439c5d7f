/** The parts of the Model Context Protocol that are read, as types of their own: no SDK is imported. */
import type { SpillRef } from "../../spill/types.js";

/** A content block of a tool result, told by its type. @public */
export interface McpContentBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A result of `tools/call`, of any SDK and revision of the protocol. @public */
export interface CallToolResultLike {
  readonly content?: readonly McpContentBlock[] | undefined;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
  readonly _meta?: { readonly [key: string]: unknown } | undefined;
  readonly [field: string]: unknown;
}

/** A transport of an SDK, version 1 or 2. @public */
export interface TransportLike {
  start(): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: the messages and options of whichever SDK; only passed on
  send(message: any, options?: any): Promise<void>;
  close(): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  onmessage?: ((message: any, extra?: any) => void) | undefined;
}

/** A client of an SDK, version 1 or 2. @public */
export interface ClientLike {
  // biome-ignore lint/suspicious/noExplicitAny: version 1 has (params, schema, options), version 2 (params, options)
  callTool(params: any, ...rest: any[]): Promise<any>;
}

/** A result inside the limit, and where the whole is. Plain data. @public */
export interface BoundedCallToolResult<R> {
  /** The same object where nothing had to change. */
  readonly result: R;
  /** Whether anything was left out. */
  readonly truncated: boolean;
  /** The complete result; absent where nothing was left out, or nothing could be kept. */
  readonly spill?: SpillRef;
}

/** An object that came as JSON. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
