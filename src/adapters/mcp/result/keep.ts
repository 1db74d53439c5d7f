/** Keeps what a result is cut of. */
import { encodeUtf8 } from "#platform";
import { createSpiller } from "../../../bound/spiller.js";
import type { SpillState } from "../../../bound/types.js";
import { canonicalJson } from "../../../json/canonical/canonicalJson.js";
import { renderJson } from "../../../json/render.js";
import type { SpillMeta } from "../../../spill/types.js";
import { splitsPair } from "../../../text/wellFormed.js";
import { encodedBytes } from "../encoded.js";
import type { ResolvedOptions } from "../options.js";

/** @throws SpillError with `onSpillFailure: "throw"` */
export async function keep(
  whole: { readonly text: string; readonly mediaType: string },
  { spill, meta, onSpillFailure }: ResolvedOptions,
): Promise<SpillState> {
  if (spill === undefined) return { state: "unconfigured" };
  const named: SpillMeta = { mediaType: whole.mediaType, encoding: "utf-8", ...meta };
  const spiller = createSpiller(spill, named, onSpillFailure === "throw");
  await spiller.start();
  for (const piece of piecesOf(whole.text)) await spiller.write(encodeUtf8(piece));
  return spiller.finish({ incomplete: false, totalBytes: undefined });
}

/** The text that JSON is kept as: equal values give equal Spills, and each member has a line if indentation does not cost too much. */
export function jsonText(value: unknown): string {
  const indented = canonicalJson(value, { space: 1, trusted: true, maxBytes: 2 * encodedBytes(value) + 1024 });
  const admitted = indented.ok ? indented : canonicalJson(value, { trusted: true });
  return admitted.ok ? admitted.text : renderJson(value).text;
}

/** No step holds a second copy of a large text. */
function* piecesOf(text: string): Iterable<string> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + PIECE_UNITS, text.length);
    if (splitsPair(text, to)) to--;
    yield text.slice(from, to);
    from = to;
  }
}

const PIECE_UNITS = 262_144;
