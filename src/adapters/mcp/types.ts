/** The parts of the Model Context Protocol that are read, as types of their own: no SDK is imported. */
import type { SpillRef } from "../../spill/types.js";

/** A content block of a tool result, told by its type. @public */
export interface McpContentBlock {
  /** `text`, `image`, `audio`, `resource`, `resource_link`, or one that is yet to come. */
  readonly type: string;
  /** Whatever else its type has. */
  readonly [field: string]: unknown;
}

/** A result of `tools/call`, of any SDK and revision of the protocol. @public */
export interface CallToolResultLike {
  /** What a model is shown. */
  readonly content?: readonly McpContentBlock[] | undefined;
  /** What a program is given, and many clients show in place of content. */
  readonly structuredContent?: unknown;
  /** Whether the tool failed. */
  readonly isError?: boolean | undefined;
  /** For hosts and whoever stands between. */
  readonly _meta?: { readonly [key: string]: unknown } | undefined;
  /** `resultType`, and what later revisions add. */
  readonly [field: string]: unknown;
}

/** A transport of an SDK, version 1 or 2. @public */
export interface TransportLike {
  /** Begins to receive. */
  start(): Promise<void>;
  /** Sends a message to the other end. */
  // biome-ignore lint/suspicious/noExplicitAny: the messages and options of whichever SDK; only passed on
  send(message: any, options?: any): Promise<void>;
  /** Ends the connection. */
  close(): Promise<void>;
  /** Set by the SDK: takes the messages of the other end. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  onmessage?: ((message: any, extra?: any) => void) | undefined;
}

/** A client of an SDK, version 1 or 2. @public */
export interface ClientLike {
  /** Calls a tool of the server. */
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
