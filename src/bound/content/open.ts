/** A content, looked at: what of it is text, what the rest costs, and what its structured content is as JSON. */
import { admitJson } from "../../json/admit.js";
import { type RenderedJson, renderJson } from "../../json/render.js";
import { measureText, type TextSize } from "../../text/size.js";
import type { ResolvedView } from "../options.js";
import type { RenderOptions } from "../render.js";
import { neutralise, styleOf } from "../trust/neutralise.js";
import type { Part } from "./blocks.js";
import type { Priced } from "./media.js";
import type { ResolvedContent } from "./resolve.js";
import { readTexts, type ShownText } from "./texts.js";
import type { ContentBlockLike, ContentOptions } from "./types.js";

export interface OpenContent<B> {
  readonly parts: readonly Part<B>[];
  readonly texts: readonly ShownText<B>[];
  /** What cannot be cut, with what it costs. */
  readonly priced: readonly Priced<B>[];
  /** The structured content as it came. */
  readonly came: RenderedJson | undefined;
  /** The same without imitations. */
  readonly harmless: string | undefined;
  /** Whether a notice stands in it already. */
  readonly isView: boolean;
  readonly altered: boolean;
  /** Of all text and structured content that came. */
  readonly total: TextSize;
}

export async function openContent<B extends ContentBlockLike>(
  { parts, priceOf }: ResolvedContent<B>,
  options: ContentOptions<B>,
  { clean, cleaning }: ResolvedView,
  render: RenderOptions,
): Promise<OpenContent<B>> {
  const priced = parts.flatMap((part) => (part.kind === "text" ? [] : [{ part, bytes: priceOf(part) }]));
  const texts = await readTexts(parts, options.spill, { clean: clean ? cleaning : undefined, render });
  const { structuredContent } = options;
  const came = structuredContent === undefined ? undefined : jsonOf(structuredContent, options);
  // The markers of a View are told of in the notice of one of its blocks.
  const isView = texts.some(({ earlier }) => earlier !== undefined);
  const harmless = came && neutralise(came.text, isView, styleOf(render));
  const sizes = texts.map(({ source }) => source.total);
  return {
    ...{ parts, texts, priced, came, harmless, isView },
    altered: texts.some(({ altered }) => altered) || came?.altered === true || harmless !== came?.text,
    total: sumOf(came === undefined ? sizes : [...sizes, measureText(came.text)]),
  };
}

export function sumOf(sizes: readonly TextSize[]): TextSize {
  return sizes.reduce(
    (sum, { bytes, chars, lines }) => ({
      bytes: sum.bytes + bytes,
      chars: sum.chars + chars,
      lines: sum.lines + lines,
    }),
    { bytes: 0, chars: 0, lines: 0 },
  );
}

/** What has no JSON is rendered with marked strings in its place. */
function jsonOf(value: unknown, { encodeJson = admitJson }: Pick<ContentOptions, "encodeJson">): RenderedJson {
  try {
    const admitted = encodeJson(value);
    if (admitted.ok) return { text: admitted.text, altered: false };
  } catch {
    // The caller's encoder; content makes nothing throw.
  }
  return renderJson(value);
}
