import { emit, stopwatch } from "../spill/event.js";
import { subtract } from "../text/source.js";
import { keepContent } from "./content/keep.js";
import { openContent } from "./content/open.js";
import { resolveContent } from "./content/resolve.js";
import { showContent } from "./content/show.js";
import type { BoundedContent, ContentBlockLike, ContentOptions } from "./content/types.js";
import type { NoticeFacts } from "./notice.js";
import { resolveResult, resolveView } from "./options.js";
import { integerOrUnknown, watch } from "./promised.js";
import { reportSpill } from "./report.js";

/**
 * Bounds content blocks and the structured content beside them together: the bytes of all text and of the JSON, and what media
 * cost, are inside the limits. Small texts stay whole, the largest are cut; media are never cut inside; the order stays.
 *
 * Where that is too much, what says the same twice is shown once: structured content that is the JSON of the one text block is
 * left out, and a string in it that repeats a block's text or base64 becomes a marker.
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
  const { mediaBytes, total } = open;
  const isKept = !open.fits || open.altered;
  const { spill, isJson } = isKept
    ? await keepContent(content, open, options)
    : { spill: { state: "none" } as const, isJson: false };
  reportSpill(options.onEvent, spill);
  if (!open.fits && spill.state === "failed" && onSpillFailure === "pass") {
    const { structuredContent } = options;
    const whole = {
      truncated: false,
      altered: false,
      dropped: [],
      shown: total,
      omitted: subtract(total, total),
      total,
    };
    return { content, ...(structuredContent === undefined ? {} : { structuredContent }), ...whole, mediaBytes, spill };
  }

  const facts: NoticeFacts = { spill, ...ended, isCutUpstream: view.isCutUpstream, knownBytes: view.upstreamBytes };
  const cutsStructured = resolved.structured === "cut";
  const shown = showContent(content, open, { render, facts, hasPointers: isJson, cutsStructured });
  const structuredContent = shown.json === open.came ? options.structuredContent : parsed(shown.json);
  const outcome = { truncated: !open.fits, altered: open.altered };
  const sizes = { sourceBytes: total.bytes, viewBytes: shown.shown.bytes };
  emit(options.onEvent, { type: "bounded", kind: "content", ...outcome, ...sizes, milliseconds: elapsed() });
  return {
    content: shown.content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...outcome,
    dropped: shown.dropped,
    shown: shown.shown,
    omitted: subtract(total, shown.shown),
    total,
    mediaBytes,
    spill,
  };
}

function parsed(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json);
}
