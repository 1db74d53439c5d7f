import { tokensToBytes } from "../../budget/tokenMath.js";
import { checkChoice } from "../../internal/check.js";
import { base64Bytes, base64Start } from "./base64.js";
import { dataOf } from "./blocks.js";
import { type ImageSize, imageSize } from "./imageSize.js";
import type { ContentBlockLike } from "./types.js";

/** Whose rule prices an image. @public */
export type MediaProvider = "anthropic" | "openai" | "gemini";

/**
 * Prices blocks of media by what a provider documents of its models, in bytes: 2 a token, as `tokensToBytes` has it. The size
 * in pixels is read from the image's first bytes (PNG, GIF, JPEG, WebP); an image that does not tell costs as much as the
 * largest can. Sound and anything else costs a token for 500 bytes, which is above what Gemini charges for speech
 * (32 tokens a second) at the usual bit rates.
 *
 * - `"anthropic"`: width × height ÷ 750, scaled down to 1,568 pixels on the longer side, at most 1,600 tokens.
 * - `"openai"`: 85, and 170 for each tile of 512 pixels, scaled down to 2,048 and then to 768 on the shorter side.
 * - `"gemini"`: 258 for each tile of 768 pixels; one up to 384 × 384.
 *
 * @param provider - without it, the dearest of the three
 * @throws TypeError or RangeError for another name
 * @public
 */
export function mediaPrice(provider?: MediaProvider): (block: ContentBlockLike) => number {
  if (provider !== undefined) checkChoice("provider", provider, PROVIDERS);
  const rules = provider === undefined ? Object.values(RULES) : [RULES[provider]];
  return (block) => tokensToBytes(tokensOf(block, rules));
}

type Rule = (size: ImageSize) => number;

function tokensOf(block: ContentBlockLike, rules: readonly Rule[]): number {
  const data = dataOf(block) ?? "";
  const isImage = /image/.test(block.type) || /^data:image\//.test(data) || MIME.some((name) => mimeOf(block, name));
  if (!isImage) return Math.ceil(base64Bytes(data) / BYTES_A_TOKEN);
  const size = imageSize(base64Start(data, HEADER_UNITS)) ?? LARGEST;
  return Math.max(...rules.map((rule) => rule(size)));
}

function mimeOf(block: ContentBlockLike, name: string): boolean {
  const fields = block as unknown as Record<string, unknown>;
  return [fields, fields["source"], fields["resource"]].some((holder) => {
    const mime = typeof holder === "object" && holder !== null ? (holder as Record<string, unknown>)[name] : undefined;
    return typeof mime === "string" && mime.startsWith("image/");
  });
}

function anthropic(size: ImageSize): number {
  const { width, height } = scaledTo(size, 1568, Math.max(size.width, size.height));
  return Math.min(1600, Math.ceil((width * height) / 750));
}

function openai(size: ImageSize): number {
  const inside = scaledTo(size, 2048, Math.max(size.width, size.height));
  const { width, height } = scaledTo(inside, 768, Math.min(inside.width, inside.height));
  return 85 + 170 * Math.ceil(width / 512) * Math.ceil(height / 512);
}

function gemini({ width, height }: ImageSize): number {
  if (width <= 384 && height <= 384) return 258;
  return 258 * Math.ceil(width / 768) * Math.ceil(height / 768);
}

/** Never larger than it is. */
function scaledTo({ width, height }: ImageSize, most: number, side: number): ImageSize {
  const factor = Math.min(1, most / side);
  return { width: Math.round(width * factor), height: Math.round(height * factor) };
}

const RULES: Readonly<Record<MediaProvider, Rule>> = { anthropic, openai, gemini };
const PROVIDERS = ["anthropic", "openai", "gemini"] as const;
const MIME = ["mimeType", "media_type"] as const;
/** What an image is taken for that does not tell its size. */
const LARGEST: ImageSize = { width: 2048, height: 2048 };
/** Of base64: enough for the segments that stand before a JPEG's frame, thumbnails and profiles included. */
const HEADER_UNITS = 262_144;
const BYTES_A_TOKEN = 500;
