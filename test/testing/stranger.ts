/** A store as a stranger writes it who has read docs/spill.md: it takes nothing of ours but the error. */
import { createHash, createHmac, randomBytes } from "node:crypto";
import {
  type SpillEnd,
  SpillError,
  type SpillGone,
  type SpillInfo,
  type SpillMeta,
  type SpillRef,
  type SpillSink,
  type SpillWriter,
} from "spillway/spill";

export function strangerSpill(): SpillSink {
  const key = randomBytes(32);
  const spills = new Map<string, { info: SpillInfo; bytes: Uint8Array | undefined; goneAt: number }>();

  function find(id: string) {
    const found = spills.get(id);
    if (found === undefined) throw new SpillError("not_found");
    if (found.bytes === undefined) throw new SpillError("gone");
    return found.bytes;
  }

  function publish(meta: SpillMeta, bytes: Uint8Array, end: SpillEnd): SpillRef {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const totalBytes = Math.max(bytes.length, end.totalBytes ?? 0);
    const description = {
      bytes: bytes.length,
      sha256,
      complete: end.incomplete !== true && totalBytes === bytes.length,
      totalBytes,
      ...(meta.mediaType === undefined ? {} : { mediaType: meta.mediaType }),
      ...(meta.encoding === undefined ? {} : { encoding: meta.encoding }),
    };
    const own = idOf(key, meta, sha256);
    for (const id of candidates(own, sha256)) {
      const found = spills.get(id);
      const isOther = Object.entries(description).some(([name, value]) => found?.info[name as "bytes"] !== value);
      const isOtherKind = found?.info.mediaType !== meta.mediaType || found?.info.encoding !== meta.encoding;
      if (found !== undefined && (isOther || isOtherKind)) continue;
      const ref = { id, uri: `spill://${id}`, ...description };
      const info = { ...ref, meta, createdAt: Date.now() };
      const isThere = found?.bytes !== undefined;
      spills.set(id, isThere ? { ...found, info: { ...found.info, readAt: Date.now() } } : { info, bytes, goneAt: 0 });
      return ref;
    }
    throw new SpillError("io");
  }

  return {
    async create(meta) {
      const checked = checkMeta(meta);
      return writer((bytes, end) => publish(checked, bytes, end));
    },
    async stat(id): Promise<SpillInfo | SpillGone | undefined> {
      const found = spills.get(id);
      if (found === undefined) return undefined;
      if (found.bytes !== undefined) return structuredClone(found.info);
      const { bytes, meta } = found.info;
      const { tool, sessionId } = meta;
      const names = { ...(tool === undefined ? {} : { tool }), ...(sessionId === undefined ? {} : { sessionId }) };
      return { gone: true, id, bytes, ...names, goneAt: found.goneAt, reason: "removed" };
    },
    async read(id, { start = 0, end = Number.POSITIVE_INFINITY } = {}) {
      checkCount("start", start);
      if (end !== Number.POSITIVE_INFINITY) checkCount("end", end);
      return find(id).slice(start, end);
    },
    async remove(id) {
      const found = spills.get(id);
      if (found?.bytes === undefined) return false;
      spills.set(id, { info: found.info, bytes: undefined, goneAt: Date.now() });
      return true;
    },
    async *list(filter) {
      for (const id of [...spills.keys()]) {
        const found = spills.get(id);
        if (found?.bytes === undefined) continue;
        if (filter?.sessionId !== undefined && filter.sessionId !== found.info.meta.sessionId) continue;
        yield structuredClone(found.info);
      }
    },
  };
}

function writer(publish: (bytes: Uint8Array, end: SpillEnd) => SpillRef): SpillWriter {
  const chunks: Uint8Array[] = [];
  let isClosed = false;
  return {
    async write(chunk) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError("chunk must be a Uint8Array");
      if (isClosed) throw new SpillError("closed");
      chunks.push(new Uint8Array(chunk));
    },
    async commit(end = {}) {
      if (typeof (end.incomplete ?? false) !== "boolean") throw new TypeError("incomplete must be a boolean");
      checkCount("totalBytes", end.totalBytes ?? 0);
      if (isClosed) throw new SpillError("closed");
      isClosed = true;
      return publish(new Uint8Array(Buffer.concat(chunks)), end);
    },
    async abort() {
      isClosed = true;
    },
  };
}

function idOf(key: Uint8Array, { sessionId, seq, tool, callId }: SpillMeta, sha256: string): string {
  const isNameless = seq === undefined && callId === undefined;
  const call = JSON.stringify([
    sessionId ?? null,
    seq ?? null,
    tool ?? null,
    callId ?? null,
    isNameless ? sha256 : null,
  ]);
  return `s-${createHmac("sha256", key).update(call).digest("hex").slice(0, 16)}`;
}

function* candidates(id: string, sha256: string): Generator<string> {
  yield id;
  const named = `${id}-${sha256.slice(0, 16)}`;
  yield named;
  for (let number = 2; ; number++) yield `${named}-${number}`;
}

function checkMeta(meta: SpillMeta): SpillMeta {
  if (typeof meta !== "object" || meta === null) throw new TypeError("meta must be an object");
  for (const field of ["tool", "callId", "sessionId", "mediaType", "encoding"] as const) {
    if (!["string", "undefined"].includes(typeof meta[field])) throw new TypeError(`${field} must be a string`);
  }
  if (meta.seq !== undefined) checkCount("seq", meta.seq);
  return structuredClone(meta);
}

function checkCount(name: string, value: unknown): void {
  if (typeof value !== "number") throw new TypeError(`${name} must be a number`);
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be an integer ≥ 0`);
}
