import type { JsonAdmission } from "../json/admit.js";
import type { JsonElision } from "../json/cut/types.js";
import type { SpillErrorCode } from "../spill/error.js";
import type { Observed } from "../spill/event.js";
import type { SpillMeta, SpillRef, SpillSink } from "../spill/types.js";
import type { BinaryKind } from "../text/binary/magic.js";
import type { Boundary } from "../text/boundary.js";
import type { LimitedBy, Limits, TokenCounter } from "../text/limits.js";
import type { DecoderFactory } from "../text/reader.js";
import type { Keep } from "../text/sides.js";
import type { TextSize } from "../text/size.js";
import type { CleanOptions } from "../text/terminal.js";
import type { Pin } from "./pins/pin.js";
import type { NoticeStyle } from "./style.js";

/** A piece of a stream, with the name of its stream where several are merged. @public */
export type Chunk = string | Uint8Array | { readonly stream: "stdout" | "stderr"; readonly data: string | Uint8Array };

/** What a tool call returned. @public */
export type ToolResult =
  | string
  | Uint8Array
  | Iterable<Chunk>
  | AsyncIterable<Chunk>
  /** A value, shown as its JSON text. */
  | { readonly json: unknown };

/** How the notice is worded and where it stands. @public */
export interface NoticeOptions {
  /** Its line in the View. @defaultValue "last" */
  readonly position?: "first" | "last" | undefined;
  /**
   * How the reader can get at a Spill: by a file's path, by a tool that reads Spills, as a resource by its uri, or not
   * at all. The notice names no other way. @defaultValue "path"
   */
  readonly canRead?: "path" | "tool" | "resource" | "none" | undefined;
  /** For `canRead: "tool"`: the tool's name. @defaultValue "read_result" */
  readonly toolName?: string | undefined;
  /** The wording of another program, in place of the library's own. */
  readonly style?: NoticeStyle | undefined;
}

/** How a View is made of a text. @public */
export interface ViewOptions {
  /** Which part to keep: the start, the end, or both. @defaultValue "ends" */
  readonly keep?: Keep | undefined;
  /** For `"ends"`: the head's part, 0 to 1. @defaultValue 0.5; 0.2 for an error or an exit code other than 0 */
  readonly headShare?: number | undefined;
  /** Where a cut may fall. @defaultValue "line" */
  readonly boundary?: Boundary | undefined;
  /**
   * Lines to keep out of the omitted middle, such as `ERROR_LINES`. They are shown with their numbers, markers where lines
   * are left out between them, inside the same limits: half of what can be shown is theirs at most. A long line is cut. In
   * JSON, and in what is no text, there are no lines to keep.
   */
  readonly pin?: Pin | undefined;
  /** Clean the text as a terminal would show it; see `cleanTerminal`, whose options it may be. @defaultValue false */
  readonly clean?: boolean | CleanOptions | undefined;
  /** Counts tokens for `maxTokens`. @defaultValue estimateTokens */
  readonly countTokens?: TokenCounter | undefined;
  /** The result was cut before it came here: totals are lower bounds. */
  readonly upstream?: { readonly truncated: boolean; readonly totalBytes?: number | undefined } | undefined;
  /** `false` leaves the notice out. */
  readonly notice?: NoticeOptions | false | undefined;
  /** By how much marker and notice may exceed the limits; whether to cut is decided by the limits alone. */
  readonly noticeAllowance?: Limits | undefined;
}

/** Options of `boundText`. @public */
export interface BoundTextOptions extends ViewOptions {
  /** The text is an error. @defaultValue false */
  readonly isError?: boolean | undefined;
  /** The exit code of the command that printed it; `null` = unknown. */
  readonly exitCode?: number | null | undefined;
}

/** Options of `boundResult`. @public */
export interface BoundOptions extends ViewOptions, Observed {
  /** Fixed Limits, or a Bound. What is no string in memory is never shown beyond 100,000,000 chars. */
  readonly limits: Limits;
  /** Where complete results are kept. Without it, what is cut is lost, and the View says so. */
  readonly spill?: SpillSink | undefined;
  /** Where the result came from; names its Spill. */
  readonly meta?: SpillMeta | undefined;
  /** Awaited at the source's end; a rejection counts as unknown. */
  readonly isError?: boolean | Promise<boolean> | undefined;
  /** Awaited at the source's end; a rejection counts as unknown. */
  readonly exitCode?: number | null | Promise<number | null> | undefined;
  /** Decodes bytes, one decoder a stream. @defaultValue UTF-8 */
  readonly decode?: DecoderFactory | undefined;
  /**
   * Encodes `{ json }`. What it refuses, or throws on, is rendered with marked strings for what has no JSON.
   * @defaultValue admitJson
   */
  readonly encodeJson?: ((value: unknown) => JsonAdmission) | undefined;
  /**
   * If the store fails: `"cut"` bounds the View all the same and says that the whole was not kept; `"pass"` lets a result
   * that is already in memory through whole; `"throw"` rejects with the `SpillError`. @defaultValue "cut"
   */
  readonly onSpillFailure?: "cut" | "pass" | "throw" | undefined;
  /** Aborting it ends the source, as if it had broken. */
  readonly signal?: AbortSignalLike | undefined;
}

/** The part of an `AbortSignal` that is read. @public */
export interface AbortSignalLike {
  /** Whether it was aborted already. */
  readonly aborted: boolean;
  /** Asks to be told. */
  addEventListener(type: "abort", listener: () => void): void;
  /** Asks no longer. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/** A View, and how it relates to the whole. Plain data. @public */
export interface BoundedText {
  /** The View: what the model should get. */
  readonly text: string;
  /** Whether anything was left out for the limits' sake. */
  readonly truncated: boolean;
  /** Whether the View differs from the source beyond repair of lone surrogates: cleaned, or not valid in its encoding. */
  readonly altered: boolean;
  /** The limit that cut. */
  readonly limitedBy?: LimitedBy;
  /** Sizes of the source text that the View shows; marker and notice excluded. */
  readonly shown: TextSize;
  /** `total − shown`, field by field. */
  readonly omitted: TextSize;
  /** Size of the whole source text, also where a stream was far larger than memory. */
  readonly total: TextSize;
  /** Bytes of the raw input. */
  readonly sourceBytes: number;
  /** `total` counts only what came: the result was cut upstream, or its source broke. */
  readonly totalIsLowerBound?: boolean;
}

/** A View with the state of its Spill. Plain data. @public */
export interface Bounded extends BoundedText {
  /** What the result was taken for. */
  readonly kind: "text" | "json" | "binary";
  /**
   * The format of what is no text. Its View has the first bytes in hexadecimal; sizes are of bytes alone, chars and lines are
   * 0, and the Spill has it all.
   */
  readonly binary?: BinaryKind;
  /** What was left out of a JSON result, as requests that `readSpill` takes. */
  readonly elisions?: readonly JsonElision[];
  /** The source broke midway; its error's name. */
  readonly sourceError?: { readonly name: string };
  /** Where the complete result is. */
  readonly spill: SpillState;
}

/** Where the complete result is. @public */
export type SpillState =
  /** Nothing was cut or altered: the View has it all. */
  | { readonly state: "none" }
  /** No store was given. */
  | { readonly state: "unconfigured" }
  | { readonly state: "kept"; readonly ref: SpillRef }
  | { readonly state: "failed"; readonly code: SpillErrorCode };
