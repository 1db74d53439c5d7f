/** The kinds of tool results, brought to one: a sequence of chunks. */
import { admitJson, type JsonAdmission } from "../json/admit.js";
import { type RenderedJson, renderJson } from "../json/render.js";
import { isBytes } from "../text/collector.js";
import { splitsPair } from "../text/wellFormed.js";
import { isIterable } from "./iterate.js";
import type { Chunk, ToolResult } from "./types.js";

export interface Input {
  readonly kind: "text" | "json";
  readonly chunks: Iterable<Chunk> | AsyncIterable<Chunk>;
  /** The result as one text or one run of bytes, where it is in memory. */
  readonly whole?: string | Uint8Array;
  /** Whether rendering as JSON had to mark a value that has none. */
  readonly marked: boolean;
}

/** @throws TypeError for anything that is not a {@link ToolResult} */
export function checkResult(name: string, result: unknown): ToolResult {
  if (typeof result === "string" || isBytes(result) || isIterable(result)) return result as ToolResult;
  if (typeof result === "object" && result !== null && "json" in result) return result as ToolResult;
  throw new TypeError(`${name} must be a string, a Uint8Array, an iterable of chunks, or { json }`);
}

/** @throws TypeError for anything that is not a {@link ToolResult} */
export function openInput(result: ToolResult, encodeJson?: (value: unknown) => JsonAdmission): Input {
  checkResult("result", result);
  if (typeof result === "string") return inMemory("text", result);
  if (isBytes(result)) return inMemory("text", result);
  if (isIterable(result)) return { kind: "text", chunks: result, marked: false };
  const { text, altered } = jsonTextOf(result.json, encodeJson);
  return { ...inMemory("json", text), marked: altered };
}

/** What has no JSON, or more than a string can hold, is rendered with marks in its place. */
function jsonTextOf(value: unknown, encode: (value: unknown) => JsonAdmission = admitJson): RenderedJson {
  try {
    const admitted = encode(value);
    if (admitted.ok) return { text: admitted.text, altered: false };
  } catch {
    // The caller's encoder; content makes nothing throw.
  }
  return renderJson(value);
}

function inMemory(kind: Input["kind"], whole: string | Uint8Array): Input {
  return { kind, chunks: piecesOf(whole), whole, marked: false };
}

/** Pieces of bounded size: no step holds a second copy of a large result. */
function* piecesOf(whole: string | Uint8Array): Iterable<string | Uint8Array> {
  for (let from = 0; from < whole.length; ) {
    let to = Math.min(from + PIECE_LENGTH, whole.length);
    if (typeof whole === "string" && splitsPair(whole, to)) to--;
    yield typeof whole === "string" ? whole.slice(from, to) : whole.subarray(from, to);
    from = to;
  }
}

/** UTF-16 units or bytes. */
const PIECE_LENGTH = 65_536;
