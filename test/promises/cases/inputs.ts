/** Every kind of tool result, as plans that print and shrink: what is made of a plan can be read as often as wanted. */
import fc from "fast-check";
import type { Chunk, ToolResult } from "spillway";
import { wellFormed } from "../../bound/oracle.js";
import { byteChunksOf, chunksOf, nearlyUtf8, splits } from "../../support/arbitraries.js";
import { isBinary } from "../oracle/binary.js";
import { decoded, rawBytes } from "../oracle/decode.js";
import { ERRORS, type ErrorName, nameOfError } from "./errors.js";
import { type JsonPlan, jsonPlan, jsonText, jsonValueOf } from "./json.js";
import { anyText, plainText } from "./texts.js";

const KINDS = [
  "string",
  "bytes",
  "iterable",
  "async",
  "strings",
  "async strings",
  "mixed",
  "tagged",
  "bytewise",
] as const;

export type InputPlan =
  | { readonly kind: (typeof KINDS)[number]; readonly text: string; readonly cuts: readonly number[]; breaks?: Breaks }
  | { readonly kind: "raw"; readonly bytes: Uint8Array; readonly cuts: readonly number[]; breaks?: Breaks }
  | { readonly kind: "json"; readonly value: JsonPlan };

/** Where a source breaks: behind so many chunks, and with what. */
interface Breaks {
  readonly after: number;
  readonly error: ErrorName;
}

export interface Input {
  readonly plan: InputPlan;
  /** The result; a stream anew with each call. */
  readonly make: () => ToolResult;
  readonly kind: "text" | "json" | "binary";
  /** Whether all of it is in memory before it is read. */
  readonly inMemory: boolean;
  /** The source text before cleaning; `undefined` where only the library knows how it renders a value. */
  readonly text: string | undefined;
  /** Every byte that comes; `undefined` as above. */
  readonly raw: Uint8Array | undefined;
  /** Whether some bytes are not valid UTF-8, or a value has no JSON. */
  readonly marked: boolean;
  /** The name of what breaks the source. */
  readonly breaksWith?: string | undefined;
}

export function inputOf(plan: InputPlan): Input {
  if (plan.kind === "json") {
    const text = jsonText(plan.value);
    const { build, hasJson } = jsonValueOf(plan.value);
    const raw = text === undefined ? undefined : rawBytes([text]);
    return { plan, make: () => ({ json: build() }), kind: "json", inMemory: true, text, raw, marked: !hasJson };
  }
  const isWhole = plan.kind === "string" || plan.kind === "bytes";
  const all = piecesOf(plan);
  const breaks = isWhole ? undefined : plan.breaks;
  const pieces = breaks === undefined ? all : all.slice(0, breaks.after);
  const error = breaks === undefined ? undefined : ERRORS[breaks.error];
  const datas = pieces.map((piece) => (typeof piece === "object" && "stream" in piece ? piece.data : piece));
  const text = decoded(pieces);
  const raw = rawBytes(datas);
  return {
    plan,
    make: () => (isWhole ? (all[0] as string | Uint8Array) : sourceOf(plan, pieces, error)),
    kind: isBinary(pieces) ? "binary" : "text",
    inMemory: isWhole,
    text,
    raw,
    marked: datas.some((data) => typeof data !== "string") && !Buffer.from(new TextEncoder().encode(text)).equals(raw),
    breaksWith: breaks === undefined ? undefined : nameOfError(breaks.error),
  };
}

function piecesOf(plan: Exclude<InputPlan, { kind: "json" }>): Chunk[] {
  if (plan.kind === "raw") return byteChunksOf(plan.bytes, plan.cuts);
  const utf8 = new TextEncoder().encode(plan.text);
  switch (plan.kind) {
    case "string":
      return [plan.text];
    case "bytes":
      return [utf8];
    case "strings":
    case "async strings":
      return chunksOf(plan.text, plan.cuts);
    case "bytewise":
      return Array.from(utf8, (byte) => Uint8Array.of(byte));
    case "mixed":
      return wholeCharacters(plan.text, plan.cuts).map((text, at) => (at % 2 ? text : new TextEncoder().encode(text)));
    case "tagged":
      // A lone half waits for another in its own stream: which one comes first is then no question of order alone.
      return wholeCharacters(wellFormed(plan.text), plan.cuts).map((text, at): Chunk => {
        const data = at % 3 ? new TextEncoder().encode(text) : text;
        return { stream: at % 2 ? "stderr" : "stdout", data };
      });
    default:
      return byteChunksOf(utf8, plan.cuts);
  }
}

/** Chunks that part no pair, so that strings and bytes can be mixed. */
function wholeCharacters(text: string, cuts: readonly number[]): string[] {
  const points = Array.from(text);
  const ends = [...cuts.map((cut) => cut % (points.length + 1)), points.length].sort((a, b) => a - b);
  return ends.map((end, at) => points.slice(at === 0 ? 0 : ends[at - 1], end).join(""));
}

function sourceOf(plan: InputPlan, pieces: readonly Chunk[], error: (() => unknown) | undefined): ToolResult {
  if (plan.kind === "iterable" || plan.kind === "strings" || plan.kind === "mixed") {
    return (function* () {
      yield* pieces;
      if (error !== undefined) throw error();
    })();
  }
  return (async function* () {
    yield* pieces;
    if (error !== undefined) throw error();
  })();
}

const breaks = fc.record({ after: fc.nat(8), error: fc.constantFrom(...(Object.keys(ERRORS) as ErrorName[])) });

/** Results of text, of every kind; `breaking` ones have sources that may throw. */
export function textInput(text: fc.Arbitrary<string>, breaking = false): fc.Arbitrary<InputPlan> {
  const kind = fc.constantFrom(...KINDS);
  return breaking
    ? fc.record({ kind, text, cuts: splits(), breaks }, { requiredKeys: ["kind", "text", "cuts"] })
    : fc.record({ kind, text, cuts: splits() });
}

const rawInput: fc.Arbitrary<InputPlan> = fc.record({
  kind: fc.constant("raw" as const),
  bytes: fc.oneof(
    nearlyUtf8(40),
    fc.uint8Array({ maxLength: 400 }),
    fc.constant(Uint8Array.from([0xc4, 0xe3, 0xba, 0xc3])), // GBK
    fc.constant(Uint8Array.from([0xff, 0xfe, 0x4f, 0x60])), // UTF-16
  ),
  cuts: splits(),
});

const jsonInput: fc.Arbitrary<InputPlan> = fc.record({ kind: fc.constant("json" as const), value: jsonPlan });

/** Any result at all. */
export const anyInput: fc.Arbitrary<InputPlan> = fc.oneof(
  { weight: 10, arbitrary: textInput(anyText) },
  { weight: 3, arbitrary: textInput(anyText, true) },
  { weight: 3, arbitrary: rawInput },
  { weight: 3, arbitrary: jsonInput },
);

/** Results whose text has no words of a bounding program, so that a View can be taken apart. */
export const plainInput: fc.Arbitrary<InputPlan> = fc.oneof(
  { weight: 5, arbitrary: textInput(plainText) },
  { weight: 1, arbitrary: textInput(plainText, true) },
);
