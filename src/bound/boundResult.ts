import { checkChoice, checkObject } from "../internal/check.js";
import { checkMeta } from "../spill/arguments.js";
import { createUtf8Decoder } from "../text/decoder.js";
import type { DecoderFactory } from "../text/reader.js";
import { measureText } from "../text/size.js";
import { cleanTerminal } from "../text/terminal.js";
import { toWellFormed } from "../text/wellFormed.js";
import { type Input, openInput } from "./input.js";
import { abortable, readChunks } from "./iterate.js";
import type { NoticeFacts } from "./notice.js";
import { leansToTail, resolveView } from "./options.js";
import { renderCut, renderWhole } from "./render.js";
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
  checkObject("options", options);
  const { limits, spill: sink, meta = {}, upstream, signal, onSpillFailure = "cut", decode, clean = false } = options;
  checkChoice("onSpillFailure", onSpillFailure, ["cut", "pass", "throw"]);
  const { room, countTokens } = resolveView(limits, options, false);
  const isError = watch(options.isError, signal);
  const exitCode = watch(options.exitCode, signal);
  const input = openInput(result);

  const mediaType = input.kind === "json" ? "application/json" : undefined;
  const spillMeta = { ...(mediaType === undefined ? {} : { mediaType }), ...checkMeta(meta) };
  const spiller = createSpiller(sink, spillMeta, onSpillFailure === "throw");
  const chunks = readChunks(input.chunks, signal);
  let source: ReadSource;
  let spill: SpillState = { state: "none" };
  try {
    source = await readSource(chunks, spiller, { room, countTokens, clean, decode });
    if (source.sourceError !== undefined) chunks.close();
    if (!source.fits || isAltered(source, input) || source.sourceError !== undefined) {
      const incomplete = source.sourceError !== undefined || upstream?.truncated === true;
      await spiller.start();
      spill = await spiller.finish({ incomplete, totalBytes: upstream?.totalBytes });
    }
  } catch (error) {
    chunks.close();
    await spiller.abandon();
    throw error;
  }

  const ended = {
    exitCode: numberOrUnknown(await exitCode()),
    isError: (await isError()) === true,
  };
  const totalIsLowerBound = source.sourceError !== undefined || upstream?.truncated === true;
  const facts: NoticeFacts = { spill, ...ended, sourceError: source.sourceError, totalIsLowerBound };
  const passes = spill.state === "failed" && onSpillFailure === "pass" && input.whole !== undefined;
  const view = resolveView(limits, options, leansToTail(ended.isError, ended.exitCode));
  const render = source.fits ? renderWhole : renderCut;
  return {
    ...(passes ? passWhole(input.whole ?? "", clean, decode) : render(source.text, facts, view)),
    kind: input.kind,
    altered: isAltered(source, input),
    total: source.text.total,
    sourceBytes: source.sourceBytes,
    ...(totalIsLowerBound ? { totalIsLowerBound } : {}),
    ...(source.sourceError === undefined ? {} : { sourceError: source.sourceError }),
    spill,
  };
}

function isAltered(source: ReadSource, input: Input): boolean {
  return source.altered || input.marked;
}

/** The whole result as a View: the caller would rather have too much than lose some. */
function passWhole(whole: string | Uint8Array, clean: boolean, decode: DecoderFactory = createUtf8Decoder) {
  const decoder = decode();
  const decoded = typeof whole === "string" ? whole : decoder.write(whole) + decoder.end();
  const text = toWellFormed(clean ? cleanTerminal(decoded) : decoded);
  const shown = measureText(text);
  return { text, truncated: false, shown, omitted: { bytes: 0, chars: 0, lines: 0 } };
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

function numberOrUnknown(exitCode: unknown): number | undefined {
  return typeof exitCode === "number" && Number.isInteger(exitCode) ? exitCode : undefined;
}
