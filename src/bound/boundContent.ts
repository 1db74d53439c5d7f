import { emit, stopwatch } from "../spill/event.js";
import { subtract } from "../text/source.js";
import { type Arrangement, arrange } from "./content/arrange.js";
import { keepContent } from "./content/keep.js";
import { type OpenContent, openContent } from "./content/open.js";
import { resolveContent } from "./content/resolve.js";
import { showContent } from "./content/show.js";
import type { BoundedContent, ContentBlockLike, ContentOptions } from "./content/types.js";
import type { NoticeFacts } from "./notice.js";
import { resolveResult, resolveView } from "./options.js";
import { integerOrUnknown, watch } from "./promised.js";
import { reportSpill } from "./report.js";
import type { SpillState } from "./types.js";

/**
 * Bounds content blocks and the structured content beside them together: the bytes of all text and of the JSON, and what media
 * cost, are inside the limits. Small texts stay whole, the largest are cut; media are never cut inside; the order stays. Blocks
 * can be those of MCP, Anthropic, OpenAI, Gemini or the AI SDK, and anything else: content never makes it reject.
 *
 * Where that is too much, what says the same twice is shown once: structured content that is the JSON of the one text block is
 * left out, and a string in it that repeats a block's text or base64 becomes a marker. Where something is left out and no cut
 * text tells of it, a block of text is added that does, if there is room for it.
 *
 * The Spill has the text, where there is but one block of text; else the JSON of `{ content, structuredContent, _meta }`, and
 * notices say where in it a block is.
 *
 * @throws TypeError or RangeError that names the option, for a value outside its range; SpillError with
 * `onSpillFailure: "throw"`
 * @example
 * ```ts
 * const { content } = await boundContent(result.content, { limits: { maxBytes: 16_384 }, spill });
 * ```
 * @public
 */
export async function boundContent<B extends ContentBlockLike>(
  content: readonly B[],
  options: ContentOptions<B>,
): Promise<BoundedContent<B>> {
  const resolved = resolveContent(content, options);
  const elapsed = stopwatch();
  const view = resolveView(options.limits, options);
  const { onSpillFailure } = resolveResult(options);
  const isError = watch(options.isError, options.signal);
  const exitCode = watch(options.exitCode, options.signal);
  const ended = { exitCode: integerOrUnknown(await exitCode()), isError: (await isError()) === true };
  const render = view.render(ended.isError, ended.exitCode);

  const open = await openContent(resolved, options, view, render);
  const arrangeIn = (inWords: boolean) => arrange(open, render, resolved.dropsMedia, inWords);
  const worded = arrangeIn(true);
  const { fits } = worded;
  const { spill, isJson } =
    !fits || open.altered || worded.hasRepeats
      ? await keepContent(content, { ...open, json: worded.json }, options)
      : { spill: { state: "none" } as const, isJson: false };
  reportSpill(options.onEvent, spill);
  if (!fits && spill.state === "failed" && onSpillFailure === "pass") return whole(content, options, open, spill);

  const facts: NoticeFacts = { spill, ...ended, isCutUpstream: view.isCutUpstream, knownBytes: view.upstreamBytes };
  const show = (arranged: Arrangement) =>
    showContent(content, open, arranged, {
      render,
      facts,
      hasPointers: isJson,
      cutsStructured: resolved.cutsStructured,
      pin: view.pin,
    });
  const first = { arranged: worded, shown: show(worded) };
  const isVouched = !worded.isWorded || first.shown.noticed || open.isView;
  const bare = isVouched ? undefined : arrangeIn(false);
  const { arranged, shown } = bare === undefined ? first : { arranged: bare, shown: show(bare) };

  const altered = open.altered || arranged.hasRepeats;
  const outcome = { truncated: !fits, altered };
  const sizes = { sourceBytes: open.total.bytes, viewBytes: shown.shown.bytes };
  emit(options.onEvent, { type: "bounded", kind: "content", ...outcome, ...sizes, milliseconds: elapsed() });
  // A value that has no JSON could give anything when it is read again.
  const isSame = shown.json === open.came?.text && open.came?.altered !== true;
  const structuredContent = isSame ? options.structuredContent : parsed(shown.json);
  return {
    content: shown.content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...outcome,
    dropped: shown.dropped,
    shown: shown.shown,
    omitted: subtract(open.total, shown.shown),
    total: open.total,
    ...(view.isCutUpstream ? { totalIsLowerBound: true } : {}),
    mediaBytes: arranged.wholeBytes,
    spill,
  };
}

/** All of it, for a caller who would rather have too much than lose some. */
function whole<B extends ContentBlockLike>(
  content: readonly B[],
  { structuredContent }: ContentOptions<B>,
  { priced, total }: OpenContent<B>,
  spill: SpillState,
): BoundedContent<B> {
  return {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...{ truncated: false, altered: false, dropped: [], shown: total, omitted: subtract(total, total), total, spill },
    mediaBytes: priced.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function parsed(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json);
}
