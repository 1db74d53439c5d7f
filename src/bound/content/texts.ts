/** The text blocks of a content, as they may be shown: cleaned, well formed, with imitations made harmless. */
import type { SpillSink } from "../../spill/types.js";
import { openEscapeAt } from "../../text/escape.js";
import { measureText } from "../../text/size.js";
import { type SourceText, wholeSource } from "../../text/source.js";
import { type CleanOptions, cleanTerminal } from "../../text/terminal.js";
import { toWellFormed } from "../../text/wellFormed.js";
import { trimEnd } from "../edges.js";
import type { RenderOptions } from "../render.js";
import { type Earlier, findEarlier } from "../trust/earlier.js";
import { neutralise, neutraliseView, styleOf } from "../trust/neutralise.js";
import type { Part, TextPart } from "./blocks.js";

export interface ShownText<B> {
  readonly part: TextPart<B>;
  readonly source: SourceText;
  /** The notice that stands at its edge already. */
  readonly earlier: Earlier | undefined;
  /** What is shown of it if it fits. */
  readonly harmless: string;
  /** Whether that differs from what came, beyond repair of lone surrogates. */
  readonly altered: boolean;
}

export async function readTexts<B>(
  parts: readonly Part<B>[],
  sink: SpillSink | undefined,
  { clean, render }: { readonly clean: CleanOptions | undefined; readonly render: RenderOptions },
): Promise<ShownText<B>[]> {
  const read = parts
    .filter((part) => part.kind === "text")
    .map(async (part) => {
      const text = clean === undefined ? part.text : cleanTerminal(part.text, clean);
      const source = wholeSource(text, measureText(text));
      return { part, source, earlier: await findEarlier(source, sink, render.notice) };
    });
  const texts = await Promise.all(read);
  // The markers of one View are told of in the notice of one of its blocks.
  const isView = texts.some(({ earlier }) => earlier !== undefined);
  return texts.map((one) => {
    const kept = toWellFormed(trimEnd(one.source.prefix));
    const { earlier } = one;
    const harmless =
      earlier === undefined && isView
        ? neutralise(kept, true, styleOf(render))
        : neutraliseView(kept, { ...render, earlier: earlier?.claim });
    const isCleaned = one.source.prefix !== one.part.text || openEscapeAt(one.source.prefix) !== -1;
    return { ...one, harmless, altered: isCleaned || harmless !== kept || one.part.marked };
  });
}
