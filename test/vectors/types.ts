/** The shape of the language-neutral cases in `text/*.json`; docs/spec-text.md says what they mean. */
import type { Boundary } from "../../src/text/boundary.js";
import type { Limits } from "../../src/text/limits.js";
import type { Keep } from "../../src/text/sides.js";
import type { NaiveSize } from "../support/arbitraries.js";

/** A text: as such, as UTF-16 code units where it is not well formed, or as runs where it is long. */
export type TextInput =
  | { readonly text: string }
  | { readonly utf16: readonly number[] }
  | { readonly repeat: readonly { readonly text: string; readonly times: number }[] };

/** A kept part: as such, as UTF-16 code units, or as a number of units of a long input's start or end. */
export type Kept = string | { readonly utf16: readonly number[] } | { readonly chars: number };

export type Chunk = (TextInput | { readonly base64: string }) & { readonly stream?: string };

/** Token counters that any language can have: ceil(UTF-16 length / 4), and UTF-8 bytes. */
export type CounterName = "chars/4" | "bytes";

export interface VectorOptions {
  readonly keep?: Keep;
  readonly headShare?: number;
  readonly boundary?: Boundary;
  readonly countTokens?: CounterName;
}

export interface ExpectedCut {
  readonly truncated: boolean;
  readonly limitedBy: string | null;
  readonly head: Kept;
  readonly tail: Kept;
  readonly shown: NaiveSize;
  readonly omitted: NaiveSize;
  readonly total: NaiveSize;
}

export interface VectorCase<Input, Expected> {
  readonly name: string;
  readonly input: Input;
  readonly limits?: Limits;
  readonly options?: VectorOptions;
  readonly expected: Expected;
}

export interface VectorFile<Input = unknown, Expected = unknown> {
  readonly subject: string;
  readonly description: string;
  readonly cases: readonly VectorCase<Input, Expected>[];
}

/** How a case is written down here: its expectation comes from the slow reference. */
export type CutPlan = readonly [name: string, text: string | TextInput, limits: Limits, options?: VectorOptions];
export type StreamPlan = readonly [name: string, chunks: readonly Chunk[], limits: Limits, options?: VectorOptions];
