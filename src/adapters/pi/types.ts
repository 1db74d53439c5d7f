/** The part of pi's extension API that is read: structural, so that no release of pi is a dependency. */

/** A block of a tool result. @public */
export type PiBlock = PiText | PiImage;

/** Text for the model. @public */
export interface PiText {
  /** Tells it from an image. */
  type: "text";
  /** The text. */
  text: string;
}

/** An image for the model. @public */
export interface PiImage {
  /** Tells it from text. */
  type: "image";
  /** Base64. */
  data: string;
  /** Such as `image/png`. */
  mimeType: string;
}

/** What a tool returned, before pi writes it into the session. @public */
export interface PiToolResult {
  /** `bash`, `read`, `codemode`, `mcp__<server>__<tool>`, or any tool of an extension. */
  readonly toolName: string;
  /** The call's id. */
  readonly toolCallId: string;
  /** Set where a script made the call. */
  readonly parentToolCallId?: string;
  /** The call's arguments. */
  readonly input: Record<string, unknown>;
  /** What the model would get. */
  readonly content: PiBlock[];
  /** What scripts get in its place. */
  // biome-ignore lint/suspicious/noExplicitAny: pi's JsonValue, which cannot be named without pi
  readonly structuredContent?: any;
  /** What the user interface gets. */
  readonly details: unknown;
  /** Whether the call failed. */
  readonly isError: boolean;
}

/** What a handler puts in the place of a result; what is absent stays. @public */
export interface PiToolResultChange {
  /** The blocks for the model. */
  content?: PiBlock[];
  /** What scripts get: pi drops it where `content` comes without it. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  structuredContent?: any;
  /** What the user interface gets. */
  details?: unknown;
}

/** What of pi's context is read. @public */
export interface PiContext {
  /** The working directory. */
  readonly cwd: string;
  /** Whether `ui.notify` reaches anybody. */
  readonly hasUI: boolean;
  /** The selected model. */
  readonly model: { readonly provider: string; readonly id: string } | undefined;
  /** Tells the user. */
  readonly ui: { notify(message: string, type?: "info" | "warning" | "error"): void };
  /** The session. */
  readonly sessionManager: {
    getSessionId(): string;
    getSessionFile(): string | undefined;
    getBranch(): readonly unknown[];
  };
  /** Tokens in use, and the window. */
  getContextUsage(): { readonly tokens: number | null; readonly contextWindow: number } | undefined;
  /** Whether the project's settings may be used. */
  isProjectTrusted(): boolean;
}

/** The context of a command. @public */
export interface PiCommandContext extends PiContext {
  /** Loads extensions and settings anew. */
  reload(): Promise<void>;
}

/** What of pi is called. @public */
export interface PiApi {
  /** The settings of all files that may be used. */
  getSettings(): object;
  /** Adds a slash command. */
  registerCommand(
    name: string,
    command: { description?: string; handler: (args: string, ctx: PiCommandContext) => Promise<void> },
  ): void;
  /** Asks to be told of a result, and may change it. */
  on(
    event: "tool_result",
    handler: (event: PiToolResult, ctx: PiContext) => Promise<PiToolResultChange | undefined>,
  ): unknown;
  /** Asks to be told when a session begins. */
  on(event: "session_start", handler: (event: object, ctx: PiContext) => Promise<void>): unknown;
  /** Asks to be told when it ends. */
  on(
    event: "session_shutdown",
    handler: (event: { readonly reason: string }, ctx: PiContext) => Promise<void>,
  ): unknown;
  /** Asks to be told of a call's end. */
  on(
    event: "tool_execution_end",
    handler: (
      // biome-ignore lint/suspicious/noExplicitAny: pi has it so
      event: { toolCallId: string; toolName: string; result: any; isError: boolean; parentToolCallId?: string },
      ctx: PiContext,
    ) => Promise<void>,
  ): unknown;
  /** Asks to be told of a message that is complete, and may replace it. */
  on(
    event: "message_end",
    // biome-ignore lint/suspicious/noExplicitAny: a message of any role
    handler: (event: { message: any }, ctx: PiContext) => Promise<{ message: any } | undefined>,
  ): unknown;
}
