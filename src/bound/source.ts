/** Reads a source into what a cut can need of it, and its bytes into a Spill as soon as one is needed. */
import { openEscapeAt } from "../text/escape.js";
import { createGatherer } from "../text/gather.js";
import type { Room, TokenCounter } from "../text/limits.js";
import { type Content, createReader, type DecoderFactory, type Reading, toText } from "../text/reader.js";
import { type SourceText, wholeSource } from "../text/source.js";
import { type CleanOptions, createTerminalCleaner } from "../text/terminal.js";
import { type Binary, createSniffer } from "./binary/sniffer.js";
import { type ChunkReader, nameOf } from "./iterate.js";
import { createPinCollector, type PinnedLine } from "./pins/collector.js";
import type { PinTest } from "./pins/pin.js";
import type { Spiller } from "./spiller.js";

/** A result that was read to its end. */
export interface ReadSource {
  readonly text: SourceText;
  readonly fits: boolean;
  readonly altered: boolean;
  /** What the result is, where it is no text; there is no `text` then. */
  readonly binary?: Binary;
  /** The lines to keep out of the middle. */
  readonly pins?: readonly PinnedLine[];
  readonly sourceBytes: number;
  readonly sourceError?: { readonly name: string };
}

export interface ReadOptions {
  readonly room: Room;
  readonly countTokens: TokenCounter;
  /** How to clean the text, if it is to be cleaned. */
  readonly clean: CleanOptions | undefined;
  readonly decode: DecoderFactory | undefined;
  readonly pin?: PinTest | undefined;
}

/**
 * Reads to the end, in memory proportional to the limits. A source that breaks ends there.
 *
 * @throws only what `spiller` throws
 */
export async function readSource(chunks: ChunkReader, spiller: Spiller, options: ReadOptions): Promise<ReadSource> {
  let reader = createReader(options.decode, spiller.wantsBytes);
  const gatherer = createGatherer(options.room, options.countTokens);
  const cleaner = options.clean === undefined ? undefined : createTerminalCleaner(options.clean);
  const pins = options.pin === undefined ? undefined : createPinCollector(options.pin, options.room);
  const sniffer = createSniffer();
  let isSniffed = false;
  let binary: Binary | undefined;
  let sourceBytes = 0;
  let failure: { error: unknown } | undefined;

  const isAltered = () => binary !== undefined || cleaner?.altered === true || reader.malformed;

  const write = (content: Content) => {
    gatherer.write(content);
    pins?.write(toText(content));
  };

  const take = async ({ contents, raw, rawBytes }: Reading) => {
    sourceBytes += rawBytes;
    for (const content of contents) write(cleaner === undefined ? content : cleaner.write(toText(content)));
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

  /** Once it is known that a result is no text, its bytes are no more decoded. */
  const decide = async () => {
    isSniffed = true;
    binary = sniffer.decide();
    if (binary === undefined) return;
    for (const reading of read(() => reader.end())) await take(reading);
    reader = createReader(() => SILENT, spiller.wantsBytes);
    await spiller.start();
  };

  while (failure === undefined) {
    const step = await chunks.next();
    if (step === undefined) break;
    if ("error" in step) {
      failure = step;
      break;
    }
    for (const reading of read(() => [reader.write(step.data, step.stream)])) {
      if (!isSniffed) sniffer.add(step.data, reading.contents);
      await take(reading);
    }
    if (!isSniffed && sniffer.isReady) await decide();
  }
  for (const reading of read(() => reader.end())) {
    if (!isSniffed) sniffer.add(NO_BYTES, reading.contents);
    await take(reading);
  }
  if (!isSniffed) await decide();

  const end = { sourceBytes, ...(failure === undefined ? {} : { sourceError: { name: nameOf(failure.error) } }) };
  if (binary !== undefined) return { text: wholeSource("", NO_TEXT), fits: false, altered: true, binary, ...end };
  if (cleaner !== undefined) write(cleaner.end());
  pins?.end();
  const text = gatherer.source();
  const altered = isAltered() || openEscapeAt(text.suffix) !== -1;
  return { text, fits: gatherer.fits(), altered, ...(pins === undefined ? {} : { pins: pins.lines() }), ...end };
}

const NO_BYTES = new Uint8Array(0);
const NO_TEXT = { bytes: 0, chars: 0, lines: 0 };
/** Decodes nothing. */
const SILENT = { write: () => "", end: () => "" };
