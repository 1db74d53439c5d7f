import { tokensToBytes } from "../../budget/tokenMath.js";
import { checkChoice } from "../../internal/check.js";
import { base64Bytes, base64Start } from "./base64.js";
import { type ImageSize, imageSize } from "./imageSize.js";
import { type Media, mediaOf } from "./mediaOf.js";

/** Whose rule prices an image. @public */
export type MediaProvider = "anthropic" | "openai" | "gemini";

/**
 * Prices blocks of media by what a provider documents of its models, in bytes: 2 a token, as `tokensToBytes` has it. The size
 * in pixels is read from the image's first bytes (PNG, GIF, JPEG, WebP); an image that does not tell, as one behind a link,
 * costs as much as the largest can.
 *
 * - `"anthropic"`: ⌈width ÷ 28⌉ × ⌈height ÷ 28⌉, scaled down to 2,576 pixels on the longer side and 4,784 tokens. Models before
 *   Opus 4.7 scale down further, and cost less.
 * - `"openai"`: the dearer of two rules. 85, and 170 for each tile of 512 pixels, scaled down to 2,048 and then to 768 on the
 *   shorter side (GPT-4o, GPT-4.1); 2.46 for each of at most 1,536 patches of 32 pixels (the nano models; others cost less).
 *   GPT-4o mini counts more tokens, at a lower price each: it is not covered.
 * - `"gemini"`: 258 for each tile of 768 pixels, scaled down to 3,072; at least 1,120, which Gemini 3 takes by default.
 *
 * Sound and video cost a token for 60 bytes: Gemini charges 32 tokens a second of sound, which are 2,000 bytes of speech at 16
 * kbit/s; sound that is not compressed (`wav`, `pcm`, `L16`) a token for 500. Other files cost what their base64 would as
 * text.
 *
 * @param provider - without it, the dearest of the three
 * @returns takes a block of any protocol; a block of no media costs 0
 * @throws TypeError or RangeError for another name
 * @example A screenshot of 1,280 × 720 pixels is 46 × 26 patches, 1,196 tokens:
 * ```ts
 * mediaPrice("anthropic")({ type: "image", data: screenshot, mimeType: "image/png" }); // 2392
 * ```
 * @public
 */
export function mediaPrice(provider?: MediaProvider): (block: object) => number {
  if (provider !== undefined) checkChoice("provider", provider, PROVIDERS);
  const rules = provider === undefined ? Object.values(RULES) : [RULES[provider]];
  return (block) => {
    const media = mediaOf(block);
    return media === undefined ? 0 : tokensToBytes(tokensOf(media, rules));
  };
}

type Rule = (size: ImageSize) => number;

function tokensOf({ kind, mime = "", data = "" }: Media, rules: readonly Rule[]): number {
  if (kind === "file") return Math.ceil(data.length / 2);
  if (kind !== "image") return Math.ceil(base64Bytes(data) / (/wav|pcm|\bl16\b/i.test(mime) ? 500 : 60));
  const size = imageSize(base64Start(data, HEADER_UNITS)) ?? LARGEST;
  return Math.max(...rules.map((rule) => rule(size)));
}

function anthropic(size: ImageSize): number {
  const { width, height } = scaledTo(size, 2576, Math.max(size.width, size.height));
  return Math.min(4784, Math.ceil(width / 28) * Math.ceil(height / 28));
}

function openai(size: ImageSize): number {
  const inside = scaledTo(size, 2048, Math.max(size.width, size.height));
  const { width, height } = scaledTo(inside, 768, Math.min(inside.width, inside.height));
  const patches = Math.min(1536, Math.ceil(size.width / 32) * Math.ceil(size.height / 32));
  return Math.max(85 + 170 * Math.ceil(width / 512) * Math.ceil(height / 512), Math.ceil(patches * 2.46));
}

function gemini(size: ImageSize): number {
  const { width, height } = scaledTo(size, 3072, Math.max(size.width, size.height));
  return Math.max(1120, 258 * Math.ceil(width / 768) * Math.ceil(height / 768));
}

/** Never larger than it is, and never nothing. */
function scaledTo({ width, height }: ImageSize, most: number, side: number): ImageSize {
  const factor = Math.min(1, most / side);
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

const RULES: Readonly<Record<MediaProvider, Rule>> = { anthropic, openai, gemini };
const PROVIDERS = ["anthropic", "openai", "gemini"] as const;
/** What an image is taken for that does not tell its size. */
const LARGEST: ImageSize = { width: 3072, height: 3072 };
/** Of base64: enough for the segments that stand before a JPEG's frame, thumbnails and profiles included. */
const HEADER_UNITS = 262_144;
