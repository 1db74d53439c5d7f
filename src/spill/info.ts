/** Builds the plain data that describes Spills, the same for every store; absent fields are left out, not `undefined`. */
import { spillUri } from "./id.js";
import type { Lease } from "./quota.js";
import type { SpillGone, SpillInfo, SpillMeta, SpillRef } from "./types.js";

/** What a writer knows of its content once the last byte is in. */
export interface SpillContent {
  readonly bytes: number;
  /** SHA-256 of the kept bytes, hexadecimal. */
  readonly sha256: string;
  readonly complete: boolean;
  readonly totalBytes: number;
  readonly meta: SpillMeta;
}

/** Sums up a writer's account. A caller who knows of more bytes than came has told us that the Spill is partial. */
export function describeContent(
  lease: Lease,
  sha256: string,
  meta: SpillMeta,
  end: { incomplete: boolean; totalBytes: number },
): SpillContent {
  const totalBytes = Math.max(lease.receivedBytes, end.totalBytes);
  const complete = !end.incomplete && totalBytes === lease.keptBytes;
  return { bytes: lease.keptBytes, sha256, complete, totalBytes, meta };
}

/** A fresh copy: no caller holds an object that the store relies on. */
export function toInfo(
  content: SpillContent,
  place: { id: string; path?: string; createdAt: number; readAt?: number | undefined },
): SpillInfo {
  const { meta } = content;
  return {
    id: place.id,
    uri: spillUri(place.id),
    ...(place.path === undefined ? {} : { path: place.path }),
    bytes: content.bytes,
    sha256: content.sha256,
    complete: content.complete,
    totalBytes: content.totalBytes,
    ...(meta.mediaType === undefined ? {} : { mediaType: meta.mediaType }),
    ...(meta.encoding === undefined ? {} : { encoding: meta.encoding }),
    meta: { ...meta },
    createdAt: place.createdAt,
    ...(place.readAt === undefined ? {} : { readAt: place.readAt }),
  };
}

export function toRef(info: SpillInfo): SpillRef {
  const { meta: _meta, createdAt: _createdAt, readAt: _readAt, ...ref } = info;
  return ref;
}

export function toGone(
  content: SpillContent,
  place: { id: string; goneAt: number; reason: SpillGone["reason"] },
): SpillGone {
  const { tool, sessionId } = content.meta;
  return {
    gone: true,
    id: place.id,
    bytes: content.bytes,
    ...(tool === undefined ? {} : { tool }),
    ...(sessionId === undefined ? {} : { sessionId }),
    goneAt: place.goneAt,
    reason: place.reason,
  };
}

/**
 * What a tombstone keeps of a content: no more than it shows, or needs to know the same content again. It is to be small,
 * and what was removed is to be forgotten; the session stays exact, since readers are told apart by it.
 */
export function toBuried(content: SpillContent): SpillContent {
  const { callId: _callId, seq: _seq, tool, ...meta } = content.meta;
  return { ...content, meta: tool === undefined ? meta : { ...meta, tool: tool.slice(0, MAX_BURIED_TOOL_UNITS) } };
}

/**
 * Whether a ref to `a` says of `b` nothing but the truth, so that one Spill can serve both. Equal bytes are not enough: a
 * partial Spill may not pass for a whole one, nor JSON for text.
 */
export function sameContent(a: SpillContent, b: SpillContent): boolean {
  return (
    a.sha256 === b.sha256 &&
    a.bytes === b.bytes &&
    a.complete === b.complete &&
    a.totalBytes === b.totalBytes &&
    a.meta.mediaType === b.meta.mediaType &&
    a.meta.encoding === b.meta.encoding
  );
}

/** A tool's name is there to be recognised; one of megabytes is not a name. */
const MAX_BURIED_TOOL_UNITS = 200;
