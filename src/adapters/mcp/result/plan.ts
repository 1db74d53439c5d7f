/** What of a result that is over the limit stays whole, and what has to go or be cut. */
import { encodedBytes, encodedLength } from "../encoded.js";
import { type CallToolResultLike, type Fields, isFields, type McpContentBlock } from "../types.js";
import { jsonText } from "./keep.js";
import { describeBlocks, type Part, partsOf, type TextPart, type WholePart } from "./parts.js";
import { repeats } from "./repeats.js";

export interface Plan {
  readonly texts: readonly TextPart[];
  /** Blocks that stay as they are. */
  readonly kept: readonly Part[];
  /** Fields of the result besides content, structured content and `isError`. */
  readonly fields: Fields;
  /** The JSON of structured content that no block repeats. */
  readonly structured: string | undefined;
  /** Whether all text is inside the room. */
  readonly textsFit: boolean;
  /** In words: what is neither kept nor cut. */
  readonly leftOut: readonly string[];
  /** Bytes for texts and structured content together, encoded, each with a block of its own. */
  readonly room: number;
}

/**
 * @param maxBytes - of the result
 * @param reserved - of them, for notice and link
 */
export function planResult(result: CallToolResultLike, maxBytes: number, reserved: number): Plan {
  const { content, structuredContent, isError, ...others } = result;
  const parts = partsOf(result);
  const texts = parts.filter((part) => part.kind === "text");
  const isRepeated =
    structuredContent === undefined || repeats(structuredContent, parts, Array.isArray(content) ? content : []);
  const structured = isRepeated ? undefined : jsonText(structuredContent);

  const fields = fieldsToKeep(others, Math.floor(maxBytes / 8));
  const lost = Object.keys(others).length !== Object.keys(fields).length || others["_meta"] !== fields["_meta"];
  const frame = encodedBytes({ ...fields, content: [], ...(isError === undefined ? {} : { isError }) });
  const room = Math.max(0, maxBytes - frame - reserved);

  const textCost = texts.reduce((sum, { block }) => sum + encodedBytes(block) + COMMA, 0);
  const structuredCost = structured === undefined ? 0 : encodedLength(structured) + TEXT_BLOCK_BYTES;
  const forWhole = room - Math.min(textCost + structuredCost, Math.floor(room / 2));
  const { kept, dropped, cost } = keepWhole(parts, forWhole);
  const left = room - cost;
  return {
    texts,
    kept,
    fields,
    structured,
    textsFit: textCost <= left,
    leftOut: [...describeBlocks(dropped), ...(lost ? ["metadata"] : [])],
    room: left,
  };
}

/** In their order, each that still fits. */
function keepWhole(parts: readonly Part[], room: number) {
  const kept: Part[] = [];
  const dropped: McpContentBlock[] = [];
  let cost = 0;
  for (const part of parts) {
    if (part.kind === "text") {
      kept.push(part);
      continue;
    }
    const bytes = encodedBytes((part satisfies WholePart).block) + COMMA;
    if (cost + bytes <= room) {
      cost += bytes;
      kept.push(part);
    } else dropped.push(part.block);
  }
  return { kept, dropped, cost };
}

/**
 * Fields that hosts and protocols need stay first: `resultType`, and of `_meta` what has a reserved name. The others stay
 * while they are small.
 */
function fieldsToKeep(others: Fields, maxBytes: number): Fields {
  const kept: Record<string, unknown> = {};
  const { resultType, _meta, ...rest } = others;
  if (typeof resultType === "string" && resultType.length <= MOST_TYPE_UNITS) kept["resultType"] = resultType;
  let left = maxBytes;
  const take = (name: string, value: unknown): void => {
    const bytes = encodedBytes({ [name]: value });
    if (value === undefined || bytes > left) return;
    left -= bytes;
    kept[name] = value;
  };
  if (_meta !== undefined) {
    take("_meta", _meta);
    if (!("_meta" in kept) && isFields(_meta)) {
      const reserved = Object.entries(_meta).filter(([key]) => RESERVED.test(key));
      if (reserved.length > 0) take("_meta", Object.fromEntries(reserved));
    }
  }
  for (const [name, value] of Object.entries(rest)) take(name, value);
  return kept;
}

/** Names whose prefix has `mcp` or `modelcontextprotocol` as its second label, and those of W3C trace context. */
const RESERVED =
  /^(?:[\w-]+\.(?:mcp|modelcontextprotocol)(?:\.[\w.-]+)?\/|traceparent$|tracestate$|baggage$|progressToken$)/;
const MOST_TYPE_UNITS = 32;
const COMMA = 1;
/** `{"type":"text","text":""},` */
const TEXT_BLOCK_BYTES = 27;
