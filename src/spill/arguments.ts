/** What callers hand to a sink, checked in the same way by every sink: their mistakes are not failures of the store. */
import { checkCount, checkLimit, checkObject, checkString } from "../internal/check.js";
import { toSpillId } from "./id.js";
import type { ByteRange, SpillEnd, SpillMeta } from "./types.js";

/**
 * The known fields of a meta, copied: what the caller does with the object later changes nothing.
 *
 * @throws TypeError, RangeError naming the field.
 */
export function checkMeta(meta: SpillMeta): SpillMeta {
  checkObject("meta", meta);
  const copy: { -readonly [Field in keyof SpillMeta]: SpillMeta[Field] } = {};
  for (const field of TEXT_FIELDS) {
    const value = meta[field];
    if (value !== undefined) copy[field] = checkString(`meta.${field}`, value);
  }
  const { seq } = meta;
  if (seq !== undefined) copy.seq = checkCount("meta.seq", seq);
  return copy;
}

/** @throws TypeError unless `chunk` is a Uint8Array (of any realm: a Buffer, or one from a worker's context). */
export function checkChunk(chunk: Uint8Array): void {
  if (Object.prototype.toString.call(chunk) === "[object Uint8Array]" && ArrayBuffer.isView(chunk)) return;
  throw new TypeError("chunk must be a Uint8Array");
}

/** What a caller knows of the end, with the defaults filled in. */
export function checkEnd(end: SpillEnd | undefined): { incomplete: boolean; totalBytes: number } {
  if (end === undefined) return { incomplete: false, totalBytes: 0 };
  checkObject("end", end);
  const { incomplete = false, totalBytes = 0 } = end;
  if (typeof incomplete !== "boolean") throw new TypeError("end.incomplete must be a boolean");
  return { incomplete, totalBytes: checkCount("end.totalBytes", totalBytes) };
}

/** A range with its defaults, not yet cut to a size. */
export function checkRange(range: ByteRange | undefined): { start: number; end: number } {
  if (range !== undefined) checkObject("range", range);
  const start = checkCount("range.start", range?.start ?? 0);
  const end = checkLimit("range.end", range?.end ?? Number.POSITIVE_INFINITY);
  return { start, end };
}

/** A range cut to a Spill of `bytes` bytes; empty when it begins behind its own end. */
export function clampRange(range: { start: number; end: number }, bytes: number): { start: number; end: number } {
  const end = Math.min(range.end, bytes);
  return { start: Math.min(range.start, end), end };
}

/**
 * Ids and uris, as ids; read once. A text that is neither names no Spill: such lists are gathered from conversations, and
 * one bad line in them is no reason to fail.
 *
 * @throws TypeError naming the option, unless it is an iterable of texts.
 */
export function checkRefs(name: string, refs: unknown): Set<string> {
  // A text is iterable too, but its letters are not what was meant.
  const isIterable = typeof refs === "object" && refs !== null && Symbol.iterator in refs;
  if (!isIterable) throw new TypeError(`${name} must be an iterable of ids or uris, got ${typeof refs}`);
  const ids = new Set<string>();
  for (const ref of refs as Iterable<unknown>) {
    const id = toSpillId(checkString(`${name}[]`, ref));
    if (id !== undefined) ids.add(id);
  }
  return ids;
}

const TEXT_FIELDS = ["tool", "callId", "sessionId", "mediaType", "encoding"] as const;
