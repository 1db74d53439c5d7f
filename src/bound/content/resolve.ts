/** The one validator of what `boundContent` takes. */
import { checkBoolean, checkChoice, checkCount, checkObject } from "../../internal/check.js";
import { type Part, partOf } from "./blocks.js";
import { mediaPrice } from "./mediaPrice.js";
import type { ContentBlockLike, ContentOptions } from "./types.js";

export interface ResolvedContent<B> {
  readonly parts: readonly Part<B>[];
  readonly cutsStructured: boolean;
  readonly dropsMedia: boolean;
  /** What a part that is no text costs, in bytes. */
  priceOf(part: Part<B>): number;
}

/** @throws TypeError or RangeError that names the option */
export function resolveContent<B extends ContentBlockLike>(
  content: readonly B[],
  options: ContentOptions<B>,
): ResolvedContent<B> {
  if (!Array.isArray(content)) throw new TypeError("content must be an array of blocks");
  checkObject("options", options);
  const { structured = "cut", dropMedia = false, priceMedia = mediaPrice() } = options;
  if (typeof priceMedia !== "function") throw new TypeError("priceMedia must be a function");
  return {
    parts: Array.from(content as readonly B[], partOf),
    cutsStructured: checkChoice("structured", structured, ["cut", "drop"]) === "cut",
    dropsMedia: checkBoolean("dropMedia", dropMedia),
    priceOf(part) {
      if (part.kind === "text") return 0;
      return part.kind === "other" ? part.jsonBytes : checkCount("priceMedia()", priceMedia(part.block));
    },
  };
}
