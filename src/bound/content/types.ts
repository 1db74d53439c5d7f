import type { TextSize } from "../../text/size.js";
import type { BoundOptions, SpillState } from "../types.js";

/** A content block of any protocol: told by its type, where it has one, and by the fields that it has. @public */
export interface ContentBlockLike {
  /** What it is, in the words of its protocol. */
  readonly type?: string | undefined;
  /** Its text, if it is a string. */
  readonly text?: unknown;
  /** Gemini's media. */
  readonly inlineData?: unknown;
}

/** Options of `boundContent`. @public */
export interface ContentOptions<B extends ContentBlockLike = ContentBlockLike> extends Omit<BoundOptions, "decode"> {
  /** A value that goes to the model beside the blocks. Its JSON counts. */
  readonly structuredContent?: unknown;
  /** Kept in the Spill beside the rest; it is no part of what is bounded. */
  readonly _meta?: unknown;
  /**
   * What of structured content is done if it does not fit: records are left out of it, or all of it is.
   * @defaultValue "cut"
   */
  readonly structured?: "cut" | "drop" | undefined;
  /**
   * What a block of media costs, in bytes: an integer ≥ 0. Providers charge by size in pixels, not by the length of base64.
   * @defaultValue mediaPrice()
   */
  readonly priceMedia?: ((block: B) => number) | undefined;
  /**
   * Whether media may be left out, the dearest first, where they alone pass the limit. Else they stay, and text gets nothing.
   * Other blocks, such as links, are left out where they take more than half of what media leave and text needs it.
   * @defaultValue false
   */
  readonly dropMedia?: boolean | undefined;
}

/** Something that is in no part of bounded content any more. Plain data. @public */
export interface DroppedContent {
  /** Where it was, as a JSON Pointer into what was given: `/content/2`, `/structuredContent`. */
  readonly pointer: string;
  /** `"repeated"`: another part says the same. `"room"`: there was none for it. */
  readonly reason: "repeated" | "room";
}

/** Blocks with their text bounded. Plain data. @public */
export interface BoundedContent<B extends ContentBlockLike = ContentBlockLike> {
  /**
   * The blocks, in their order: those that were not touched are the same objects. A block that was left out is missing, or
   * replaced by a block of text that says so. What is no block, or has no JSON, is a block of text with its JSON.
   */
  readonly content: readonly (B | TextBlock)[];
  /** What is left of the structured content; absent if nothing is. */
  readonly structuredContent?: unknown;
  /** Whether anything was left out for the limits' sake. */
  readonly truncated: boolean;
  /** Whether anything that is shown differs from what came: cleaned, neutralised, or without JSON. */
  readonly altered: boolean;
  /** What was left out altogether. */
  readonly dropped: readonly DroppedContent[];
  /** Sizes of all text and structured content that is shown; markers and notices excluded. */
  readonly shown: TextSize;
  /** `total − shown`, field by field. */
  readonly omitted: TextSize;
  /** Sizes of all text and structured content. */
  readonly total: TextSize;
  /** `total` counts only what came: the result was cut upstream. */
  readonly totalIsLowerBound?: boolean;
  /** What media and other blocks that were kept cost. */
  readonly mediaBytes: number;
  /** Where the complete content is. */
  readonly spill: SpillState;
}

/** A block that is nothing but text; its type is that of the other blocks of text, as `input_text`. @public */
export interface TextBlock {
  /** Text. */
  readonly type: "text";
  /** The text. */
  readonly text: string;
}
