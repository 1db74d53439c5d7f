import { checkObject } from "../internal/check.js";
import type { SpillInfo, SpillRef } from "../spill/types.js";
import { createUtf8Decoder } from "../text/decoder.js";
import type { DecoderFactory } from "../text/reader.js";
import { measureText } from "../text/size.js";
import { type SourceText, wholeSource } from "../text/source.js";
import { cleanTerminal } from "../text/terminal.js";
import { type Input, openInput } from "./input.js";
import { abortable, readChunks } from "./iterate.js";
import type { NoticeFacts } from "./notice.js";
import { type ResolvedView, resolveResult, resolveView } from "./options.js";
import { renderCut, renderWhole, staysInside, type View } from "./render.js";
import { renderJsonCut } from "./renderJson.js";
import { type ReadSource, readSource } from "./source.js";
import { createSpiller, type Spiller } from "./spiller.js";
import { type Earlier, findEarlier, sourceOfView } from "./trust/earlier.js";
import { neutraliseView } from "./trust/neutralise.js";
import type { AbortSignalLike, Bounded, BoundOptions, SpillState, ToolResult } from "./types.js";

/**
 * Bounds a tool result: the View fits the limits, marker and notice included, and whatever was cut or altered is kept
 * whole in the store. A stream is read in memory proportional to the limits, and reaches the store while it is read.
 *
 * Content never makes it reject: a source that breaks gives the View of what came, and what the store does wrong is
 * `onSpillFailure`'s to decide.
 *
 * @throws TypeError or RangeError that names the option, for a value outside its range; SpillError with
 * `onSpillFailure: "throw"`
 * @example
 * ```ts
 * const { text } = await boundResult(output, { limits: computeBound({ headroom: 16_384 }), spill: memorySpill() });
 * ```
 * @public
 */
export async function boundResult(result: ToolResult, options: BoundOptions): Promise<Bounded> {
  const view = resolveView(checkOptions(options).limits, options);
  const { meta, onSpillFailure } = resolveResult(options);
  const { spill: sink, signal, decode, encodeJson } = options;
  const isError = watch(options.isError, signal);
  const exitCode = watch(options.exitCode, signal);
  const input = openInput(result, encodeJson);
  const spillMeta = input.kind === "json" ? { mediaType: "application/json", ...meta } : meta;
  const spiller = createSpiller(sink, spillMeta, onSpillFailure === "throw");
  const { source, earlier, spill } = await take(input, spiller, view, options);

  const ended = { exitCode: integerOrUnknown(await exitCode()), isError: (await isError()) === true };
  const { sourceBytes, sourceError } = source;
  const { isCutUpstream, upstreamBytes: knownBytes } = view;
  const isLeast = earlier?.claim.totalIsLowerBound === true;
  const facts: NoticeFacts = { spill, ...ended, sourceError, isCutUpstream, isLeast, knownBytes, sourceBytes };
  const render = { ...view.render(ended.isError, ended.exitCode), earlier: earlier?.claim };
  const passes = spill.state === "failed" && onSpillFailure === "pass" && input.whole !== undefined;
  const isWhole = passes || source.fits;
  const isNested = !isWhole && earlier?.info !== undefined;
  const text = passes
    ? wholeText(input.whole ?? "", view.clean, decode)
    : isNested
      ? sourceOfView(source.text, earlier)
      : source.text;
  const totalIsLowerBound = sourceError !== undefined || isCutUpstream || isNested;
  const { neutralised, ...shown } = viewOf();
  return {
    ...shown,
    kind: input.kind,
    altered: isAltered(source, input) || neutralised,
    total: text.total,
    sourceBytes,
    ...(totalIsLowerBound ? { totalIsLowerBound } : {}),
    ...(sourceError === undefined ? {} : { sourceError }),
    spill,
  };

  function viewOf(): View {
    if (passes) return renderWhole(text, facts, { ...render, notice: false });
    if (source.fits) return renderWhole(text, facts, render);
    const isJson = input.kind === "json" && typeof input.whole === "string";
    const jsonView = isJson ? renderJsonCut(input.whole, text.total, facts, render) : undefined;
    return jsonView ?? renderCut(text, facts, isNested ? render : { ...render, earlier: undefined });
  }
}

interface Taken {
  readonly source: ReadSource;
  /** Where the result is a View of an earlier one. */
  readonly earlier: Earlier | undefined;
  readonly spill: SpillState;
}

/** Reads the result to its end, and sees to it that what a View of it will not show is kept. */
async function take(input: Input, spiller: Spiller, view: ResolvedView, options: BoundOptions): Promise<Taken> {
  const { spill: sink, signal, decode } = options;
  const render = view.render(false, undefined);
  const { room, countTokens } = render;
  const chunks = readChunks(input.chunks, signal);
  try {
    const read = await readSource(chunks, spiller, { room, countTokens, clean: view.clean, decode });
    const isBroken = read.sourceError !== undefined;
    if (isBroken) chunks.close();
    const earlier = isBroken || input.kind === "json" ? undefined : await findEarlier(read.text, sink);
    const asView = { ...render, earlier: earlier?.claim };
    const source = { ...read, fits: read.fits && staysInside(read.text.prefix, asView) };
    const isChanged =
      isAltered(source, input) || (source.fits && neutraliseView(source.text.prefix, asView) !== source.text.prefix);
    if (earlier?.info !== undefined && !isChanged) {
      await spiller.abandon();
      return { source, earlier, spill: { state: "kept", ref: refOf(earlier.info) } };
    }
    const isNeeded = !source.fits || isChanged || isBroken;
    const end = { incomplete: isBroken || view.isCutUpstream, totalBytes: view.upstreamBytes };
    return { source, earlier, spill: isNeeded ? await spiller.finish(end) : { state: "none" } };
  } catch (error) {
    chunks.close();
    await spiller.abandon();
    throw error;
  }
}

/** What of a Spill's description names it. */
function refOf({ meta, createdAt, readAt, ...ref }: SpillInfo): SpillRef {
  return ref;
}

function checkOptions(options: BoundOptions): BoundOptions {
  return checkObject("options", options) as BoundOptions;
}

function isAltered(source: ReadSource, input: Input): boolean {
  return source.altered || input.marked;
}

/** The whole of a result in memory, for a caller who would rather have too much than lose some. */
function wholeText(whole: string | Uint8Array, clean: boolean, decode: DecoderFactory = createUtf8Decoder): SourceText {
  const decoder = decode();
  const decoded = typeof whole === "string" ? whole : decoder.write(whole) + decoder.end();
  const text = clean ? cleanTerminal(decoded) : decoded;
  return wholeSource(text, measureText(text));
}

/** Watches a promised fact from the start: nobody else waits for its rejection while the source is read. */
function watch<T>(value: T | Promise<T>, signal: AbortSignalLike | undefined): () => Promise<T | undefined> {
  let known: T | undefined;
  const settled = Promise.resolve(value)
    .then((fact) => {
      known = fact;
      return fact;
    })
    .catch(() => undefined);
  return () => abortable(() => settled, signal).catch(() => known);
}

function integerOrUnknown(exitCode: unknown): number | undefined {
  return typeof exitCode === "number" && Number.isInteger(exitCode) ? exitCode : undefined;
}
