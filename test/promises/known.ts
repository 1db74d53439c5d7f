/**
 * Promises that are known to be broken, each with its smallest case in `known.test.ts`. What is here keeps a property from
 * stopping at the same place for ever; once the case there no longer fails, its line here goes.
 */
import type { SpillRef } from "spillway";
import { imitationsIn } from "./oracle/imitations.js";

/** A line at the edge that names a Spill, but not at its end, is taken for one that names none, and stays. */
export function isMisread(line: string): boolean {
  return NAMES.test(line) && !/(?:spill:\/\/[a-z0-9._-]{1,96}|\{"id":"[a-z0-9._-]{1,96}"\})\]$/.test(line);
}
const NAMES = /spill:\/\/|\{"id":/;

/** Neutralising can cost tokens that were not counted: `((` can be more of them than `([`. */
export function isMiscounted(source: string, maxTokens: number | undefined, counter: string | undefined): boolean {
  const isSteady = counter === "chars" || counter === "bytes ÷ 4" || counter === "words";
  return !isSteady && maxTokens !== undefined && imitationsIn(source).length > 0;
}

/** Two sides that share a line are counted as two lines when a View is bounded again. */
export function isCountedTwice(told: { lines: number }, original: { lines: number }): boolean {
  return told.lines === original.lines + 1;
}

/** Where no notice is written, several markers in JSON are taken for imitations when a View is bounded again. */
export function isUnmarked(view: string, notice: unknown): boolean {
  return notice === false && view.split("[spillway: ").length > 2;
}

/** A store that says that all is kept, of another size than it was given, is believed. */
export const BELIEVED: Readonly<Record<string, (ref: SpillRef) => SpillRef>> = {
  "more than all": (ref) => ({ ...ref, bytes: ref.bytes + 1, totalBytes: ref.bytes + 1 }),
  "all, with a byte missing": (ref) => ({ ...ref, bytes: ref.bytes - 1, totalBytes: ref.bytes - 1, complete: true }),
  "all, of less": (ref) => ({ ...ref, totalBytes: ref.bytes - 1 }),
};
