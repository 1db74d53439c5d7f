/** Reads a source into what a cut can need of it, and its bytes into a Spill as soon as one is needed. */
import { openEscapeAt } from "../text/escape.js";
import { createGatherer } from "../text/gather.js";
import type { Room, TokenCounter } from "../text/limits.js";
import { createReader, type DecoderFactory, type Reading, toText } from "../text/reader.js";
import type { SourceText } from "../text/source.js";
import { createTerminalCleaner } from "../text/terminal.js";
import { type ChunkReader, nameOf } from "./iterate.js";
import type { Spiller } from "./spiller.js";

/** A result that was read to its end. */
export interface ReadSource {
  readonly text: SourceText;
  readonly fits: boolean;
  readonly altered: boolean;
  readonly sourceBytes: number;
  readonly sourceError?: { readonly name: string };
}

export interface ReadOptions {
  readonly room: Room;
  readonly countTokens: TokenCounter;
  readonly clean: boolean;
  readonly decode: DecoderFactory | undefined;
}

/**
 * Reads to the end, in memory proportional to the limits. A source that breaks ends there.
 *
 * @throws only what `spiller` throws
 */
export async function readSource(chunks: ChunkReader, spiller: Spiller, options: ReadOptions): Promise<ReadSource> {
  const reader = createReader(options.decode, spiller.wantsBytes);
  const gatherer = createGatherer(options.room, options.countTokens);
  const cleaner = options.clean ? createTerminalCleaner() : undefined;
  let sourceBytes = 0;
  let failure: { error: unknown } | undefined;

  const isAltered = () => cleaner?.altered === true || reader.malformed;

  const take = async ({ contents, raw, rawBytes }: Reading) => {
    sourceBytes += rawBytes;
    for (const content of contents) {
      gatherer.write(cleaner === undefined ? content : cleaner.write(toText(content)));
    }
    if (!gatherer.mayFit() || isAltered()) await spiller.start();
    for (const bytes of raw) await spiller.write(bytes);
  };

  /** Decoders are the caller's; one that throws breaks the source, as the source itself may. */
  const read = (step: () => readonly Reading[]): readonly Reading[] => {
    try {
      return step();
    } catch (error) {
      failure ??= { error };
      return [];
    }
  };

  while (failure === undefined) {
    const step = await chunks.next();
    if (step === undefined) break;
    if ("error" in step) failure = step;
    else for (const reading of read(() => [reader.write(step.data, step.stream)])) await take(reading);
  }
  for (const reading of read(() => reader.end())) await take(reading);
  if (cleaner !== undefined) gatherer.write(cleaner.end());

  const text = gatherer.source();
  const fits = gatherer.fits();
  const altered = isAltered() || openEscapeAt(text.suffix) !== -1;
  const sourceError = failure === undefined ? undefined : { name: nameOf(failure.error) };
  return { text, fits, altered, sourceBytes, ...(sourceError === undefined ? {} : { sourceError }) };
}
