/** The one validator of what `boundContent` takes. */
import { checkBoolean, checkChoice, checkCount, checkObject } from "../../internal/check.js";
import { type Part, partOf, priceOther } from "./blocks.js";
import { mediaPrice } from "./mediaPrice.js";
import type { ContentBlockLike, ContentOptions } from "./types.js";

export type ResolvedContent<B extends ContentBlockLike> = ReturnType<typeof resolveContent<B>>;

/** @throws TypeError or RangeError that names the option */
export function resolveContent<B extends ContentBlockLike>(content: readonly B[], options: ContentOptions<B>) {
  if (!Array.isArray(content)) throw new TypeError("content must be an array of blocks");
  const {
    structured = "cut",
    dropMedia = false,
    priceMedia = mediaPrice(),
  } = checkObject("options", options) as ContentOptions<B>;
  if (typeof priceMedia !== "function") throw new TypeError("priceMedia must be a function");
  return {
    parts: content.map((block: B, index) => partOf(block, index)),
    structured: checkChoice("structured", structured, ["cut", "drop"]),
    dropMedia: checkBoolean("dropMedia", dropMedia),
    priceOf: (part: Part<B>): number => {
      if (part.kind === "text") return 0;
      return part.kind === "other" ? priceOther(part.block) : checkCount("priceMedia()", priceMedia(part.block));
    },
  };
}
