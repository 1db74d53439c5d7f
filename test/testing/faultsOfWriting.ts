/** What can be wrong with writers, ids and names. */
import { SpillError } from "../../src/spill/error.js";
import { slug } from "../../src/spill/id.js";
import { memorySpill } from "../../src/spill/memory.js";
import type { SpillMeta, SpillRef } from "../../src/spill/types.js";
import { committing, creating, type Fault, finding, over, writing } from "./faulty.js";

export const FAULTS_OF_WRITING: readonly Fault[] = [
  {
    fault: "publishes as it writes",
    check: "shows nothing of a Spill before its commit",
    says: /what is listed before the commit: expected \[\]/,
    open: writing((writer, meta, sink) => ({
      async write(chunk) {
        await writer.write(chunk);
        const early = await sink.create(meta);
        await early.write(chunk);
        await early.commit();
      },
    })),
  },
  {
    fault: "takes writes after commit in silence",
    check: "takes nothing after commit, and keeps what was committed",
    says: /a write after commit: expected a SpillError closed, got undefined/,
    open: writing((writer) => ({ write: (chunk) => writer.write(chunk).catch(() => undefined) })),
  },
  {
    fault: "takes back on abort what it committed",
    check: "takes nothing after commit, and keeps what was committed",
    says: /what is listed after an abort that came too late/,
    open: writing((writer, _meta, sink) => {
      let committed: SpillRef | undefined;
      return {
        async commit(end) {
          committed = await writer.commit(end);
          return committed;
        },
        async abort() {
          if (committed !== undefined) await sink.remove(committed.id);
        },
      };
    }),
  },
  {
    fault: "keeps what came before an abort",
    check: "keeps nothing of an aborted Spill, and takes nothing after abort",
    says: /what is listed after abort: expected \[\]/,
    open: writing((writer) => ({
      async abort() {
        await writer.commit().catch(() => undefined);
      },
    })),
  },
  {
    fault: "does not listen to how a source ended",
    check: "calls a Spill partial if its source broke, or if more bytes are known than came",
    says: /end with {"totalBytes":4}: complete: expected false, got true/,
    open: writing((writer) => ({ commit: () => writer.commit() })),
  },
  {
    fault: "makes texts of whatever it gets",
    check: "refuses a meta that makes no sense",
    says: /a number for a tool: expected a TypeError that names tool/,
    open: creating((meta) =>
      typeof meta === "object"
        ? (Object.fromEntries(Object.entries(meta).map(([k, v]) => [k, String(v)])) as SpillMeta)
        : meta,
    ),
  },
  {
    fault: "takes texts for chunks",
    check: "refuses a chunk or an end that makes no sense, and goes on",
    says: /a text for a chunk: expected a TypeError that names chunk, got undefined/,
    open: writing((writer) => ({ write: (chunk) => writer.write(new Uint8Array(Buffer.from(chunk))) })),
  },
  {
    fault: "is closed by a mistake",
    check: "refuses a chunk or an end that makes no sense, and goes on",
    says: /a totalBytes of -1: expected a RangeError that names totalBytes, got SpillError closed/,
    open: writing((writer) => ({
      async write(chunk) {
        if (typeof chunk === "string") await writer.abort();
        return writer.write(chunk);
      },
      commit: async (end) => {
        await writer.write(new Uint8Array(0));
        return writer.commit(end);
      },
    })),
  },
  {
    fault: "draws its ids",
    check: "finds the same Spill again when a call is replayed with the same content",
    says: /the ref of the replay: expected/,
    open: drawn(),
  },
  {
    fault: "makes every id from the content",
    check: "appends 16 digits of the digest to the id for other content of the same call",
    says: /the id of other content: expected "bash-[0-9a-f]{8}-[0-9a-f]{16}"/,
    open: creating(({ callId: _callId, seq: _seq, ...meta }) => meta),
  },
  {
    fault: "takes all calls without a name for one",
    check: "lets the digest take the place of a call that has no name",
    says: /no id is made from that of other content/,
    open: creating((meta) => ({ callId: "", ...meta })),
  },
  {
    fault: "leaves the session out of its ids",
    check: "tells apart every session, seq, tool and call id",
    says: /different ids of different calls with the same content: expected 5, got 4/,
    open: creating(({ sessionId: _sessionId, ...meta }) => meta),
  },
  {
    fault: "keeps equal bytes once, whatever they are",
    check: "never lets a part pass for a whole with the same bytes, nor JSON for text",
    says: /different ids: expected 4, got 1/,
    open: over((sink) => {
      const refs = new Map<string, SpillRef>();
      return {
        async create(meta) {
          const writer = await sink.create(meta);
          return {
            ...writer,
            async commit(end) {
              const ref = await writer.commit(end);
              refs.set(ref.sha256, refs.get(ref.sha256) ?? ref);
              return refs.get(ref.sha256) ?? ref;
            },
          };
        },
      };
    }),
  },
  {
    fault: "forgets whose an id was",
    check: "gives the id of a removed Spill again to the same content, and to no other",
    says: /the id of a removed Spill was given to other content/,
    open: (quotas) => memorySpill({ ...quotas, maxTombstones: 0 }),
  },
  {
    fault: "takes the tool's name into the id as it is",
    check: "gives a well-formed id to hostile names, and the names back as they were",
    says: /an id must match \[a-z0-9._-\]\{1,96\} and begin with no dot, got \.\./,
    open: committing((ref, meta) => ({ ...ref, id: `${meta.tool ?? ""}${ref.id}` })),
  },
  {
    fault: "makes names safe before it tells them apart",
    check: "tells apart calls whose names look alike once made safe",
    says: /different ids of different values of tool: expected 8, got 1/,
    open: creating((meta) => ({ ...meta, ...(meta.tool === undefined ? {} : { tool: slug(meta.tool, "tool") }) })),
  },
  {
    fault: "is content with the beginning of an id",
    check: "knows nothing of an id that it did not give out",
    says: /what stat tells of result-[0-9a-f]{7}: expected undefined, got {/,
    open: over((sink) => ({
      async stat(id) {
        for await (const info of sink.list()) if (info.id.startsWith(id)) return info;
        return sink.stat(id);
      },
    })),
  },
  {
    fault: "resolves paths",
    check: "knows nothing of a text that is no id",
    says: /what stat tells of "\.\/result-/,
    open: finding((id) => id.replace(/^\.\//, "")),
  },
  {
    fault: "opens whatever an id leads to",
    check: "knows nothing of a text that is no id",
    says: /the store threw Error "ENOENT: no such file or directory, open '\.\.\/\.\.\/x'"/,
    open: over((sink) => ({
      async stat(id) {
        if (id.includes("/")) throw new Error(`ENOENT: no such file or directory, open '${id}'`);
        return sink.stat(id);
      },
    })),
  },
  {
    fault: "explains itself with the id",
    check: "repeats neither names nor ids in the words of an error",
    says: /an error repeats what it was handed: no spill "/,
    open: over((sink) => ({
      read: (id, range) =>
        sink.read(id, range).catch((error: SpillError) => {
          const wordy = new SpillError(error.code);
          wordy.message = `no Spill "${id}"`;
          throw wordy;
        }),
    })),
  },
];

/** Calls are given numbers, so that none is like another. */
export function drawn(): Fault["open"] {
  return (quotas) => {
    let count = 0;
    return creating((meta) => ({ ...meta, callId: `${meta.callId}${count++}` }))(quotas);
  };
}
