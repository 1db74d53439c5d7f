import { checkObject } from "../internal/check.js";
import { createUtf8Decoder } from "../text/decoder.js";
import type { DecoderFactory } from "../text/reader.js";
import { measureText } from "../text/size.js";
import { type SourceText, wholeSource } from "../text/source.js";
import { cleanTerminal } from "../text/terminal.js";
import { type Input, openInput } from "./input.js";
import { abortable, readChunks } from "./iterate.js";
import type { NoticeFacts } from "./notice.js";
import { resolveResult, resolveView } from "./options.js";
import { renderCut, renderWhole } from "./render.js";
import { renderJsonCut } from "./renderJson.js";
import { type ReadSource, readSource } from "./source.js";
import { createSpiller } from "./spiller.js";
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
  const { spill: sink, signal, decode } = options;
  const { room, countTokens } = view.render(false, undefined);
  const isError = watch(options.isError, signal);
  const exitCode = watch(options.exitCode, signal);
  const input = openInput(result);

  const spillMeta = input.kind === "json" ? { mediaType: "application/json", ...meta } : meta;
  const spiller = createSpiller(sink, spillMeta, onSpillFailure === "throw");
  const chunks = readChunks(input.chunks, signal);
  let source: ReadSource;
  let spill: SpillState = { state: "none" };
  try {
    source = await readSource(chunks, spiller, { room, countTokens, clean: view.clean, decode });
    if (source.sourceError !== undefined) chunks.close();
    if (!source.fits || isAltered(source, input) || source.sourceError !== undefined) {
      const incomplete = source.sourceError !== undefined || view.isCutUpstream;
      spill = await spiller.finish({ incomplete, totalBytes: view.upstreamBytes });
    }
  } catch (error) {
    chunks.close();
    await spiller.abandon();
    throw error;
  }

  const ended = { exitCode: integerOrUnknown(await exitCode()), isError: (await isError()) === true };
  const totalIsLowerBound = source.sourceError !== undefined || view.isCutUpstream;
  const { sourceBytes, sourceError } = source;
  const { isCutUpstream, upstreamBytes: knownBytes } = view;
  const facts: NoticeFacts = { spill, ...ended, sourceError, isCutUpstream, knownBytes, sourceBytes };
  const render = view.render(ended.isError, ended.exitCode);
  const passes = spill.state === "failed" && onSpillFailure === "pass" && input.whole !== undefined;
  const text = passes ? wholeText(input.whole ?? "", view.clean, decode) : source.text;
  return {
    ...viewOf(),
    kind: input.kind,
    altered: isAltered(source, input),
    total: text.total,
    sourceBytes,
    ...(totalIsLowerBound ? { totalIsLowerBound } : {}),
    ...(sourceError === undefined ? {} : { sourceError }),
    spill,
  };

  function viewOf() {
    if (passes) return renderWhole(text, facts, { ...render, notice: false });
    if (source.fits) return renderWhole(text, facts, render);
    const isJson = input.kind === "json" && typeof input.whole === "string";
    const jsonView = isJson ? renderJsonCut(input.whole, text.total, facts, render) : undefined;
    return jsonView ?? renderCut(text, facts, render);
  }
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
