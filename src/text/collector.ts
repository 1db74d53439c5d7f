import { checkObject } from "../internal/check.js";
import { type CutOptions, resolveCutOptions } from "./cut.js";
import { createGatherer, streamRoom } from "./gather.js";
import { type Limits, resolveLimits } from "./limits.js";
import { createReader, type DecoderFactory } from "./reader.js";
import { type Cut, cutSource, uncut } from "./source.js";

/** Options of {@link createCollector}. @public */
export interface CollectorOptions extends Omit<CutOptions, "counts"> {
  /** What the cut must fit. Never more than 100,000,000 chars, so that what is kept goes into a string. */
  readonly limits: Limits;
  /** Makes a decoder for each stream of bytes. @defaultValue UTF-8 */
  readonly decode?: DecoderFactory | undefined;
}

/** Cuts a text that arrives in chunks, in memory proportional to the limits. @public */
export interface Collector {
  /**
   * Adds a chunk. Chunks of different `stream`s are joined in the order in which they come; each stream has a decoder of
   * its own, so that a character split between two chunks of one stream stays whole.
   *
   * @throws TypeError for a chunk that is neither a string nor a `Uint8Array`, and after `end`
   */
  write(chunk: string | Uint8Array, stream?: string): void;
  /** The cut of what came so far, without characters of which only a part came. */
  snapshot(): Cut;
  /** The cut of all that came: equals `cut` of the whole text, for any chunking. */
  end(): Cut;
}

/**
 * Creates a {@link Collector}.
 *
 * @throws TypeError or RangeError that names the option, for a value outside its range
 * @public
 */
export function createCollector(options: CollectorOptions): Collector {
  checkObject("options", options);
  const asked = resolveLimits(options.limits);
  const room = streamRoom(asked);
  const sides = resolveCutOptions(options);
  if (options.decode !== undefined && typeof options.decode !== "function") {
    throw new TypeError("decode must be a function");
  }
  const gatherer = createGatherer(room, sides.countTokens);
  const reader = createReader(options.decode);
  let ended = false;

  const current = (): Cut => {
    const source = gatherer.source();
    if (gatherer.fits()) return uncut(source.prefix, source.total);
    // What is short enough for a string is cut as a string would be: the share of a cap that nobody asked for is none.
    return cutSource(source, source.total.chars > room.chars ? room : asked, sides);
  };

  return {
    write(chunk, stream) {
      if (ended) throw new TypeError("the collector has ended");
      checkChunk(chunk);
      for (const content of reader.write(chunk, stream).contents) gatherer.write(content);
    },
    snapshot: current,
    end() {
      if (!ended) for (const content of reader.end().flatMap(({ contents }) => contents)) gatherer.write(content);
      ended = true;
      return current();
    },
  };
}

/** @throws TypeError for anything but a string or a `Uint8Array` */
function checkChunk(chunk: unknown): asserts chunk is string | Uint8Array {
  if (typeof chunk === "string" || isBytes(chunk)) return;
  throw new TypeError(`a chunk must be a string or a Uint8Array, got ${chunk === null ? "null" : typeof chunk}`);
}

/** Also true for a `Uint8Array` of another realm, which `instanceof` does not know. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && (value as { [Symbol.toStringTag]?: string })[Symbol.toStringTag] === "Uint8Array";
}
