/** Which media stay, and what stands in the place of those that do not. */
import { amount, frame } from "../../text/words.js";
import { base64Bytes } from "./base64.js";
import type { Part, WholePart } from "./blocks.js";
import type { ContentBlockLike } from "./types.js";

/**
 * The media to leave out: the dearest first, until the others are inside the limit.
 *
 * @param prices - of the parts, in bytes
 */
export function mediaToDrop<B>(parts: readonly Part<B>[], prices: readonly number[], maxBytes: number): Set<number> {
  const dearest = parts
    .filter(({ kind }) => kind === "media")
    .map(({ index }) => index)
    .sort((a, b) => (prices[b] ?? 0) - (prices[a] ?? 0) || a - b);
  let total = prices.reduce((sum, price) => sum + price, 0);
  const dropped = new Set<number>();
  for (const index of dearest) {
    if (total <= maxBytes) break;
    total -= prices[index] ?? 0;
    dropped.add(index);
  }
  return dropped;
}

/** What was there: no more of the block's own words than a plain media type. */
export function droppedMedia<B extends ContentBlockLike>({ block, data = "" }: WholePart<B>): string {
  const { mimeType, media_type } = block as { mimeType?: unknown; media_type?: unknown };
  const known = [mimeType, media_type, block.type].find((name) => typeof name === "string" && PLAIN.test(name));
  return frame(`… media (${known ?? "unknown"}), ${amount(base64Bytes(data), "byte")}, omitted …`);
}

const PLAIN = /^[\w.+/-]{1,60}$/;
