import { boundResult } from "../../bound/boundResult.js";
import { abortable } from "../../bound/iterate.js";
import type { AbortSignalLike, Chunk } from "../../bound/types.js";
import { checkAmount, checkObject } from "../../internal/check.js";
import { presets, styles } from "../../presets/index.js";
import type { SpillMeta, SpillSink } from "../../spill/types.js";
import { type Collector, createCollector, isBytes } from "../../text/collector.js";
import type { Limits } from "../../text/limits.js";

/** What a command printed: at once, or as it comes. @public */
export type CommandOutput = string | Uint8Array | Iterable<Chunk> | AsyncIterable<Chunk>;

/** Options of `commandResult`. @public */
export interface CommandResultOptions {
  /** When the output is cut, and how much of it a script gets around the marker. @defaultValue maxBytes 1_048_576 */
  readonly limits?: Limits | undefined;
  /** Where complete outputs are kept. @defaultValue none: what is cut is lost */
  readonly spill?: SpillSink | undefined;
  /** Where the output came from; names its Spill. */
  readonly meta?: SpillMeta | undefined;
  /** Awaited at the output's end; a rejection counts as unknown. */
  readonly exitCode?: number | null | Promise<number | null> | undefined;
  /** Seconds that the command took, asked for at the output's end. @defaultValue unknown */
  readonly seconds?: (() => number) | undefined;
  /** Aborting it ends the output, as if it had broken. */
  readonly signal?: AbortSignalLike | undefined;
}

/** What a script gets of a command. Plain data. @public */
export interface CommandResult {
  /** All of it, or the start and the end around `[... N bytes omitted ...]`. */
  readonly output: string;
  /** Whether anything was left out. */
  readonly truncated: boolean;
  /** Bytes of all of it; a lower bound where the output broke. */
  readonly total_bytes: number;
  /** The file with all of it, where it was cut and the store has files. */
  readonly full_output_path?: string;
  /** The Spill with all of it, where it was cut. */
  readonly full_output_id?: string;
  /** `null` where it is not known. */
  readonly exit_code: number | null;
  /** `null` where it is not known. */
  readonly wall_time_seconds: number | null;
}

/**
 * What a script gets of a command: up to 1 MiB whole, beyond it the first and the last 512 KiB around a marker. The marker
 * stands outside of the limits. A stream is read in memory proportional to the limits.
 *
 * @throws TypeError or RangeError that names the option
 * @example
 * ```ts
 * const child = spawn("npm", ["test"]);
 * const exitCode = once(child, "exit").then(([code]) => code);
 * const result = await commandResult(mergeStreams(child), { spill, exitCode });
 * ```
 * @public
 */
export async function commandResult(output: CommandOutput, options: CommandResultOptions = {}): Promise<CommandResult> {
  checkObject("options", options);
  const { seconds, exitCode, spill, meta = {}, signal, limits = presets.piScriptCommand.limits } = options;
  if (seconds !== undefined && typeof seconds !== "function") throw new TypeError("seconds must be a function");
  // A script computes with what it gets: exact slices, where a View for a model has words of imitators made harmless.
  const collector = createCollector({ limits, keep: "ends", headShare: 0.5 });
  const isWhole = typeof output === "string" || isBytes(output);
  if (isWhole) collector.write(output);
  const source = isWhole ? output : watched(output, collector);
  const bounded = await boundResult(source, { limits, notice: false, spill, meta, exitCode, signal });

  const { head, tail, omitted, truncated } = collector.end();
  const ref = bounded.spill.state === "kept" ? bounded.spill.ref : undefined;
  return {
    output: truncated ? head + MARKER.replace("{omittedBytes}", String(omitted.bytes)) + tail : head,
    truncated,
    total_bytes: bounded.sourceBytes,
    ...(ref?.path === undefined ? {} : { full_output_path: ref.path }),
    ...(ref === undefined ? {} : { full_output_id: ref.id }),
    exit_code: await known(exitCode, signal),
    wall_time_seconds: seconds === undefined ? null : checkAmount("seconds()", seconds()),
  };
}

/** The same chunks, each shown to the collector on its way. */
function watched(source: Iterable<Chunk> | AsyncIterable<Chunk>, collector: Collector): AsyncIterable<Chunk> {
  async function* chunks() {
    for await (const chunk of source) {
      if (typeof chunk === "string" || isBytes(chunk)) collector.write(chunk);
      else collector.write(chunk.data, chunk.stream);
      yield chunk;
    }
  }
  // What reads this may destroy it, as it may a stream of Node's: a silent one would never end.
  const destroy = () => (source as { destroy?: () => unknown }).destroy?.();
  return { [Symbol.asyncIterator]: chunks, destroy } as AsyncIterable<Chunk>;
}

async function known(exitCode: CommandResultOptions["exitCode"], signal?: AbortSignalLike): Promise<number | null> {
  try {
    return (await abortable(() => exitCode, signal)) ?? null;
  } catch {
    return null;
  }
}

const MARKER = styles.piScript.marker[0];
