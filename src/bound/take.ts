/** A tool result read to its end, to be shown once it is known within what limits. */
import { checkObject } from "../internal/check.js";
import { stopwatch } from "../spill/event.js";
import { createUtf8Decoder } from "../text/decoder.js";
import { fitsRoom } from "../text/fits.js";
import { streamRoom } from "../text/gather.js";
import type { Room } from "../text/limits.js";
import type { DecoderFactory } from "../text/reader.js";
import { measureText } from "../text/size.js";
import { cutSource, type SourceText, wholeSource } from "../text/source.js";
import { type CleanOptions, cleanTerminal } from "../text/terminal.js";
import { renderBinary } from "./binary/renderBinary.js";
import { type Input, openInput } from "./input.js";
import { readChunks } from "./iterate.js";
import type { NoticeFacts } from "./notice.js";
import { resolveResult, resolveView } from "./options.js";
import { renderPinned } from "./pins/renderPinned.js";
import { integerOrUnknown, watch } from "./promised.js";
import { type RenderOptions, renderCut, renderWhole, staysInside, type View } from "./render.js";
import { renderJsonCut } from "./renderJson.js";
import { reportBounded, reportSpill } from "./report.js";
import { minimum } from "./room.js";
import { type ReadSource, readSource } from "./source.js";
import { createSpiller } from "./spiller.js";
import { findEarlier, refOf, sourceOfView } from "./trust/earlier.js";
import { neutraliseView } from "./trust/neutralise.js";
import type { Bounded, BoundOptions, SpillState, ToolResult } from "./types.js";

/** A result of which all is known but how much of it may be shown. */
export interface TakenResult {
  /** What the most that can be shown of it takes, in bytes: about, where limits other than of bytes cut it. */
  readonly bytes: number;
  /** The same in tokens, where these are limited; else 0. */
  readonly tokens: number;
  /**
   * Shows it, and publishes its Spill where the View does not have all. To be called once; without a store, as often as one
   * likes.
   *
   * @param room - within the limits that it was taken with, which hold by default
   * @throws SpillError with `onSpillFailure: "throw"`
   */
  view(room?: Room): Promise<Bounded>;
  /** Drops it, in place of showing it. */
  abandon(): Promise<void>;
}

/**
 * Reads a result to its end, in memory proportional to `options.limits`.
 *
 * @throws as `boundResult`
 */
export async function takeResult(result: ToolResult, options: BoundOptions): Promise<TakenResult> {
  checkObject("options", options);
  const resolved = resolveView(options.limits, options);
  const { meta, onSpillFailure } = resolveResult(options);
  const elapsed = stopwatch();
  const { spill: sink, signal, decode, encodeJson } = options;
  const isError = watch(options.isError, signal);
  const exitCode = watch(options.exitCode, signal);
  const input = openInput(result, encodeJson);
  const spillMeta = input.kind === "json" ? { mediaType: "application/json", ...meta } : meta;
  const spiller = createSpiller(sink, spillMeta, onSpillFailure === "throw");
  const { pin, isCutUpstream, upstreamBytes } = resolved;
  const clean = resolved.clean ? resolved.cleaning : undefined;
  const asked = resolved.render(false, undefined);
  const limits = typeof input.whole === "string" ? asked : { ...asked, room: streamRoom(asked.room) };
  const chunks = readChunks(input.chunks, signal);

  /** What the store throws ends everything. */
  const orAbandon = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      chunks.close();
      await spiller.abandon();
      throw error;
    }
  };

  const { source, earlier } = await orAbandon(async () => {
    const { room, countTokens } = limits;
    const source = await readSource(chunks, spiller, { room, countTokens, clean, decode, pin });
    const isBroken = source.sourceError !== undefined;
    if (isBroken) chunks.close();
    const isText = input.kind === "text" && source.binary === undefined;
    const earlier = isBroken || !isText ? undefined : await findEarlier(source.text, sink, limits.notice);
    return { source, earlier };
  });

  const ended = { exitCode: integerOrUnknown(await exitCode()), isError: (await isError()) === true };

  /** Keeps what the View will not show, if it will not show all. */
  const keep = async (fits: boolean, asView: RenderOptions): Promise<SpillState> => {
    const { prefix } = source.text;
    const isChanged = isAltered(source, input) || (fits && neutraliseView(prefix, asView) !== prefix);
    if (earlier?.info !== undefined && !isChanged) {
      await spiller.abandon();
      return { state: "kept", ref: refOf(earlier.info) };
    }
    const isBroken = source.sourceError !== undefined;
    const end = { incomplete: isBroken || isCutUpstream, totalBytes: upstreamBytes };
    if (fits && !isChanged && !isBroken) return { state: "none" };
    const spill = await spiller.finish(end);
    reportSpill(options.onEvent, spill);
    return spill;
  };

  const view = async (room: Room): Promise<Bounded> => {
    const asView = { ...limits, room, earlier: earlier?.claim };
    const fits = fitsIn(source, room, limits) && staysInside(source.text.prefix, asView);
    const spill = await keep(fits, asView);
    const { binary, sourceBytes, sourceError } = source;
    const isLeast = earlier?.claim.totalIsLowerBound === true;
    const facts: NoticeFacts = {
      ...{ spill, ...ended, sourceError, isCutUpstream, isLeast, sourceBytes },
      knownBytes: upstreamBytes,
    };
    const render = { ...resolved.render(ended.isError, ended.exitCode), room, earlier: earlier?.claim };
    const passes = spill.state === "failed" && onSpillFailure === "pass" && input.whole !== undefined && !binary;
    const isNested = !passes && !fits && earlier?.info !== undefined;
    const text = passes
      ? wholeText(input.whole ?? "", clean, decode)
      : isNested
        ? sourceOfView(source.text, earlier)
        : source.text;
    const totalIsLowerBound = sourceError !== undefined || isCutUpstream || isNested;
    const { neutralised, ...shown } = viewOf();
    const bounded: Bounded = {
      ...shown,
      ...(binary === undefined ? { kind: input.kind } : { kind: "binary", binary: binary.kind }),
      altered: isAltered(source, input) || neutralised,
      total: binary === undefined ? text.total : { bytes: sourceBytes, chars: 0, lines: 0 },
      sourceBytes,
      ...(totalIsLowerBound ? { totalIsLowerBound } : {}),
      ...(sourceError === undefined ? {} : { sourceError }),
      spill,
    };
    reportBounded(options.onEvent, bounded, elapsed());
    return bounded;

    function viewOf(): View {
      if (binary !== undefined) return renderBinary(binary, sourceBytes, facts, render);
      if (passes) return renderWhole(text, facts, { ...render, notice: false });
      if (fits) return renderWhole(text, facts, render);
      const isJson = input.kind === "json" && typeof input.whole === "string";
      const jsonView = isJson ? renderJsonCut(input.whole, text.total, facts, render) : undefined;
      if (jsonView !== undefined || isNested) return jsonView ?? renderCut(text, facts, render);
      const anew = { ...render, earlier: undefined };
      return renderPinned(text, source.pins ?? [], facts, anew) ?? renderCut(text, facts, anew);
    }
  };

  // What is short enough for a string is shown as a string would be: chunks make no difference.
  const isTooLong = source.text.total.chars > limits.room.chars;
  return {
    ...mostOf(source, input, { ...limits, ...resolved.render(ended.isError, ended.exitCode), room: limits.room }),
    view: (room = asked.room) => orAbandon(() => view(isTooLong ? minimum(room, limits.room) : room)),
    abandon: () => spiller.abandon(),
  };
}

/** What the most that can be shown of a source takes. */
function mostOf(source: ReadSource, { kind }: Input, options: RenderOptions): Pick<TakenResult, "bytes" | "tokens"> {
  const { text, fits, binary, pins = [], sourceError } = source;
  const { room, countTokens } = options;
  const limitsTokens = room.tokens !== Number.POSITIVE_INFINITY;
  const mostTokens = limitsTokens ? room.tokens : 0;
  if (binary !== undefined) return { bytes: MOST_BINARY_BYTES, tokens: mostTokens };
  const ending = sourceError === undefined ? 0 : NOTICE_BYTES;
  const total = text.total.bytes + ending;
  if (fits) return { bytes: total, tokens: limitsTokens ? countTokens(text.prefix) + ending : 0 };
  // Records of JSON, and lines that are pinned, are not those at the ends.
  const isPlain = kind === "text" && pins.length === 0;
  const limitsMore = limitsTokens || room.chars !== Number.POSITIVE_INFINITY || room.lines !== Number.POSITIVE_INFINITY;
  if (!isPlain || !limitsMore) return { bytes: total, tokens: mostTokens };
  return { bytes: Math.min(total, cutSource(text, room, options).shown.bytes + NOTICE_BYTES), tokens: mostTokens };
}

/** Whether all of a source is inside `room`, which is inside the limits that it was read with. */
function fitsIn({ fits, text }: ReadSource, room: Room, { room: limits, countTokens }: RenderOptions): boolean {
  return fits && (room === limits || fitsRoom(text.prefix, room, countTokens));
}

function isAltered(source: ReadSource, input: Input): boolean {
  return source.altered || input.marked;
}

/** The whole of a result in memory, for a caller who would rather have too much than lose some. */
function wholeText(
  whole: string | Uint8Array,
  clean: CleanOptions | undefined,
  decode: DecoderFactory = createUtf8Decoder,
): SourceText {
  const decoder = decode();
  const decoded = typeof whole === "string" ? whole : decoder.write(whole) + decoder.end();
  const text = clean === undefined ? decoded : cleanTerminal(decoded, clean);
  return wholeSource(text, measureText(text));
}

/** What marker and notice take, about, but for a long path. */
const NOTICE_BYTES = 256;
/** A notice, and the rows of bytes in hexadecimal. */
const MOST_BINARY_BYTES = 2048;
