/** What can be wrong with the content, its parts, and what is told of it. */
import type { SpillInfo, SpillMeta } from "../../src/spill/types.js";
import { committing, type Fault, over, stating, writing } from "./faulty.js";

export const FAULTS_OF_CONTENT: readonly Fault[] = [
  {
    fault: "gives no more than one block",
    check: "gives back exactly the bytes that were written, in whatever chunks they came",
    says: /what is read of 131074 bytes in chunks of 1, 65536, 65537: expected 131074 bytes .*, got 65536 bytes/,
    open: over((sink) => ({ read: async (id, range) => (await sink.read(id, range)).slice(0, 65_536) })),
  },
  {
    fault: "names the digest of something else",
    check: "gives back exactly the bytes that were written, in whatever chunks they came",
    says: /sha256 of the ref to 0 bytes/,
    open: committing((ref) => ({ ...ref, sha256: "0".repeat(64) })),
  },
  {
    fault: "loses what comes after a thousand chunks",
    check: "keeps a large chunk between thousands of small ones",
    says: /sha256 of the ref: expected/,
    open: writing((writer) => {
      let count = 0;
      return { write: async (chunk) => (++count > 1000 ? undefined : writer.write(chunk)) };
    }),
  },
  {
    fault: "keeps the whole buffer that a chunk is part of",
    check: "takes of a chunk that is part of a larger buffer that part alone",
    says: /what is read: expected "chunk", got "/,
    open: writing((writer) => ({ write: (chunk) => writer.write(new Uint8Array(chunk.buffer)) })),
  },
  {
    fault: "holds on to chunks instead of copying them",
    check: "copies each chunk before write returns, so that its buffer can be used again",
    says: /what is read: expected "firstother"/,
    open: writing((writer) => {
      const chunks: Uint8Array[] = [];
      return {
        write: async (chunk) => void chunks.push(chunk),
        async commit(end) {
          for (const chunk of chunks) await writer.write(chunk);
          return writer.commit(end);
        },
      };
    }),
  },
  {
    fault: "lets every other chunk be overtaken",
    check: "keeps the order of writes that nobody waits for",
    says: /what is read: expected/,
    open: writing((writer) => {
      const writes: Promise<void>[] = [];
      const slowly = async (chunk: Uint8Array) => {
        if (writes.length % 2 === 0) await new Promise((done) => setTimeout(done, 1));
        await writer.write(chunk);
      };
      return {
        write(chunk) {
          const written = slowly(chunk);
          writes.push(written);
          return written;
        },
        async commit(end) {
          await Promise.all(writes);
          return writer.commit(end);
        },
      };
    }),
  },
  {
    fault: "gives out the array that it keeps",
    check: "never hands out what it relies on",
    says: /after what was read before is changed: expected "abc"/,
    open: over((sink) => {
      const arrays = new Map<string, Uint8Array>();
      return {
        async read(id) {
          const bytes = arrays.get(id) ?? (await sink.read(id));
          arrays.set(id, bytes);
          return bytes;
        },
      };
    }),
  },
  {
    fault: "gives out the description that it keeps",
    check: "never hands out what it relies on",
    says: /bytes by stat, after what stat gave is changed: expected 3, got 0/,
    open: over((sink) => {
      const infos = new Map<string, Awaited<ReturnType<typeof sink.stat>>>();
      return {
        async stat(id) {
          const info = infos.get(id) ?? (await sink.stat(id));
          infos.set(id, info);
          return info;
        },
      };
    }),
  },
  {
    fault: "takes the end for inclusive",
    check: "gives the bytes from start to the one before end",
    says: /the range undefined to 2 of abcdef: expected "ab", got "abc"/,
    open: over((sink) => ({
      read: (id, range) => sink.read(id, range?.end === undefined ? range : { ...range, end: range.end + 1 }),
    })),
  },
  {
    fault: "is off by one in its second block",
    check: "tiles: successive ranges give the whole",
    says: /ranges of 7919 bytes, joined/,
    open: over((sink) => ({
      read: (id, { start = 0, end } = {}) => sink.read(id, { start: start > 65_536 ? start - 1 : start, end }),
    })),
  },
  {
    fault: "fails behind the end",
    check: "cuts a range to the Spill, and gives nothing for one behind its end",
    says: /the store threw RangeError "Invalid typed array length/,
    open: over((sink) => ({
      async read(id, { start = 0, end = Number.POSITIVE_INFINITY } = {}) {
        const whole = await sink.read(id);
        const length = Math.min(end, whole.length) - start;
        return length < 0
          ? Promise.reject(new RangeError(`Invalid typed array length: ${length}`))
          : whole.slice(start, end);
      },
    })),
  },
  {
    fault: "makes something of any range",
    check: "refuses a range that makes no sense",
    says: /start -1: expected a RangeError that names start, got 1 bytes/,
    open: over((sink) => ({ read: async (id, range) => (await sink.read(id)).slice(range?.start, range?.end) })),
  },
  {
    fault: "gives uris of its own",
    check: "names a Spill by a well-formed id, its uri, its size and its SHA-256",
    says: /the ref: uri: expected "spill:\/\/bash-/,
    open: committing((ref) => ({ ...ref, uri: `memory://${ref.id}` })),
  },
  {
    fault: "makes names safe in the meta too",
    check: "tells by stat what commit told, and the meta as it was handed in",
    says: /what stat tells: meta: expected .*"seq":3/,
    open: stating((found) => ({ ...found, meta: { tool: (found as { meta: SpillMeta }).meta.tool } })),
  },
  {
    fault: "forgets the media type",
    check: "tells by stat what commit told, and the meta as it was handed in",
    says: /media type and encoding of the ref: expected/,
    open: committing(({ mediaType: _mediaType, ...ref }) => ref),
  },
  {
    fault: "counts time in seconds",
    check: "tells when a Spill was written, and read, in milliseconds since 1970",
    says: /createdAt must be a time of today/,
    open: stating((found) => ({ ...found, createdAt: (found as SpillInfo).createdAt / 1000 })),
  },
  {
    fault: "says that what was never written was read",
    check: "tells when a Spill was written, and read, in milliseconds since 1970",
    says: /readAt, where it is kept, must be a time after createdAt/,
    open: stating((found) => ({ ...found, readAt: 0 })),
  },
  {
    fault: "leaves fields behind that have no value",
    check: "describes Spills and tombstones as plain data that survives JSON",
    says: /what JSON makes of it/,
    open: stating((found) => ({ ...found, path: undefined })),
  },
];
